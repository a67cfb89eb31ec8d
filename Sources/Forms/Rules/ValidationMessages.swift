/// The texts of issues in one language.
///
///     let german = ValidationMessages(
///       ["tooShort": "Mindestens {minimum} Zeichen"], listSeparator: ", ", lastSeparator: " und ")
///
/// A template is text with the names of parameters in braces; `{position:ordinal}` is a number's
/// rank, as “2nd”, and `{{` and `}}` are braces. An issue whose code has no template is shown as
/// its code, so that a gap in a translation is seen rather than skipped.
public struct ValidationMessages: Sendable {
  /// The templates by code.
  public var templates: [ValidationIssue.Code: String]
  /// The labels of fields by name, which replace the fields' own; those of a choice's options have
  /// the name `field.option`.
  public var labels: [String: String] = [:]
  /// The form's own words, such as those of its buttons, by the English ones; those that are
  /// missing are English.
  public var translations: [String: String] = [:]
  /// The text between the parts of a list: “, ”.
  public var listSeparator: String
  /// The text before the last part of a list: “ and ”.
  public var lastSeparator: String
  /// The character before a number's fraction.
  public var decimalPoint: Character = "."
  /// Returns the text of a rank: “1st”, “22nd”.
  public var ordinal: @Sendable (Int) -> String = { englishOrdinal($0) }

  /// Makes a set of texts.
  public init(
    _ templates: [ValidationIssue.Code: String],
    listSeparator: String = ", ", lastSeparator: String = " and "
  ) {
    (self.templates, self.listSeparator) = (templates, listSeparator)
    self.lastSeparator = lastSeparator
  }

  /// The text for an issue, with its parameters filled in.
  ///
  /// A parameter's text is never taken for a template, so a typed `{` does no harm.
  public func text(for issue: ValidationIssue) -> String {
    // A rule's own sentence; see ``ValidationRule/saying(_:)``.
    if case .text(let sentence)? = issue.parameters["sentence"] { return sentence }
    if case .text(let template)? = issue.parameters["template"] { return filled(template, issue) }
    guard let template = templates[issue.code] else { return issue.code.rawValue }
    return filled(template, issue)
  }

  /// Returns a template with an issue's parameters filled in.
  func filled(_ template: String, _ issue: ValidationIssue) -> String {
    var text = ""
    var rest = Substring(template)
    var hasEnds = true
    // Braces are sought byte by byte: by characters it would take many times as long.
    while let open = rest.utf8.firstIndex(where: { "{}".utf8.contains($0) }) {
      // `+=` of another type than String is not specialised and does look-ups at run time.
      text.append(contentsOf: rest[..<open])
      let next = rest.utf8.index(after: open)
      if next < rest.endIndex, rest.utf8[next] == rest.utf8[open] {
        text.append(contentsOf: rest[open..<next])
        rest = rest[rest.utf8.index(after: next)...]
        continue
      }
      let close =
        hasEnds && rest.utf8[open] == UInt8(ascii: "{")
        ? rest[open...].utf8.firstIndex(of: UInt8(ascii: "}")) : nil
      guard let close else {
        hasEnds = hasEnds && rest.utf8[open] != UInt8(ascii: "{")
        text.append(contentsOf: rest[open..<next])
        rest = rest[next...]
        continue
      }
      let end = rest.utf8.index(after: close)
      let name = String(rest[rest.utf8.index(after: open)..<close])
      let part = filledIn(name, issue)
      text += part ?? String(rest[open..<end])
      rest = rest[end...]
      // “How was it?” gets no second stop.
      if part?.unicodeScalars.last.map(Self.isStop) ?? false,
        let next = rest.utf8.first, ".:?".utf8.contains(next)
      {
        rest = Substring(rest.utf8.dropFirst())
      }
    }
    text.append(contentsOf: rest)
    return text
  }

  /// Returns true for a character that ends a sentence or announces something.
  package static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    ".?!:…。？！：".unicodeScalars.contains(scalar)
  }

  /// Returns the text for a name in braces; nil if there is no such parameter.
  private func filledIn(_ name: String, _ issue: ValidationIssue) -> String? {
    if let parameter = issue.parameters[name] { return text(for: parameter) }
    guard name.hasSuffix(":ordinal"),
      case .integer(let number)? = issue.parameters[String(name.dropLast(8))]
    else { return nil }
    return ordinal(number)
  }

  private static func englishOrdinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    return switch number % 10 {
    case 1 where !isTeen: "\(number)st"
    case 2 where !isTeen: "\(number)nd"
    case 3 where !isTeen: "\(number)rd"
    default: "\(number)th"
    }
  }

  private func text(for parameter: ValidationIssue.Parameter) -> String {
    switch parameter {
    case .integer(let number): String(number)
    case .decimal(let number): decimal(number)
    case .text(let text): text
    case .list(let codes): list(codes.map { text(for: ValidationIssue($0)) })
    }
  }

  /// Returns a number as typed, without a fraction if it is whole.
  private func decimal(_ number: DecimalNumber) -> String {
    let number = number.integer.map { DecimalNumber($0) } ?? number
    return DecimalText.pointed(number.description, by: decimalPoint)
  }

  private func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: listSeparator) + lastSeparator + last
  }
}
