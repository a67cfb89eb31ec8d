/// Compares syntax byte by byte, like the other programs that read the same text.
///
/// A `Character` is a letter with all following marks, and equals others that look the same:
/// compared by `Character`, `=` is not found before U+0338, and U+037E equals `;`.
extension StringProtocol {
  /// Returns true if the string begins with the bytes of another.
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Returns true if the string ends with the bytes of another.
  package func ends(with suffix: String) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// Returns the rest after a prefix; nil if the string does not begin with its bytes.
  ///
  ///     "tcp:localhost".rest(behind: "tcp:")  // localhost
  package func rest(behind prefix: String) -> Substring? {
    begins(with: prefix) ? Substring(Substring(self).utf8.dropFirst(prefix.utf8.count)) : nil
  }

  /// Returns the part before a suffix; nil if the string does not end with its bytes.
  package func rest(before suffix: String) -> Substring? {
    ends(with: suffix) ? Substring(Substring(self).utf8.dropLast(suffix.utf8.count)) : nil
  }

  /// Returns the parts before and after the first occurrence of an ASCII character; nil if there is
  /// none.
  ///
  ///     "name=a=b".halves(at: "=")  // name, a=b
  package func halves(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring)? {
    let parts = parts(at: separator, limit: 2)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  /// Returns the parts between the occurrences of an ASCII character, including empty ones.
  ///
  ///     "a,,b".parts(at: ",")  // "a", "", "b"
  ///
  /// - Parameter limit: The maximum number of parts; the last one is the whole rest.
  package func parts(at separator: Unicode.Scalar, limit: Int = .max) -> [Substring] {
    Substring(self).utf8
      .split(
        separator: UInt8(ascii: separator), maxSplits: limit - 1, omittingEmptySubsequences: false
      )
      .map(Substring.init)
  }

  /// Returns true if this string contains the bytes of another.
  package func hasBytes(of text: String) -> Bool {
    text.isEmpty || utf8.range(ofBytes: text) != nil
  }
}

extension Collection<UInt8> {
  /// The first range of the bytes of a string; nil if there is none.
  package func range(ofBytes text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text.utf8) { return start..<index(start, offsetBy: text.utf8.count) }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// The bytes, with each occurrence of a string replaced.
  package func replacing(bytesOf text: String, with replacement: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = self[...]
    while let range = rest.range(ofBytes: text) {
      bytes += rest[..<range.lowerBound]
      bytes += replacement.utf8
      rest = rest[range.upperBound...]
    }
    return bytes + rest
  }
}

extension String {
  /// The string, with each occurrence of another's bytes replaced.
  package func replacingBytes(_ text: String, with replacement: String) -> String {
    String(decoding: utf8.replacing(bytesOf: text, with: replacement), as: UTF8.self)
  }
}
