extension NMEA {
  /// The number of bytes of `text` up to where a sentence is recognized, with a valid checksum or
  /// of a known type; nil if there is none.
  ///
  /// - Parameters:
  ///   - text: The beginning of a source.
  ///   - isWhole: Whether that is the whole source: an incomplete checksum then stays incomplete.
  static func lengthShowingSentence(in text: ByteText, isWhole: Bool) -> Int? {
    for index in 0..<text.count {
      if case .sentence(let end) = trace(in: text, at: index, isWhole: isWhole) { return end }
    }
    return nil
  }

  /// The number of sentences of known types in `text` whose checksum does not fit.
  static func badChecksums(in text: ByteText) -> Int {
    (0..<text.count).count { trace(in: text, at: $0, isWhole: true) == .badChecksum(isKnown: true) }
  }

  /// An indication of a sentence.
  private enum Trace: Hashable {
    /// A sentence, with the end of the bytes that identify it.
    case sentence(end: Int)
    case badChecksum(isKnown: Bool)
  }

  private static func trace(in text: ByteText, at index: Int, isWhole: Bool) -> Trace? {
    guard text[index] == UInt8(ascii: "$") || text[index] == UInt8(ascii: "!") else { return nil }
    var sum: UInt8 = 0
    var end = index + 1
    var addressLength: Int?
    while end < min(text.count, index + 1024), text[end] >= 0x20, text[end] != UInt8(ascii: "*"),
      text[end] != UInt8(ascii: "$")
    {
      if text[end] == .comma, addressLength == nil { addressLength = end - index - 1 }
      sum ^= text[end]
      end += 1
    }
    guard let addressLength, (2...8).contains(addressLength) else { return nil }
    var isKnown = false
    if addressLength == 5, text[index + 1].isLetter {
      var code: UInt32 = 0
      for offset in 3...5 { code = code << 8 | UInt32(text[index + offset]) }
      isKnown = knows(code)
    }
    if end + 2 < text.count, text[end] == UInt8(ascii: "*"),
      let high = text[end + 1].hexDigit, let low = text[end + 2].hexDigit
    {
      return sum == high << 4 | low ? .sentence(end: end + 3) : .badChecksum(isKnown: isKnown)
    }
    guard isKnown, end < text.count else { return nil }
    // The digits of its checksum may follow.
    if text[end] == UInt8(ascii: "*"), end + 2 >= text.count, !isWhole { return nil }
    return .sentence(end: end + 1)
  }
}
