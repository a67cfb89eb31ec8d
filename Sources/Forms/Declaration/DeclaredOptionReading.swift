import Expressions
import Formats

// Options: of a field, of a list of the form, of a file or a program; and their names in data.

extension DeclarationReader {
  /// Reads the options at a key.
  mutating func options(_ key: String, _ members: Members) -> [FieldOption] {
    if members[key] == nil { report("the key “\(key)” is missing") }
    if case .array([])? = members[key] { at(key) { $0.report("at least one option was expected") } }
    var options: [FieldOption] = []
    var names: Set<String> = []
    elements(key, members) { reader, _, json in
      guard let option = reader.option(json) else { return }
      guard !option.name.isEmpty else { return reader.report("an option must have a value") }
      guard !option.name.utf8.contains(0) else {
        return reader.report("a text cannot contain the character U+0000")
      }
      guard names.insert(option.name).inserted else {
        return reader.report("there is already an option “\(option.name.prefix(40))”")
      }
      options.append(option)
    }
    return options
  }

  /// Returns the options of one of the form's lists; errors in them are reported at the list.
  mutating func options(ofList name: String) -> [FieldOption] {
    guard let list = shared[name] else {
      let names = shared.keys.sorted()
      let hint = names.isEmpty ? "the form has no lists" : "use \(names.alternatives)"
      at("options") { $0.report("there is no list “\(name.prefix(40))”; \(hint)") }
      return []
    }
    var reader = DeclarationReader()
    return reader.options("list", Members(members: [JSONMember("list", list)]))
  }

  /// Reads the file or program whose lines are options.
  mutating func optionSource(_ members: Members) -> FormDeclaration.OptionSource? {
    at("options") { reader in
      guard let json = members["options"], let members = reader.members(json, .optionSource) else {
        return nil
      }
      guard (members["file"] == nil) != (members["command"] == nil) else {
        reader.report("options are either the lines of a “file” or those of a “command”")
        return nil
      }
      if let path = reader.value("file", members, as: String.self) {
        return FormDeclaration.OptionSource(words: CommandRule([path]), isFile: true)
      }
      guard let words = reader.value("command", members, as: [String].self) else { return nil }
      guard words.first?.isEmpty == false else {
        reader.at("command") { $0.report("the name of a program was expected") }
        return nil
      }
      return FormDeclaration.OptionSource(words: CommandRule(words), isFile: false)
    }
  }

  /// Reports ids in braces that no field has.
  mutating func checkSource(_ source: FormDeclaration.OptionSource?, _ fields: [Field]) {
    guard let source else { return }
    at("options") { reader in
      for id in source.words.ids where fields[id].map({ $0.isNote }) ?? true {
        reader.report("there is no field “\(id.prefix(40))”; write {{ and }} for braces")
      }
      if !source.isFile, source.words.ids(in: 0).count > 0 {
        reader.report("an answer cannot name the program; write {{ and }} for braces")
      }
    }
  }

  /// Reads the conditions under which options are offered, by the options' names.
  mutating func optionConditions(
    _ members: Members, _ kinds: [String: ExpressionKind], of id: String
  ) -> [String: NamedExpression] {
    var conditions: [String: NamedExpression] = [:]
    func read(_ reader: inout DeclarationReader, _ option: JSONValue) {
      guard case .object(let members) = option else { return }
      let source = Members(members: members)
      guard case .string(let name)? = source["value"],
        let condition = reader.condition("when", source, kinds)
      else { return }
      if condition.names.contains(id) {
        reader.at("when") { $0.report("an option cannot depend on the value of its own field") }
      }
      conditions[name] = condition
    }
    if case .string(let name)? = members["options"] {
      guard case .array(let list)? = shared[name] else { return [:] }
      var other = DeclarationReader()
      for option in list { read(&other, option) }
      for problem in other.problems {
        at("options") { $0.report("in the list “\(name.prefix(40))”: \(problem.reason)") }
      }
    } else if case .array(let list)? = members["options"] {
      at("options") { reader in
        for (index, option) in list.enumerated() { reader.at("[\(index)]") { read(&$0, option) } }
      }
    }
    return conditions
  }

  /// Reports keys of options that a ranking cannot have: it is an order of all of them.
  mutating func checkRanked(_ members: Members) {
    func check(_ reader: inout DeclarationReader, _ list: JSONValue?) {
      guard case .array(let options)? = list else { return }
      for (index, option) in options.enumerated() {
        guard case .object(let members) = option else { continue }
        for key in ["refused", "when"] where Members(members: members)[key] != nil {
          reader.at("[\(index)]") { reader in
            reader.at(key) { $0.report("a ranking includes all of its options; remove this key") }
          }
        }
      }
    }
    guard case .string(let name)? = members["options"] else {
      return at("options") { check(&$0, members["options"]) }
    }
    var other = DeclarationReader()
    check(&other, shared[name])
    for problem in other.problems {
      at("options") {
        $0.report("in the list “\(name.prefix(40))”, \(problem.keyPath): \(problem.reason)")
      }
    }
  }

  /// Reads the conditions of options in lists that no field names; those of others are read with
  /// their fields.
  mutating func checkUnusedLists(_ members: Members, _ fields: [Field]) {
    guard case .object? = members["lists"] else { return }
    let all = fields.withRows
    let (used, kinds) = (Set(all.compactMap(\.optionList)), all.expressionKinds)
    entries("lists", members) { reader, name, json in
      guard !used.contains(name), case .array(let options) = json else { return }
      for (index, option) in options.enumerated() {
        guard case .object(let members) = option else { continue }
        reader.at("[\(index)]") { _ = $0.condition("when", Members(members: members), kinds) }
      }
    }
  }

  private mutating func option(_ json: JSONValue) -> FieldOption? {
    if case .string(let name) = json { return FieldOption(name: name, label: name) }
    guard case .object = json else {
      report(json.isNot("an option, as a text or an object,"))
      return nil
    }
    guard let members = members(json, .option),
      let name = required("value", members, as: String.self)
    else { return nil }
    return FieldOption(
      name: name, label: value("title", members) ?? name, refusal: value("refused", members))
  }

  // MARK: Names of options in data

  mutating func optionName(_ json: JSONValue, _ field: Field) -> String? {
    guard case .string(let name) = json else {
      report(json.isNot("the value of an option"))
      return nil
    }
    if field.optionSource != nil || field.options.contains(where: { $0.name == name }) {
      return name
    }
    report("there is no option “\(name.prefix(40))”")
    return nil
  }

  mutating func optionNames(_ json: JSONValue, _ field: Field) -> FormDatum? {
    guard case .array(let elements) = json else {
      report(json.isNot("a list of options"))
      return nil
    }
    var names: Set<String> = []
    for (index, element) in elements.enumerated() {
      at("[\(index)]") { reader in
        guard let name = reader.optionName(element, field) else { return }
        if !names.insert(name).inserted { reader.report("“\(name)” occurs twice") }
      }
    }
    if field.optionSource != nil {
      return .texts(elements.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }
    return .texts(field.options.map(\.name).filter(names.contains))
  }

  /// Reads all options in an order.
  mutating func ranking(_ json: JSONValue, _ field: Field) -> FormDatum? {
    guard case .array(let elements) = json, optionNames(json, field) != nil else {
      report(json.isNot("a list of options"))
      return nil
    }
    let names = elements.compactMap { if case .string(let name) = $0 { name } else { nil } }
    return .texts(names + field.options.map(\.name).filter { !names.contains($0) })
  }
}
