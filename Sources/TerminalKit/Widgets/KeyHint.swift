/// A key and what it does, for `Footer` and `KeyHelp`.
public struct KeyHint: Equatable, Sendable {
  /// The key as it is printed: `^S`, `Enter`.
  public var key: String
  /// What it does, in a few words.
  public var action: String
  /// How important it is where there is little room: the highest rank is left out first, and of
  /// several the last one.
  public var rank: Int

  /// Makes a hint of a key and what it does.
  ///
  /// - Parameters:
  ///   - key: The key as it is printed.
  ///   - action: What it does, in a few words.
  ///   - rank: How important it is where there is little room; 0 stays longest.
  public init(_ key: String, _ action: String, rank: Int = 0) {
    self.key = key
    self.action = action
    self.rank = rank
  }
}
