/// A password on standard input.
enum PasswordInput {
  /// Returns the first line of standard input, without its line break.
  ///
  /// A terminal is refused: it would show the typed text, and secrets must not be on a screen.
  ///
  /// - Parameter purpose: The effect of leaving the option out: `to fill in the form`.
  static func firstLine(orLeaveOut purpose: String) throws -> String {
    if isatty(0) == 1 {
      throw UsageError(
        "--password-stdin reads a file or a pipe, not a terminal. Leave it out \(purpose).")
    }
    // A password has at most 511 bytes; more is read only to report it.
    var line: SecretBytes
    do { line = try SecretBytes(firstLineOf: 0, limit: 4096) } catch {
      throw InputFailure("cannot be read: \(error.reason)")
    }
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    // Programs on other systems start text with a byte order mark.
    if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    if line.isEmpty { throw InputFailure("has no password in its first line") }
    guard let password = String(validating: line, as: UTF8.self) else {
      throw InputFailure("is not UTF-8 text, which a password must be")
    }
    return password
  }
}

/// A failure to read a password from standard input.
struct InputFailure: Error, CustomStringConvertible {
  /// The problem, as the predicate of a sentence about standard input.
  let problem: String

  init(_ problem: String) { self.problem = problem }

  var description: String { "Standard input \(problem)." }
}
