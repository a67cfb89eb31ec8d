/// A key and what it does, for `Footer` and `KeyHelp`.
public struct KeyHint: Equatable, Sendable {
  /// The key as it is printed: `^S`, `Enter`.
  public var key: String
  /// What it does, in a few words.
  public var action: String

  /// Makes a hint of a key and what it does.
  public init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}
