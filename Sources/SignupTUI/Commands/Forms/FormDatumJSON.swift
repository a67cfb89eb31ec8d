import Formats
import ViewModels

extension JSONValue {
  /// Makes an object of the contents of a form's fields.
  init(_ members: [FormDatum.Member]) {
    self = .object(members.map { JSONMember($0.name, JSONValue($0.value)) })
  }

  init(_ datum: FormDatum) {
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
