import Expressions

/// An exact decimal number: what amounts of money are.
public typealias DecimalNumber = Expressions.DecimalNumber

/// Decimal numbers as people write them.
package enum DecimalText {
  /// Reads a number with a full stop or a comma before the fraction; nil for one with both, which
  /// mean different things in different countries.
  package static func number(_ text: String) -> DecimalNumber? {
    DecimalNumber(digits: text.utf8) { ".,".utf8.contains($0) }
  }

  /// Reads a number in the same way, as a binary one.
  static func binary(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.,eE".utf8.contains($0) }),
      text.utf8.count(where: { ".,".utf8.contains($0) }) <= 1
    else { return nil }
    let number = Double(String(text.map { $0 == "," ? "." : $0 }))
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns the character that a language has before a number's fraction.
  ///
  /// - Parameter language: A language such as `de` or `de-ch`.
  static func point(in language: String) -> Character {
    let isLikeEnglish = ["de-ch", "de-li", "it-ch", "es-mx", "es-us"].contains(language)
    let short = String(language.prefix { $0.isLetter })
    return commaLanguages.contains(short) && !isLikeEnglish ? "," : "."
  }

  /// The languages with a comma before a number's fraction, as the Common Locale Data Repository
  /// of Unicode has them.
  private static let commaLanguages: Set<String> = [
    "af", "be", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu",
    "id", "is", "it", "ka", "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk",
    "sl", "sq", "sr", "sv", "tr", "uk", "vi",
  ]

  /// Returns a number's text with a character before the fraction.
  package static func pointed(_ text: String, by point: Character) -> String {
    point == "." ? text : String(text.map { $0 == "." ? point : $0 })
  }

  /// Writes a number with a fixed number of decimal places.
  static func text(of number: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    // Beyond this, a Double has no decimal places.
    guard scaled < 9_007_199_254_740_992, places > 0 else {
      return places > 0 ? "\(number)" : "\(number.rounded())".split(separator: ".")[0].description
    }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
