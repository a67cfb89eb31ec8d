/// The rule for a service's URL, and the way to its records: several commands share them.
enum ServiceURL {
  /// Returns a URL that can be asked and has no user and password in it, which every user of the
  /// machine could read on the command line.
  ///
  /// - Parameters:
  ///   - url: The URL as it was typed.
  ///   - option: The option.
  ///   - remedy: Where a secret belongs instead: `Use --token-file.`
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

  /// The way to the records in an answer.
  static let items = Option.text(
    "--items", "PATH",
    help: "set the path of the list, such as data.users"
  ).ofCommandLineOnly
}
