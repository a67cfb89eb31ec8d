import Formats

/// Passwords, names and words that attackers try first, with their ranks.
///
/// Lists of this package's own (`scripts/strength`), in lower case and without the usual
/// replacements (`p@ssw0rd`), which are undone elsewhere. They are constant data in alphabetical
/// order, so nothing is built and no memory is taken before a word is looked up.
enum CommonWords {
  /// The kind of word.
  enum List: UInt8, Hashable {
    case password = 0x70
    case name = 0x6E
    case surname = 0x73
    case word = 0x77
    /// A word of a list given in addition.
    case other = 0x6F
  }

  /// The list and the rank of a word.
  struct Entry: Equatable {
    let list: List
    /// The decimal logarithm of its rank, which is the number of guesses.
    let log10Rank: Double
  }

  /// The length of the longest text that is looked up.
  static let maximumLength = 24

  /// Looks up a word. O(log n) for n words of its length.
  static func entry(of word: UnsafeBufferPointer<UInt32>) -> Entry? {
    guard CommonWordTables.lengths.contains(word.count) else { return nil }
    let records = CommonWordTables.records(ofLength: word.count)
    let size = word.count + 2
    let all = 0..<records.utf8CodeUnitCount / size
    let index = all.partitioningIndex(where: { compare(records.utf8Start + $0 * size, word) >= 0 })
    let record = records.utf8Start + index * size
    guard all.contains(index), compare(record, word) == 0 else { return nil }
    let list = List(rawValue: record[word.count]) ?? .word
    return Entry(list: list, log10Rank: Double(record[word.count + 1] - 0x23) / 12)
  }

  private static func compare(
    _ record: UnsafePointer<UInt8>, _ word: UnsafeBufferPointer<UInt32>
  ) -> Int {
    for index in 0..<word.count {
      let difference = Int(record[index]) - Int(word[index])
      if difference != 0 { return difference }
    }
    return 0
  }

  // MARK: Inflected words

  /// The endings of a word, the longest first, each with the letters that the word may have lost
  /// before it.
  private static let endings: [(ending: StaticString, lost: StaticString)] = [
    ("iness", "y"), ("ness", ""), ("ment", ""), ("less", ""), ("able", "e"), ("able", ""),
    ("ship", ""), ("ings", "e"), ("ings", ""), ("ing", "e"), ("ing", ""), ("ier", "y"),
    ("ies", "y"), ("ily", "y"), ("ers", "e"), ("ers", ""), ("est", ""), ("ful", ""), ("ism", ""),
    ("ist", ""), ("man", ""), ("ed", "e"), ("ed", ""), ("er", "e"), ("er", ""), ("es", ""),
    ("ly", ""), ("al", ""), ("y", ""), ("s", ""),
  ]

  /// The maximum number of characters of an inflected word beyond those that it has in common with
  /// its base: a doubled consonant, and the longest ending.
  static let longestInflection = 6

  /// Looks up the base of a longer word: `teachers`, `running`, `happiness`.
  ///
  /// Such a word is guessed after some three times as many others as its base.
  static func inflected(_ word: UnsafeBufferPointer<UInt32>) -> Entry? {
    guard word.count >= 6, let last = word.last, last < 0x80,
      "gsdrytenlm".utf8.contains(UInt8(last))
    else { return nil }
    var stem: [UInt32] = []
    for (ending, lost) in endings {
      let length = word.count - ending.utf8CodeUnitCount
      guard length >= 4 - lost.utf8CodeUnitCount, ends(word, with: ending) else { continue }
      stem.removeAll(keepingCapacity: true)
      stem.append(contentsOf: word[..<length])
      for index in 0..<lost.utf8CodeUnitCount { stem.append(UInt32(lost.utf8Start[index])) }
      if let entry = uninflected(stem) { return entry }
      // `running`: a doubled consonant.
      if lost.utf8CodeUnitCount == 0, length >= 4, stem[length - 1] == stem[length - 2] {
        stem.removeLast()
        if let entry = uninflected(stem) { return entry }
      }
    }
    return nil
  }

  private static func uninflected(_ stem: [UInt32]) -> Entry? {
    guard let entry = stem.withUnsafeBufferPointer({ entry(of: $0) }),
      stem.count >= 3, stem.allSatisfy({ $0.digit == nil })
    else { return nil }
    return Entry(list: .word, log10Rank: max(entry.log10Rank, 3) + 0.5)
  }

  private static func ends(
    _ word: UnsafeBufferPointer<UInt32>, with ending: StaticString
  ) -> Bool {
    let count = ending.utf8CodeUnitCount
    guard word.count > count else { return false }
    for index in 0..<count where word[word.count - count + index] != UInt32(ending.utf8Start[index])
    {
      return false
    }
    return true
  }
}
