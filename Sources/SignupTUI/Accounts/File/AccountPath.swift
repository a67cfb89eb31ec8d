/// The path of the accounts, as it is written on a command line.
enum AccountPath {
  /// Returns the path that the user means, or throws the reason why it cannot be found.
  ///
  /// A shell replaces a `~` only at the beginning of a word, so `--accounts=~/x` still contains it.
  static func expanded(
    _ text: String, home: String? = UserFolders.environment["HOME"]
  ) throws(UsageError) -> String {
    if text == "-" {
      throw UsageError(
        "--accounts needs a file name; '-' does not stand for standard input here. Use './-' for "
          + "a file of that name.")
    }
    guard text.utf8.first == UInt8(ascii: "~") else { return text }
    guard text == "~" || text.utf8.starts(with: "~/".utf8), let home, FilePath.isAbsolute(home)
    else {
      throw UsageError(
        "--accounts: there is no home folder '\(text)'. Write out the folder, or './\(text)' for "
          + "a name that begins with a tilde.")
    }
    return home + String(text.unicodeScalars.dropFirst())
  }

  /// The default path of accounts.
  static var usual: String {
    get throws(AccountError) {
      try HtpasswdAccountStore.defaultPath(
        folder: Program.folder, environment: UserFolders.environment)
    }
  }

  /// Returns a path as shown to the user: `~` for the home folder.
  static func shortened(_ path: String) -> String {
    guard let home = UserFolders.environment["HOME"], home.count > 1,
      path.utf8.starts(with: (home + "/").utf8)
    else { return path }
    return "~" + String(path.unicodeScalars.dropFirst(home.unicodeScalars.count))
  }
}
