/// The whole program: a command line in, an exit status out.
@MainActor enum Program {
  /// The name of the program.
  nonisolated static let name = "SignupTUI"
  /// The version of the package; `scripts/release.sh --check` compares the others with it.
  nonisolated static let version = "1.0.0"
  /// The name of its folder among the user's data folders.
  nonisolated static let folder = "signup-tui"
}
