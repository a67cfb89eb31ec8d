extension StreamValue {
  /// Returns the element or field at an index or a key.
  package func member(_ key: StreamValue) throws(ExpressionFault) -> StreamValue {
    switch (self, key) {
    case (.object(let object), .text(let name)):
      if let value = object[name] { return value }
      throw ExpressionFault("there is no field “\(name.prefix(60))” in \(shown)")
    case (.list(let list), .integer(let index)):
      if let value = list.element(index) { return value }
      throw ExpressionFault("there is no element \(index) in a list of \(list.count): \(shown)")
    case (.object, _), (.list, _):
      let expected = if case .list = self { "an integer index" } else { "a text key" }
      throw ExpressionFault("\(kind) takes \(expected) in brackets, not \(key.kind): \(key.shown)")
    case (.text, _), (.integer, _), (.decimal, _), (.exact, _), (.truth, _), (.null, _):
      throw ExpressionFault("\(kind) has no fields: \(shown)")
    }
  }

  /// Returns the part at a path of keys and indices separated by points, such as `a.0.b`; nil if
  /// there is none.
  func part(at path: String) -> StreamValue? {
    var value = self
    for step in path.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      let key = String(Substring(step))
      switch value {
      case .object(let object):
        guard let next = object[key] else { return nil }
        value = next
      case .list(let list):
        guard let next = Int(key).flatMap(list.element) else { return nil }
        value = next
      case .integer, .decimal, .exact, .text, .truth, .null: return nil
      }
    }
    return value
  }

  /// The part at a path; a default if it is missing or `null`.
  static func get(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    let part = arguments[0].part(at: try arguments.text(1)) ?? .null
    return part == .null && arguments.values.count > 2 ? arguments[2] : part
  }

  /// The maximum number of an object's members whose search does not count as work.
  private static let uncountedMembers = 16

  /// The work of finding a field, in bytes.
  package var lookupSize: Int {
    guard case .object(let object) = self, object.count > StreamValue.uncountedMembers else {
      return 0
    }
    return object.count * StreamValue.bytesOfStep
  }

  /// Returns true if this value equals another: numbers by amount, all others by kind and contents.
  package func isSame(as other: StreamValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): return left == right
    case (.list(let left), .list(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)): return left.matches(right) { $0.isSame(as: $1) }
    case (.truth(let left), .truth(let right)): return left == right
    case (.null, .null): return true
    default: return order(to: other) == 0
    }
  }

  /// Throws if a list or an object exceeds the size or the depth that an expression may make.
  func limited() throws(ExpressionFault) -> StreamValue {
    guard size <= StreamValue.listLimit else {
      throw ExpressionFault("\(kind) would have more than \(StreamValue.listLimit) bytes")
    }
    guard !isDeeper(than: StreamValue.depthLimit) else {
      throw ExpressionFault(
        "lists and objects would be nested more than \(StreamValue.depthLimit) deep")
    }
    return self
  }
}

extension [StreamValue] {
  /// Returns the element at an index, counted from the end if it is negative; nil if there is none.
  func element(_ position: Int) -> StreamValue? {
    let index = position < 0 ? count + position : position
    return index >= 0 && index < count ? self[index] : nil
  }
}
