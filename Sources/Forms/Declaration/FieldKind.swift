import Expressions
import Formats
import Reactive

/// A kind of field in files: its keys, its values, and the field of a form that it makes.
final class FieldKind: Sendable {
  typealias Field = FormDeclaration.Field
  typealias Path = PartialKeyPath<FormRecord> & Sendable

  /// The parts of a form that a field is made with.
  struct Surroundings: Sendable {
    /// The contents of the fields around it, as conditions see them.
    let scope: DeclaredScope
    /// Looks up files; nil to skip the checks of paths.
    let files: FileLookup?
    /// The character before a number's fraction.
    let point: Character
    /// The question for options that are loaded; it has nil in place of a source while an answer
    /// that it needs is missing.
    let options: AsyncOptions<FormDeclaration.LineSource?>.Question
  }

  /// The name in files.
  let name: String
  let keys: [FieldKey]
  /// The required keys, in addition to the id and the kind.
  let requiredKeys: [String]
  /// The kind of a field's value in conditions; nil if it has none.
  let expression: @Sendable (Field) -> ExpressionKind?
  /// Returns the path to a field's contents in a record.
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
  /// All kinds, in display order.
  static let all: [FieldKind] = [
    text("text", FieldKey.texts + [.suffix, .suggestions, .mask]) { field, _ in
      let text = field.suggesting(field.text(TextControl(), .usual))
      return field.mask.map(text.mask) ?? text
    },
    text("lines", FieldKey.texts + [.boxRows]) { field, _ in
      var control = TextControl()
      (control.rows, control.limit) = (field.boxRows ?? 4, field.length.most)
      return field.text(control, TextTransform.lineBreaks.then(.usual))
    },
    text("secret", FieldKey.texts + [.same]) { field, _ in
      field.text(TextControl(isSecret: true), .none)
    },
    text("confirm", [.same, .value(.text, "The initial value.")], requiring: ["same"]) {
      field, _ in field.text(TextControl(isSecret: true), .none)
    },
    text("email", FieldKey.texts + [.suggestions]) { field, _ in
      field.suggesting(field.text(TextControl(), .usual, .email))
    },
    text("url", FieldKey.texts + [.suggestions]) { field, _ in
      field.suggesting(field.text(TextControl(), .usual, .url))
    },
    text("host", FieldKey.texts + [.suggestions]) { field, _ in
      field.suggesting(field.text(TextControl(), .usual, .host))
    },
    value(
      "integer", FieldKey.integers, as: .number, at: { .init(\.[integer: $0]) },
      read: { reader, json, _ in reader.read(json, Int.self).map { .integer($0) } },
      aid: { step($0, $1.map { DecimalNumber($0) }, $2.map { DecimalNumber($0) }) },
      format: { _, _ in .integer }),
    value(
      "decimal", FieldKey.decimals, as: .number, at: { .init(\.[decimal: $0]) },
      read: { $0.decimal($1, $2) }, aid: step,
      format: { field, point in
        guard let places = field.places else { return .decimal(point: point) }
        let format = TextFormat<DecimalNumber>.decimal(places: places, point: point)
        return field.messagesByCode[.notANumber] == nil ? format : format.reportingNonNumbers
      }),
    value(
      "rating", FieldKey.rating, as: .number, at: { .init(\.[integer: $0]) },
      read: { reader, json, _ in reader.read(json, Int.self).map { .integer($0) } },
      aid: { .rating(through: $2 ?? FormDeclaration.usualRating) }, format: { _, _ in .integer }),
    dayOrTime("date", "a date such as 2026-11-30", #"{"type": "string", "format": "date"}"#, .day) {
      .init(\.[day: $0])
    } aid: {
      .calendar(from: $0, through: $1)
    },
    dayOrTime("time", "a time such as 14:30", .text, .time) {
      .init(\.[time: $0])
    } aid: {
      .timeOfDay(from: $0, through: $1)
    },
    dayOrTime("datetime", "a date and time such as 2026-11-30T14:30", .text, .dayAndTime) {
      .init(\.[dayAndTime: $0])
    } aid: {
      .dayAndTime(from: $0, through: $1)
    },
    FieldKind(
      "choice", [.options, .value(.text, "The option selected initially.")],
      requiring: ["options"], as: { _ in .text }, at: { \FormRecord.[choice: $0] },
      read: { reader, json, field in reader.optionName(json, field).map { .text($0) } },
      make: { field, surroundings in
        FormField.choice(
          field.id, \.[choice: field.id], label: field.label, options: field.options,
          ValidationRules(field.required())
        ).offering(field, surroundings)
      }),
    FieldKind(
      "choices",
      [.options] + FieldKey.numbers(of: "options chosen")
        + [.value(.texts, "The options selected initially.")],
      requiring: ["options"], as: { _ in .listOf(.text) }, at: { \FormRecord.[choices: $0] },
      read: { $0.optionNames($1, $2) },
      make: { field, surroundings in
        FormField.choices(
          field.id, \.[choices: field.id], label: field.label, options: field.options,
          least: field.least, most: field.count.most
        ).offering(field, surroundings)
      }),
    FieldKind(
      "ranking", [.fixedOptions, .value(.texts, "The options in their initial order.")],
      requiring: ["options"], as: { _ in .listOf(.text) }, at: { \FormRecord.[choices: $0] },
      read: { $0.ranking($1, $2) },
      make: { field, _ in
        .ranking(
          field.id, \.[choices: field.id], label: field.label, options: field.options)
      }),
    FieldKind(
      "toggle", [.value(.flag, "True if it is on initially.")], as: { _ in .truth },
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
    text("file", [.value(.text, "The initial value."), .presence], make: { $0.file($1.files) }),
    FieldKind(
      "note", FieldKey.notes, as: { _ in nil }, at: { _ in \FormRecord.self },
      read: { _, _, _ in nil },
      make: { field, _ in
        .note(field.id, field.shownLabel)
      }),
  ]

  /// The kind of a field whose kind cannot be read.
  static let unknown = FieldKind(
    "", [], as: { _ in .any }, at: { _ in \FormRecord.self }, read: { _, _, _ in nil },
    make: { field, _ in .note(field.id, "") })

  /// A kind of text.
  private static func text(
    _ name: String, _ keys: [FieldKey], requiring requiredKeys: [String] = [],
    make: @escaping @Sendable (Field, Surroundings) -> FormField<FormRecord>
  ) -> FieldKind {
    FieldKind(
      name, keys, requiring: requiredKeys, as: { _ in .text }, at: { \FormRecord.[text: $0] },
      read: { reader, json, _ in reader.read(json, String.self).map { .text(reader.checked($0)) } },
      make: make)
  }

  /// A kind of day or time, whose values are strings in files.
  private static func dayOrTime<Part: DayOrTime>(
    _ name: String, _ example: String, _ schema: KeySchema, _ format: TextFormat<Part>,
    at path: @escaping @Sendable (String) -> PartPath<Part>,
    aid: @escaping @Sendable (Part?, Part?) -> TextAid
  ) -> FieldKind {
    value(
      name, FieldKey.times(example, schema, of: Part.self), as: .text, at: path,
      read: { reader, json, _ in reader.text(json, example) { Part($0)?.description } },
      limits: { field, now in
        var limits = field.limits as? FormDeclaration.Limits<Part> ?? FormDeclaration.Limits()
        let relative = field.relativeLimits
        limits.least = relative.least.map { $0.limit(at: now) } ?? limits.least
        limits.most = relative.most.map { $0.limit(at: now) } ?? limits.most
        return limits
      },
      aid: { aid($1, $2) }, format: { _, _ in format })
  }

  /// A path to contents of one type. The compiler of Swift 6.0 takes no closure of generic
  /// functions that returns the path itself.
  private struct PartPath<Part>: Sendable {
    let path: WritableKeyPath<FormRecord, Part?> & Sendable
    init(_ path: WritableKeyPath<FormRecord, Part?> & Sendable) { self.path = path }
  }

  /// A kind whose values are typed as text.
  private static func value<Part: Comparable & Sendable>(
    _ name: String, _ keys: [FieldKey], as expression: ExpressionKind,
    at path: @escaping @Sendable (String) -> PartPath<Part>,
    read: @escaping @Sendable (inout DeclarationReader, JSONValue, Field) -> FormDatum?,
    limits: @escaping @Sendable (Field, DayAndTime) -> FormDeclaration.Limits<Part> = {
      field, _ in field.limits as? FormDeclaration.Limits<Part> ?? FormDeclaration.Limits()
    },
    aid: @escaping @Sendable (_ step: DecimalNumber?, Part?, Part?) -> TextAid?,
    format: @escaping @Sendable (Field, _ point: Character) -> TextFormat<Part>
  ) -> FieldKind {
    FieldKind(name, keys, as: { _ in expression }, at: { path($0).path }, read: read) {
      field, surroundings in
      let now = surroundings.scope.now
      let first = limits(field, now())
      var control = TextControl()
      control.suffix = field.suffix ?? ""
      control.aid = aid(field.step, first.least, first.most)
      var range = field.rangeRules(first)
      if field.relativeLimits.least != nil || field.relativeLimits.most != nil {
        range = range.indices.map { index in
          .current { field.rangeRules(limits(field, now()))[index] }
        }
      }
      return .text(
        field.id, path(field.id).path, label: field.label, control, transform: .usual,
        as: format(field, surroundings.point).optional,
        ValidationRules(field.required() + range.map { $0.ifGiven() }))
    }
  }

  private static let step: @Sendable (DecimalNumber?, DecimalNumber?, DecimalNumber?) -> TextAid? =
    { step, least, most in step.map { .step(by: $0, from: least, through: most) } }
}

extension FormDeclaration.Field {
  fileprivate func required<Part: ExpressibleByNilLiteral>() -> [ValidationRule<Part>] {
    isRequired == true ? [.required] : []
  }

