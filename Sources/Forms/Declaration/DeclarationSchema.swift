import Formats

/// The JSON Schema of a key's value, as JSON.
struct KeySchema: ExpressibleByStringInterpolation, Sendable {
  let json: String

  init(stringLiteral json: String) { self.json = json }

  static let text: Self = #"{"type": "string"}"#
  static let texts: Self = #"{"type": "array", "items": {"type": "string"}}"#
  static let flag: Self = #"{"type": "boolean"}"#
  static let fields: Self =
    ##"{"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/field"}}"##

  static func list(of name: String) -> Self {
    ##"{"type": "array", "items": {"$ref": "#/$defs/\##(name)"}}"##
  }

  static func object(of name: String) -> Self {
    ##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/\##(name)"}}"##
  }
}

/// An object of a declaration that is not a field: its name in sentences, and its keys.
struct DeclaredObject: Sendable {
  let name: String
  let required: [String]
  let keys: [JSONSchemaKey]

  private init(
    _ name: String, requiring required: [String] = [],
    _ keys: (name: String, schema: KeySchema, meaning: String)...
  ) {
    (self.name, self.required) = (name, required)
    self.keys = keys.map { JSONSchemaKey($0.name, $0.schema.json, $0.meaning) }
  }
}

extension DeclaredObject {
  private static let messages: (String, KeySchema, String) = (
    "messages", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
    "Messages for issues, by code, with expressions in braces."
  )

  static let form = DeclaredObject(
    "a form", requiring: ["fields"], ("$schema", .text, "The URL of this schema, for editors."),
    ("title", .text, "The title of the form, with expressions in braces."),
    ("fields", .fields, "The fields, in the order of the answers."),
    ("lists", .object(of: "optionList"), "Lists of options that several fields offer, by name."),
    ("rules", .list(of: "rule"), "Rules that read several fields, the most important first."),
    ("pages", .list(of: "page"), "The pages; other fields get an extra page at the end."), messages,
    ("texts", .object(of: "texts"), "The texts in other languages, by language: de, de-CH."))

  static let option = DeclaredObject(
    "an option", requiring: ["value"], ("value", .text, "The name in answers and conditions."),
    ("title", .text, "The label (default: the name)."),
    ("refused", .text, "The reason why it cannot be chosen."),
    ("when", .text, "The condition under which it is offered."))

  static let rankedOption = DeclaredObject(
    "an option of a ranking", requiring: ["value"],
    ("value", .text, "The name in answers and conditions."),
    ("title", .text, "The label (default: the name)."))

  static let optionSource = DeclaredObject(
    "the options, a list, the name of one, or a source,",
    ("file", .text, "A file whose lines are the options, with ids in braces."),
    (
      "command", #"{"type": "array", "minItems": 1, "items": {"type": "string"}}"#,
      "A program and its arguments, with ids in braces, whose lines are the options."
    ))

  static let rule = DeclaredObject(
    "a rule", ("rule", .text, "The condition that must be true."),
    (
      "command", #"{"type": "array", "minItems": 1, "items": {"type": "string"}}"#,
      "A program and its arguments, with ids in braces; its exit status is 0 if the rule holds."
    ),
    ("at", .text, "The field at which the issue is shown; by default, the first field it reads."),
    ("message", .text, "The message shown for the issue, with expressions in braces."))

  static let page = DeclaredObject(
    "a page", ("title", .text, "The title of the page, with expressions in braces."),
    ("when", .text, "The condition under which it is shown."),
    ("fields", .texts, "The ids of its fields, in display order."),
    ("sections", .list(of: "section"), "Its sections, below those fields."))

  static let section = DeclaredObject(
    "a section", requiring: ["title", "fields"],
    ("title", .text, "The title of the section, with expressions in braces."),
    ("when", .text, "The condition under which it is shown."),
    ("fields", .texts, "The ids of its fields, in display order."),
    (
      "folded", .flag,
      "Makes the section collapsible: true if collapsed initially, false if expanded."
    ))

