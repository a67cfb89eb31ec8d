import Expressions
import Formats

extension DeclarationReader {
  typealias Field = FormDeclaration.Field

  /// Reads the fields of a form or of a row.
  mutating func fields(_ key: String, _ members: Members) -> [Field] {
    if members[key] == nil { report("the key “\(key)” is missing") }
    if case .array([])? = members[key] { at(key) { $0.report("at least one field was expected") } }
    var (fields, sources): ([Field], [Members]) = ([], [])
    elements(key, members) { reader, index, json in
      if index == FormDeclaration.fieldLimit {
        reader.report("a form can have at most \(FormDeclaration.fieldLimit) fields")
      }
      guard index < FormDeclaration.fieldLimit else { return }
      let (field, source) = reader.field(json)
      fields.append(field)
      sources.append(source)
    }
    return at(key) { $0.connected(fields, sources) }
  }

  private mutating func field(_ json: JSONValue) -> (Field, Members) {
    guard case .object(let members) = json else {
      report(json.isNot("a field"))
      return (Field(id: "", kind: .unknown), Members(members: []))
    }
    let source = Members(members: members)
    guard let name = required("kind", source, as: String.self) else {
      return (Field(id: id(source), kind: .unknown), source)
    }
    guard let kind = FieldKind.all.first(where: { $0.name == name }) else {
      at("kind") { reader in
        let kinds = FieldKind.all.map(\.name)
        reader.report("there is no kind “\(name.prefix(40))”; use \(kinds.alternatives)")
      }
      return (Field(id: id(source), kind: .unknown), source)
    }
    let article = "aei".contains(name.first ?? " ") ? "an" : "a"
    _ = self.members(json, kind.keys.map(\.key), of: "\(article) \(name)")
    var field = Field(id: id(source), kind: kind)
    for key in kind.keys { key.read(&self, source, &field) }
    return (field, source)
  }

  private mutating func id(_ members: Members) -> String {
    guard let id = required("id", members, as: String.self) else { return "" }
    guard FormDeclaration.isID(id) else {
      at("id") {
        $0.report("an id of letters, digits, _ and - that begins with a letter was expected")
      }
      return ""
    }
    return id
  }

  /// Reads the conditions and rules of fields, which read other ones.
  private mutating func connected(_ fields: [Field], _ sources: [Members]) -> [Field] {
    let known = fields.filter { !$0.id.isEmpty }
    let kinds = known.expressionKinds
    var (fields, seen) = (fields, Set<String>())
    for index in fields.indices {
      at("[\(index)]") { reader in
        let id = fields[index].id
        if !id.isEmpty, !seen.insert(id).inserted {
          reader.at("id") { $0.report("two fields have the id “\(id)”") }
        }
        let source = sources[index]
        if let condition = reader.condition("when", source, kinds) {
          fields[index].conditions = [condition]
        }
        if case .string? = source["required"] {
          fields[index].requirement = reader.condition("required", source, kinds)
        }
        reader.checkTexts(of: fields[index], source, kinds)
        fields[index].optionConditions = reader.optionConditions(source, kinds, of: id)
        reader.checkSource(fields[index].optionSource, known)
        reader.checkSame(fields[index], known)
        if fields[index].kind.name == "list" {
          fields[index].rules = reader.rules(sources[index], fields[index].fields, outer: known)
        }
      }
    }
    reportCircles(fields)
    return fields
  }

  /// Reports conditions that depend on each other, once for each circle.
  private mutating func reportCircles(_ fields: [Field]) {
    var open = fields.waiting
    for field in fields {
      var trail = open[field.id] == nil ? [] : [field.id]
      while let last = trail.last, let next = open[last]?.first(where: { open[$0] != nil }) {
        if let start = trail.firstIndex(of: next) {
          report(circle: Array(trail[start...]), in: fields)
          break
        }
        trail.append(next)
      }
      for id in trail { open[id] = nil }
    }
  }

  private mutating func report(circle: [String], in fields: [Field]) {
    guard let index = fields.firstIndex(where: { $0.id == circle[0] }) else { return }
    let reason =
      circle.count == 1
      ? "the condition of “\(circle[0])” depends on itself"
      : "the conditions of \(circle.map { "“\($0)”" }.listed) depend on each other"
    at("[\(index)]") { reader in reader.at("when") { $0.report(reason) } }
  }

  // MARK: Parts of several kinds

  /// The minimum and the maximum value at two keys; reports a least above the greatest.
  mutating func limits<Value: Comparable & Sendable>(
    _ least: String, _ most: String, _ members: Members,
    _ read: (inout DeclarationReader, String, Members) -> Value?
  ) -> FormDeclaration.Limits<Value> {
    let (low, high) = (read(&self, least, members), read(&self, most, members))
    if let low, let high, low > high {
      at(least) { $0.report("\(low) is above the \(most), \(high)") }
      return FormDeclaration.Limits()
    }
    return FormDeclaration.Limits(least: low, most: high)
  }

  /// A condition on values of some kinds.
  mutating func condition(
    _ key: String, _ members: Members, _ kinds: [String: ExpressionKind]
  ) -> NamedExpression? {
    guard let text = value(key, members, as: String.self) else { return nil }
    do throws(StreamExpressionError) { return try NamedExpression(text, kinds: kinds) } catch {
      at(key) { $0.report(error.reason, column: error.column) }
      return nil
    }
  }

