/// The headers of a request or a response: names, which ignore case, and values in order.
///
///     let headers: HTTPHeaders = ["Content-Type": "text/plain"]
///     headers["content-type"]  // "text/plain"
public struct HTTPHeaders: Hashable, Sendable {
  private struct Field: Hashable, Sendable {
    var name: String
    var value: String
  }

  private var fields: [Field]

  /// Makes headers from names and values, in order; names may be repeated.
  public init(_ headers: some Sequence<(String, String)>) {
    fields = headers.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of a name in any case; setting it removes all previous values of the name.
  ///
  /// If a name has several values, the first one.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameASCII(as: name) }?.value }
    set {
      fields.removeAll { $0.name.isSameASCII(as: name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// All values of a name, in order.
  func values(of name: String) -> [String] {
    fields.filter { $0.name.isSameASCII(as: name) }.map(\.value)
  }

  /// The comma-separated parts of all values of a name, without blanks and in lower case.
  func directives(of name: String) -> [String] {
    values(of: name).flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }.map { part in
      String(decoding: part.filter { $0 > 0x20 }.map(\.lowercasedASCII), as: UTF8.self)
    }
  }

  /// Adds a value, in addition to the name's previous values.
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
  /// Makes headers from names and values, in order.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}
