import Platform

/// Finds lines that end with LF, CR LF or CR.
struct LineFraming {
  /// The longest line that is kept together; sentences have 82 bytes, those of some receivers a few
  /// hundred.
  static let maxLength = 4096

  private let bytes: UnsafeBufferPointer<UInt8>
  /// The index of the next LF: avoids searching files with CR alone for LF line by line.
  private var nextLineFeed = -1

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The end of the line that begins at `index`, after its CR or LF; nil if it is not in these
  /// bytes. The LF of a CR LF counts as an empty line only if they are in different pieces.
  mutating func end(from index: Int) -> Int? {
    if nextLineFeed < index { nextLineFeed = position(of: .lineFeed, from: index, to: bytes.count) }
    let carriageReturn = position(of: .carriageReturn, from: index, to: nextLineFeed)
    if carriageReturn + 1 < nextLineFeed { return carriageReturn + 1 }
    if nextLineFeed < bytes.count { return nextLineFeed + 1 }
    return carriageReturn < bytes.count ? carriageReturn + 1 : nil
  }

  private func position(of byte: UInt8, from: Int, to: Int) -> Int {
    guard to > from, let start = bytes.baseAddress,
      let found = memchr(start + from, Int32(byte), to - from)
    else { return to }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }
}
