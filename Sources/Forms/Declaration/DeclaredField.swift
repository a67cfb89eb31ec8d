extension FormDeclaration.Field {
  /// The place of its contents in a record.
  var path: PartialKeyPath<FormRecord> & Sendable {
    switch kind {
    case .text, .lines, .secret, .file: \FormRecord.[text: id]
    case .integer: \FormRecord.[integer: id]
    case .decimal: \FormRecord.[decimal: id]
    case .date: \FormRecord.[day: id]
    case .time: \FormRecord.[time: id]
    case .datetime: \FormRecord.[moment: id]
    case .choice: \FormRecord.[choice: id]
    case .choices: \FormRecord.[choices: id]
    case .toggle: \FormRecord.[flag: id]
    case .list: \FormRecord.[rows: id]
    case .note: \FormRecord.self
    }
  }

  /// The label that the user sees.
  var label: String {
    title ?? FormField<FormRecord>.label(of: String(id.map { "-_".contains($0) ? " " : $0 }))
  }

  /// The field of a form.
  ///
  /// - Parameters:
  ///   - scope: What conditions see of the fields around it.
  ///   - files: Looks at files; nil if nothing is to be looked at.
  ///   - point: The character before a number's fraction.
  ///   - rowFields: Makes the fields of a list's rows.
  func formField(
    _ scope: DeclaredScope, _ files: FileLookup?, point: Character,
    rowFields: ([Self], DeclaredScope) -> [FormField<FormRecord>]
  ) -> FormField<FormRecord> {
    switch kind {
    case .text(let limits):
      var field = text(limits, TextControl(), .usual)
      if !limits.suggestions.isEmpty { field = field.suggesting(limits.suggestions) }
      return limits.mask.map(field.mask) ?? field
    case .lines(let rows, let limits):
      var control = TextControl()
      (control.rows, control.limit) = (rows, limits.length.most)
      return text(limits, control, TextTransform.lineBreaks.then(.usual))
    case .secret(let limits): return text(limits, TextControl(isSecret: true), .none)
    case .integer(let traits, let limits):
      return value(\.[integer: id], .integer, limits, traits.control(limits) { DecimalNumber($0) })
    case .decimal(let traits, let limits):
      let format =
        traits.places.map { TextFormat<DecimalNumber>.decimal(places: $0, point: point) }
        ?? .decimal(point: point)
      return value(\.[decimal: id], format, limits, traits.control(limits) { $0 })
    case .date(let limits):
      let aid = TextAid.calendar(from: limits.least, through: limits.most)
      return value(\.[day: id], .day, limits, TextControl(aid: aid))
    case .time(let limits):
      let aid = TextAid.timeOfDay(from: limits.least, through: limits.most)
      return value(\.[time: id], .time, limits, TextControl(aid: aid))
    case .datetime(let limits):
      let aid = TextAid.dayAndTime(from: limits.least, through: limits.most)
      return value(\.[moment: id], .dayAndTime, limits, TextControl(aid: aid))
    case .choice(let options):
      return .choice(
        id, \.[choice: id], label: label, options: options,
        ValidationRules(isRequired ? [.required] : []))
    case .choices(let options, let limits):
      return .choices(
        id, \.[choices: id], label: label, options: options,
        least: max(limits.least ?? 0, isRequired ? 1 : 0), most: limits.most)
    case .toggle:
      return isRequired
        ? .toggle(id, \.[flag: id], label: label, .accepted)
        : .toggle(id, \.[flag: id], label: label)
    case .list(let fields, let limits, let distinct):
      let least = max(limits.least ?? 0, isRequired ? 1 : 0)
      let most = limits.most ?? FormDeclaration.rowLimit
      let row = DeclaredScope(fields)
      return .list(
        id, \.[rows: id], label: label, item: nil,
        of: FormDeclaration.record(ofRows: fields), least...max(least, most),
        rowFields(fields, row),
        allRules: distinct.map { id in Self.distinct(fields.first { $0.id == id }!) },
        rowRules: rules.compactMap { $0.rowRule(row, in: scope) })
    case .file(let presence): return file(presence, files)
    case .note(let text): return .note(id, text)
    }
  }

  /// A field whose contents are a text.
  private func text(
    _ limits: FormDeclaration.TextLimits, _ control: TextControl, _ transform: TextTransform
  ) -> FormField<FormRecord> {
    var control = control
    control.suffix = limits.suffix ?? ""
    var rules: [ValidationRule<String>] = isRequired ? [.required] : []
    if let least = limits.length.least { rules.append(.length(least...).ifFilled()) }
    if let most = limits.length.most { rules.append(.length(...most)) }
    if let pattern = limits.pattern { rules.append(.matching(pattern)) }
    return .text(
      id, \.[text: id], label: label, control, transform: transform, as: .declared,
      ValidationRules(rules))
  }

  /// A field whose contents are read from a text.
  private func value<Part: Comparable & Sendable>(
    _ path: WritableKeyPath<FormRecord, Part?> & Sendable, _ format: TextFormat<Part>,
    _ limits: FormDeclaration.Limits<Part>, _ control: TextControl
  ) -> FormField<FormRecord> {
    var rules: [ValidationRule<Part?>] = isRequired ? [.required] : []
    switch (limits.least, limits.most) {
    case (nil, nil): break
    case (let least?, nil): rules.append(.range(least...))
    case (nil, let most?): rules.append(.range(...most))
    case (let least?, let most?): rules.append(.range(least...most))
    }
    return .text(
      id, path, label: label, control, transform: .usual, as: format.optional,
      ValidationRules(rules))
  }

  private func file(
    _ presence: FormDeclaration.Presence?, _ files: FileLookup?
  ) -> FormField<FormRecord> {
    var rules: [ValidationRule<String>] = isRequired ? [.required] : []
    if let presence, let files {
      switch presence {
      case .file: rules.append(.file(.file, in: files))
      case .folder: rules.append(.file(.folder, in: files))
      case .anything: rules.append(.file(nil, in: files))
      case .nothing: rules.append(.isFree(in: files))
      }
    }
    return .text(
      id, \.[text: id], label: label, TextControl(aid: .files), transform: .none, as: .declared,
      ValidationRules(rules))
  }

  /// Rows of which no two have the same in a field. What is missing repeats nothing.
  private static func distinct(_ field: Self) -> ValidationRule<[FormRecord]> {
    let id = field.id
    return ValidationRule(ValidationIssue(.repeated)) { rows in
      var places: [FormRecord.Entry: Int] = [:]
      for (index, row) in rows.enumerated() {
        guard let entry = row.entries[id] else { continue }
        if let first = places[entry] {
          return .notYet(
            ValidationIssue(
              .repeated, ["position": .integer(index + 1), "first": .integer(first + 1)]))
        }
        places[entry] = index
      }
      return .met
    }
    .shown(at: field.path)
  }
}

