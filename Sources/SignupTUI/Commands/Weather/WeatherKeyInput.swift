import CommandLineKit
import Platform
import ViewModels

/// The source of a service's key: never an argument, which is in the list of processes.
enum WeatherKeyInput {
  /// The variable of the environment with the key.
  static let variable = "OPENWEATHER_API_KEY"

  /// Returns the key in the first line of a file, of standard input for `-`, or without a file in
  /// the environment, from which it is removed for child processes.
  ///
  /// - Throws: `UsageError` if there is none, and the error of the file.
  static func key(file: String?) throws -> WeatherKey {
    guard let file else {
      defer { unsetenv(variable) }
      if let key = getenv(variable).flatMap({ WeatherKey(String(cString: $0)) }) { return key }
      throw UsageError(
        "The weather service needs a key. Set the variable \(variable), or name a file with "
          + "--key-file FILE; without a network use --file CURRENT,FORECAST.")
    }
    if file == "-", isatty(0) == 1 {
      throw UsageError(
        "--key-file - reads a file or a pipe, not a terminal, which would show the key.")
    }
    let line = try SecretFile.firstLine(of: file, noun: "key")
    guard let key = WeatherKey(line) else {
      throw SecretFileFailure(file, noun: "key", "there is no key in its first line")
    }
    return key
  }
}
