/// The options that a text leaves whose labels contain it, in any case.
///
/// A longer text is sought among the options that the shorter one has left. Labels are read where
/// they stand: a text of ASCII is compared byte by byte, without a copy of any label.
struct OptionSearch {
  /// The text.
  private(set) var text = ""
  /// The number of all options.
  let count: Int
  /// The options that are left, by their places; nil for all.
  private(set) var places: [Int]?
  /// The row to choose: of an option that begins with the text, else of one with a word that does,
  /// else the first.
  private(set) var best = 0

  init(count: Int) { self.count = count }

  /// The number of options that are left.
  var rows: Int { places?.count ?? count }

  /// Returns the option of a row.
  func option(_ row: Int) -> Int { places?[row] ?? row }

  /// Returns the row of an option; nil if it is left out.
  func row(of option: Int) -> Int? {
    guard let places else { return (0..<count).contains(option) ? option : nil }
    return places.firstIndex(of: option)
  }

  /// Seeks another text.
  mutating func seek(_ new: String, label: (Int) -> String) {
    let isLonger = !text.isEmpty && new.hasPrefix(text)
    let before = isLonger ? places : nil
    text = new
    best = 0
    guard !new.isEmpty else { return places = nil }
    let needle = Array(new.lowercased().utf8)
    let isASCII = needle.allSatisfy { $0 < 0x80 }
    var (found, rank): ([Int], Int) = ([], 3)
    func test(_ option: Int) {
      let label = label(option)
      let match = Self.rank(of: needle, in: isASCII ? label : label.lowercased(), below: rank)
      guard let match else { return }
      if match < rank { (rank, best) = (match, found.count) }
      found.append(option)
    }
    if let before { before.forEach(test) } else { (0..<count).forEach(test) }
    places = found
  }

  /// Returns how well a label fits: 0 where it begins with the text, 1 where a word does, 2 where
  /// it stands within one; nil where it does not. Once an option is known that fits as well as a
  /// word, the first match in a label is enough.
  private static func rank(of needle: [UInt8], in label: String, below known: Int) -> Int? {
    var label = label
    return label.withUTF8 { bytes -> Int? in
      guard bytes.count >= needle.count else { return nil }
      var rank: Int?
      let (first, last) = (needle[0], bytes.count - needle.count)
      let capital = (0x61...0x7A).contains(first) ? first & 0xDF : first
      var index = 0
      while index <= last {
        if bytes[index] == first || bytes[index] == capital, matches(needle, bytes, at: index) {
          if index == 0 { return 0 }
          if !isWord(bytes[index - 1]) { return 1 }
          rank = 2
          if known <= 1 { return 2 }
        }
        index += 1
      }
      return rank
    }
  }

  private static func matches(
    _ needle: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    for index in needle.indices where lowered(bytes[start + index]) != needle[index] {
      return false
    }
    return true
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
