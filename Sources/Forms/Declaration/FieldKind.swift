import Expressions
import Formats

/// A kind of field in files: its keys, its values, and the field of a form that it makes.
final class FieldKind: Sendable {
  typealias Field = FormDeclaration.Field
  typealias Path = PartialKeyPath<FormRecord> & Sendable

  /// The parts of a form that a field is made with.
  struct Surroundings: Sendable {
    /// The contents of the fields around it, as conditions see them.
    let scope: DeclaredScope
    /// A look at files; nil if nothing is to be looked at.
    let files: FileLookup?
    /// The character before a number's fraction.
    let point: Character
  }

  /// The name in files.
  let name: String
  let keys: [FieldKey]
  /// The keys that have to be there, beside the id and the kind.
  let requiredKeys: [String]
  /// The kind of a field's value in conditions; nil if it has none.
  let expression: @Sendable (Field) -> ExpressionKind?
  /// Where the contents of a field are in a record.
  let path: @Sendable (_ id: String) -> Path
  /// Reads contents; nil if they are of another kind, which is reported.
  let read: @Sendable (inout DeclarationReader, JSONValue, Field) -> FormDatum?
  /// Makes the field of a form.
  let make: @Sendable (Field, Surroundings) -> FormField<FormRecord>

  init(
    _ name: String, _ keys: [FieldKey], requiring requiredKeys: [String] = [],
    as expression: @escaping @Sendable (Field) -> ExpressionKind?,
    at path: @escaping @Sendable (String) -> Path,
    read: @escaping @Sendable (inout DeclarationReader, JSONValue, Field) -> FormDatum?,
    make: @escaping @Sendable (Field, Surroundings) -> FormField<FormRecord>
  ) {
    (self.name, self.requiredKeys) = (name, requiredKeys)
    self.keys = FieldKey.common + (name == "note" ? keys : FieldKey.filled + keys)
    (self.expression, self.path, self.read, self.make) = (expression, path, read, make)
  }
}

extension FieldKind {
  /// All kinds, in the order in which they are listed.
  static let all: [FieldKind] = [
    text("text", FieldKey.texts + [.suffix, .suggestions, .mask]) { field, _ in
      let text = field.text(TextControl(), .usual)
      let suggesting = field.suggestions.map { $0.isEmpty ? text : text.suggesting($0) } ?? text
      return field.mask.map(suggesting.mask) ?? suggesting
    },
    text("lines", FieldKey.texts + [.boxRows]) { field, _ in
      var control = TextControl()
      (control.rows, control.limit) = (field.boxRows ?? 4, field.length.most)
      return field.text(control, TextTransform.lineBreaks.then(.usual))
    },
    text("secret", FieldKey.texts) { field, _ in field.text(TextControl(isSecret: true), .none) },
    value(
      "integer", FieldKey.integers, as: .number, at: { .init(\.[integer: $0]) },
      read: { reader, json, _ in reader.read(json, Int.self).map { .integer($0) } },
      aid: { step($0, $1.map { DecimalNumber($0) }, $2.map { DecimalNumber($0) }) },
      format: { _, _ in .integer }),
    value(
      "decimal", FieldKey.decimals, as: .number, at: { .init(\.[decimal: $0]) },
      read: { $0.decimal($1, $2) },
      aid: step,
      format: { field, point in
        field.places.map { .decimal(places: $0, point: point) } ?? .decimal(point: point)
      }),
    dayOrTime("date", "a day such as 2026-11-30", #"{"type": "string", "format": "date"}"#, .day) {
      .init(\.[day: $0])
    } aid: {
      .calendar(from: $0, through: $1)
    },
    dayOrTime("time", "a time such as 14:30", .text, .time) {
      .init(\.[time: $0])
    } aid: {
      .timeOfDay(from: $0, through: $1)
    },
    dayOrTime("datetime", "a day and a time such as 2026-11-30T14:30", .text, .dayAndTime) {
      .init(\.[moment: $0])
    } aid: {
      .dayAndTime(from: $0, through: $1)
    },
    FieldKind(
      "choice", [.options, .value(.text, "The option chosen at first.")],
      requiring: ["options"], as: { _ in .text }, at: { \FormRecord.[choice: $0] },
      read: { reader, json, field in reader.optionName(json, field).map { .text($0) } },
      make: { field, _ in
        .choice(
          field.id, \.[choice: field.id], label: field.label, options: field.options,
          ValidationRules(field.required()))
      }),
    FieldKind(
      "choices",
      [.options] + FieldKey.numbers(of: "options chosen")
        + [.value(.texts, "The options chosen at first.")],
      requiring: ["options"], as: { _ in .listOf(.text) }, at: { \FormRecord.[choices: $0] },
      read: { $0.optionNames($1, $2) },
      make: { field, _ in
        .choices(
          field.id, \.[choices: field.id], label: field.label, options: field.options,
          least: field.least, most: field.count.most)
      }),
    FieldKind(
      "toggle", [.value(.flag, "True if it is on at first.")], as: { _ in .truth },
      at: { \FormRecord.[flag: $0] },
      read: { reader, json, _ in reader.read(json, Bool.self).map { .flag($0) } },
      make: { field, _ in
        field.isRequired == true
          ? .toggle(field.id, \.[flag: field.id], label: field.label, .accepted)
          : .toggle(field.id, \.[flag: field.id], label: field.label)
      }),
    FieldKind(
      "list", FieldKey.list, requiring: ["fields"],
      as: { .listOf(.row($0.fields.expressionKinds)) }, at: { \FormRecord.[rows: $0] },
      read: { $0.rows($1, $2) }, make: { $0.list($1) }),
    text(
      "file", [.value(.text, "The first contents."), .presence],
      make: { $0.file($1.files) }),
    FieldKind(
      "note", FieldKey.notes, as: { _ in nil }, at: { _ in \FormRecord.self },
      read: { _, _, _ in nil },
      make: { field, _ in
        .note(field.id, [field.title, field.text].compactMap(\.self).joined(separator: ": "))
      }),
  ]

