import Expressions
import Formats

extension FormDeclaration {
  /// The maximum number of bytes of a declaration.
  static let sizeLimit = 4 << 20
  /// The maximum number of values of a declaration: texts, numbers, lists and objects.
  static let valueLimit = 250_000

  /// Reads a declaration.
  ///
  /// - Parameters:
  ///   - text: The declaration as JSON.
  ///   - file: The name of its file, for problems.
  public init(json text: String, named file: String? = nil) throws(FormDeclarationError) {
    try self.init(json: Array(text.utf8), named: file)
  }

  /// Reads a declaration.
  ///
  /// - Parameters:
  ///   - bytes: The declaration as JSON in UTF-8.
  ///   - file: The name of its file, for problems.
  public init(json bytes: [UInt8], named file: String? = nil) throws(FormDeclarationError) {
    var reader = DeclarationReader()
    do throws(DocumentError) {
      guard bytes.count <= Self.sizeLimit else {
        throw DocumentError("it is larger than \(Self.sizeLimit >> 20) MiB")
      }
      self = reader.form(try JSONReader.read(bytes, valueLimit: Self.valueLimit))
    } catch { throw FormDeclarationError([error], in: bytes, file) }
    guard reader.problems.isEmpty else {
      throw FormDeclarationError(reader.problems, in: bytes, file)
    }
    notes = FormDeclarationError(reader.notes, in: bytes, file).problems
  }
}

/// The problems of a declaration, all of them, in the order of the file.
public struct FormDeclarationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problems; each states its position and cause in one sentence.
  public let problems: [FormDeclarationProblem]

  init(_ problems: [DocumentError], in bytes: [UInt8], _ file: String?) {
    let located = JSONLocator.locating(problems, in: bytes).map { problem in
      var problem = file.map(problem.inFile) ?? problem
      // A file that cannot be read at all has its problem at the beginning.
      if problem.position == nil { problem.position = DocumentError.Position(line: 1, column: 1) }
      return problem
    }
    self.problems = located.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element)
  }

  /// The problems, a line each.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// A problem of a declaration: the file, the position, the key and the error.
public typealias FormDeclarationProblem = DocumentError

extension DocumentError {
  /// The position in the file, for sorting: the line, and the column in it.
  fileprivate var order: Int { position.map { $0.line << 32 | $0.column } ?? 0 }
}

extension DeclarationReader {
  /// The members of an object; reports those that it may not have.
  mutating func members(_ json: JSONValue, _ object: DeclaredObject) -> Members? {
    members(json, object.keys, of: object.name)
  }

  fileprivate mutating func form(_ json: JSONValue) -> FormDeclaration {
    var form = FormDeclaration()
    guard let members = members(json, .form) else { return form }
    _ = value("$schema", members, as: String.self)
    form.title = value("title", members)
    entries("lists", members) { reader, name, json in reader.shared[name] = json }
    if case .object(let lists)? = members["lists"] {
      at("lists") { reader in
        for list in lists { _ = reader.options(list.key, Members(members: lists)) }
      }
    }
    form.fields = fields("fields", members)
    checkUnusedLists(members, form.fields)
    form.rules = rules(members, form.fields)
    form.pages = pages(members, &form.fields)
    checkTexts(of: form, members)
    form.messages = messages(members) { ValidationMessages.knows($0) }
    let original = form
    entries("texts", members) { reader, language, json in
      form.translations[language.lowercased()] = reader.translated(original, json)
    }
    return form
  }

  /// Reports the errors of expressions in the texts of a form as a whole, or of its translation.
  mutating func checkTexts(of form: FormDeclaration, _ members: Members) {
    let kinds = form.fields.expressionKinds
    checkTexts(["title"], members, kinds)
    checkMessages(members, kinds, parameters: DeclaredText.parameters(of:))
  }

  /// Reads the rules of a form, or of a list's rows.
  ///
  /// - Parameter outer: The fields around the rows, which rules can also name; nil for a form.
  mutating func rules(
    _ members: Members, _ fields: [Field], outer: [Field]? = nil
  ) -> [FormDeclaration.Rule] {
    let named = fields + (outer ?? []).filter { fields[$0.id] == nil }
    let kinds = named.expressionKinds
    let canBeEmpty = Set(named.filter { $0.isRequired != true && $0.least == 0 }.map(\.id))
    var rules: [FormDeclaration.Rule] = []
    elements("rules", members) { reader, _, json in
      guard let rule = reader.rule(json, fields, kinds, isOfRow: outer != nil) else { return }
      rules.append(rule)
      guard case .condition(let condition) = rule.test else { return }
      for id in condition.names where condition.needs.contains(id) && canBeEmpty.contains(id) {
        reader.note("is not checked while \(id) is empty")
      }
    }
    return rules
  }

