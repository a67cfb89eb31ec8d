import Formats

extension JSONValue {
  /// Makes an object of the contents of a form's fields.
  package init(_ members: [FormDatum.Member]) {
    self = .object(members.map { JSONMember($0.name, JSONValue($0.value)) })
  }

  /// Makes a value of the contents of a field.
  package init(_ datum: FormDatum) {
    self =
      switch datum {
      case .none: .null
      case .text(let text): .string(text)
      case .integer(let number): .number(String(number))
      case .decimal(let number): .number("\(number)")
      case .flag(let flag): .bool(flag)
      case .texts(let texts): .array(texts.map { .string($0) })
      case .list(let rows): .array(rows.map { JSONValue($0) })
      }
  }
}

extension FormDatum {
  /// Makes a datum of JSON; nil of what no field takes, such as a list of numbers.
  package init?(_ json: JSONValue) {
    switch json {
    case .null: self = .none
    case .bool(let flag): self = .flag(flag)
    case .string(let text): self = .text(text)
    case .number(let digits):
      if let number = Int(digits) {
        self = .integer(number)
      } else if let number = Double(digits), number.isFinite {
        self = .decimal(number)
      } else {
        return nil
      }
    case .object: return nil
    case .array(let elements):
      if case .object? = elements.first {
        var rows: [[Member]] = []
        for element in elements {
          guard case .object(let members) = element else { return nil }
          var row: [Member] = []
          for member in members {
            guard let datum = FormDatum(member.value) else { return nil }
            row.append(Member(member.key, datum))
          }
          rows.append(row)
        }
        self = .list(rows)
      } else {
        var texts: [String] = []
        for element in elements {
          guard case .string(let text) = element else { return nil }
          texts.append(text)
        }
        self = .texts(texts)
      }
    }
  }
}
