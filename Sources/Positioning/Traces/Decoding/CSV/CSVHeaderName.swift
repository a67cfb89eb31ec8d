import Formats

/// A cell of a header line, split into its parts: `GPS Speed (Meters/second)`.
struct CSVHeaderName {
  /// The cell as it was written, without enclosing quotes and blanks.
  let text: String
  /// Its letters and digits in lower case, without text in brackets: `gpsspeed`.
  let compact: String
  /// Its words in lower case, split at signs and inner capitals.
  let words: Set<String>
  /// The text in each of its brackets, letters and digits in lower case: `meterssecond`.
  let brackets: [String]
  /// The words in each of its brackets, in order: `["wgs84", "ft"]`.
  let bracketWords: [[String]]
  /// Its other words, in order.
  private let nameWords: [String]

  init(_ cell: String) {
    var text = Substring(CSVHeaderName.withUnitInBrackets(cell) ?? cell)
    while let first = text.unicodeScalars.first,
      first.value <= 0x20 || first.value == 0xFEFF || "#\"'".unicodeScalars.contains(first)
    { text = Substring(text.unicodeScalars.dropFirst()) }
    while let last = text.unicodeScalars.last,
      last.value <= 0x20 || "\"'".unicodeScalars.contains(last)
    { text = Substring(text.unicodeScalars.dropLast()) }
    self.text = String(text)
    var parts = Parts()
    for scalar in text.unicodeScalars { parts.take(scalar) }
    parts.endWord()
    compact = parts.compact
    brackets = parts.brackets
    bracketWords = parts.bracketWords
    nameWords = parts.nameWords
    words = Set(parts.nameWords + parts.bracketWords.joined())
  }

  /// Returns `Speed (mph)` for a name followed by its unit, range and rate, separated by bars, with
  /// the name and the unit in quotation marks, as RaceCapture writes it:
  /// `"Speed"|"mph"|0.0|150.0|10`.
  private static func withUnitInBrackets(_ cell: String) -> String? {
    let parts = cell.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count > 1, parts.prefix(2).allSatisfy({ $0.first == .quote && $0.last == .quote }),
      parts.prefix(2).allSatisfy({ $0.count >= 2 })
    else { return nil }
    return
      "\(Substring(parts[0].dropFirst().dropLast())) (\(Substring(parts[1].dropFirst().dropLast())))"
  }

  /// The words that may name a unit, the most likely first: the text in brackets, its last words
  /// run together, then the name's last words: `wgs84ft`, `ft`; `kmh`, `h`.
  var unitWords: [String] {
    func ends(of words: [String]) -> [String] {
      (0..<min(words.count, 4)).reversed().map { words.suffix($0 + 1).joined() }
    }
    let rest = Array(nameWords.dropFirst())
    return brackets + bracketWords.flatMap(ends) + ends(of: rest) + rest
  }

  private struct Parts {
    var compact = ""
    var brackets: [String] = []
    var bracketWords: [[String]] = []
    var nameWords: [String] = []
    private var word = ""
    private var isInBracket = false
    private var depth = 0
    private var wasLower = false

    mutating func take(_ scalar: Unicode.Scalar) {
      if "([{".unicodeScalars.contains(scalar) {
        endWord()
        depth += 1
        brackets.append("")
        bracketWords.append([])
      }
      let isSign =
        scalar.value < 0x80 && !UInt8(scalar.value).isDigit && !UInt8(scalar.value).isLetter
      if isSign || (wasLower && scalar.properties.isUppercase) { endWord() }
      if !isSign, scalar.isOfWord {
        // µ can be either of two characters.
        let lower = scalar == "µ" || scalar == "μ" ? "u" : scalar.properties.lowercaseMapping
        if depth > 0, !brackets.isEmpty {
          brackets[brackets.count - 1] += lower
        } else {
          compact += lower
        }
        isInBracket = depth > 0
        word += lower
      }
      wasLower = scalar.properties.isLowercase
      if ")]}".unicodeScalars.contains(scalar) { depth = max(0, depth - 1) }
    }

    mutating func endWord() {
      guard !word.isEmpty else { return }
      if isInBracket {
        bracketWords[bracketWords.count - 1].append(word)
      } else {
        nameWords.append(word)
      }
      word = ""
    }
  }

  /// The meaning of a header cell.
  struct Meaning {
    let column: CSVColumn
    /// The rank of the name; 0 is best.
    let rank: Int
    /// The units that the cell may name, in lower case without signs.
    let units: [String]
  }

  /// The meaning of a known name.
  var meaning: Meaning? {
    // In `GPS_coord[0]` the text in brackets is part of the name, not a unit.
    let whole = compact + brackets.joined()
    if !brackets.isEmpty, let known = CSVVocabulary.known[whole] {
      return Meaning(column: known.column, rank: known.rank, units: unitWords)
    }
    if let known = CSVVocabulary.known[compact] {
      // `m/s` is a unit, not thousandths of a second.
      if known.column == .millisecond, text.utf8.contains(UInt8(ascii: "/")) { return nil }
      // `Speed (OBD)` comes from a wheel, not from a receiver.
      let isForeign = brackets.contains { CSVVocabulary.foreignSources.contains($0) }
      return Meaning(
        column: known.column, rank: known.rank + (isForeign ? 200 : 0), units: unitWords)
    }
    for unit in CSVVocabulary.unitEndings {
      if let name = compact.rest(before: unit), let known = CSVVocabulary.known[String(name)] {
        return Meaning(column: known.column, rank: known.rank, units: brackets + [unit] + unitWords)
      }
    }
    return nil
  }

  /// The column that a whole word of this name suggests, unless another word contradicts it.
  var likelyMeaning: Meaning? {
    for likely in CSVVocabulary.likely where !words.isDisjoint(with: likely.words) {
      guard words.isDisjoint(with: likely.misleading) else { continue }
      if !CSVVocabulary.misleading.isDisjoint(with: words) {
        // The only mean that is not an average: above mean sea level.
        guard likely.column == .altitude, words.contains("sea"),
          words.subtracting(["mean", "gps"]).isDisjoint(with: CSVVocabulary.misleading)
        else { continue }
      }
      var column = likely.column
      if column == .altitude, !words.isDisjoint(with: CSVVocabulary.ellipsoidWords) {
        column = .ellipsoidalAltitude
      }
      return Meaning(column: column, rank: 99, units: unitWords)
    }
    return nil
  }
}
