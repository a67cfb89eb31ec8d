extension TextFormat<Int> {
  /// Whole numbers.
  public static let integer = TextFormat(
    issue: .notANumber(.aWholeNumber), read: { Int($0) }, write: { String($0) },
    datum: { .integer($0) },
    typed: { datum in
      switch datum {
      case .integer(let number): String(number)
      case .decimal(let number): Int(exactly: number).map { String($0) }
      case .text(let text): text
      case .none, .flag, .texts, .list: nil
      }
    })
}

extension TextFormat<Double> {
  /// Finite numbers, with a full stop or a comma before the fraction.
  public static let decimal: TextFormat<Double> = decimal(point: ".")

  /// Finite numbers, with a full stop or a comma before the fraction, and written with one of them.
  ///
  ///     TextFormat<Double>.decimal(point: ",").write(1.5)  // "1,5"
  ///
  /// - Parameter point: The character that is written before the fraction.
  public static func decimal(point: Character) -> TextFormat {
    let write: @Sendable (Double) -> String = { DecimalText.pointed("\($0)", by: point) }
    return TextFormat(
      issue: .notANumber(.aNumber), read: { DecimalText.number($0) }, write: write,
      datum: { .decimal($0) }, typed: { DecimalText.typed($0, write) })
  }

  /// Finite numbers with a fixed number of places after the full stop, as money has.
  ///
  ///     .text("price", \.price, as: .decimal(places: 2)).suffix("€")
  ///
  /// Both `1,5` and `1.5` are read, and written as `1.50`. A text with more places is not read.
  ///
  /// - Parameters:
  ///   - places: The number of places; 0 to 15.
  ///   - point: The character that is written before the fraction.
  public static func decimal(places: Int, point: Character = ".") -> TextFormat {
    let write: @Sendable (Double) -> String = {
      DecimalText.pointed(DecimalText.text(of: $0, places: places), by: point)
    }
    return TextFormat(
      issue: ValidationIssue(.notAnAmount, ["places": .integer(places)]),
      read: { text in
        let fraction = text.split(whereSeparator: { ".,".contains($0) }).dropFirst().last ?? ""
        return fraction.count > places ? nil : DecimalText.number(text)
      },
      write: write, datum: { .decimal($0) }, typed: { DecimalText.typed($0, write) })
  }
}

extension TextFormat<Int?> {
  /// Whole numbers, or nothing for an empty text.
  public static let integer = TextFormat<Int>.integer.optional
}

extension TextFormat<Double?> {
  /// Finite numbers, or nothing for an empty text.
  public static let decimal = TextFormat<Double>.decimal.optional

  /// Finite numbers with a fixed number of places, or nothing for an empty text.
  ///
  /// - Parameters:
  ///   - places: The number of places; 0 to 15.
  ///   - point: The character that is written before the fraction.
  public static func decimal(places: Int, point: Character = ".") -> TextFormat {
    TextFormat<Double>.decimal(places: places, point: point).optional
  }
}

extension ValidationIssue {
  /// A text that is no number of a kind.
  fileprivate static func notANumber(_ kind: Code) -> ValidationIssue {
    ValidationIssue(.notANumber, ["kind": .list([kind])])
  }
}

/// Decimal numbers as people write them.
enum DecimalText {
  /// Reads a number with a full stop or a comma before the fraction; nil for one with both, which
  /// mean different things in different countries.
  static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.,eE".utf8.contains($0) }),
      text.utf8.count(where: { ".,".utf8.contains($0) }) <= 1
    else { return nil }
    let number = Double(String(text.map { $0 == "," ? "." : $0 }))
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  static func typed(_ datum: FormDatum, _ write: (Double) -> String) -> String? {
    switch datum {
    case .integer(let number): write(Double(number))
    case .decimal(let number): number.isFinite ? write(number) : nil
    case .text(let text): text
    case .none, .flag, .texts, .list: nil
    }
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
  static func pointed(_ text: String, by point: Character) -> String {
    point == "." ? text : String(text.map { $0 == "." ? point : $0 })
  }

  /// Writes a number with a fixed number of places.
  static func text(of number: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded()
    // Beyond this a Double has no places of its own.
    guard scaled < 9_007_199_254_740_992, places > 0 else {
      return places > 0 ? "\(number)" : "\(number.rounded())".split(separator: ".")[0].description
    }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
