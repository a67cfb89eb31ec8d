/// The type of an input's values.
public enum ValueType: String, CaseIterable, Sendable {
  /// Integers and decimals.
  case number
  /// Text.
  case text
  /// True and false.
  case boolean
  /// Objects, whose fields expressions read.
  case object
  /// Values of any kind.
  case any
}

extension ValueType {
  /// A value of the type, in words.
  package var noun: String {
    switch self {
    case .number: "a number"
    case .text: "text"
    case .boolean: "true or false"
    case .object: "an object"
    case .any: "a value"
    }
  }

  /// Values of the type, in words.
  package var nouns: String {
    switch self {
    case .number: "numbers"
    case .text: "texts"
    case .boolean: "true and false"
    case .object: "objects"
    case .any: "values of every kind"
    }
  }
}

extension ValueType {
  /// Returns true if a value is of the type.
  package func admits(_ value: StreamValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.number, .integer), (.number, .decimal), (.number, .exact), (.text, .text),
      (.boolean, .truth), (.object, .object):
      true
    case (.number, _), (.text, _), (.boolean, _), (.object, _): false
    }
  }
}
