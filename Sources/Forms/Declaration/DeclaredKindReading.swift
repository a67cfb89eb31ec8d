import Formats

/// The kinds of field, with what belongs to each alone.
extension DeclarationReader {
  /// Reads the keys that a field of a kind has for itself; nil where the rest would be pointless.
  mutating func kind(
    _ name: FormDeclaration.KindName, _ members: Members
  ) -> FormDeclaration.Kind? {
    switch name {
    case .text:
      var text = textLimits(members)
      text.suffix = value("suffix", members)
      text.suggestions = value("suggestions", members) ?? []
      text.mask = meaning("mask", members, "telephone, iban or card") { TextMask(named: $0) }
      return .text(text)
    case .lines:
      let rows = number("rows", members, 2..., through: 100) ?? 4
      return .lines(rows: rows, textLimits(members))
    case .secret: return .secret(textLimits(members))
    case .integer:
      return .integer(
        FormDeclaration.NumberTraits(
          step: number("step", members, 1...).map { DecimalNumber($0) },
          suffix: value("suffix", members)),
        limits("minimum", "maximum", members) { $0.value($1, $2) })
    case .decimal:
      var traits = FormDeclaration.NumberTraits(
        step: value("step", members), suffix: value("suffix", members))
      traits.places = number("places", members, 0..., through: 15)
      if let step = traits.step, step <= 0 {
        at("step") { $0.report("a number above 0 was expected") }
      }
      return .decimal(traits, limits("minimum", "maximum", members) { $0.value($1, $2) })
    case .date:
      return .date(
        limits("minimum", "maximum", members) {
          $0.meaning($1, $2, Self.day) { CalendarDay($0) }
        })
    case .time:
      return .time(
        limits("minimum", "maximum", members) {
          $0.meaning($1, $2, Self.time) { TimeOfDay($0) }
        })
    case .datetime:
      return .datetime(
        limits("minimum", "maximum", members) {
          $0.meaning($1, $2, Self.moment) { DayAndTime($0) }
        })
    case .choice: return .choice(options(members))
    case .choices:
      let options = options(members)
      let limits = limits("least", "most", members) { $0.count($1, $2) }
      if let least = limits.least, least > options.count, !options.isEmpty {
        at("least") { $0.report("\(least) is above the number of options, \(options.count)") }
      }
      return .choices(options, limits)
    case .toggle: return .toggle
    case .list: return list(members)
    case .file:
      let presence = meaning(
        "exists", members, FormDeclaration.Presence.allCases.map(\.rawValue).alternatives
      ) { FormDeclaration.Presence(rawValue: $0) }
      return .file(presence)
    case .note:
      guard let title: String = value("title", members) else {
        return .note(required("text", members) ?? "")
      }
      let text: String? = value("text", members)
      return .note(text.map { "\(title): \($0)" } ?? title)
    }
  }

  private static let day = "a day such as 2026-11-30"
  private static let time = "a time such as 14:30"
  private static let moment = "a day and a time such as 2026-11-30T14:30"

  private mutating func textLimits(_ members: Members) -> FormDeclaration.TextLimits {
    let length = limits("minLength", "maxLength", members) {
      (reader: inout DeclarationReader, key: String, members: Members) -> Int? in
      guard let count = reader.count(key, members) else { return nil }
      let limit = TextControl.byteLimit
      guard count > limit else { return count }
      reader.at(key) {
        $0.report("a text has at most \(limit) bytes, and so at most \(limit) characters")
      }
      return nil
    }
    var pattern: TextPattern?
    if let text = value("pattern", members, as: String.self) {
      do throws(TextPatternError) { pattern = try TextPattern(text) } catch {
        at("pattern") { $0.report(error.description.oneLine) }
      }
    }
    return FormDeclaration.TextLimits(length: length, pattern: pattern)
  }

  private mutating func list(_ members: Members) -> FormDeclaration.Kind {
    let fields = fields("fields", members)
    let limits = limits("least", "most", members) { $0.count($1, $2) }
    var distinct: [String] = []
    elements("distinct", members) { reader, _, json in
      guard case .string(let id) = json else { return reader.report(json.isNot("an id")) }
      guard let field = fields.first(where: { $0.id == id }) else {
        return reader.report("the rows have no field “\(id.prefix(40))”")
      }
      switch field.kind {
      case .list, .note, .toggle:
        reader.report("“\(id)” cannot be distinct: it is a \(field.kind.name)")
      default: if !distinct.contains(id) { distinct.append(id) }
      }
    }
    return .list(fields, limits, distinct: distinct)
  }

  // MARK: Options

