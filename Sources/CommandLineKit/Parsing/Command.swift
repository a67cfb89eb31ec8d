/// A command as it was requested, with everything that its specification allows.
///
/// A new one is a type with its specification, an initialiser from the arguments and its action,
/// and a line in ``Program/commands``.
package protocol Command: Equatable, Sendable {
  /// Its name on the command line: a word, or a group's name and a word, `streams run`.
  static var name: String { get }
  /// Its options, rules and help. It is made only when needed: making those of all commands takes
  /// as long as a third of a screen's start.
  static var specification: CommandSpec { get }
  /// Reads the arguments, which obey the specification.
  init(_ arguments: Arguments) throws(UsageError)
  /// Performs the command.
  @MainActor func run() throws -> ExitStatus
}
