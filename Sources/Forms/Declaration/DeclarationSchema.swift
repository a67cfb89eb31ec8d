import Formats

extension FormDeclaration {
  /// The JSON Schema of declarations, for editors that complete keys and mark mistakes.
  public static var schema: String {
    JSONValue.object(
      [
        JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
        JSONMember("title", "A form"),
      ] + DeclarationKey.form.objectSchema(required: ["fields"])
        + [JSONMember("$defs", JSONValue.object(definitions))]
    ).text() + "\n"
  }

  private static var definitions: [JSONMember] {
    return [
      JSONMember("field", field),
      JSONMember("option", textOrObject(DeclarationKey.option, required: ["value"])),
      JSONMember("rule", JSONValue.object(DeclarationKey.rule.objectSchema(required: []))),
      JSONMember("page", JSONValue.object(DeclarationKey.page.objectSchema(required: []))),
      JSONMember(
        "section",
        JSONValue.object(DeclarationKey.section.objectSchema(required: ["title", "fields"]))),
      JSONMember("texts", JSONValue.object(DeclarationKey.language.objectSchema(required: []))),
      JSONMember(
        "fieldTexts", JSONValue.object(DeclarationKey.fieldTexts.objectSchema(required: []))),
      JSONMember("optionTexts", textOrObject(DeclarationKey.optionTexts, required: [])),
    ]
  }

  /// A text alone, or an object with some keys.
  private static func textOrObject(_ keys: [DeclarationKey], required: [String]) -> JSONValue {
    let either = [
      JSONValue.object([JSONMember("type", "string")]),
      .object(keys.objectSchema(required: required)),
    ]
    return .object([JSONMember("anyOf", JSONValue.array(either))])
  }

  /// A field: which keys it may have follows from its kind.
  private static var field: JSONValue {
    let kinds = JSONValue.array(KindName.allCases.map { .string($0.rawValue) })
    return .object([
      JSONMember("type", "object"),
      JSONMember("required", ["id", "kind"]),
      JSONMember(
        "properties",
        JSONValue.object([JSONMember("kind", JSONValue.object([JSONMember("enum", kinds)]))])),
      JSONMember("allOf", JSONValue.array(KindName.allCases.map(conditionalField))),
    ])
  }

  private static func conditionalField(_ kind: KindName) -> JSONValue {
    let required =
      switch kind {
      case .choice, .choices: ["options"]
      case .list: ["fields"]
      default: [String]()
      }
    let isKind = JSONValue.object([
      JSONMember("required", ["kind"]),
      JSONMember(
        "properties",
        JSONValue.object([
          JSONMember("kind", JSONValue.object([JSONMember("const", kind.rawValue)]))
        ])),
    ])
    return .object([
      JSONMember("if", isKind),
      JSONMember(
        "then", JSONValue.object(DeclarationKey.field(kind).objectSchema(required: required))),
    ])
  }
}
