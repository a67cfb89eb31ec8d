/// The kind of a value, if it is known before a computation.
package enum ExpressionKind: Hashable, Sendable {
  /// An integer or a decimal.
  case number
  /// Text, including a date as text.
  case text
  /// An empty string, with which a condition asks whether a value is missing.
  case emptyText
  /// True or false, including the switch of a form.
  case truth
  /// The word `null`.
  case null
  /// Several values in order.
  case list
  /// Several values of one kind, such as the rows of a form's list.
  indirect case listOf(ExpressionKind)
  /// A row of a form's list, with its fields.
  case row([String: ExpressionKind])
  /// Values with keys.
  case object
  /// A value of unknown kind.
  case any

  /// The kind, in words.
  var name: String {
    switch self {
    case .number: "a number"
    case .text, .emptyText: "text"
    case .truth: "a condition"
    case .null: "null"
    case .list, .listOf: "a list"
    case .row: "a row"
    case .object: "an object"
    case .any: "a value"
    }
  }

  var isList: Bool {
    switch self {
    case .list, .listOf: true
    default: false
    }
  }

  /// The kind of a list's elements, if it is known.
  var element: ExpressionKind { if case .listOf(let element) = self { element } else { .any } }

  var isNumber: Bool { self == .number || self == .any }
  var isText: Bool { self == .text || self == .emptyText || self == .any }

  init(_ value: StreamValue) {
    self =
      switch value {
      case .integer, .decimal, .exact: .number
      case .text(let text): text.isEmpty ? .emptyText : .text
      case .truth: .truth
      case .null: .null
      case .list: .list
      case .object: .object
      }
  }

  /// Returns the kind of a value that is of either this kind or another.
  func or(_ other: ExpressionKind) -> ExpressionKind {
    if self == other { return self }
    if isList, other.isList { return .list }
    return isText && other.isText && self != .any && other != .any ? .text : .any
  }
}
