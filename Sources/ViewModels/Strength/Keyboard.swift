/// The keys of a US keyboard by the characters on them, and where they lie.
enum Keyboard {
  struct Key {
    /// The row, from the digits down.
    let row: Int
    /// The distance from the left edge, in quarters of a key.
    let quarter: Int

    /// Whether another key is one of the six around this one.
    func isBeside(_ other: Key) -> Bool {
      let quarters = abs(other.quarter - quarter)
      return other.row == row ? quarters == 4 : abs(other.row - row) == 1 && quarters < 4
    }

    /// Which of the six ways leads to a neighbour: rows down, and to the right or the left.
    ///
    /// Only the side counts, for the rows are not shifted by the same amount everywhere.
    func direction(to other: Key) -> (rows: Int, side: Int) {
      (other.row - row, (other.quarter - quarter).signum())
    }
  }

  /// The keys by what they type with and without Shift, letters in lower case.
  static let keys: [Unicode.Scalar: Key] = {
    let rows: [(plain: String, shifted: String, offset: Int)] = [
      ("`1234567890-=", "~!@#$%^&*()_+", 0), ("qwertyuiop[]\\", "qwertyuiop{}|", 6),
      ("asdfghjkl;'", "asdfghjkl:\"", 7), ("zxcvbnm,./", "zxcvbnm<>?", 9),
    ]
    var keys: [Unicode.Scalar: Key] = [:]
    for (row, line) in rows.enumerated() {
      for characters in [line.plain, line.shifted] {
        for (column, scalar) in characters.unicodeScalars.enumerated() {
          keys[scalar] = Key(row: row, quarter: line.offset + column * 4)
        }
      }
    }
    return keys
  }()
}
