/// The rule for a service's URL, and the path to its records, shared by several commands.
enum ServiceURL {
  /// Returns a URL that can be requested and contains no user and password, which every user of the
  /// machine could read on the command line.
  ///
  /// - Parameters:
  ///   - url: The URL as it was typed.
  ///   - option: The option.
  ///   - remedy: What to use for a secret instead: `Use --token-file.`
  static func checked(
    _ url: String, of option: OptionSpec, insteadOfSecrets remedy: String
  ) throws(UsageError) -> String {
    try checked(url, of: option.name, insteadOfSecrets: remedy)
  }

  /// Returns the same of an option or an operand, by its name.
  static func checked(
    _ url: String, of name: String, insteadOfSecrets remedy: String
  ) throws(UsageError) -> String {
    let request = HTTPRequest(url)
    do { try request.validate() } catch { throw UsageError("\(name): \(error)") }
    guard !request.hasUser else {
      throw UsageError(
        "\(name) takes a URL without a user and a password, which others could read: "
          + "\(request.address). \(remedy)")
    }
    return url
  }

  /// The path to the records in a response.
  static let items = Option.text(
    "--items", "PATH",
    help: "set the path of the list, such as data.users"
  ).ofCommandLineOnly
}