  private mutating func options(_ members: Members) -> [FieldOption] {
    if members["options"] == nil { report("the key “options” is missing") }
    if case .array([])? = members["options"] {
      at("options") { $0.report("at least one option was expected") }
    }
    var options: [FieldOption] = []
    var names: Set<String> = []
    elements("options", members) { reader, _, json in
      guard let option = reader.option(json) else { return }
      guard !option.name.isEmpty else { return reader.report("an option has to have a value") }
      guard !option.name.utf8.contains(0) else {
        return reader.report("a text cannot have the character U+0000")
      }
      guard names.insert(option.name).inserted else {
        return reader.report("there are two options “\(option.name.prefix(40))”")
      }
      options.append(option)
    }
    return options
  }

  private mutating func option(_ json: JSONValue) -> FieldOption? {
    if case .string(let name) = json { return FieldOption(name: name, label: name) }
    guard case .object = json else {
      report(json.isNot("an option, as a text or an object,"))
      return nil
    }
    guard let members = members(json, DeclarationKey.option, of: "an option"),
      let name = required("value", members, as: String.self)
    else { return nil }
    return FieldOption(
      name: name, label: value("title", members) ?? name, refusal: value("refused", members))
  }

  // MARK: First contents

  /// Reads the first contents of a field of a kind; nil where they are of another, which is
  /// reported.
  mutating func datum(_ json: JSONValue, of kind: FormDeclaration.Kind) -> FormDatum? {
    switch kind {
    case .text, .lines, .secret, .file:
      guard let text = read(json, String.self) else { return nil }
      if text.utf8.contains(0) {
        report("a text cannot have the character U+0000")
      } else if text.utf8.count > TextControl.byteLimit {
        report("a text has at most \(TextControl.byteLimit) bytes, not \(text.utf8.count)")
      }
      return .text(text)
    case .integer: return read(json, Int.self).map { .integer($0) }
    case .decimal(let traits, _):
      guard let number = read(json, DecimalNumber.self) else { return nil }
      if let places = traits.places, number.trimmed.places > places {
        report("a number with at most \(places) places was expected, not \(number)")
        return nil
      }
      return .decimal(number)
    case .date: return text(json, Self.day) { CalendarDay($0) }
    case .time: return text(json, Self.time) { TimeOfDay($0) }
    case .datetime: return text(json, Self.moment) { DayAndTime($0) }
    case .toggle: return read(json, Bool.self).map { .flag($0) }
    case .choice(let options):
      return optionName(json, Set(options.map(\.name))).map { .text($0) }
    case .choices(let options, _):
      guard case .array(let elements) = json else {
        report(json.isNot("a list of options"))
        return nil
      }
      let offered = Set(options.map(\.name))
      var names: Set<String> = []
      for (index, element) in elements.enumerated() {
        at("[\(index)]") { reader in
          guard let name = reader.optionName(element, offered) else { return }
          if !names.insert(name).inserted { reader.report("“\(name)” is there twice") }
        }
      }
      return .texts(options.map(\.name).filter(names.contains))
    case .list(let fields, _, _):
      guard case .array(let rows) = json else {
        report(json.isNot("a list of rows"))
        return nil
      }
      return .list(
        rows.enumerated().map { index, row in at("[\(index)]") { $0.row(row, fields) } })
    case .note: return nil
    }
  }

  private mutating func row(
    _ json: JSONValue, _ fields: [FormDeclaration.Field]
  ) -> [FormDatum.Member] {
    guard case .object(let members) = json else {
      report(json.isNot("a row, an object,"))
      return []
    }
    return members.compactMap { member in
      at(member.key) { reader in
        guard let field = fields.first(where: { $0.id == member.key }) else {
          reader.report("the rows have no field “\(member.key.prefix(40))”")
          return nil
        }
        if member.value == .null { return nil }
        return reader.datum(member.value, of: field.kind).map { FormDatum.Member(field.id, $0) }
      }
    }
  }

  private mutating func read<Value: JSONConvertible>(_ json: JSONValue, _: Value.Type) -> Value? {
    do throws(DocumentError) { return try Value(json: json) } catch {
      report(error)
      return nil
    }
  }

  private mutating func text<Value: CustomStringConvertible>(
    _ json: JSONValue, _ expected: String, _ read: (String) -> Value?
  ) -> FormDatum? {
    guard case .string(let text) = json else {
      report(json.isNot(expected))
      return nil
    }
    guard let value = read(text) else {
      report("\(expected) was expected, not “\(text.prefix(40))”")
      return nil
    }
    return .text(value.description)
  }

  private mutating func optionName(_ json: JSONValue, _ names: Set<String>) -> String? {
    guard case .string(let name) = json else {
      report(json.isNot("the value of an option"))
      return nil
    }
    guard names.contains(name) else {
      report("there is no option “\(name.prefix(40))”")
      return nil
    }
    return name
  }
}

extension TextMask {
  /// The mask of a name in files; nil if there is none.
  fileprivate init?(named name: String) {
    switch name {
    case "telephone": self = .telephone
    case "iban": self = .iban
    case "card": self = .card
    default: return nil
    }
  }
}

extension String {
  /// The text with its line breaks as blanks, for a sentence.
  var oneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