  /// The rules of a value between two limits: one, or one for each if they have messages of their
  /// own.
  fileprivate func rangeRules<Part: Comparable & Sendable>(
    _ limits: FormDeclaration.Limits<Part>
  ) -> [ValidationRule<Part>] {
    let codes = messagesByCode
    let parts: [(Part?, Part?)] =
      codes[.tooSmall] != nil || codes[.tooLarge] != nil
      ? [(limits.least, nil), (nil, limits.most)] : [(limits.least, limits.most)]
    return parts.filter { $0.0 != nil || $0.1 != nil }.map { .limits($0.0, $0.1) }
  }

  /// A text with its suggestions.
  fileprivate func suggesting(_ text: FormField<FormRecord>) -> FormField<FormRecord> {
    suggestions.map { $0.isEmpty ? text : text.suggesting($0) } ?? text
  }

  /// A field whose contents are text.
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
    let row = DeclaredScope(fields, now: surroundings.scope.now)
    let inside = FieldKind.Surroundings(
      scope: row, files: surroundings.files, point: surroundings.point,
      options: surroundings.options)
    return .list(
      id, \.[rows: id], label: label, item: nil, of: FormRecord(fields, at: row.now()),
      least...max(least, count.most ?? FormDeclaration.rowLimit),
      fields.map { $0.formField(inside) },
      allRules: distinct.compactMap { id in fields[id]?.noTwoAlike() },
      rowRules: rules.compactMap {
        $0.rowRule(row, in: surroundings.scope, point: surroundings.point)
      })
  }

