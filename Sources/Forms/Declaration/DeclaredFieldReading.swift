import Expressions
import Formats

/// A field as it stands in a declaration, before the conditions that read other fields are known.
struct FieldDraft {
  let members: DeclarationReader.Members
  /// The id; empty if it has none that can be read.
  let id: String
  /// The kind; nil if it has none that can be read.
  let kind: FormDeclaration.Kind?
}

extension DeclarationReader {
  /// Reads the fields of a form or of a row.
  mutating func fields(_ key: String, _ members: Members) -> [FormDeclaration.Field] {
    if members[key] == nil { report("the key “\(key)” is missing") }
    if case .array([])? = members[key] {
      at(key) { $0.report("at least one field was expected") }
    }
    var drafts: [FieldDraft] = []
    elements(key, members) { reader, index, json in
      if index == FormDeclaration.fieldLimit {
        reader.report("a form has at most \(FormDeclaration.fieldLimit) fields")
      }
      guard index < FormDeclaration.fieldLimit else { return }
      drafts.append(reader.draft(json))
    }
    return at(key) { reader in reader.finish(drafts) }
  }

  private mutating func draft(_ json: JSONValue) -> FieldDraft {
    guard case .object(let members) = json else {
      report(json.isNot("a field"))
      return FieldDraft(members: Members(members: []), id: "", kind: nil)
    }
    let raw = Members(members: members)
    guard let name = required("kind", raw, as: String.self) else {
      return FieldDraft(members: raw, id: id(raw), kind: nil)
    }
    guard let kind = FormDeclaration.KindName(rawValue: name) else {
      at("kind") { reader in
        let kinds = FormDeclaration.KindName.allCases.map(\.rawValue)
        reader.report("there is no kind “\(name.prefix(40))”, only \(kinds.listed)")
      }
      return FieldDraft(members: raw, id: id(raw), kind: nil)
    }
    let article = "ai".contains(name.first ?? " ") ? "an" : "a"
    _ = self.members(json, DeclarationKey.field(kind), of: "\(article) \(name)")
    return FieldDraft(members: raw, id: id(raw), kind: self.kind(kind, raw))
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

  /// Reads what the fields of one form have to do with each other.
  private mutating func finish(_ drafts: [FieldDraft]) -> [FormDeclaration.Field] {
    var kinds: [String: ExpressionKind] = [:]
    var seen: Set<String> = []
    for (index, draft) in drafts.enumerated() where !draft.id.isEmpty {
      if !seen.insert(draft.id).inserted {
        at("[\(index)]") { reader in
          reader.at("id") { $0.report("there are two fields of the id “\(draft.id)”") }
        }
      } else if let kind = draft.kind {
        kinds[draft.id] = kind.expressionKind
      } else {
        kinds[draft.id] = .any
      }
    }
    var fields: [FormDeclaration.Field] = []
    var taken: Set<String> = []
    for (index, draft) in drafts.enumerated() {
      let field = at("[\(index)]") { $0.field(draft, kinds) }
      if let field, taken.insert(field.id).inserted { fields.append(field) }
    }
    reportCircles(fields, drafts)
    for (index, draft) in drafts.enumerated() {
      guard case .list(let rowFields, _, _)? = draft.kind,
        let place = fields.firstIndex(where: { $0.id == draft.id })
      else { continue }
      let outer = fields
      fields[place].rules = at("[\(index)]") { $0.rules(draft.members, rowFields, outer: outer) }
    }
    return fields
  }

  private mutating func field(
    _ draft: FieldDraft, _ kinds: [String: ExpressionKind]
  ) -> FormDeclaration.Field? {
    let condition = condition("when", draft.members, kinds)
    guard let kind = draft.kind, !draft.id.isEmpty else { return nil }
    let isRequired = value("required", draft.members, as: Bool.self) ?? false
    return FormDeclaration.Field(
      id: draft.id, title: value("title", draft.members), hint: value("hint", draft.members),
      kind: kind, isRequired: isRequired, message: value("message", draft.members),
      value: members(draft.members, firstContentsOf: kind), condition: condition)
  }

  private mutating func members(
    _ members: Members, firstContentsOf kind: FormDeclaration.Kind
  ) -> FormDatum? {
    if case .note = kind { return nil }
    guard let json = members["value"] else { return nil }
    return at("value") { $0.datum(json, of: kind) }
  }

  /// Reports conditions that wait for each other, once for each circle.
  private mutating func reportCircles(
    _ fields: [FormDeclaration.Field], _ drafts: [FieldDraft]
  ) {
    let reads = Dictionary(
      fields.map { ($0.id, $0.condition?.names ?? []) }, uniquingKeysWith: { first, _ in first })
    var done: Set<String> = []
    for field in fields {
      guard let circle = circle(from: field.id, reads, &done),
        let index = drafts.firstIndex(where: { $0.id == circle[0] })
      else { continue }
      at("[\(index)]") { reader in
        reader.at("when") { reader in
          reader.report(
            circle.count == 1
              ? "the condition of “\(circle[0])” waits for itself"
              : "the conditions of \(circle.map { "“\($0)”" }.listed) wait for each other")
        }
      }
    }
  }

  private func circle(
    from id: String, _ reads: [String: [String]], _ done: inout Set<String>
  ) -> [String]? {
    // A stack of its own, as conditions may lead through all fields.
    var open: [(id: String, next: Int)] = [(id, 0)]
    var onTrail: Set<String> = []
    while let (id, next) = open.last {
      if next == 0 {
        if done.contains(id) {
          open.removeLast()
          continue
        }
        onTrail.insert(id)
      }
      let others = reads[id] ?? []
      guard next < others.count else {
        done.insert(id)
        onTrail.remove(id)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if onTrail.contains(others[next]) {
        let trail = open.map(\.id)
        done.formUnion(trail)
        return Array(trail[trail.firstIndex(of: others[next])!...])
      }
      open.append((others[next], 0))
    }
    return nil
  }
}

extension DeclarationReader {
  /// The least and the greatest value at two keys; reports a least above the greatest.
  mutating func limits<Value: Comparable & Sendable>(
    _ least: String, _ most: String, _ members: Members,
    _ read: (inout DeclarationReader, String, Members) -> Value?
  ) -> FormDeclaration.Limits<Value> {
    let (low, high) = (read(&self, least, members), read(&self, most, members))
    if let low, let high, low > high {
      at(least) { $0.report("\(low) is above the \(most), \(high)") }
      return FormDeclaration.Limits(least: nil, most: nil)
    }
    return FormDeclaration.Limits(least: low, most: high)
  }

  /// A condition on values of some kinds.
  mutating func condition(
    _ key: String, _ members: Members, _ kinds: [String: ExpressionKind]
  ) -> NamedCondition? {
    guard let text = value(key, members, as: String.self) else { return nil }
    do throws(StreamExpressionError) {
      return try NamedCondition(text, kinds: kinds)
    } catch {
      at(key) { $0.report(error.reason, column: error.column) }
      return nil
    }
  }
}

extension FormDeclaration {
  /// The most fields of a form, and of a row.
  static let fieldLimit = 1000

  /// Returns true for a text that may be a field's id.
  static func isID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first else { return false }
    func isLetter(_ byte: UInt8) -> Bool {
      byte == 0x5F || (0x61...0x7A).contains(byte | 0x20)
    }
    return isLetter(first)
      && bytes.allSatisfy { isLetter($0) || $0 == 0x2D || (0x30...0x39).contains($0) }
  }
}
