import Expressions
import Formats

/// The keys of a stream file, used by the check for unknown keys and by the schema.
enum StreamKeys {
  private static let text = #"{"type": "string"}"#
  private static let textOrNull = #"{"type": ["string", "null"]}"#
  private static let operators = ##"{"type": "array", "items": {"$ref": "#/$defs/operator"}}"##
  private static let sources = #"{"type": "array", "minItems": 2, "items": {"type": "string"}}"#

  static func words(_ words: [String]) -> String {
    JSONValue.object([JSONMember("enum", words)]).compactText
  }

  /// The keys of the file as a whole.
  static let file = [
    JSONSchemaKey("$schema", text, "The URL of this schema, for editors."),
    JSONSchemaKey(
      "version", #"{"const": \#(StreamDocumentFile.version)}"#, "The version of the format."),
    JSONSchemaKey(
      "documents", ##"{"type": "array", "items": {"$ref": "#/$defs/document"}}"##,
      "The documents, in the order in which they are run and shown."),
  ]

  /// The keys that every document has.
  private static let head = [
    JSONSchemaKey("id", text, "The name by which other documents refer to it."),
    JSONSchemaKey("name", textOrNull, "The displayed name (default: the id)."),
    JSONSchemaKey("description", textOrNull, "Its purpose."),
  ]

  /// The keys of a document of a kind.
  static func document(_ kind: StreamDocument.Kind) -> [JSONSchemaKey] { head + own(kind) }

  private static func own(_ kind: StreamDocument.Kind) -> [JSONSchemaKey] {
    switch kind {
    case .source:
      [
        JSONSchemaKey(
          "stream", ##"{"type": "array", "items": {"$ref": "#/$defs/item"}}"##,
          "Its values; each starts when the previous one has ended.")
      ]
    case .input:
      [
        JSONSchemaKey(
          "type", words(StreamInput.ValueType.allCases.map(\.rawValue)), "The values that it takes."
        ),
        JSONSchemaKey(
          "test", ##"{"type": ["array", "null"], "items": {"$ref": "#/$defs/test"}}"##,
          "Its values if nothing is bound to it."),
      ]
    case .chain:
      [
        JSONSchemaKey("source", text, "The id of the document that the values come from."),
        JSONSchemaKey("operators", operators, "The operators for the values, in order."),
      ]
    case .union:
      [
        JSONSchemaKey(
          "operator", words(StreamUnion.Kind.allCases.map(\.rawValue)),
          "The operator that combines the streams into one."),
        JSONSchemaKey("sources", sources, "The ids of two documents or more, in order."),
      ]
    case .join:
      [
        JSONSchemaKey(
          "operator", words(StreamJoin.Kind.allCases.map(\.rawValue)),
          "How values are combined."),
        JSONSchemaKey("sources", sources, "The ids of two documents or more, in order."),
        JSONSchemaKey(
          "expression", textOrNull,
          "The expression over the combined values a, b, …; without it, a list of them."),
        JSONSchemaKey(
          "key", textOrNull, "For combineLatest: only values with the same key are combined."),
        JSONSchemaKey(
          "keys", #"{"type": ["object", "null"], "additionalProperties": {"type": "string"}}"#,
          "The keys of individual sources: a, b, …"),
        JSONSchemaKey(
          "keep", #"{"type": ["integer", "null"], "minimum": 1}"#,
          "The maximum number of keys kept (default: 10000)."),
      ]
    }
  }

  /// The required keys of a document.
  static func required(_ kind: StreamDocument.Kind) -> [String] {
    document(kind).map(\.name).filter { !optional.contains($0) }
  }

  private static let optional = [
    "name", "description", "expression", "test", "key", "keys", "keep",
  ]

  /// The keys of a test value of an input.
  static let test = [
    JSONSchemaKey(
      "after", #"{"type": ["number", "null"], "minimum": 0, "maximum": 1000000000}"#,
      "The seconds since the previous value, or since the start (default: 0)."),
    JSONSchemaKey("value", "", "The value, of the input's type."),
  ]

  /// The keys of a value of a source.
  static let item = [
    JSONSchemaKey("value", "", "The value: any JSON."),
    JSONSchemaKey("operators", operators, "The operators for this value only."),
  ]
}

extension StreamDocument {
  /// A kind of document; the raw value is its key in JSON.
  package enum Kind: String, CaseIterable, Sendable {
    case source, input, chain, union, join

    /// The kinds, in the order of menus.
    package static let inOrderOfMenus: [Kind] = [.source, .chain, .union, .join, .input]
  }
}
