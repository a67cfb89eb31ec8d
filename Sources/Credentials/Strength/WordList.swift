import Formats
import Platform

/// Additional words for a ``PasswordStrength``, such as the system's, in no order of frequency.
///
///     let words = try WordList(path: path)
///     PasswordStrength(of: "perspicacious", words: words).score  // .veryWeak
///
/// Each word counts as many guesses as there are words. The list keeps eight-byte hashes. Two words
/// in a million million share one, which would only count some text as a word.
public struct WordList: Sendable {
  /// In ascending order, each once.
  private let hashes: [UInt64]
  private let log10Count: Double

  /// The number of different words.
  package var count: Int { hashes.count }

  /// The maximum size of a file of words: 64 MiB.
  package static let maximumBytes = 64 << 20

  /// Makes a list of words. Upper-case letters count as lower-case ones; words under three
  /// characters and over 24 are left out, and so are those with characters beyond ASCII.
  public init(_ words: some Sequence<String>) {
    var bytes: [UInt8] = []
    for word in words {
      bytes.append(contentsOf: word.utf8)
      bytes.append(0x0A)
    }
    self.init(lines: bytes)
  }

  /// Reads a file that has a word on each line.
  ///
  /// - Parameter path: The file, such as `/usr/share/dict/words`.
  /// - Throws: ``WordListError`` when it cannot be read, is over `maximumBytes`, or has no word.
  public init(path: String) throws(WordListError) {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: path, atMost: WordList.maximumBytes)
    } catch { throw .unreadable(path: path, code: error.code) }
    guard let bytes else { throw .tooLarge(path: path) }
    self.init(lines: bytes)
    guard !hashes.isEmpty else { throw .noWords(path: path) }
  }

  private init(lines bytes: [UInt8]) {
    var hashes: [UInt64] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard (3...CommonWords.maximumLength).contains(line.count),
        line.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
      else { continue }
      hashes.append(
        WordList.hash(line.lazy.map { UInt32($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) }))
    }
    hashes.sort()
    var kept = 0
    for index in hashes.indices where index == 0 || hashes[index] != hashes[kept - 1] {
      hashes[kept] = hashes[index]
      kept += 1
    }
    hashes.removeSubrange(kept...)
    self.hashes = hashes
    log10Count = Guesses.count(Double(max(1, kept)))
  }

  /// Returns the cost of a word in lower case; nil if it is not in the list. O(log n).
  func log10Rank(of word: UnsafeBufferPointer<UInt32>) -> Double? {
    let wanted = WordList.hash(word)
    let index = hashes.indices.partitioningIndex(where: { hashes[$0] >= wanted })
    return index < hashes.count && hashes[index] == wanted ? log10Count : nil
  }

  /// FNV-1a with 64 bits.
  private static func hash(_ word: some Sequence<UInt32>) -> UInt64 {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325
    for character in word { value = (value ^ UInt64(character)) &* 0x100_0000_01b3 }
    return value
  }
}

/// The reason why a file cannot be used as a list of words.
public enum WordListError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be opened or read; `code` is the system's `errno`.
  case unreadable(path: String, code: Int32)
  /// The file has more than `maximumBytes`.
  case tooLarge(path: String)
  /// No line of the file is a word of 3 to 24 ASCII characters.
  case noWords(path: String)

  /// One sentence with the problem and the remedy.
  public var description: String {
    switch self {
    case .unreadable(let path, let code): "\(path) cannot be read: \(SystemError(code).reason)."
    case .tooLarge(let path):
      "\(path) is larger than \(WordList.maximumBytes >> 20) MiB; use a shorter word list."
    case .noWords(let path):
      "\(path) has no usable word; put one word of 3 to 24 ASCII characters on each line."
    }
  }
}
