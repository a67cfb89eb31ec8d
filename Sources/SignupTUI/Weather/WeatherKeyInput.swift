/// The source of a service's key: never an argument, which is in the list of processes.
enum WeatherKeyInput {
  /// The variable of the environment with the key.
  static let variable = "OPENWEATHER_API_KEY"

  /// The error if OpenWeather cannot be used without a key.
  static let missing = UsageError(
    "OpenWeather needs a key. Set the environment variable \(variable), or name a file with --key-file FILE; "
      + "--provider open-meteo needs none.")

  /// Returns the key in the first line of a file, `-` for standard input; without a file, the key
  /// in the environment, which is removed for child processes; nil if there is none.
  ///
  /// - Throws: The error of the file.
  static func key(file: String?) throws -> WeatherKey? {
    defer { unsetenv(variable) }
    guard let file else { return getenv(variable).flatMap { WeatherKey(String(cString: $0)) } }
    try SecretFile.refuseTerminal(file, of: WeatherSource.keyFile.spec, noun: "key")
    let line = try SecretFile.firstLine(of: file, noun: "key")
    guard let key = WeatherKey(line) else {
      throw SecretFileFailure(file, noun: "key", "its first line has no key")
    }
    return key
  }
}
