import Formats

extension FormDeclaration {
  /// The JSON Schema of declarations, for editors that complete keys and mark mistakes.
  public static var schema: String {
    JSONValue.object(
      [
        JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
        JSONMember("title", "A form"),
      ] + object(DeclarationKey.form, required: ["fields"])
        + [JSONMember("$defs", JSONValue.object(definitions))]
    ).text() + "\n"
  }

  private static var definitions: [JSONMember] {
    return [
      JSONMember("field", field),
      JSONMember("option", textOrObject(DeclarationKey.option, required: ["value"])),
      JSONMember("rule", JSONValue.object(object(DeclarationKey.rule, required: []))),
      JSONMember("page", JSONValue.object(object(DeclarationKey.page, required: []))),
      JSONMember(
        "section",
        JSONValue.object(object(DeclarationKey.section, required: ["title", "fields"]))),
      JSONMember("texts", JSONValue.object(object(DeclarationKey.language, required: []))),
      JSONMember("fieldTexts", JSONValue.object(object(DeclarationKey.fieldTexts, required: []))),
      JSONMember("optionTexts", textOrObject(DeclarationKey.optionTexts, required: [])),
    ]
  }

  /// A text alone, or an object with some keys.
  private static func textOrObject(_ keys: [DeclarationKey], required: [String]) -> JSONValue {
    let either = [
      JSONValue.object([JSONMember("type", "string")]), .object(object(keys, required: required)),
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
        "then", JSONValue.object(object(DeclarationKey.field(kind), required: required))),
    ])
  }

  /// An object with some keys and no others.
  private static func object(
    _ keys: [DeclarationKey], required: [String]
  ) -> [JSONMember] {
    let properties = keys.map { key in
      var members = [JSONMember("description", key.meaning)]
      if let schema = key.schemaMembers { members = schema + members }
      return JSONMember(key.name, JSONValue.object(members))
    }
    return [JSONMember("type", "object")]
      + (required.isEmpty ? [] : [JSONMember("required", required)])
      + [
        JSONMember("properties", JSONValue.object(properties)),
        JSONMember("additionalProperties", false),
      ]
  }
}

extension DeclarationKey {
  /// The members of the key's schema; nil if it has none of its own.
  fileprivate var schemaMembers: [JSONMember]? {
    guard case .object(let members)? = try? JSONReader.read(Array(schema.utf8)) else { return nil }
    return members
  }
}