  /// The kind of a field whose kind cannot be read.
  static let unknown = FieldKind(
    "", [], as: { _ in .any }, at: { _ in \FormRecord.self }, read: { _, _, _ in nil },
    make: { field, _ in .note(field.id, "") })

  /// A kind of text.
  private static func text(
    _ name: String, _ keys: [FieldKey],
    make: @escaping @Sendable (Field, Surroundings) -> FormField<FormRecord>
  ) -> FieldKind {
    FieldKind(
      name, keys, as: { _ in .text }, at: { \FormRecord.[text: $0] },
      read: { reader, json, _ in reader.read(json, String.self).map { .text(reader.checked($0)) } },
      make: make)
  }

  /// A kind of day or time, whose values are texts in files.
  private static func dayOrTime<Part: LosslessStringConvertible & Comparable & Sendable>(
    _ name: String, _ example: String, _ schema: KeySchema, _ format: TextFormat<Part>,
    at path: @escaping @Sendable (String) -> PartPath<Part>,
    aid: @escaping @Sendable (Part?, Part?) -> TextAid
  ) -> FieldKind {
    let limits = FieldKey.limits(example, schema) { $0.meaning($1, $2, example) { Part($0) } }
    return value(
      name, limits, as: .text, at: path,
      read: { reader, json, _ in reader.text(json, example) { Part($0)?.description } },
      aid: { aid($1, $2) }, format: { _, _ in format })
  }

  /// A path to contents of one type. The compiler of Swift 6.0 takes no closure of generic functions
  /// that returns the path itself.
  private struct PartPath<Part>: Sendable {
    let path: WritableKeyPath<FormRecord, Part?> & Sendable
    init(_ path: WritableKeyPath<FormRecord, Part?> & Sendable) { self.path = path }
  }

