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

  /// The key that is meant; nil where there are several.
  var press: KeyPress? {
    if let named = Self.named[key] { return KeyPress(named) }
    if key == "⇧⇥" { return KeyPress(.tab, .shift) }
    if key.count == 2, key.first == "^", let letter = key.last {
      return .control(Character(letter.lowercased()))
    }
    return key.count == 1 ? key.first.map { KeyPress(.character($0)) } : nil
  }

  private static let named: [String: Key] = [
    "⇥": .tab, "Enter": .enter, "Esc": .escape, "Space": .character(" "), "F1": .function(1),
    "↑": .up, "↓": .down, "←": .left, "→": .right,
  ]
}
