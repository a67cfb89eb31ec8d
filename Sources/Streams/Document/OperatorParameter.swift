/// A parameter of a kind of operator: its content, and the words for it in a form.
struct OperatorParameter {
  /// The content, which is the same under the same key for every kind.
  enum Content: String {
    case seconds, latest, count, function, key, descending, initialValue, stream, expression
  }

  /// A word of a few that can be chosen.
  struct Choice {
    let word: String
    let label: String
  }

  let content: Content
  /// The label of its field.
  let title: String
  /// The text of its field before anything has been typed.
  var usual = ""
  /// True if its field may be empty, and the key left out.
  var isOptional = false
  /// The words among which one is chosen; none if anything may be typed.
  var choices: [Choice] = []

  /// The key in JSON.
  var name: String { content.rawValue }

  static func seconds(_ title: String) -> Self { Self(content: .seconds, title: title, usual: "1") }
  static func count(_ title: String) -> Self { Self(content: .count, title: title, usual: "1") }
  static func expression(_ title: String, usual: String) -> Self {
    Self(content: .expression, title: title, usual: usual)
  }
  static let latest = Self(
    content: .latest, title: "Keep the", usual: "latest",
    choices: ["latest", "first"].map { Choice(word: $0, label: "\($0) value") })
  static let function = Self(
    content: .function, title: "Send the", usual: "sum",
    choices: StreamWindow.Function.allCases.map { Choice(word: $0.rawValue, label: $0.rawValue) })
  static let descending = Self(
    content: .descending, title: "Order", usual: "ascending",
    choices: ["ascending", "descending"].map { Choice(word: $0, label: $0) })
  static let initialValue = Self(content: .initialValue, title: "Begin with", usual: "0")
  static let stream = Self(content: .stream, title: "Other stream")
  static let join = Self(content: .expression, title: "Send (or empty)", isOptional: true)
  static let key = Self(content: .key, title: "Key", usual: "value")
  static let optionalKey = Self(content: .key, title: "Key (or empty)", isOptional: true)
}

extension Operator.Kind {
  /// The parameters, in their order.
  var parameters: [OperatorParameter] {
    switch self {
    case .delay: [.seconds("Delay in seconds")]
    case .debounce: [.seconds("Quiet for seconds")]
    case .throttle: [.seconds("Every seconds"), .latest]
    case .sample: [.seconds("Every seconds")]
    case .rate: [.seconds("Over seconds")]
    case .window:
      [
        OperatorParameter(
          content: .count, title: "Values (or empty)", usual: "10", isOptional: true),
        OperatorParameter(content: .seconds, title: "Seconds (or empty)", isOptional: true),
        .function,
      ]
    case .distinct: [.optionalKey]
    case .groupBy: [.key, .initialValue, .expression("Next result", usual: "result + 1")]
    case .sort: [.optionalKey, .descending]
    case .dropFirst: [.count("Leave out first")]
    case .prefix: [.count("Keep first")]
    case .collect: [.count("Values in a list")]
    case .filter: [.expression("Keep where", usual: "value > 0")]
    case .map: [.expression("Becomes", usual: "value")]
    case .scan, .reduce: [.initialValue, .expression("Next result", usual: "result + value")]
    case .merge, .append, .prepend: [.stream]
    case .flatMap, .zip, .combineLatest, .withLatestFrom: [.stream, .join]
    case .timestamp, .removeDuplicates, .first, .last, .count: []
    }
  }

  /// The labels of the parameters, in their order.
  public var parameterNames: [String] { parameters.map(\.name) }

  /// Returns the parameter of a label; nil if the kind has none.
  func parameter(_ name: String) -> OperatorParameter? { parameters.first { $0.name == name } }
}
