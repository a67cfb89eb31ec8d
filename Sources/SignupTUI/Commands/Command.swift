import TerminalKit
/// What the program was asked to do.
enum Command: Equatable {
  /// The sign-up form.
  case signup(accounts: String?, display: DisplayOptions = DisplayOptions())
  /// A sign-up without a screen: the password comes from standard input.
  case signupFromInput(accounts: String?, username: String)
  /// The simulated receiver.
  case track(seed: UInt64, display: DisplayOptions = DisplayOptions())
  /// A recorded trace, played.
  case replay(file: String, display: DisplayOptions = DisplayOptions())
  /// A recorded trace as text.
  case export(file: String, format: ExportFormat)
  case help(topic: HelpTopic?)
  case version
}

/// How a command is to show itself, as far as the command line says.
struct DisplayOptions: Equatable {
  /// Questions and answers instead of a screen.
  var isAccessible = false
  /// The colours to use; nil for what the terminal seems to have.
  var theme: Theme?
  /// The file that the screen is recorded in.
  var record: String?
  /// What a password shows of itself while it is typed.
  var mask = TextField.Echo.bullets
  /// What the map's line is drawn with, at first.
  var markers = DotCanvas.Markers.braille
  /// Seconds from one position to the next where there is no screen.
  var every = 5
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
  /// The command whose help says more; nil for that of the whole program.
  var topic: HelpTopic?

  init(_ problem: String, topic: HelpTopic? = nil) { (self.problem, self.topic) = (problem, topic) }

  var description: String {
    "\(problem)\nTry 'SignupTUI \(topic.map { $0.rawValue + " " } ?? "")--help'."
  }
}
