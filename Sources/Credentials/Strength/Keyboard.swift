/// The positions of the keys that type a character: on a US keyboard, and on the block of digits.
enum Keyboard {
  struct Key: Equatable {
    let column: Int
    let row: Int
    /// True if it takes Shift.
    var isShifted = false

    /// Returns the number of another key among the neighbours; nil if it is none.
    ///
    /// Among the letters a key has six: rows are shifted by half a key. Among the digits it has
    /// eight.
    func direction(to other: Key, on layout: Layout) -> Int? {
      let (right, down) = (other.column - column, other.row - row)
      switch (layout, right, down) {
      case (_, 1, 0), (_, -1, 0), (_, 0, 1), (_, 0, -1), (_, 1, -1), (_, -1, 1),
        (.digits, 1, 1), (.digits, -1, -1):
        return 3 * down + right
      default: return nil
      }
    }
  }

  enum Layout: CaseIterable {
    case letters
    case digits

    /// The number of keys that a walk can begin on, with and without Shift.
    var starts: Double { self == .letters ? 94 : 15 }
    /// The number of neighbours of a key on average.
    var neighbours: Double { self == .letters ? 4.6 : 5.07 }

    func key(typing value: UInt32) -> Key? {
      guard value < 0x80 else { return nil }
      return (self == .letters ? Keyboard.letters : Keyboard.digits)[Int(value)]
    }
  }

  // Keys one above the other have the same column, with the lower one to the right by half a key.
  private static let letters = keys([
    ("`1234567890-=", "~!@#$%^&*()_+", 0), ("qwertyuiop[]\\", "QWERTYUIOP{}|", 1),
    ("asdfghjkl;'", "ASDFGHJKL:\"", 1), ("zxcvbnm,./", "ZXCVBNM<>?", 1),
  ])
  private static let digits = keys([
    ("/*-", "", 1), ("789+", "", 0), ("456", "", 0), ("123", "", 0), ("0.", "", 1),
  ])

  /// The keys by the ASCII character that they type.
  private static func keys(_ rows: [(plain: String, shifted: String, column: Int)]) -> [Key?] {
    var keys = [Key?](repeating: nil, count: 128)
    for (row, line) in rows.enumerated() {
      for (characters, isShifted) in [(line.plain, false), (line.shifted, true)] {
        for (column, byte) in characters.utf8.enumerated() {
          keys[Int(byte)] = Key(column: line.column + column, row: row, isShifted: isShifted)
        }
      }
    }
    return keys
  }
}
