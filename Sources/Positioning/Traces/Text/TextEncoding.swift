/// The encoding of the characters of a trace.
enum TextEncoding: Hashable, Sendable {
  /// ASCII, UTF-8 or an encoding like Latin-1 that is a superset of ASCII: read as it is.
  case eightBit, utf16LittleEndian, utf16BigEndian
  /// One byte for each character.
  case singleByte(SingleByteEncoding)

  /// The number of bytes needed to detect it.
  static let headLength = 64

  /// The number of bytes in a code unit.
  var width: Int {
    switch self {
    case .eightBit, .singleByte: 1
    case .utf16LittleEndian, .utf16BigEndian: 2
    }
  }

  /// Detects the encoding by the byte order mark or, without one, by the zeros in every second byte
  /// of ASCII in UTF-16.
  static func detect(_ head: ArraySlice<UInt8>) -> (encoding: TextEncoding, markLength: Int) {
    if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    // The numbers of a binary format may look like two-byte characters.
    if head.withUnsafeBufferPointer({ ByteText.isFIT(ByteText($0)) }) { return (.eightBit, 0) }
    let pairs = head.count / 2
    guard pairs >= 8 else { return (.eightBit, 0) }
    var (even, odd) = (HighBytes(), HighBytes())
    for index in 0..<pairs {
      even.take(head[head.startIndex + index * 2])
      odd.take(head[head.startIndex + index * 2 + 1])
    }
    if odd.areHigh(of: pairs, beside: even) { return (.utf16LittleEndian, 0) }
    if even.areHigh(of: pairs, beside: odd) { return (.utf16BigEndian, 0) }
    return (.eightBit, 0)
  }

  /// The values of every second byte.
  private struct HighBytes {
    private var zeros = 0
    /// The number of high bytes of the first alphabets: Latin, Greek, Cyrillic.
    private var low = 0

    mutating func take(_ byte: UInt8) {
      if byte == 0 { zeros += 1 }
      if byte < 6 { low += 1 }
    }

    /// Returns true if these are the high bytes of characters whose low bytes are the others.
    func areHigh(of pairs: Int, beside others: HighBytes) -> Bool {
      if zeros >= pairs * 3 / 4, others.zeros <= pairs / 8 { return true }
      // A heading in Greek or Cyrillic.
      return low == pairs && zeros > 0 && others.zeros == 0 && others.low == 0
    }
  }

  /// The encoding that an XML declaration names; nil if it is not supported.
  ///
  /// If the bytes are not UTF-16 although it is declared, a program named the encoding of its
  /// strings: the text is in UTF-8.
  init?(xmlName name: String) {
    var word = ""
    for byte in name.utf8 where byte.isLetter || byte.isDigit {
      word.unicodeScalars.append(Unicode.Scalar(byte.lowercased))
    }
    switch word {
    case "utf8", "usascii", "ascii", "unicode11utf8", "utf16", "utf16le", "utf16be", "ucs2",
      "unicode":
      self = .eightBit
    default:
      guard let encoding = SingleByteEncoding(word: word) else { return nil }
      self = .singleByte(encoding)
    }
  }
}

extension ByteText {
  /// The number of bytes that are UTF-8: all, or all except a character that is not complete; nil
  /// if there is anything else.
  var lengthInUTF8: Int? {
    var index = 0
    while index < count {
      guard start[index] >= 0x80 else {
        index += 1
        continue
      }
      guard let length = lengthOfUTF8(at: index) else { return nil }
      guard index + length <= count else { return index }
      index += length
    }
    return index
  }

  /// True if there are more invalid bytes than characters beyond ASCII: the text is then in another
  /// encoding, not corrupt UTF-8.
  var isInOtherEncoding: Bool {
    var balance = 0
    var index = 0
    while index < count {
      guard start[index] >= 0x80 else {
        index += 1
        continue
      }
      let length = lengthOfUTF8(at: index)
      balance += length == nil ? 1 : -1
      index += length ?? 1
    }
    return balance > 0
  }

  /// The length of the character that begins with the byte at `index`; nil if it is invalid.
  ///
  /// At the end of the text, the beginning of a character counts.
  private func lengthOfUTF8(at index: Int) -> Int? {
    let lead = start[index]
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0 else { return nil }
    for step in 1..<length where index + step < count {
      let byte = start[index + step]
      guard (0x80...0xBF).contains(byte) else { return nil }
      guard step == 1 else { continue }
      let isOutside =
        lead == 0xE0 && byte < 0xA0 || lead == 0xED && byte > 0x9F || lead == 0xF0 && byte < 0x90
        || lead == 0xF4 && byte > 0x8F
      if isOutside { return nil }
    }
    return length
  }
}

extension String {
  /// Decodes bytes as UTF-8 or, if they are not UTF-8, as Windows-1252.
  ///
  /// - Parameter isCut: Whether the bytes may end within a character, which is then left out.
  init(text bytes: UnsafeBufferPointer<UInt8>, isCut: Bool = false) {
    if let length = ByteText(bytes).lengthInUTF8, isCut || length == bytes.count {
      self = String(decoding: UnsafeBufferPointer(rebasing: bytes[..<length]), as: UTF8.self)
      return
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes { SingleByteEncoding.windows1252.append(byte, to: &result) }
    self = String(decoding: result, as: UTF8.self)
  }
}
