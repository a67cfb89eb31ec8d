extension OptionSpec {
  /// `--quiet`, for scripts, which read the exit status: a call that ends in 0 then writes only its
  /// data; one that fails reports the reason as ever.
  static let quiet: OptionSpec = .quiet("say nothing where all goes well")

  /// Returns the same option, with words for the command's usual reports.
  static func quiet(_ help: String) -> OptionSpec {
    OptionSpec("--quiet", short: "-q", help: help + ", also -q")
  }
}
