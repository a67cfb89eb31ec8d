/// The one specification of a program: its name, its commands, and the rest of its help.
package struct ProgramSpec: Sendable {
  /// Its name.
  package let name: String
  /// Its version: `1.0.0`.
  package let version: String
  /// Its subject in a few words, for the manual page.
  package let subject: String
  /// Its purpose in a sentence.
  package let purpose: String
  /// The prefix of the environment variables that set options: `SIGNUP_TUI_`.
  package let variablePrefix: String
  /// All commands, in the order of the help.
  package let commands: [any Command.Type]
  /// The options that many commands share, under a heading of their own in the help.
  package let shared: SharedOptions
  /// The last lines of the help on the program.
  package let notes: String
  /// The command for a command line that is only a file name.
  package let opening: Opening

  /// A command for a file that is the only argument.
  package struct Opening: Sendable {
    let summary: String
    let arguments: @Sendable (String) throws(UsageError) -> [String]?

    /// - Parameters:
    ///   - summary: Its purpose in a few words.
    ///   - arguments: Returns the command line for a word that is not a command; nil if it is not a
    ///     file, either.
    package init(
      _ summary: String, _ arguments: @escaping @Sendable (String) throws(UsageError) -> [String]?
    ) {
      (self.summary, self.arguments) = (summary, arguments)
    }
  }

  /// Options that many commands share, and the text above them in the help.
  package struct SharedOptions: Sendable {
    let heading: String
    let options: @Sendable () -> [OptionSpec]

    package init(_ heading: String, _ options: @escaping @Sendable () -> [OptionSpec]) {
      (self.heading, self.options) = (heading, options)
    }
  }

  /// Makes a program's specification without making those of its commands.
  package init(
    name: String, version: String, subject: String, purpose: String, variablePrefix: String,
    commands: [any Command.Type], shared: SharedOptions, notes: String, opening: Opening
  ) {
    (self.name, self.version, self.subject, self.purpose) = (name, version, subject, purpose)
    (self.variablePrefix, self.commands, self.shared) = (variablePrefix, commands, shared)
    (self.notes, self.opening) = (notes, opening)
  }

  /// The names of all commands.
  var names: [CommandName] { commands.map { CommandName($0.name) } }

  /// The specifications of all commands.
  package var specifications: [CommandSpec] { commands.map { $0.specification } }

  /// Returns the environment variable that can set an option, `SIGNUP_TUI_THEME`; nil for none.
  package func variable(for option: OptionSpec) -> String? {
    guard option.hasVariable else { return nil }
    return variablePrefix
      + option.name.drop { $0 == "-" }.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }

  /// A command line in one line: `SignupTUI export FILE --to csv`.
  func call(of command: CommandSpec, _ parts: [CommandSpec.UsagePart]) -> String {
    ([start(of: command)] + parts.map(\.label)).joined(separator: " ")
  }

  /// The beginning of a command line.
  func start(of command: CommandSpec) -> String {
    "\(name) " + (command.isDefault ? "[\(command.name)]" : command.name)
  }
}
