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
    return key.count == 1 ? key.first.map { KeyPress(.character($0)) } : nil
  }

  private static let named: [String: Key] = [
    "⇥": .tab, "Enter": .enter, "Esc": .escape, "Space": .character(" "), "F1": .function(1),
    "↑": .up, "↓": .down, "←": .left, "→": .right,
  ]
}
