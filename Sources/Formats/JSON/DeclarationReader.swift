/// Reads the parts of a declaration, such as a form, and continues after each problem to find all
/// of them.
@usableFromInline package struct DeclarationReader {
  @usableFromInline package internal(set) var problems: [DocumentError] = []
  /// Notes about declarations that are valid, but may be unintended.
  @usableFromInline package internal(set) var notes: [DocumentError] = []
  /// Values that other parts of the declaration refer to, by their names.
  package var shared: [String: JSONValue] = [:]

  package init() {}

  /// An object of the declaration, with its permitted keys.
  package struct Members {
    package let members: [JSONMember]

    package init(members: [JSONMember]) { self.members = members }

    package subscript(key: String) -> JSONValue? {
      let value = members.first { $0.key == key }?.value
      return value == .null ? nil : value
    }
  }

  // MARK: Problems

  /// Notes a problem with the part that is being read.
  package mutating func report(_ reason: String, column: Int? = nil) {
    problems.append(DocumentError(reason, expressionColumn: column))
  }

  /// Adds a note about the part that is being read.
  package mutating func note(_ text: String) { notes.append(DocumentError(text)) }

  package mutating func report(_ error: DocumentError) { problems.append(error) }

  /// Reads a part below a key or an index.
  @inlinable package mutating func at<Result>(
    _ component: @autoclosure () -> String, _ body: (inout DeclarationReader) -> Result
  ) -> Result {
    let (problemCount, noteCount) = (problems.count, notes.count)
    let result = body(&self)
    for index in problemCount..<problems.count {
      problems[index] = problems[index].inside(component())
    }
    for index in noteCount..<notes.count { notes[index] = notes[index].inside(component()) }
    return result
  }

  /// Returns the result of a computation; nil if it fails, which is reported.
  @inlinable @discardableResult package mutating func attempt<Result>(
    _ body: () throws(DocumentError) -> Result
  ) -> Result? {
    do throws(DocumentError) { return try body() } catch {
      problems.append(error)
      return nil
    }
  }

  // MARK: Values

  /// The members of an object; reports unknown and repeated keys.
  package mutating func members(
    _ json: JSONValue, _ keys: [JSONSchemaKey], of what: String
  ) -> Members? {
    guard case .object(let members) = json else {
      report(json.isNot(what))
      return nil
    }
    var seen: Set<String> = []
    for member in members {
      if !seen.insert(member.key).inserted {
        at(member.key) { $0.report("this key occurs twice") }
      } else if !keys.contains(where: { $0.name == member.key }) {
        at(member.key) { reader in
          reader.report("\(what) has no such key; use \(keys.map(\.name).alternatives)")
        }
      }
    }
    return Members(members: members)
  }

  /// The value at a key; nil if it is missing, or of another type, which is reported.
  package mutating func value<Value: JSONConvertible>(
    _ key: String, _ members: Members, as _: Value.Type = Value.self
  ) -> Value? {
    guard let json = members[key] else { return nil }
    return attempt { () throws(DocumentError) in
      try within(key) { () throws(DocumentError) in try Value(json: json) }
    }
  }

  /// The value at a required key.
  package mutating func required<Value: JSONConvertible>(
    _ key: String, _ members: Members, as _: Value.Type = Value.self
  ) -> Value? {
    if members[key] == nil { report("the key “\(key)” is missing") }
    return value(key, members)
  }

  /// The elements of a list at a key, each with its index.
  package mutating func elements(
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
  package mutating func entries(
    _ key: String, _ members: Members,
    _ body: (inout DeclarationReader, _ name: String, JSONValue) -> Void
  ) {
    guard let json = members[key] else { return }
    at(key) { reader in
      guard case .object(let entries) = json else { return reader.report(json.isNot("an object")) }
      for entry in entries { reader.at(entry.key) { body(&$0, entry.key, entry.value) } }
    }
  }

  /// A count.
  package mutating func count(_ key: String, _ members: Members) -> Int? {
    number(key, members, 0...)
  }

  /// A whole number with a minimum.
  package mutating func number(
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

  /// A string with a meaning, such as a date.
  package mutating func meaning<Value>(
    _ key: String, _ members: Members, _ expected: String, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = value(key, members, as: String.self) else { return nil }
    if let value = read(text) { return value }
    at(key) { $0.report("\(expected) was expected, not “\(text.prefix(40))”") }
    return nil
  }
}
