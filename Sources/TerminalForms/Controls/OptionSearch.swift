/// The options whose labels contain a text, ignoring case.
///
/// A longer text is searched for among the options that match the shorter one.
struct OptionSearch {
  /// The text.
  private(set) var text = ""
  /// The number of all options.
  let count: Int
  /// The indices of the options that are left; nil for all.
  private(set) var matches: [Int]?
  /// The row to choose: an option that begins with the text, otherwise one with a word that does,
  /// otherwise the first.
  private(set) var best = 0

  init(count: Int) { self.count = count }

  /// The number of options that are left.
  var rows: Int { matches?.count ?? count }

  /// Returns the option of a row.
  func option(_ row: Int) -> Int { matches?[row] ?? row }

  /// Searches for another text.
  mutating func seek(_ new: String, label: (Int) -> String) {
    let before = !text.isEmpty && new.hasPrefix(text) ? matches : nil
    (text, best) = (new, 0)
    guard !new.isEmpty else { return matches = nil }
    let needle = Array(new.lowercased().utf8)
    var (found, least): ([Int], Int) = ([], 3)
    for option in before ?? Array(0..<count) {
      let label = Array(label(option).lowercased().utf8)
      guard let rank = Self.rank(of: needle, in: label) else { continue }
      if rank < least { (least, best) = (rank, found.count) }
      found.append(option)
    }
    matches = found
  }

  /// Returns how well a label matches: 0 if it begins with the text, 1 if a word does, 2 if it only
  /// contains it; nil if it does not contain the text.
  private static func rank(of needle: [UInt8], in label: [UInt8]) -> Int? {
    var rank: Int?
    for index in label.indices.dropLast(needle.count - 1)
    where label[index] == needle[0] && label[index...].starts(with: needle) {
      if index == 0 { return 0 }
      if !isWord(label[index - 1]) { return 1 }
      rank = 2
    }
    return rank
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
