extension TextFormat<Int> {
  /// Whole numbers.
  public static let integer = TextFormat(
    issue: .notANumber(.aWholeNumber), read: { Int($0) }, write: { String($0) },
    datum: { .integer($0) },
    typed: { datum in
      switch datum {
      case .integer(let number): String(number)
      case .decimal(let number): number.integer.map { String($0) }
      case .text(let text): text
      case .none, .flag, .texts, .list, .unsupported: nil
      }
    })
}

extension TextFormat<DecimalNumber> {
  /// Exact numbers, with a full stop or a comma before the fraction.
  public static let decimal: TextFormat<DecimalNumber> = decimal(point: ".")

  /// Exact numbers, read with a full stop or a comma before the fraction, and written with one.
  ///
  /// A number keeps its decimal places as typed.
  ///
  /// - Parameter point: The character that is written before the fraction.
  public static func decimal(point: Character) -> TextFormat {
    let write: @Sendable (DecimalNumber) -> String = {
      DecimalText.pointed($0.description, by: point)
    }
    return TextFormat(
      issue: .notANumber(.aNumber), read: { DecimalText.number($0) }, write: write,
      datum: { .decimal($0) }, typed: { DecimalText.typed($0, write) })
  }

  /// Exact numbers with a fixed number of decimal places, as for money.
  ///
  /// Both `1,5` and `1.5` are read, and written as `1.50`. Text with more places is not read.
  ///
  /// - Parameters:
  ///   - places: The number of decimal places.
  ///   - point: The character written before the fraction.
  public static func decimal(places: Int, point: Character = ".") -> TextFormat {
    let write: @Sendable (DecimalNumber) -> String = { number in
      let number = number.places > places ? number.trimmed : number
      return DecimalText.pointed(number.padded(to: places).description, by: point)
    }
    return TextFormat(
      issue: ValidationIssue(.notAnAmount, ["places": .integer(places)]),
      read: { text in DecimalText.number(text).flatMap { $0.places > places ? nil : $0 } },
      write: write, datum: { .decimal($0) }, typed: { DecimalText.typed($0, write) })
  }
}

extension TextFormat<DecimalNumber> {
  /// This format, which reports text that is not a number at all with a separate issue.
  var reportingNonNumbers: TextFormat {
    var format = self
    format.issueOf = { [issue] text in
      DecimalText.number(text) == nil ? .notANumber(.aNumber) : issue
    }
    return format
  }
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
    return binary(issue: .notANumber(.aNumber), read: DecimalText.binary, write: write)
  }

  /// Finite numbers with a fixed number of decimal places.
  ///
  ///     .text("price", \.price, as: .decimal(places: 2)).suffix("€")
  ///
  /// Both `1,5` and `1.5` are read, and written as `1.50`. Text with more places is not read. For
  /// exact amounts make the property a ``DecimalNumber``, which has the same formats.
  ///
  /// - Parameters:
  ///   - places: The number of decimal places; 0 to 15.
  ///   - point: The character written before the fraction.
  public static func decimal(places: Int, point: Character = ".") -> TextFormat {
    let write: @Sendable (Double) -> String = {
      DecimalText.pointed(DecimalText.text(of: $0, places: places), by: point)
    }
    return binary(
      issue: ValidationIssue(.notAnAmount, ["places": .integer(places)]),
      read: { text in
        let fraction = text.utf8.split(whereSeparator: { ".,".utf8.contains($0) }).dropFirst().last
        return fraction.map { $0.count > places } ?? false ? nil : DecimalText.binary(text)
      },
      write: write)
  }

  private static func binary(
    issue: ValidationIssue, read: @escaping @Sendable (String) -> Double?,
    write: @escaping @Sendable (Double) -> String
  ) -> TextFormat {
    TextFormat(
      issue: issue, read: read, write: write,
      datum: { number in DecimalNumber(number).map { .decimal($0) } ?? .text("\(number)") },
      typed: { DecimalText.typed($0) { write($0.double) } })
  }
}

extension TextFormat<Int?> {
  /// Whole numbers, or nothing for an empty text.
  public static let integer = TextFormat<Int>.integer.optional
}

extension TextFormat<DecimalNumber?> {
  /// Exact numbers, or nothing for an empty text.
  public static let decimal = TextFormat<DecimalNumber>.decimal.optional

  /// Exact numbers with a fixed number of decimal places; nil for empty text.
  ///
  /// - Parameters:
  ///   - places: The number of decimal places.
  ///   - point: The character written before the fraction.
  public static func decimal(places: Int, point: Character = ".") -> TextFormat {
    TextFormat<DecimalNumber>.decimal(places: places, point: point).optional
  }
}

extension TextFormat<Double?> {
  /// Finite numbers, or nothing for an empty text.
  public static let decimal = TextFormat<Double>.decimal.optional

  /// Finite numbers with a fixed number of decimal places; nil for empty text.
  ///
  /// - Parameters:
  ///   - places: The number of decimal places; 0 to 15.
  ///   - point: The character written before the fraction.
  public static func decimal(places: Int, point: Character = ".") -> TextFormat {
    TextFormat<Double>.decimal(places: places, point: point).optional
  }
}

extension ValidationIssue {
  /// A text that is not a number of a kind.
  fileprivate static func notANumber(_ kind: Code) -> ValidationIssue {
    ValidationIssue(.notANumber, ["kind": .list([kind])])
  }
}

extension DecimalText {
  static func typed(_ datum: FormDatum, _ write: (DecimalNumber) -> String) -> String? {
    switch datum {
    case .integer(let number): write(DecimalNumber(number))
    case .decimal(let number): write(number)
    case .text(let text): text
    case .none, .flag, .texts, .list, .unsupported: nil
    }
  }
}
