import Formats
import Reactive

/// A key of a field in files: the values that it may have, and how they are read. The schema and
/// the reader follow from these.
struct FieldKey: Sendable {
  typealias Field = FormDeclaration.Field
  typealias Members = DeclarationReader.Members

  let key: JSONSchemaKey
  let read: @Sendable (inout DeclarationReader, Members, inout Field) -> Void

  /// A key with its own reader; without one it is read together with another key, or later.
  init(
    _ name: String, _ schema: KeySchema, _ meaning: String,
    read: @escaping @Sendable (inout DeclarationReader, Members, inout Field) -> Void = { _, _, _ in
    }
  ) {
    key = JSONSchemaKey(name, schema.json, meaning)
    self.read = read
  }

  /// A key whose value is a part of the field.
  init<Value: JSONConvertible & SendableMetatype>(
    _ name: String, _ schema: KeySchema, _ meaning: String,
    _ part: WritableKeyPath<Field, Value?> & Sendable
  ) { self.init(name, schema, meaning) { $2[keyPath: part] = $0.value(name, $1) } }
}

extension FieldKey {
  /// The keys of every field. The condition is read when all fields are known.
  static let common = [
    FieldKey(
      "id", #"{"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_-]*$"}"#,
      "The name in answers and conditions."), FieldKey("kind", "", "The kind of field."),
    FieldKey("when", .text, "The condition under which the field is shown."),
  ]

  /// The keys of a note.
  static let notes = [
    FieldKey("title", .text, "The label before the text, or the text itself.", \.title),
    FieldKey("text", .text, "The text that is shown, with expressions in braces.") {
      reader, members, field in
      field.text =
        field.title == nil ? reader.required("text", members) : reader.value("text", members)
    },
  ]

  /// The keys of every field that is filled in.
  static let filled = [
    FieldKey(
      "title", .text, "The label, with expressions in braces; by default derived from the id.",
      \.title),
    FieldKey("hint", .text, "A note beside the label, with expressions in braces.", \.hint),
    FieldKey(
      "required", #"{"type": ["boolean", "string"]}"#,
      "True if the field must be filled in, or the condition under which it must be."
    ) { reader, members, field in
      if case .string? = members["required"] { return }
      field.isRequired = reader.value("required", members)
    },
    FieldKey(
      "message", .text,
      "The message that replaces those of the field's own rules, with expressions in braces.",
      \.message),
    FieldKey(
      "messages", #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      "Messages for individual rules, by key or by issue code, with expressions."
    ) { reader, members, field in
      field.messages = reader.messages(members) { !field.codes(of: $0).isEmpty }
    },
  ]

  /// The keys of a field for typed text.
  static let texts =
    [value(.text, "The initial value.")]
    + pair(
      "minLength", "maxLength",
      #"{"type": "integer", "minimum": 0, "maximum": \#(TextControl.byteLimit)}"#,
      "The minimum number of user-perceived characters.",
      "The maximum number of user-perceived characters."
    ) { $2.length = $0.limits("minLength", "maxLength", $1) { $0.length($1, $2) } } + [
      FieldKey("pattern", .text, "A regular expression that the whole text must match.") {
        $2.pattern = $0.pattern($1)
      }
    ]

  static let suffix = FieldKey("suffix", .text, "The unit shown after the value.", \.suffix)
  static let suggestions = FieldKey(
    "suggestions", .texts, "Texts that complete the one typed.", \.suggestions)
  static let mask = FieldKey(
    "mask", #"{"enum": ["telephone", "iban", "card"]}"#,
    "How the value is grouped on screen; answers contain no spaces."
  ) { $2.mask = $0.meaning("mask", $1, "telephone, iban or card") { TextMask.named[$0] } }
  static let same = FieldKey(
    "same", .text, "The id of the secret that must be typed again here.", \.same)
  static let boxRows = FieldKey(
    "rows", #"{"type": "integer", "minimum": 2, "maximum": 100}"#, "The height of the box in lines."
  ) { $2.boxRows = $0.number("rows", $1, 2..., through: 100) }

  /// The keys of a whole number.
  static let integers =
    limits("a whole number", #"{"type": "integer"}"#) { $0.value($1, $2, as: Int.self) } + [
      FieldKey(
        "step", #"{"type": "integer", "minimum": 1}"#, "What ↑ and ↓ add to the number."
      ) { $2.step = $0.number("step", $1, 1...).map { DecimalNumber($0) } },
      suffix,
    ]

