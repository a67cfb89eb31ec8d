extension OptionSpec {
  /// `--quiet`, for scripts that read the exit status: a call that ends with 0 then writes only its
  /// data; a call that fails still reports the reason.
  static let quiet: OptionSpec = .quiet("print nothing on success")

  /// Returns the same option, with words for the command's usual reports.
  static func quiet(_ help: String) -> OptionSpec {
    OptionSpec("--quiet", short: "-q", help: help)
  }
}