  /// Rows with distinct values in this field. Missing values do not count.
  private func noTwoAlike() -> ValidationRule<[FormRecord]> {
    ValidationRule<[FormRecord]>.distinct(isFinal: false) { [id] row in row.values[id] }
      .shown(at: kind.path(id))
  }
}

extension FormField<FormRecord> {
  /// This choice with the options that its declaration offers at a time.
  fileprivate func offering(
    _ field: FormDeclaration.Field, _ surroundings: FieldKind.Surroundings
  ) -> FormField {
    let scope = surroundings.scope
    if let source = field.optionSource {
      let ids = source.words.ids
      let options = AsyncOptions(
        debounce: ids.isEmpty ? .zero : .milliseconds(300), question: surroundings.options)
      return loading(options, reading: ids.compactMap(scope.path)) { record in
        // A missing answer starts no look-up.
        guard ids.allSatisfy({ scope.isShown($0, record) && record.has($0) }) else { return nil }
        let words = source.words.words(record.word)
        return source.isFile
          ? FormDeclaration.LineSource.file(words[0]) : FormDeclaration.LineSource.program(words)
      }.takingBack()
    }
    let conditions = field.optionConditions
    guard !conditions.isEmpty else { return self }
    let names = Set(conditions.values.flatMap(\.names)).sorted()
    return with {
      $0.options.offered = { [options = field.options] record in
        options.filter { option in
          conditions[option.name]?.holds { scope.shownValue($0, record) } ?? true
        }
      }
      $0.options.reads = names.compactMap(scope.path)
    }.takingBack()
  }
}

extension FormDeclaration {
  /// The maximum rating if a form does not set one.
  static let usualRating = 5

  /// The maximum number of rows of a list without its own limit.
  private static let rowLimit = 10_000
}

extension TextFormat<String> {
  /// The text itself, which is not a value in answers if it is empty.
  fileprivate static let declared = TextFormat(
    issue: ValidationIssue(.required), read: { $0 }, write: { $0 },
    datum: { $0.isEmpty ? .none : .text($0) },
    typed: { if case .text(let text) = $0 { text } else { nil } })
}
