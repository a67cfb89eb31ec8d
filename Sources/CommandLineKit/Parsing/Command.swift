/// A command as it was asked for, with everything that its specification allows.
///
/// A new one is a type with its specification, what it reads from the arguments and what it does,
/// and a line in ``Program/commands``.
package protocol Command: Equatable, Sendable {
  /// Its name, options, rules and help.
  static var specification: CommandSpec { get }
  /// Reads what was given, which keeps to the specification.
  init(_ arguments: Arguments) throws(UsageError)
  /// Does it.
  @MainActor func run() throws -> ExitStatus
}
