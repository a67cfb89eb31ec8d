import Expressions
import Formats

/// Reads the parts of a declaration, and goes on behind every problem to find all of them.
struct DeclarationReader {
  private(set) var problems: [DocumentError] = []
  /// Notes about declarations that are valid, but may not be meant.
  private(set) var notes: [DocumentError] = []
  /// The keys that lead to the part that is being read.
  private var path = ""

  /// An object of the declaration, with the keys that it may have.
  struct Members {
    let members: [JSONMember]

    subscript(key: String) -> JSONValue? {
      let value = members.first { $0.key == key }?.value
      return value == .null ? nil : value
    }
  }

  // MARK: Problems

  /// Notes a problem with the part that is being read.
  mutating func report(_ reason: String, column: Int? = nil) {
    let place = column.map { DocumentError.Place.expression(column: $0) }
    problems.append(DocumentError(reason, keyPath: path, place: place))
  }

  /// Notes something about the part that is being read.
  mutating func note(_ text: String) { notes.append(DocumentError(text, keyPath: path)) }

  mutating func report(_ error: DocumentError) { problems.append(error.inside(path)) }

  /// Reads a part below a key or an index.
  mutating func at<Result>(
    _ component: String, _ body: (inout DeclarationReader) -> Result
  ) -> Result {
    let outer = path
    path = DocumentError("", keyPath: component).inside(outer).keyPath
    defer { path = outer }
    return body(&self)
  }

  // MARK: Values

  /// The members of an object; reports those that it may not have, and those that it has twice.
  mutating func members(
    _ json: JSONValue, _ keys: [DeclarationKey], of what: String
  ) -> Members? {
    guard case .object(let members) = json else {
      report(json.isNot(what))
      return nil
    }
    var seen: Set<String> = []
    for member in members {
      if !seen.insert(member.key).inserted {
        at(member.key) { $0.report("this key is there twice") }
      } else if !keys.contains(where: { $0.name == member.key }) {
        at(member.key) { reader in
          reader.report("\(what) has no such key, only \(keys.map(\.name).listed)")
        }
      }
    }
    return Members(members: members)
  }

  /// The value at a key; nil if it is missing, or of another type, which is reported.
  mutating func value<Value: JSONConvertible>(
    _ key: String, _ members: Members, as _: Value.Type = Value.self
  ) -> Value? {
    guard let json = members[key] else { return nil }
    do throws(DocumentError) {
      return try within(key) { () throws(DocumentError) in try Value(json: json) }
    } catch {
      report(error)
      return nil
    }
  }

  /// The value at a key that may not be missing.
  mutating func required<Value: JSONConvertible>(
    _ key: String, _ members: Members, as _: Value.Type = Value.self
  ) -> Value? {
    if members[key] == nil { report("the key “\(key)” is missing") }
    return value(key, members)
  }

  /// The elements of a list at a key, each with its index.
  mutating func elements(
    _ key: String, _ members: Members,
    _ body: (inout DeclarationReader, _ index: Int, JSONValue) -> Void
  ) {
    guard let list = value(key, members, as: [JSONValue].self) else { return }
    at(key) { reader in
      for (index, element) in list.enumerated() {
        reader.at("[\(index)]") { body(&$0, index, element) }
      }
    }
  }

  /// The members of an object at a key, whatever their keys are.
  mutating func entries(
    _ key: String, _ members: Members,
    _ body: (inout DeclarationReader, _ name: String, JSONValue) -> Void
  ) {
    guard let json = members[key] else { return }
    at(key) { reader in
      guard case .object(let entries) = json else { return reader.report(json.isNot("an object")) }
      for entry in entries { reader.at(entry.key) { body(&$0, entry.key, entry.value) } }
    }
  }

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

  /// A number that counts something.
  mutating func count(_ key: String, _ members: Members) -> Int? {
    number(key, members, 0...)
  }

  /// A whole number of at least some value.
  mutating func number(
    _ key: String, _ members: Members, _ range: PartialRangeFrom<Int>, through most: Int = .max
  ) -> Int? {
    guard let number = value(key, members, as: Int.self) else { return nil }
    guard range.contains(number), number <= most else {
      let limits = most == .max ? "" : " and at most \(most)"
      at(key) { $0.report("a number of at least \(range.lowerBound)\(limits) was expected") }
      return nil
    }
    return number
  }

  /// A text that has a meaning, such as a day.
  mutating func meaning<Value>(
    _ key: String, _ members: Members, _ expected: String, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = value(key, members, as: String.self) else { return nil }
    if let value = read(text) { return value }
    at(key) { $0.report("\(expected) was expected, not “\(text.prefix(40))”") }
    return nil
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
