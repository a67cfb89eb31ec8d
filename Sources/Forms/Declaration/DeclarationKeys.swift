import Formats

/// A key of a declaration's objects, with what may stand at it: the reader and the schema follow
/// from these.
typealias DeclarationKey = JSONSchemaKey

extension DeclarationKey {
  private static let text = #"{"type": "string"}"#
  private static let texts = #"{"type": "array", "items": {"type": "string"}}"#
  private static let flag = #"{"type": "boolean"}"#
  private static let count = #"{"type": "integer", "minimum": 0}"#
  private static let length =
    #"{"type": "integer", "minimum": 0, "maximum": \#(TextControl.byteLimit)}"#
  private static let number = #"{"type": "number"}"#
  private static let fields =
    ##"{"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/field"}}"##

  static let form = [
    DeclarationKey("$schema", text, "The address of this schema, for editors."),
    DeclarationKey("title", text, "The title of the form."),
    DeclarationKey("fields", fields, "The fields, in the order of the answers."),
    DeclarationKey(
      "rules", ##"{"type": "array", "items": {"$ref": "#/$defs/rule"}}"##,
      "Rules that read several fields, the most important first."),
    DeclarationKey(
      "pages", ##"{"type": "array", "items": {"$ref": "#/$defs/page"}}"##,
      "The pages; fields that none names come on a last one."),
    DeclarationKey(
      "messages", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      "Sentences for issues, by their codes."),
    DeclarationKey(
      "texts", ##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/texts"}}"##,
      "The texts in other languages, by language: de, de-CH."),
  ]

  /// The keys of every field.
  private static let common = [
    DeclarationKey(
      "id", #"{"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}"#,
      "The name in answers and conditions."),
    DeclarationKey("kind", "", "The kind of field."),
    DeclarationKey("when", text, "The condition under which the field is shown."),
  ]

  private static let ofNotes = [
    DeclarationKey("title", text, "The text that is shown, or what stands before it."),
    DeclarationKey("text", text, "The text that is shown."),
  ]

  private static let filled = [
    DeclarationKey("title", text, "The label; without it the id, made readable."),
    DeclarationKey("hint", text, "A note beside the label."),
    DeclarationKey("required", flag, "True if the field has to be filled in."),
    DeclarationKey("message", text, "The sentence in place of those of the field's own rules."),
  ]

  private static let ofText = [
    DeclarationKey("value", text, "The first contents."),
    DeclarationKey("minLength", length, "The least number of characters as one sees them."),
    DeclarationKey("maxLength", length, "The greatest number of characters as one sees them."),
    DeclarationKey("pattern", text, "A regular expression that the whole text has to match."),
  ]

  private static let suffix = DeclarationKey("suffix", text, "The unit behind the contents.")

  private static func limits(_ value: String, _ type: String) -> [DeclarationKey] {
    [
      DeclarationKey("value", type, "The first contents: \(value)."),
      DeclarationKey("minimum", type, "The least value allowed."),
      DeclarationKey("maximum", type, "The greatest value allowed."),
    ]
  }

  private static let options = DeclarationKey(
    "options", ##"{"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/option"}}"##,
    "The options, as texts or with a title.")

  private static func numbers(of things: String) -> [DeclarationKey] {
    [
      DeclarationKey("least", count, "The least number of \(things)."),
      DeclarationKey("most", count, "The greatest number of \(things)."),
    ]
  }

  /// The keys of a field of a kind.
  static func field(_ kind: FormDeclaration.KindName) -> [DeclarationKey] {
    if kind == .note { return common + ofNotes }
    return common + filled + own(kind)
  }

