/// Syntax compared byte by byte, as the programs compare it that read the same text.
///
/// A `Character` is a letter with all marks behind it, and equal to others that look the same: as
/// one of them `=` is not found before U+0338, and U+037E is taken for `;`.
extension StringProtocol {
  /// Returns true if the text begins with the bytes of another.
  package func begins(with prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Returns true if the text ends with the bytes of another.
  package func ends(with suffix: String) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// Returns what follows a prefix; nil if the text does not begin with its bytes.
  ///
  ///     "tcp:localhost".rest(behind: "tcp:")  // localhost
  package func rest(behind prefix: String) -> Substring? {
    begins(with: prefix) ? Substring(Substring(self).utf8.dropFirst(prefix.utf8.count)) : nil
  }

  /// Returns what stands before a suffix; nil if the text does not end with its bytes.
  package func rest(before suffix: String) -> Substring? {
    ends(with: suffix) ? Substring(Substring(self).utf8.dropLast(suffix.utf8.count)) : nil
  }

  /// Returns what stands before the first of an ASCII character, and behind it; nil if there is
  /// none.
  ///
  ///     "name=a=b".halves(at: "=")  // name, a=b
  package func halves(at separator: Unicode.Scalar) -> (before: Substring, behind: Substring)? {
    let parts = parts(at: separator, limit: 2)
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  /// Returns the parts between the occurrences of an ASCII character, empty ones included.
  ///
  ///     "a,,b".parts(at: ",")  // "a", "", "b"
  ///
  /// - Parameter limit: The most parts; the last one is all the rest.
  package func parts(at separator: Unicode.Scalar, limit: Int = .max) -> [Substring] {
    Substring(self).utf8
      .split(
        separator: UInt8(ascii: separator), maxSplits: limit - 1, omittingEmptySubsequences: false
      )
      .map(Substring.init)
  }
}
