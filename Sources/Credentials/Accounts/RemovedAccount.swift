/// A removed account that can be put back: its name, and what the store keeps of it.
///
///     let removed = try store.takeOut("ann")
///     try store.putBack(removed)  // as it was, in its place
///
/// It contains the hash of the password, but no description shows it.
public struct RemovedAccount: Sendable {
  /// The name in its stored spelling.
  public let name: String
  /// The lines of the store that it was.
  let lines: RemovedLines
}

extension RemovedAccount: CustomStringConvertible, CustomReflectable {
  /// The name only: a hash must not be logged.
  public var description: String { "RemovedAccount(\(name))" }

  /// The name only, for `dump` and debuggers too.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