  /// The keys of a number.
  static let decimals =
    [
      FieldKey("value", #"{"type": "number"}"#, "The initial value: a number.") {
        reader, members, field in
        // The number of decimal places is known only now.
        field.places = reader.number("places", members, 0..., through: 15)
        field.value = reader.contents(members, field)
      }
    ]
    + limits("a number", #"{"type": "number"}"#) { $0.value($1, $2, as: DecimalNumber.self) }
    .dropFirst() + [
      FieldKey(
        "places", #"{"type": "integer", "minimum": 0, "maximum": 15}"#,
        "The maximum number of decimal places."),
      FieldKey(
        "step", #"{"type": "number", "exclusiveMinimum": 0}"#, "What ↑ and ↓ add to the number."
      ) { reader, members, field in
        field.step = reader.value("step", members)
        if let step = field.step, step <= 0 {
          reader.at("step") { $0.report("a number above 0 was expected") }
        }
      },
      suffix,
    ]

  static let options = FieldKey(
    "options", ##"{"$ref": "#/$defs/options"}"##,
    "The options, the name of one of the form's lists, or a file or program that lists them."
  ) { reader, members, field in
    switch members["options"] {
    case .string(let name)?:
      field.options = reader.options(ofList: name)
      field.optionList = name
    case .object?: field.optionSource = reader.optionSource(members)
    default: field.options = reader.options("options", members)
    }
  }
  static let fixedOptions = FieldKey(
    "options", ##"{"$ref": "#/$defs/rankedOptions"}"##,
    "The options, as texts or with a title, or the name of one of the form's lists."
  ) { reader, members, field in
    if case .string(let name)? = members["options"] {
      field.options = reader.options(ofList: name)
      field.optionList = name
    } else {
      field.options = reader.options("options", members)
    }
    reader.checkRanked(members)
  }

  /// The keys of a rating.
  static let rating = [
    value(#"{"type": "integer", "minimum": 1}"#, "The initial value: a whole number."),
    FieldKey(
      "most", #"{"type": "integer", "minimum": 2, "maximum": 9}"#,
      "The highest rating (default: 5)."
    ) { reader, members, field in
      let most = reader.number("most", members, 2..., through: 9)
      field.limits = FormDeclaration.Limits(least: 1, most: most ?? FormDeclaration.usualRating)
    },
  ]

  /// The keys of a list.
  static let list =
    [FieldKey("fields", .fields, "The fields of a row.") { $2.fields = $0.fields("fields", $1) }]
    + numbers(of: "rows") + [
      FieldKey("distinct", .texts, "The fields whose contents no two rows may share.") {
        $2.distinct = $0.distinct($1, $2.fields)
      },
      FieldKey(
        "rules", .list(of: "rule"),
        "Conditions on each row, in which names are the row's fields, then the form's."),
      value(
        #"{"type": "array", "items": {"type": "object"}}"#,
        "The initial rows, as in answers."),
    ]

  static let presence = FieldKey(
    "exists", #"{"enum": ["file", "folder", "anything", "nothing"]}"#, "What must be at the path."
  ) {
    $2.presence = $0.meaning(
      "exists", $1, FormDeclaration.Presence.allCases.map(\.rawValue).alternatives
    ) { FormDeclaration.Presence(rawValue: $0) }
  }

  /// The initial value.
  static func value(_ schema: KeySchema, _ meaning: String) -> FieldKey {
    FieldKey("value", schema, meaning) { $2.value = $0.contents($1, $2) }
  }

  /// The initial, minimum and maximum value of a day or time, each of which may be relative to now.
  static func times<Part: DayOrTime>(
    _ example: String, _ schema: KeySchema, of _: Part.Type
  ) -> [FieldKey] {
    let pattern = "^(today|now)( [+-] [0-9]+ (minute|hour|day|week|month|year)s?)?$"
    let schema: KeySchema =
      #"{"anyOf": [\#(schema.json), {"type": "string", "pattern": "\#(pattern)"}]}"#
    @Sendable func relative(_ key: String, _ members: Members) -> RelativeTime? {
      if case .string(let text)? = members[key] { RelativeTime(text) } else { nil }
    }
    func first(_ key: String) -> FieldKey {
      FieldKey(key, schema, "The initial value: \(example), or relative to now.") {
        reader, members, field in
        if members["value"] != nil, members["first"] != nil {
          if key == "first" { reader.report("“value” and “first” cannot be used together") }
        } else if let time = relative(key, members) {
          field.relativeValue = time
        } else if members[key] != nil {
          field.value = reader.contents(members, field, at: key)
        }
      }
    }
    let expected = "\(example), or a relative value such as now or today + 90 days,"
    return [first("value"), first("first")]
      + pair(
        "minimum", "maximum", schema, "The minimum value.", "The maximum value."
      ) { reader, members, field in
        let (least, most) = (relative("minimum", members), relative("maximum", members))
        if let least, let most, least.isAlways(above: most, as: Part.self) {
          reader.at("minimum") { $0.report("\(least) is above the maximum, \(most)") }
        }
        field.relativeLimits = (least, most)
        field.limits = reader.limits("minimum", "maximum", members) { reader, key, members in
          relative(key, members) == nil ? reader.meaning(key, members, expected) { Part($0) } : nil
        }
      }
  }

  /// The initial value, and the least and the greatest value.
  static func limits<Part: Comparable & Sendable>(
    _ value: String, _ schema: KeySchema,
    read: @escaping @Sendable (inout DeclarationReader, _ key: String, Members) -> Part?
  ) -> [FieldKey] {
    [self.value(schema, "The initial value: \(value).")]
      + pair(
        "minimum", "maximum", schema, "The minimum value.", "The maximum value."
      ) { $2.limits = $0.limits("minimum", "maximum", $1, read) }
  }

  /// The numbers of rows or of options chosen.
  static func numbers(of things: String) -> [FieldKey] {
    pair(
      "least", "most", #"{"type": "integer", "minimum": 0}"#, "The minimum number of \(things).",
      "The maximum number of \(things)."
    ) { reader, members, field in
      field.count = reader.limits("least", "most", members) { $0.number($1, $2, 0...) }
      if let least = field.count.least, least > field.options.count, !field.options.isEmpty {
        let count = field.options.count
        reader.at("least") { $0.report("\(least) is above the number of options, \(count)") }
      }
    }
  }

  /// Two keys that are read together.
  private static func pair(
    _ first: String, _ second: String, _ schema: KeySchema, _ meaning: String,
    _ secondMeaning: String,
    read: @escaping @Sendable (inout DeclarationReader, Members, inout Field) -> Void
  ) -> [FieldKey] {
    [FieldKey(first, schema, meaning, read: read), FieldKey(second, schema, secondMeaning)]
  }
}

extension TextMask {
  /// The masks by their names in files.
  fileprivate static let named = ["telephone": TextMask.telephone, "iban": .iban, "card": .card]
}
