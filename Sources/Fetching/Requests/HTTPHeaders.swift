/// The headers of a request or an answer: names and values in order, found in any case.
///
///     let headers: HTTPHeaders = ["Content-Type": "text/plain"]
///     headers["content-type"]  // "text/plain"
public struct HTTPHeaders: Hashable, Sendable {
  private struct Field: Hashable, Sendable {
    var name: String
    var value: String
  }

  private var fields: [Field]

  /// Makes headers of names and values, in order; a name may be there more than once.
  public init(_ headers: some Sequence<(String, String)>) {
    fields = headers.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of a name in any case; setting one removes all that the name had before.
  ///
  /// For a name with several values, the first one.
  public subscript(name: String) -> String? {
    get {
      let key = name.lowercased()
      return fields.first { $0.name.lowercased() == key }?.value
    }
    set {
      let key = name.lowercased()
      fields.removeAll { $0.name.lowercased() == key }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// Adds a value, beside those that its name may have already.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}

extension HTTPHeaders: Collection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { fields.count }
  public func index(after i: Int) -> Int { i + 1 }
  public subscript(position: Int) -> (name: String, value: String) {
    (fields[position].name, fields[position].value)
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers of names and values, in order.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}