  static let language = DeclaredObject(
    "a language", ("title", .text, "The title of the form, with expressions in braces."),
    ("fields", .object(of: "fieldTexts"), "The texts of fields, by id."),
    ("pages", .texts, "The titles of the pages, in the form's order."),
    ("sections", .texts, "The titles of the sections of all pages, in the form's order."),
    ("rules", .texts, "The messages of the rules, in the form's order."), messages)

  static let fieldTexts = DeclaredObject(
    "the texts of a field", ("title", .text, "The label."),
    ("hint", .text, "The note beside the label."),
    ("message", .text, "The message that replaces those of the field's own rules."),
    (
      "messages", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      "Messages for individual rules, by key or by issue code."
    ),
    ("text", .text, "The text of a note."),
    ("options", .object(of: "optionTexts"), "The labels of options, by name, or their texts."),
    ("fields", .object(of: "fieldTexts"), "The texts of the fields of a row, by id."),
    ("rules", .texts, "The messages of a list's rules, in the list's order."))

  static let optionTexts = DeclaredObject(
    "a label, or the texts of an option,", ("title", .text, "The label."),
    ("refused", .text, "The reason why it cannot be chosen."))

  fileprivate var schema: JSONValue { .object(keys.objectSchema(required: required)) }

  /// Text only, or the object.
  fileprivate var textOrObject: JSONValue {
    .anyOf([.object([JSONMember("type", "string")]), schema])
  }
}

extension JSONValue {
  fileprivate static func anyOf(_ schemas: [JSONValue]) -> JSONValue {
    .object([JSONMember("anyOf", JSONValue.array(schemas))])
  }
}

extension FormDeclaration {
  /// The JSON Schema of declarations, for editors that complete keys and mark mistakes.
  public static var schema: String {
    let definitions = [
      JSONMember("field", field), JSONMember("option", DeclaredObject.option.textOrObject),
      JSONMember("optionList", list(of: "option")), JSONMember("options", options),
      JSONMember("rankedOption", DeclaredObject.rankedOption.textOrObject),
      JSONMember("rankedOptions", JSONValue.anyOf([list(of: "rankedOption"), listName])),
      JSONMember("rule", DeclaredObject.rule.schema),
      JSONMember("page", DeclaredObject.page.schema),
      JSONMember("section", DeclaredObject.section.schema),
      JSONMember("texts", DeclaredObject.language.schema),
      JSONMember("fieldTexts", DeclaredObject.fieldTexts.schema),
      JSONMember("optionTexts", DeclaredObject.optionTexts.textOrObject),
    ]
    return JSONValue.object(
      [
        JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
        JSONMember("title", "A form"),
      ] + DeclaredObject.form.keys.objectSchema(required: DeclaredObject.form.required)
        + [JSONMember("$defs", JSONValue.object(definitions))]
    ).text() + "\n"
  }

  /// At least one option of a kind.
  private static func list(of option: String) -> JSONValue {
    .object([
      JSONMember("type", "array"), JSONMember("minItems", 1), JSONMember("items", ref(option)),
    ])
  }

  /// The name of one of the form's lists.
  private static let listName = JSONValue.object([JSONMember("type", "string")])

  private static func ref(_ name: String) -> JSONValue {
    .object([JSONMember("$ref", .string("#/$defs/\(name)"))])
  }

  /// Options, or their source.
  private static var options: JSONValue {
    .anyOf([ref("optionList"), listName, DeclaredObject.optionSource.schema])
  }

  /// A field: which keys it may have follows from its kind.
  private static var field: JSONValue {
    func kind(_ schema: JSONMember) -> JSONMember {
      JSONMember("properties", JSONValue.object([JSONMember("kind", JSONValue.object([schema]))]))
    }
    let names = JSONValue.array(FieldKind.all.map { .string($0.name) })
    return .object([
      JSONMember("type", "object"), JSONMember("required", ["id", "kind"]),
      kind(JSONMember("enum", names)),
      JSONMember(
        "allOf",
        JSONValue.array(
          FieldKind.all.map { one in
            let isKind = [JSONMember("required", ["kind"]), kind(JSONMember("const", one.name))]
            return .object([
              JSONMember("if", JSONValue.object(isKind)),
              JSONMember(
                "then",
                JSONValue.object(one.keys.map(\.key).objectSchema(required: one.requiredKeys))),
            ])
          })),
    ])
  }
}