extension FormDeclaration {
  /// The most rows of a list that has no limit of its own.
  static let rowLimit = 10_000
}

extension FormDeclaration.NumberTraits {
  /// How the number is typed.
  fileprivate func control<Part>(
    _ limits: FormDeclaration.Limits<Part>, _ exact: (Part) -> DecimalNumber
  ) -> TextControl {
    var control = TextControl()
    control.suffix = suffix ?? ""
    control.aid = step.map {
      .step(by: $0, from: limits.least.map(exact), through: limits.most.map(exact))
    }
    return control
  }
}

extension TextFormat<String> {
  /// The text itself, which is no value in answers where it is empty.
  fileprivate static let declared = TextFormat(
    issue: ValidationIssue(.required), read: { $0 }, write: { $0 },
    datum: { $0.isEmpty ? .none : .text($0) },
    typed: { if case .text(let text) = $0 { text } else { nil } })
}

extension FormDeclaration.Kind {
  /// Returns first contents as they stand in a record; nil where they are empty.
  func entry(of datum: FormDatum) -> FormRecord.Entry? {
    switch (self, datum) {
    case (.text, .text(let text)), (.lines, .text(let text)), (.secret, .text(let text)),
      (.file, .text(let text)), (.choice, .text(let text)):
      text.isEmpty ? nil : .text(text)
    case (.integer, .integer(let number)): .integer(number)
    case (.decimal, .decimal(let number)): .decimal(number)
    case (.date, .text(let text)): CalendarDay(text).map { .day($0) }
    case (.time, .text(let text)): TimeOfDay(text).map { .time($0) }
    case (.datetime, .text(let text)): DayAndTime(text).map { .moment($0) }
    case (.toggle, .flag(let flag)): .flag(flag)
    case (.choices, .texts(let names)): names.isEmpty ? nil : .names(names)
    case (.list(let fields, _, _), .list(let rows)):
      rows.isEmpty ? nil : .rows(rows.map { FormDeclaration.record(of: $0, fields) })
    default: nil
    }
  }
}

extension FormDeclaration {
  /// Returns a row with some contents, and the first ones of its other fields.
  fileprivate static func record(of row: [FormDatum.Member], _ fields: [Field]) -> FormRecord {
    var record = record(ofRows: fields)
    for member in row {
      guard let field = fields.first(where: { $0.id == member.name }) else { continue }
      record.entries[field.id] = field.kind.entry(of: member.value)
    }
    return record
  }
}
