/// What the program was asked to do.
enum Command: Equatable {
  /// The sign-up form on the screen.
  case signup(accounts: String?)
  /// A sign-up without a screen: the password comes from standard input.
  case signupFromInput(accounts: String?, username: String)
  /// The simulated receiver on the screen.
  case track(seed: UInt64)
  /// A recorded trace on the screen.
  case replay(file: String)
  /// A recorded trace as text.
  case export(file: String, format: ExportFormat)
  case help(topic: HelpTopic?)
  case version
}

/// What `export` writes.
enum ExportFormat: String, CaseIterable {
  case csv
}

/// What `--help` can be asked about.
enum HelpTopic: String, CaseIterable {
  case signup, track, replay, export
}

/// A command line that cannot be understood: one sentence, and where to read more.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let problem: String

  init(_ problem: String) { self.problem = problem }

  var description: String { "\(problem)\nTry 'SignupTUI --help'." }
}
