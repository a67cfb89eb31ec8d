import Formats

extension FormDeclaration {
  /// The texts of a form in one language; what is missing stays as it is.
  struct Texts: Sendable {
    var title: String?
    var fields: [String: FieldTexts] = [:]
    var pages: [String] = []
    var sections: [String] = []
    var rules: [String] = []
    var messages: [String: String] = [:]
  }

  /// The texts of a field.
  struct FieldTexts: Sendable {
    var title: String?
    var hint: String?
    var message: String?
    var text: String?
    var options: [String: OptionTexts] = [:]
    var fields: [String: FieldTexts] = [:]
    var rules: [String] = []
  }

  /// The texts of an option.
  struct OptionTexts: Sendable {
    var title: String?
    var refusal: String?
  }

  /// The languages that it has texts in, besides the one it is written in.
  public var languages: [String] { texts.keys.sorted() }

  /// This form in another language, as far as it has texts in that.
  ///
  ///     let german = declaration.translated(to: ["de-AT"])
  ///
  /// - Parameter preferred: Languages such as `de` or `de-AT`, the best first; `de_AT.UTF-8`, as an
  ///   environment has it, is one, too. For `de-AT` the texts of `de` do.
  public func translated(to preferred: [String]) -> FormDeclaration {
    for language in preferred {
      let whole = language.lowercased().parts(at: ".")[0].parts(at: "@")[0].parts(at: "_")
        .joined(separator: "-")
      guard let texts = texts[whole] ?? texts[String(whole.parts(at: "-")[0])] else { continue }
      var form = translated(by: texts)
      form.language = whole
      return form
    }
    return self
  }

  private func translated(by texts: Texts) -> FormDeclaration {
    var form = self
    form.title = texts.title ?? title
    form.fields = fields.map { $0.translated(by: texts.fields[$0.id]) }
    for (index, title) in texts.pages.enumerated() { form.pages[index].title = title }
    var sections = texts.sections[...]
    for page in form.pages.indices {
      for section in form.pages[page].sections.indices {
        guard let title = sections.popFirst() else { break }
        form.pages[page].sections[section].title = title
      }
    }
    for (index, message) in texts.rules.enumerated() { form.rules[index].message = message }
    form.messages.merge(texts.messages) { _, new in new }
    return form
  }
}

extension FormDeclaration.Field {
  fileprivate func translated(by texts: FormDeclaration.FieldTexts?) -> FormDeclaration.Field {
    guard let texts else { return self }
    func labelled(_ options: [FieldOption]) -> [FieldOption] {
      options.map { option in
        let own = texts.options[option.name]
        return FieldOption(
          name: option.name, label: own?.title ?? option.label,
          refusal: option.refusal.map { own?.refusal ?? $0 })
      }
    }
    var field = self
    field.title = texts.title ?? title
    field.hint = texts.hint ?? hint
    field.message = texts.message ?? message
    for (index, message) in texts.rules.enumerated() { field.rules[index].message = message }
    switch kind {
    case .choice(let options): field.kind = .choice(labelled(options))
    case .choices(let options, let limits): field.kind = .choices(labelled(options), limits)
    case .note(let text):
      let parts = [texts.title, texts.text].compactMap(\.self)
      field.kind = .note(parts.isEmpty ? text : parts.joined(separator: ": "))
    case .list(let fields, let limits, let distinct):
      let fields = fields.map { $0.translated(by: texts.fields[$0.id]) }
      field.kind = .list(fields, limits, distinct: distinct)
    case .text, .lines, .secret, .integer, .decimal, .date, .time, .datetime, .toggle, .file: break
    }
    return field
  }
}

extension DeclarationReader {
  /// Reads the texts of a language.
  mutating func texts(_ json: JSONValue, _ form: FormDeclaration) -> FormDeclaration.Texts {
    var texts = FormDeclaration.Texts()
    guard let members = members(json, DeclarationKey.language, of: "a language") else {
      return texts
    }
    texts.title = value("title", members)
    texts.fields = fieldTexts(members, form.fields)
    texts.pages = list("pages", members, atMost: form.pages.count, "pages")
    let sections = form.pages.reduce(0) { $0 + $1.sections.count }
    texts.sections = list("sections", members, atMost: sections, "sections")
    texts.rules = list("rules", members, atMost: form.rules.count, "rules")
    texts.messages = messages(members)
    return texts
  }

  private mutating func list(
    _ key: String, _ members: Members, atMost most: Int, _ things: String
  ) -> [String] {
    let texts = value(key, members, as: [String].self) ?? []
    guard texts.count > most else { return texts }
    at(key) { $0.report("there are only \(most) \(things), not \(texts.count)") }
    return []
  }

  private mutating func fieldTexts(
    _ members: Members, _ fields: [FormDeclaration.Field]
  ) -> [String: FormDeclaration.FieldTexts] {
    var all: [String: FormDeclaration.FieldTexts] = [:]
    entries("fields", members) { reader, id, json in
      guard let field = fields.first(where: { $0.id == id }) else {
        return reader.report("there is no field “\(id.prefix(40))”")
      }
      guard
        let members = reader.members(json, DeclarationKey.fieldTexts, of: "the texts of a field")
      else { return }
      var texts = FormDeclaration.FieldTexts()
      texts.title = reader.value("title", members)
      texts.hint = reader.value("hint", members)
      texts.message = reader.value("message", members)
      texts.text = reader.value("text", members)
      texts.options = reader.optionTexts(members, field.kind.options)
      texts.fields = reader.fieldTexts(members, field.kind.rowFields)
      texts.rules = reader.list("rules", members, atMost: field.rules.count, "rules")
      all[id] = texts
    }
    return all
  }

  private mutating func optionTexts(
    _ members: Members, _ options: [FieldOption]
  ) -> [String: FormDeclaration.OptionTexts] {
    var texts: [String: FormDeclaration.OptionTexts] = [:]
    let names = Set(options.map(\.name))
    entries("options", members) { reader, name, json in
      var option = FormDeclaration.OptionTexts()
      if case .string(let title) = json {
        option.title = title
      } else {
        let what = "a label, or the texts of an option,"
        guard let members = reader.members(json, DeclarationKey.optionTexts, of: what) else {
          return
        }
        option.title = reader.value("title", members)
        option.refusal = reader.value("refused", members)
      }
      guard names.contains(name) else {
        return reader.report("there is no option “\(name.prefix(40))”")
      }
      texts[name] = option
    }
    return texts
  }
}

extension FormDeclaration.Kind {
  /// The options of a choice; none of any other kind.
  var options: [FieldOption] {
    switch self {
    case .choice(let options), .choices(let options, _): options
    default: []
    }
  }

  /// The fields of a list's rows; none of any other kind.
  var rowFields: [FormDeclaration.Field] {
    if case .list(let fields, _, _) = self { fields } else { [] }
  }
}
