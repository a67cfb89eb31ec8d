import Formats

extension StreamDocumentFile {
  /// The JSON Schema of stream files, for editors that complete keys and mark errors.
  public static var schema: String {
    let object = choice(
      if: [JSONMember("required", ["documents"])],
      then: StreamKeys.file.objectSchema(required: ["version"]),
      otherwise: [JSONMember("$ref", "#/$defs/source")])
    var members = [
      JSONMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
      JSONMember("title", "A stream file"), JSONMember("type", ["object", "array"]),
    ]
    members += choice(
      if: [JSONMember("type", "array")], then: [JSONMember("items", reference("document"))],
      otherwise: object)
    members.append(JSONMember("$defs", JSONValue.object(definitions)))
    return JSONValue.object(members).text() + "\n"
  }

  private static var definitions: [JSONMember] {
    var definitions = [JSONMember("document", JSONValue.object(document))]
    for kind in StreamDocument.Kind.allCases {
      let schema = StreamKeys.document(kind).objectSchema(required: StreamKeys.required(kind))
      definitions.append(JSONMember(kind.rawValue, JSONValue.object(schema)))
    }
    let item = StreamKeys.item.objectSchema(required: ["value", "operators"])
    definitions.append(JSONMember("item", JSONValue.object(item)))
    let test = StreamKeys.test.objectSchema(required: ["value"])
    definitions.append(JSONMember("test", JSONValue.object(test)))
    definitions.append(JSONMember("operator", JSONValue.object(operators)))
    return definitions
  }

  /// A document: an object with one key, its kind, or a bare stream.
  private static var document: [JSONMember] {
    let kinds = StreamDocument.Kind.allCases.map { JSONMember($0.rawValue, reference($0.rawValue)) }
    return [JSONMember("type", "object")]
      + choice(
        if: [JSONMember("required", ["stream"])],
        then: [JSONMember("$ref", "#/$defs/source")], otherwise: ofOneKey(among: kinds))
  }

  /// An operator: an object with one key, its kind.
  private static var operators: [JSONMember] {
    [JSONMember("type", "object")]
      + ofOneKey(
        among: Operator.Kind.allCases.map { JSONMember($0.rawValue, JSONValue.object($0.schema)) })
  }

  private static func ofOneKey(among keys: [JSONMember]) -> [JSONMember] {
    [
      JSONMember("minProperties", 1), JSONMember("maxProperties", 1),
      JSONMember("properties", JSONValue.object(keys)), JSONMember("additionalProperties", false),
    ]
  }

  private static func reference(_ name: String) -> JSONValue {
    .object([JSONMember("$ref", "#/$defs/\(name)")])
  }

  private static func choice(
    if condition: [JSONMember], then: [JSONMember], otherwise: [JSONMember]
  ) -> [JSONMember] {
    [
      JSONMember("if", JSONValue.object(condition)), JSONMember("then", JSONValue.object(then)),
      JSONMember("else", JSONValue.object(otherwise)),
    ]
  }
}

extension Operator.Kind {
  /// The labels of the required parameters.
  var requiredNames: [String] { parameters.filter(\.isRequired).map(\.name) }

  /// The members of the schema of its parameters.
  fileprivate var schema: [JSONMember] {
    let keys = parameters.map { JSONSchemaKey($0.name, $0.schema, $0.content.meaning) }
    return keys.objectSchema(required: requiredNames) + limits
  }

  /// The members of the schema that apply to several parameters.
  private var limits: [JSONMember] {
    if self == .window {
      let choices = [["count", "seconds"], ["function", "functions"]].map { names in
        let each = names.map { JSONValue.object([JSONMember("required", [$0])]) }
        return JSONValue.object([JSONMember("oneOf", JSONValue.array(each))])
      }
      return [JSONMember("allOf", JSONValue.array(choices))]
    }
    let pairs = parameters.compactMap { parameter in
      parameter.partner.map { JSONMember(parameter.name, [$0]) }
    }
    return pairs.isEmpty ? [] : [JSONMember("dependentRequired", JSONValue.object(pairs))]
  }
}

extension OperatorParameter {
  /// The schema of its value.
  fileprivate var schema: String {
    switch content {
    case .seconds:
      let least = isPositive ? "exclusiveMinimum" : "minimum"
      let most = Int(Operator.secondsRange.upperBound)
      return #"{"type": "number", "\#(least)": 0, "maximum": \#(most)}"#
    case .count: return #"{"type": "integer", "minimum": \#(isPositive ? 1 : 0)}"#
    case .within: return #"{"type": "integer", "minimum": 1}"#
    case .functions:
      let words = StreamKeys.words(StreamWindow.Function.allCases.map(\.rawValue))
      return #"{"type": "array", "minItems": 1, "uniqueItems": true, "items": \#(words)}"#
    case .clock: return StreamKeys.words(Operator.Clock.allCases.map(\.rawValue))
    case .latest, .descending, .aligned: return #"{"type": "boolean"}"#
    case .function: return StreamKeys.words(StreamWindow.Function.allCases.map(\.rawValue))
    case .initialValue: return ""
    case .key, .stream, .expression: return #"{"type": "string"}"#
    }
  }
}

extension OperatorParameter.Content {
  /// The meaning, for the author of a file.
  fileprivate var meaning: String {
    switch self {
    case .seconds: "A duration in seconds."
    case .latest: "True for the latest value of each interval, false for the first."
    case .count: "A number of values."
    case .function: "The statistic computed from the values."
    case .functions: "Statistics of the values, sent as an object with the window's start."
    case .aligned: "True for windows that start at whole multiples of their length since 1970."
    case .clock: "The clock: wall for date and time, stream for seconds since the stream started."
    case .within: "The number of recent keys to remember."
    case .key: "The expression whose results are compared."
    case .descending: "True to sort in descending order."
    case .initialValue: "The result before the first value: any JSON."
    case .stream: "The id of another document."
    case .expression: "An expression in the expression language."
    }
  }
}
