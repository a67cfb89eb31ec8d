/// A key and its action, for `Footer` and `KeyHelp`.
public struct KeyHint: Equatable, Sendable {
  /// The key as it is printed: `^S`, `Enter`.
  public var key: String
  /// The action, in a few words.
  public var action: String
  /// The importance if there is little room: the highest rank is left out first, and of several the
  /// last one.
  public var rank: Int

  /// Makes a hint of a key and its action.
  ///
  /// - Parameters:
  ///   - key: The key as it is printed.
  ///   - action: The action, in a few words.
  ///   - rank: The importance if there is little room; 0 stays longest.
  public init(_ key: String, _ action: String, rank: Int = 0) {
    self.key = key
    self.action = action
    self.rank = rank
  }

  /// The key of the hint; nil if there are several.
  var press: KeyPress? {
    if let named = Self.named[key] { return KeyPress(named) }
    if key == "⇧⇥" { return KeyPress(.tab, .shift) }
    if key.count == 2, key.first == "^", let letter = key.last {
      return .control(Character(letter.lowercased()))
    }
  }

  private static let named: [Substring: Key] = [
    "⇥": .tab, "Tab": .tab, "Enter": .enter, "Esc": .escape, "Space": .character(" "),
    "↑": .up, "↓": .down, "←": .left, "→": .right, "PgUp": .pageUp, "PgDn": .pageDown,
    "Home": .home, "End": .end,
  ]
}
