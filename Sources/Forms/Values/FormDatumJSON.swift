import Formats

extension JSONValue {
  /// Makes an object from the contents of a form's fields.
  package init(_ members: [FormDatum.Member]) {
    self = .object(members.map { JSONMember($0.name, JSONValue($0.value)) })
  }

  /// Makes a value from the contents of a field.
  package init(_ datum: FormDatum) {
    self =
      switch datum {
      case .none, .unsupported: .null
      case .text(let text): .string(text)
      case .integer(let number): .number(String(number))
      case .decimal(let number): .number(number.description)
      case .flag(let flag): .bool(flag)
      case .texts(let texts): .array(texts.map { .string($0) })
      case .list(let rows): .array(rows.map { JSONValue($0) })
      }
  }
}

extension FormDatum {
  /// Makes a datum of JSON.
  package init(_ json: JSONValue) {
    switch json {
    case .null: self = .none
    case .bool(let flag): self = .flag(flag)
    case .string(let text): self = .text(text)
    case .number(let digits):
      if let number = Int(digits) {
        self = .integer(number)
      } else {
        self = DecimalNumber(digits).map { .decimal($0) } ?? .unsupported
      }
    case .object: self = .unsupported
    case .array(let elements): self = Self.rows(elements) ?? Self.texts(elements) ?? .unsupported
    }
  }

  private static func texts(_ elements: [JSONValue]) -> FormDatum? {
    let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    return texts.count == elements.count ? .texts(texts) : nil
  }

  private static func rows(_ elements: [JSONValue]) -> FormDatum? {
    let rows = elements.compactMap { element -> [Member]? in
      guard case .object(let members) = element else { return nil }
      return members.map { Member($0.key, FormDatum($0.value)) }
    }
    return rows.isEmpty || rows.count < elements.count ? nil : .list(rows)
  }
}