  /// A number of characters.
  mutating func length(_ key: String, _ members: Members) -> Int? {
    guard let count = number(key, members, 0...) else { return nil }
    let limit = TextControl.byteLimit
    guard count > limit else { return count }
    at(key) { $0.report("\(count) is too many; a text can have at most \(limit) bytes") }
    return nil
  }

  mutating func pattern(_ members: Members) -> TextPattern? {
    guard let text = value("pattern", members, as: String.self) else { return nil }
    do throws(TextPatternError) { return try TextPattern(text) } catch {
      at("pattern") { $0.report(error.description.oneLine) }
      return nil
    }
  }

  mutating func distinct(_ members: Members, _ fields: [Field]) -> [String] {
    var distinct: [String] = []
    elements("distinct", members) { reader, _, json in
      guard case .string(let id) = json else { return reader.report(json.isNot("an id")) }
      guard let field = fields[id] else {
        return reader.report("the rows have no field “\(id.prefix(40))”")
      }
      if ["list", "note", "toggle"].contains(field.kind.name) {
        reader.report("“\(id)” cannot be distinct: it is a \(field.kind.name)")
      } else if !distinct.contains(id) {
        distinct.append(id)
      }
    }
    return distinct
  }

  /// Reports a repetition of something that is not another secret.
  private mutating func checkSame(_ field: Field, _ fields: [Field]) {
    guard let same = field.same else { return }
    at("same") { reader in
      guard let original = fields[same] else {
        return reader.report("there is no field “\(same.prefix(40))”")
      }
      if original.kind.name != "secret" || same == field.id {
        reader.report("the id of another field of the kind secret was expected")
      }
    }
  }

  /// Reports the errors of expressions in the texts of a field.
  mutating func checkTexts(of field: Field, _ members: Members, _ kinds: [String: ExpressionKind]) {
    checkTexts(["title", "hint", "message", "text"], members, kinds)
    checkMessages(members, kinds)
  }

  // MARK: First contents

  /// Reads the first contents of a field; nil if they are of another kind, which is reported.
  mutating func contents(_ members: Members, _ field: Field, at key: String = "value") -> FormDatum?
  {
    guard let json = members[key] else { return nil }
    return at(key) { field.kind.read(&$0, json, field) }
  }

  mutating func read<Value: JSONConvertible>(_ json: JSONValue, _: Value.Type) -> Value? {
    do throws(DocumentError) { return try Value(json: json) } catch {
      report(error)
      return nil
    }
  }

  /// Reports text that no field accepts.
  mutating func checked(_ text: String) -> String {
    if text.utf8.contains(0) {
      report("a text cannot contain the character U+0000")
    } else if text.utf8.count > TextControl.byteLimit {
      report("a text can have at most \(TextControl.byteLimit) bytes, not \(text.utf8.count)")
    }
    return text
  }

  /// Reads a string that has a meaning, such as a day.
  mutating func text(
    _ json: JSONValue, _ expected: String, _ read: (String) -> String?
  ) -> FormDatum? {
    guard case .string(let text) = json else {
      report(json.isNot(expected))
      return nil
    }
    if let read = read(text) { return .text(read) }
    report("\(expected) was expected, not “\(text.prefix(40))”")
    return nil
  }

  /// Reads a number with a limited number of decimal places.
  mutating func decimal(_ json: JSONValue, _ field: Field) -> FormDatum? {
    guard let number = read(json, DecimalNumber.self) else { return nil }
    if let places = field.places, number.trimmed.places > places {
      report("a number with at most \(places) decimal places was expected, not \(number)")
      return nil
    }
    return .decimal(number)
  }

  mutating func rows(_ json: JSONValue, _ field: Field) -> FormDatum? {
    guard case .array(let rows) = json else {
      report(json.isNot("a list of rows"))
      return nil
    }
    return .list(
      rows.enumerated().map { index, row in at("[\(index)]") { $0.row(row, field.fields) } })
  }

  private mutating func row(_ json: JSONValue, _ fields: [Field]) -> [FormDatum.Member] {
    guard case .object(let members) = json else {
      report(json.isNot("a row, an object,"))
      return []
    }
    return members.compactMap { member in
      at(member.key) { reader in
        guard let field = fields[member.key] else {
          reader.report("the rows have no field “\(member.key.prefix(40))”")
          return nil
        }
        if member.value == .null { return nil }
        return field.kind.read(&reader, member.value, field).map { .init(field.id, $0) }
      }
    }
  }
}

extension [FormDeclaration.Field] {
  /// The fields that are shown or hidden by others of these, with the ids that they wait for.
  fileprivate var waiting: [String: [String]] {
    var open = Dictionary(
      map { ($0.id, $0.conditions.flatMap(\.names)) }, uniquingKeysWith: { first, _ in first })
    var count = 0
    repeat {
      count = open.count
      open = open.filter { $0.value.contains { open[$0] != nil } }
    } while open.count < count
    return open
  }

  /// True if conditions of fields depend on each other.
  var hasCircle: Bool { !waiting.isEmpty }
}

extension FormDeclaration {
  /// The maximum number of fields of a form, and of a row.
  static let fieldLimit = 1000

  /// Returns true for a string that may be a field's id.
  static func isID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool { byte == 0x5F || (0x61...0x7A).contains(byte | 0x20) }
    return isLetter(first)
      && bytes.allSatisfy { isLetter($0) || $0 == 0x2D || (0x30...0x39).contains($0) }
  }
}

extension String {
  /// The text with its line breaks as blanks, for a sentence.
  var oneLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
