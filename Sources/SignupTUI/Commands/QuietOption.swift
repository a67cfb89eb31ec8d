import CommandLineKit

extension OptionSpec {
  /// `--quiet`, for scripts, which read the exit status: a call that ends in 0 then writes nothing
  /// but the data that it is for; one that fails says why, as ever.
  static let quiet: OptionSpec = .quiet("say nothing where all goes well")

  /// The same, in words for what a command says otherwise.
  static func quiet(_ help: String) -> OptionSpec {
    OptionSpec("--quiet", short: "-q", help: help + ", also -q")
  }
}