  private mutating func rule(
    _ json: JSONValue, _ fields: [Field], _ kinds: [String: ExpressionKind], isOfRow: Bool
  ) -> FormDeclaration.Rule? {
    guard let members = members(json, .rule) else { return nil }
    checkTexts(["message"], members, kinds)
    if (members["rule"] == nil) == (members["command"] == nil) {
      report(
        members["rule"] == nil
          ? "the key “rule” or “command” is missing"
          : "a rule is either a condition or a command, not both")
      return nil
    }
    if isOfRow, members["command"] != nil {
      at("command") { $0.report("a rule for rows needs a condition, not a program") }
      return nil
    }
    let condition = condition("rule", members, kinds)
    let command = condition == nil ? command(members, fields) : nil
    let test =
      condition.map { FormDeclaration.Rule.Test.condition($0) } ?? command.map { .command($0) }
    // The issue of a row's rule is at a field of the row.
    let reads = condition?.names.filter { !isOfRow || fields[$0] != nil } ?? command?.ids
    let message: String? = value("message", members)
    guard let id = value("at", members, as: String.self) ?? reads?.first else {
      if members["at"] == nil, test != nil { report("the key “at” is missing") }
      return nil
    }
    guard let field = fields[id] else {
      at("at") { $0.report("there is no field “\(id.prefix(40))”") }
      return nil
    }
    if field.isNote {
      at("at") { $0.report("“\(id)” is a note, which cannot show an issue") }
      return nil
    }
    return test.map { FormDeclaration.Rule(field: id, message: message, test: $0) }
  }

  private mutating func command(_ members: Members, _ fields: [Field]) -> CommandRule? {
    guard let words = value("command", members, as: [String].self) else { return nil }
    let command = CommandRule(words)
    return at("command") { reader -> CommandRule? in
      guard let program = words.first, !program.isEmpty else {
        reader.report("the name of a program was expected")
        return nil
      }
      let count = reader.problems.count
      for word in words.indices {
        reader.at("[\(word)]") { reader in
          for id in command.ids(in: word) {
            if word == 0 {
              reader.report("an answer cannot name the program; write {{ and }} for braces")
            } else if let field = fields[id] {
              guard ["list", "note"].contains(field.kind.name) else { continue }
              reader.report("“\(id)” has no value that can be passed to a program")
            } else {
              reader.report("there is no field “\(id.prefix(40))”; write {{ and }} for braces")
            }
          }
          if words[word].utf8.contains(0) {
            reader.report("an argument cannot contain the character U+0000")
          }
        }
      }
      return reader.problems.count == count ? command : nil
    }
  }

  /// Reads the pages, whose conditions become those of their fields.
  private mutating func pages(_ members: Members, _ shown: inout [Field]) -> [FormDeclaration.Page]
  {
    var pages: [FormDeclaration.Page] = []
    var seen: Set<String> = []
    let (fields, kinds) = (shown, shown.expressionKinds)
    func require(_ reader: inout DeclarationReader, _ members: Members, of ids: [String]) {
      guard let condition = reader.condition("when", members, kinds) else { return }
      let before = shown
      for index in shown.indices where ids.contains(shown[index].id) {
        shown[index].conditions.append(condition)
      }
      guard !before.hasCircle, shown.hasCircle else { return }
      shown = before
      reader.at("when") {
        $0.report("the condition depends on a field that it shows or hides")
      }
    }
    elements("pages", members) { reader, _, json in
      guard let members = reader.members(json, .page) else { return }
      if members["fields"] == nil, members["sections"] == nil {
        reader.report("the key “fields” or “sections” is missing")
      }
      reader.checkTexts(["title"], members, kinds)
      var page = FormDeclaration.Page(
        title: reader.value("title", members), fields: reader.ids(members, fields, &seen))
      reader.elements("sections", members) { reader, _, json in
        guard let members = reader.members(json, .section),
          let title = reader.required("title", members, as: String.self)
        else { return }
        reader.checkTexts(["title"], members, kinds)
        if members["fields"] == nil { reader.report("the key “fields” is missing") }
        if title.isEmpty { reader.at("title") { $0.report("a title was expected") } }
        if page.sections.contains(where: { $0.title == title }) {
          reader.at("title") { $0.report("the page already has a section “\(title.prefix(40))”") }
        }
        let isFolded: Bool? = reader.value("folded", members)
        let ids = reader.ids(members, fields, &seen)
        require(&reader, members, of: ids)
        page.sections.append(
          FormSection(title, ids, isFoldable: isFolded != nil, isFolded: isFolded ?? false))
      }
      require(&reader, members, of: page.fields + page.sections.flatMap(\.fields))
      pages.append(page)
    }
    return pages
  }

  /// Reads the ids of fields; each may be on only one page.
  private mutating func ids(
    _ members: Members, _ fields: [Field], _ seen: inout Set<String>
  ) -> [String] {
    var ids: [String] = []
    elements("fields", members) { reader, _, json in
      guard case .string(let id) = json else { return reader.report(json.isNot("an id")) }
      if fields[id] == nil {
        reader.report("there is no field “\(id.prefix(40))”")
      } else if !seen.insert(id).inserted {
        reader.report("“\(id)” is already on a page")
      } else {
        ids.append(id)
      }
    }
    return ids
  }

  /// Reads sentences for issues.
  ///
  /// - Parameter isKnown: Returns true for the name of an issue.
  mutating func messages(_ members: Members, _ isKnown: (String) -> Bool) -> [String: String] {
    var messages: [String: String] = [:]
    entries("messages", members) { reader, code, json in
      guard case .string(let text) = json else { return reader.report(json.isNot("text")) }
      guard isKnown(code) else { return reader.report("there is no issue “\(code.prefix(40))”") }
      messages[code] = text
    }
    return messages
  }
}
