import Expressions
import Formats

// The texts of a form in another language, which replace its own.

extension DeclarationReader {
  /// Returns a form with the texts of a language; those that are missing stay.
  mutating func translated(_ form: FormDeclaration, _ json: JSONValue) -> FormDeclaration {
    guard let members = members(json, .language) else { return form }
    var form = form
    let kinds = form.fields.expressionKinds
    replace(&form.title, "title", members)
    checkTexts(of: form, members)
    translate(&form.fields, members)
    let pages = texts("pages", members, atMost: form.pages.count, "pages", kinds)
    for (index, title) in pages.enumerated() { form.pages[index].title = title }
    let sections = form.pages.indices.flatMap { page in
      form.pages[page].sections.indices.map { (page, $0) }
    }
    let titles = texts("sections", members, atMost: sections.count, "sections", kinds)
    for ((page, section), title) in zip(sections, titles) {
      form.pages[page].sections[section].title = title
    }
    translate(&form.rules, members, kinds)
    form.messages.merge(messages(members) { ValidationMessages.knows($0) }) { _, new in new }
    return form
  }

  private mutating func replace(_ text: inout String?, _ key: String, _ members: Members) {
    text = value(key, members) ?? text
  }

  private mutating func texts(
    _ key: String, _ members: Members, atMost most: Int, _ things: String,
    _ kinds: [String: ExpressionKind]
  ) -> [String] {
    let texts = value(key, members, as: [String].self) ?? []
    return at(key) { reader in
      guard texts.count <= most else {
        reader.report("there are only \(most) \(things), not \(texts.count)")
        return []
      }
      for (index, text) in texts.enumerated() {
        reader.at("[\(index)]") { $0.check(text, kinds) }
      }
      return texts
    }
  }

  private mutating func translate(
    _ rules: inout [FormDeclaration.Rule], _ members: Members, _ kinds: [String: ExpressionKind]
  ) {
    let messages = texts("rules", members, atMost: rules.count, "rules", kinds)
    for (index, message) in messages.enumerated() { rules[index].message = message }
  }

  private mutating func translate(_ fields: inout [Field], _ members: Members) {
    var translated = fields
    let kinds = fields.expressionKinds
    entries("fields", members) { reader, id, json in
      guard let index = translated.firstIndex(where: { $0.id == id }) else {
        return reader.report("there is no field “\(id.prefix(40))”")
      }
      guard let members = reader.members(json, .fieldTexts) else { return }
      // A note has one text, under either key: a translation replaces both.
      if translated[index].isNote, members["title"] != nil || members["text"] != nil {
        (translated[index].title, translated[index].text) = (nil, nil)
      }
      reader.replace(&translated[index].title, "title", members)
      reader.replace(&translated[index].hint, "hint", members)
      reader.replace(&translated[index].message, "message", members)
      reader.replace(&translated[index].text, "text", members)
      let known = translated[index]
      let messages = reader.messages(members) { !known.codes(of: $0).isEmpty }
      translated[index].messages.merge(messages) { _, new in new }
      reader.checkTexts(of: known, members, kinds)
      reader.translate(&translated[index].options, members)
      reader.translate(&translated[index].fields, members)
      let rowKinds = kinds.merging(translated[index].fields.expressionKinds) { _, own in own }
      reader.translate(&translated[index].rules, members, rowKinds)
    }
    fields = translated
  }

  private mutating func translate(_ options: inout [FieldOption], _ members: Members) {
    var translated = options
    let indices = Dictionary(
      options.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    entries("options", members) { reader, name, json in
      var (label, refusal): (String?, String?) = (nil, nil)
      if case .string(let text) = json {
        label = text
      } else {
        guard let members = reader.members(json, .optionTexts) else { return }
        label = reader.value("title", members)
        refusal = reader.value("refused", members)
      }
      guard let index = indices[name] else {
        return reader.report("there is no option “\(name.prefix(40))”")
      }
      translated[index].label = label ?? translated[index].label
      // An option that can be chosen has no reason why not.
      translated[index].refusal = translated[index].refusal.map { refusal ?? $0 }
    }
    options = translated
  }
}