  private static func own(_ kind: FormDeclaration.KindName) -> [DeclarationKey] {
    switch kind {
    case .text:
      ofText + [
        suffix, DeclarationKey("suggestions", texts, "Texts that complete the one typed."),
        DeclarationKey(
          "mask", #"{"enum": ["telephone", "iban", "card"]}"#,
          "The groups in which it is shown; answers have it without blanks."),
      ]
    case .lines:
      ofText + [
        DeclarationKey(
          "rows", #"{"type": "integer", "minimum": 2, "maximum": 100}"#, "The rows of its box.")
      ]
    case .secret: ofText
    case .integer:
      limits("a whole number", #"{"type": "integer"}"#) + [
        DeclarationKey(
          "step", #"{"type": "integer", "minimum": 1}"#, "What ↑ and ↓ add to the number."),
        suffix,
      ]
    case .decimal:
      limits("a number", number) + [
        DeclarationKey(
          "places", #"{"type": "integer", "minimum": 0, "maximum": 15}"#,
          "The most places after the point."),
        DeclarationKey(
          "step", #"{"type": "number", "exclusiveMinimum": 0}"#, "What ↑ and ↓ add to the number."),
        suffix,
      ]
    case .date: limits("a day such as 2026-11-30", #"{"type": "string", "format": "date"}"#)
    case .time: limits("a time such as 14:30", text)
    case .datetime: limits("a day and a time such as 2026-11-30T14:30", text)
    case .choice: [options, DeclarationKey("value", text, "The option chosen at first.")]
    case .choices:
      [options] + numbers(of: "options chosen") + [
        DeclarationKey("value", texts, "The options chosen at first.")
      ]
    case .toggle: [DeclarationKey("value", flag, "True if it is on at first.")]
    case .list:
      [DeclarationKey("fields", fields, "The fields of a row.")] + numbers(of: "rows") + [
        DeclarationKey("distinct", texts, "The fields whose contents no two rows may share."),
        DeclarationKey(
          "rules", ##"{"type": "array", "items": {"$ref": "#/$defs/rule"}}"##,
          "Conditions on each row, in which names are the row's fields, then the form's."),
        DeclarationKey(
          "value", #"{"type": "array", "items": {"type": "object"}}"#,
          "The rows at first, as answers have them."),
      ]
    case .file:
      [
        DeclarationKey("value", text, "The first contents."),
        DeclarationKey(
          "exists", #"{"enum": ["file", "folder", "anything", "nothing"]}"#,
          "What has to be at the path."),
      ]
    case .note: []
    }
  }

  static let option = [
    DeclarationKey("value", text, "The name in answers and conditions."),
    DeclarationKey("title", text, "The label; without it the name."),
    DeclarationKey("refused", text, "The reason why it cannot be chosen."),
  ]

  static let rule = [
    DeclarationKey("rule", text, "The condition that has to hold."),
    DeclarationKey(
      "command", #"{"type": "array", "minItems": 1, "items": {"type": "string"}}"#,
      "A program and its arguments, with ids in braces; its exit status says whether all is well."),
    DeclarationKey(
      "at", text, "The field at which the issue is shown; else the first that is read."),
    DeclarationKey("message", text, "The sentence of the issue."),
  ]

  static let page = [
    DeclarationKey("title", text, "The title of the page."),
    DeclarationKey("fields", texts, "The ids of its fields, in display order."),
    DeclarationKey(
      "sections", ##"{"type": "array", "items": {"$ref": "#/$defs/section"}}"##,
      "Its sections, below those fields."),
  ]

  static let section = [
    DeclarationKey("title", text, "The title of the section."),
    DeclarationKey("fields", texts, "The ids of its fields, in display order."),
    DeclarationKey(
      "folded", flag,
      "True if its fields are folded away at first, false if they can be; else they cannot."),
  ]

  static let language = [
    DeclarationKey("title", text, "The title of the form."),
    DeclarationKey(
      "fields", ##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/fieldTexts"}}"##,
      "The texts of fields, by id."),
    DeclarationKey("pages", texts, "The titles of the pages, in their order."),
    DeclarationKey("sections", texts, "The titles of the sections of all pages, in their order."),
    DeclarationKey("rules", texts, "The messages of the rules, in their order."),
    DeclarationKey(
      "messages", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      "Sentences for issues, by their codes."),
  ]

  static let fieldTexts = [
    DeclarationKey("title", text, "The label."),
    DeclarationKey("hint", text, "The note beside the label."),
    DeclarationKey("message", text, "The sentence in place of those of the field's own rules."),
    DeclarationKey("text", text, "The text of a note."),
    DeclarationKey(
      "options",
      ##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/optionTexts"}}"##,
      "The labels of options, by name, or their texts."),
    DeclarationKey(
      "fields", ##"{"type": "object", "additionalProperties": {"$ref": "#/$defs/fieldTexts"}}"##,
      "The texts of the fields of a row, by id."),
    DeclarationKey("rules", texts, "The messages of a list's rules, in their order."),
  ]

  static let optionTexts = [
    DeclarationKey("title", text, "The label."),
    DeclarationKey("refused", text, "The reason why it cannot be chosen."),
  ]
}

extension FormDeclaration {
  /// The kinds of field by their names in files.
  enum KindName: String, CaseIterable, Sendable {
    case text, lines, secret, integer, decimal, date, time, datetime, choice, choices, toggle
    case list, file, note
  }
}
