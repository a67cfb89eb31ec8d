/// A file with a secret in its first line.
enum SecretFile {
  /// Keys and tokens have about a hundred characters; more is read only to report it.
  private static let limit = 8192

  /// Refuses a terminal as standard input, because it would show the typed text.
  ///
  /// - Parameters:
  ///   - path: The path of the file; `-` for standard input.
  ///   - option: The option that names it.
  ///   - noun: The secret: `key`.
  static func refuseTerminal(_ path: String, of option: OptionSpec, noun: String) throws(UsageError)
  {
    guard path == "-", isatty(0) == 1 else { return }
    throw UsageError(
      "\(option.name) - reads a file or a pipe, not a terminal, which would show the \(noun).")
  }

  /// Returns the first line of a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - noun: The secret: `key`.
  static func firstLine(of path: String, noun: String) throws(SecretFileFailure) -> String {
    let input = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw SecretFileFailure(path, noun: noun, SystemError().reason) }
    defer { if input > 0 { close(input) } }
    let line: SecretBytes
    do { line = try SecretBytes(firstLineOf: input, limit: limit) } catch {
      throw SecretFileFailure(path, noun: noun, error.reason)
    }
    guard line.count <= limit else {
      throw SecretFileFailure(path, noun: noun, "its first line is too long for a \(noun)")
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw SecretFileFailure(path, noun: noun, "it is not UTF-8 text")
    }
    return text
  }
}

/// A failure to read a secret from a file.
struct SecretFileFailure: Error, CustomStringConvertible {
  private let path: String
  private let noun: String
  /// The problem, in words.
  let problem: String

  init(_ path: String, noun: String, _ problem: String) {
    (self.path, self.noun, self.problem) = (path, noun, problem)
  }

  var description: String {
    "Cannot read a \(noun) from \(path == "-" ? "standard input" : path): \(problem)."
  }
}