  /// A kind whose values are typed as texts.
  private static func value<Part: Comparable & Sendable>(
    _ name: String, _ keys: [FieldKey], as expression: ExpressionKind,
    at path: @escaping @Sendable (String) -> PartPath<Part>,
    read: @escaping @Sendable (inout DeclarationReader, JSONValue, Field) -> FormDatum?,
    aid: @escaping @Sendable (_ step: DecimalNumber?, Part?, Part?) -> TextAid?,
    format: @escaping @Sendable (Field, _ point: Character) -> TextFormat<Part>
  ) -> FieldKind {
    FieldKind(name, keys, as: { _ in expression }, at: { path($0).path }, read: read) {
      field, surroundings in
      let limits = field.limits as? FormDeclaration.Limits<Part> ?? FormDeclaration.Limits()
      var control = TextControl()
      control.suffix = field.suffix ?? ""
      control.aid = aid(field.step, limits.least, limits.most)
      let range: [ValidationRule<Part?>] = [ValidationRule<Part>]
        .limits(limits.least, limits.most).map { $0.ifGiven() }
      return .text(
        field.id, path(field.id).path, label: field.label, control, transform: .usual,
        as: format(field, surroundings.point).optional, ValidationRules(field.required() + range))
    }
  }

  private static let step: @Sendable (DecimalNumber?, DecimalNumber?, DecimalNumber?) -> TextAid? =
    {
      step, least, most in step.map { .step(by: $0, from: least, through: most) }
    }
}

extension FormDeclaration.Field {
  fileprivate func required<Part: ExpressibleByNilLiteral>() -> [ValidationRule<Part>] {
    isRequired == true ? [.required] : []
  }

  /// A field whose contents are a text.
  fileprivate func text(
    _ control: TextControl, _ transform: TextTransform, _ more: ValidationRule<String>...
  ) -> FormField<FormRecord> {
    var control = control
    control.suffix = suffix ?? ""
    var rules: [ValidationRule<String>] = isRequired == true ? [.required] : []
    if let least = length.least { rules.append(.length(least...).ifFilled()) }
    if let most = length.most { rules.append(.length(...most)) }
    if let pattern { rules.append(.matching(pattern)) }
    return .text(
      id, \.[text: id], label: label, control, transform: transform, as: .declared,
      ValidationRules(rules + more))
  }

  fileprivate func file(_ files: FileLookup?) -> FormField<FormRecord> {
    let control = TextControl(aid: .files)
    guard let files else { return text(control, .none) }
    return switch presence {
    case nil: text(control, .none)
    case .file: text(control, .none, .file(.file, in: files))
    case .folder: text(control, .none, .file(.folder, in: files))
    case .anything: text(control, .none, .file(nil, in: files))
    case .nothing: text(control, .none, .isFree(in: files))
    }
  }

  fileprivate func list(_ surroundings: FieldKind.Surroundings) -> FormField<FormRecord> {
    let row = DeclaredScope(fields)
    let inside = FieldKind.Surroundings(
      scope: row, files: surroundings.files, point: surroundings.point)
    return .list(
      id, \.[rows: id], label: label, item: nil, of: FormRecord(fields),
      least...max(least, count.most ?? FormDeclaration.rowLimit),
      fields.map { $0.formField(inside) },
      allRules: distinct.compactMap { id in fields[id]?.noTwoAlike() },
      rowRules: rules.compactMap { $0.rowRule(row, in: surroundings.scope) })
  }

  /// Rows of which no two have the same in this field. What is missing repeats nothing.
  private func noTwoAlike() -> ValidationRule<[FormRecord]> {
    ValidationRule<[FormRecord]>.distinct(isFinal: false) { [id] row in row.values[id] }
      .shown(at: kind.path(id))
  }
}

extension FormDeclaration {
  /// The most rows of a list that has no limit of its own.
  private static let rowLimit = 10_000
}

extension TextFormat<String> {
  /// The text itself, which is no value in answers if it is empty.
  fileprivate static let declared = TextFormat(
    issue: ValidationIssue(.required), read: { $0 }, write: { $0 },
    datum: { $0.isEmpty ? .none : .text($0) },
    typed: { if case .text(let text) = $0 { text } else { nil } })
}
