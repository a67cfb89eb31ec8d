/// A cell of a header line, taken apart: `GPS Speed (Meters/second)`.
struct CSVHeaderName {
  /// The cell as it was written, without quotes and blanks around it.
  let text: String
  /// Its letters and digits in lower case, without what is in brackets: `gpsspeed`.
  let compact: String
  /// Its words in lower case, cut at signs and inner capitals.
  let words: Set<String>
  /// The text in each of its brackets, letters and digits in lower case: `meterssecond`.
  let brackets: [String]

  init(_ cell: String) {
    var text = Substring(cell)
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
    words = parts.words
  }

  private struct Parts {
    var compact = ""
    var brackets: [String] = []
    var words: Set<String> = []
    private var word = ""
    private var depth = 0
    private var wasLower = false

    mutating func take(_ scalar: Unicode.Scalar) {
      if "([{".unicodeScalars.contains(scalar) {
        depth += 1
        brackets.append("")
      }
      let isSign =
        scalar.value < 0x80 && !UInt8(scalar.value).isDigit && !UInt8(scalar.value).isLetter
      if isSign || (wasLower && scalar.properties.isUppercase) { endWord() }
      if !isSign, scalar != "°", scalar != "º" {
        // µ is written with either of two characters.
        let lower = scalar == "µ" || scalar == "μ" ? "u" : scalar.properties.lowercaseMapping
        if depth > 0, !brackets.isEmpty {
          brackets[brackets.count - 1] += lower
        } else {
          compact += lower
        }
        word += lower
      }
      wasLower = scalar.properties.isLowercase
      if ")]}".unicodeScalars.contains(scalar) { depth = max(0, depth - 1) }
    }

    mutating func endWord() {
      if !word.isEmpty { words.insert(word) }
      word = ""
    }
  }

  /// The meaning of a header cell.
  struct Meaning {
    let column: CSVColumn
    /// How well the name is known; 0 is best.
    let rank: Int
    /// The units that the cell may name, without signs and in lower case.
    let units: [String]
  }

  /// The column that this name is known for.
  var meaning: Meaning? {
    // `GPS_coord[0]`: what is in the bracket is no unit but part of the name.
    let whole = compact + brackets.joined()
    if !brackets.isEmpty, let known = CSVVocabulary.known[whole] {
      return Meaning(column: known.column, rank: known.rank, units: [])
    }
    if let known = CSVVocabulary.known[compact] {
      // `m/s` is a unit, and no thousandths of a second.
      if known.column == .millisecond, text.contains("/") { return nil }
      // `Speed (OBD)` is a wheel's, no receiver's.
      let isForeign = brackets.contains { CSVVocabulary.foreignSources.contains($0) }
      return Meaning(
        column: known.column, rank: known.rank + (isForeign ? 200 : 0), units: brackets)
    }
    for unit in CSVVocabulary.unitEndings where compact.hasSuffix(unit) {
      if let known = CSVVocabulary.known[String(compact.dropLast(unit.count))] {
        return Meaning(column: known.column, rank: known.rank, units: [unit])
      }
    }
    return nil
  }

  /// The column that a whole word of this name points to, if no word speaks against it.
  var likelyMeaning: Meaning? {
    for likely in CSVVocabulary.likely where !words.isDisjoint(with: likely.words) {
      guard words.isDisjoint(with: likely.misleading) else { continue }
      if !CSVVocabulary.misleading.isDisjoint(with: words) {
        // The one mean that is no average: above mean sea level.
        guard likely.column == .altitude, words.contains("sea"),
          words.subtracting(["mean", "gps"]).isDisjoint(with: CSVVocabulary.misleading)
        else { continue }
      }
      var column = likely.column
      if column == .altitude, !words.isDisjoint(with: CSVVocabulary.ellipsoidWords) {
        column = .ellipsoidalAltitude
      }
      return Meaning(column: column, rank: 99, units: brackets + words.sorted())
    }
    return nil
  }
}
