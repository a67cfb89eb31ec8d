import Reactive

/// A key and its action, for `Footer` and `KeyHelp`.
public struct KeyHint: Equatable, Sendable {
  /// The key as it is printed: `^S`, `Enter`.
  public var key: String
  /// Its effect, in a few words.
  public var action: String
  /// The importance if space is short: the highest rank is left out first, and within a rank the
  /// last hint.
  public var rank: Int

  /// Makes a hint from a key and its action.
  ///
  /// - Parameters:
  ///   - key: The key as it is printed.
  ///   - action: Its effect, in a few words.
  ///   - rank: The importance if space is short; 0 stays longest.
  public init(_ key: String, _ action: String, rank: Int = 0) {
    (self.key, self.action, self.rank) = (key, action, rank)
  }

  /// The one key named; nil for several.
  var press: KeyPress? {
    let presses = presses
    return presses.count == 1 ? presses[0] : nil
  }

  /// The keys named, separated by blanks. Arrows and vi's letters for them may be written together,
  /// and keys with numbers may be a range: `0-9`, `F2-F5`.
  ///
  /// A screen makes its table of keys again for each key, so names are parsed only once.
  var presses: [KeyPress] {
    Self.read.withLock { read in
      if let presses = read[key] { return presses }
      let presses = Self.presses(named: key)
      read[key] = presses
      return presses
    }
  }

  /// The keys of the names that have been read.
  private static let read = Locked<[String: [KeyPress]]>([:])

  /// True if every name is that of a key.
  var namesKeys: Bool { key.split(separator: " ").allSatisfy { !Self.presses(named: $0).isEmpty } }

  private static func presses(named names: String) -> [KeyPress] {
    names.split(separator: " ").flatMap(presses(named:))
  }

  private static func presses(named name: Substring) -> [KeyPress] {
    if name == "hjkl" || name.allSatisfy("↑↓←→".contains) {
      return name.compactMap { KeyPress(named: "\($0)") }
    }
    return KeyPress(named: name).map { [$0] } ?? range(name)
  }

  private static func range(_ name: Substring) -> [KeyPress] {
    let prefix = name.prefix { $0 == "F" }
    let ends = name.split(separator: "-").compactMap { Int($0.dropFirst(prefix.count)) }
    guard ends.count == 2, ends[0] <= ends[1] else { return [] }
    return (ends[0]...ends[1]).compactMap { KeyPress(named: "\(prefix)\($0)") }
  }
}

extension KeyPress {
  /// Makes a key from its printed name: `^S`, `^Enter`, `⇧Tab`, `M-↑`, `q`; nil if there is none.
  fileprivate init?(named name: Substring) {
    if name.hasPrefix("M-"), let press = KeyPress(named: name.dropFirst(2)) {
      self.init(press.key, .alt)
    } else if name.count > 1, name.first == "⇧", let press = KeyPress(named: name.dropFirst()) {
      self.init(press.key, .shift)
    } else if name.count == 2, name.first == "^", let letter = name.last, letter.isASCII {
      self = .control(Character(letter.lowercased()))
    } else if name.count > 1, name.first == "^", let press = KeyPress(named: name.dropFirst()) {
      self.init(press.key, .control)
    } else if let key = Self.named[name] {
      self.init(key)
    } else if name.count == 1, let character = name.first {
      self.init(.character(character))
    } else if name.first == "F", let number = Int(name.dropFirst()) {
      self.init(.function(number))
    } else {
      return nil
    }
  }

  private static let named: [Substring: Key] = [
    "⇥": .tab, "Tab": .tab, "Enter": .enter, "Esc": .escape, "Space": .character(" "), "↑": .up,
    "↓": .down, "←": .left, "→": .right, "PgUp": .pageUp, "PgDn": .pageDown, "Home": .home,
    "End": .end, "Del": .delete, "Bksp": .backspace,
  ]
}
