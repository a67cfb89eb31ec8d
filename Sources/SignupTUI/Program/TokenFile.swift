/// A file with a token in its first line: never an argument, which is in the list of processes.
struct TokenFile: Equatable, Sendable {
  static let option = Option.file(
    "--token-file",
    help: "send the token in this file's first line"
  ).ofCommandLineOnly

  /// The path; `-` for standard input.
  let path: String

  /// True if it can be read only once.
  var isPipe: Bool { path == "-" }

  /// Reads the token.
  ///
  /// - Throws: `UsageError` for a terminal as standard input, which would show the token, and
  ///   `SecretFileFailure`.
  func token() throws -> AccessToken {
    try SecretFile.refuseTerminal(path, of: Self.option.spec, noun: "token")
    return try read()
  }

  /// Reads the token again, because another program may have replaced it.
  func renewedToken() throws(TransportError) -> AccessToken {
    do throws(SecretFileFailure) { return try read() } catch {
      throw .unreadableFile(path: path, reason: error.problem)
    }
  }

  private func read() throws(SecretFileFailure) -> AccessToken {
    let text = try SecretFile.firstLine(of: path, noun: "token")
    guard let token = AccessToken(text) else {
      throw SecretFileFailure(
        path, noun: "token", "its first line is not a valid token")
    }
    return token
  }
}
