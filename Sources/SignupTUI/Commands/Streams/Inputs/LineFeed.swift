import Platform
import ViewModels

/// The values in the lines of a source of bytes.
///
/// Read in blocks of 64 KiB, whatever the source's length; a line that is no value is reported with
/// its number, and left out.
final class LineFeed: InputFeed {
  private let origin: any ByteOrigin
  private let name: String
  private let report: InputReport
  private var reader: LineReader
  private var splitter = LineSplitter()
  private let buffer: UnsafeMutableRawBufferPointer
  /// The bytes in the buffer that have not been read.
  private var rest: UnsafeRawBufferPointer
  /// True if nothing more comes into the buffer.
  private var isAtEnd = false
  private var problemCount = 0

  /// The number of bytes that are read at once.
  private static let blockLength = 1 << 16
  /// The number of lines that are reported one by one.
  private static let reportLimit = 1_000

  /// Makes a feed.
  ///
  /// - Parameters:
  ///   - origin: The source of the bytes.
  ///   - name: Its name in sentences.
  ///   - reader: Reads the lines.
  ///   - report: Gets the sentences about lines that are no values.
  init(
    _ origin: any ByteOrigin, name: String, _ reader: LineReader, report: @escaping InputReport
  ) {
    (self.origin, self.name, self.reader, self.report) = (origin, name, reader, report)
    buffer = .allocate(byteCount: Self.blockLength, alignment: 16)
    rest = UnsafeRawBufferPointer(start: buffer.baseAddress, count: 0)
  }

  deinit { buffer.deallocate() }

  var type: StreamInput.ValueType {
    get { reader.type }
    set { if reader.type != newValue { reader.type = newValue } }
  }

  var hasValues: Bool { !rest.isEmpty }
  var hasEnded: Bool { isAtEnd && rest.isEmpty }
  var descriptor: Int32? { origin.descriptor }
  var isFillable: Bool { !isAtEnd && origin.isReadable }

  func read(_ body: (StreamValue) -> Bool) {
    var goesOn = true
    while goesOn, splitter.takeLine(from: &rest, { goesOn = pass($0, $1, body) }) {}
  }

  func fill() {
    guard rest.isEmpty, !isAtEnd else { return }
    switch origin.read(into: buffer) {
    case .bytes(let count):
      rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count])
    case .nothing: break
    case .ended(let problem):
      isAtEnd = true
      if let problem { report(problem) }
      if problemCount > Self.reportLimit {
        report("\(problemCount - Self.reportLimit) more lines of \(name) were left out")
      }
      // The last line may have no end.
      guard splitter.hasBeginning else { return }
      buffer[0] = 0x0A
      rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<1])
    }
  }

  private func pass(
    _ line: UnsafeRawBufferPointer?, _ number: Int, _ body: (StreamValue) -> Bool
  ) -> Bool {
    guard let line else {
      note(number, "it is longer than \(LineSplitter.longestLine >> 20) MiB")
      return true
    }
    do throws(LineProblem) {
      guard let value = try reader.value(of: line) else { return true }
      return body(value)
    } catch {
      note(number, error.reason + advice(on: line))
      return true
    }
  }

  /// Returns the way to read lines of NMEA as positions, which are no objects by themselves.
  private func advice(on line: UnsafeRawBufferPointer) -> String {
    guard type == .object, line.first == UInt8(ascii: "$") else { return "" }
    return "; for positions of a receiver's lines write trace:- or trace:FILE"
  }

  private func note(_ number: Int, _ reason: String) {
    problemCount += 1
    guard problemCount <= Self.reportLimit else { return }
    report("\(name), line \(number): \(reason)")
    if problemCount == Self.reportLimit {
      report("\(name): further lines that are no values are counted, and not said one by one")
    }
  }
}
