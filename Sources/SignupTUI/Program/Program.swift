/// The whole program: a command line in, an exit status out.
@MainActor enum Program {
  /// The name of the program.
  nonisolated static let name = "SignupTUI"
  /// The name of its folder among those of the user's data.
  nonisolated static let folder = "signup-tui"
}
