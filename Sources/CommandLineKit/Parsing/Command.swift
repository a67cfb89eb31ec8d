/// A command as it was requested, with everything that its specification allows.
///
/// A new one is a type with its specification, an initialiser from the arguments and its action,
/// and a line in ``Program/commands``.
package protocol Command: Equatable, Sendable {
  /// Its name, options, rules and help.
  static var specification: CommandSpec { get }
  /// Reads the arguments, which keep to the specification.
  init(_ arguments: Arguments) throws(UsageError)
  /// Performs the command.
  @MainActor func run() throws -> ExitStatus
}
