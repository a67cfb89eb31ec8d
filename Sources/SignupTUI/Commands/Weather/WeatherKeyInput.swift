import CommandLineKit
import Platform
import ViewModels

/// The source of a service's key: never an argument, which is in the list of processes.
enum WeatherKeyInput {
  /// The variable of the environment with the key.
  static let variable = "OPENWEATHER_API_KEY"

  /// The reason why OpenWeather cannot be asked.
  static let missing = UsageError(
    "OpenWeather needs a key. Set the variable \(variable), or name a file with --key-file FILE; "
      + "--provider open-meteo needs none.")

  /// Returns the key in the first line of a file, of standard input for `-`, or without a file in
  /// the environment, from which it is removed for child processes; nil if there is none.
  ///
  /// - Throws: The error of the file.
  static func key(file: String?) throws -> WeatherKey? {
    defer { unsetenv(variable) }
    guard let file else { return getenv(variable).flatMap { WeatherKey(String(cString: $0)) } }
    if file == "-", isatty(0) == 1 {
      throw UsageError(
        "--key-file - reads a file or a pipe, not a terminal, which would show the key.")
    }
    let input = file == "-" ? 0 : open(file, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw KeyFileFailure(file, SystemError().reason) }
    defer { if input > 0 { close(input) } }
    guard let key = WeatherKey(try firstLine(of: input, named: file)) else {
      throw KeyFileFailure(file, "there is no key in its first line")
    }
    return key
  }

  /// A key has some 32 letters; more is read only to report it.
  private static let limit = 4096

  private static func firstLine(of input: Int32, named name: String) throws -> String {
    let line: SecretBytes
    do { line = try SecretBytes(firstLineOf: input, limit: limit) } catch {
      throw KeyFileFailure(name, error.reason)
    }
    guard line.count <= limit else {
      throw KeyFileFailure(name, "its first line is too long for a key")
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw KeyFileFailure(name, "it is not UTF-8 text")
    }
    return text
  }
}

/// A failure to read a key from a file.
private struct KeyFileFailure: Error, CustomStringConvertible {
  let file: String
  let problem: String

  init(_ file: String, _ problem: String) { (self.file, self.problem) = (file, problem) }

  var description: String {
    "No key from \(file == "-" ? "standard input" : file): \(problem)."
  }
}
