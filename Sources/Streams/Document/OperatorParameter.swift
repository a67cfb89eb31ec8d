/// A parameter of a kind of operator: its content, and the words for it in a form.
struct OperatorParameter {
  /// The content, which is the same under the same key for every kind.
  enum Content: String {
    case seconds, latest, count, initialValue, stream, expression
  }

  let content: Content
  /// The label of its field.
  let title: String
  /// The text of its field before anything has been typed.
  var usual = ""

  /// The key in JSON.
  var name: String { content.rawValue }

  static func seconds(_ title: String) -> Self { Self(content: .seconds, title: title, usual: "1") }
  static func count(_ title: String) -> Self { Self(content: .count, title: title, usual: "1") }
  static func expression(_ title: String, usual: String) -> Self {
    Self(content: .expression, title: title, usual: usual)
  }
  static let latest = Self(content: .latest, title: "Keep the", usual: "latest")
  static let initialValue = Self(content: .initialValue, title: "Begin with", usual: "0")
  static let stream = Self(content: .stream, title: "Other stream")
  static let join = expression("Send (or empty)", usual: "")
}

extension Operator.Kind {
  /// The parameters, in their order.
  var parameters: [OperatorParameter] {
    switch self {
    case .delay: [.seconds("Delay in seconds")]
    case .debounce: [.seconds("Quiet for seconds")]
    case .throttle: [.seconds("Every seconds"), .latest]
    case .dropFirst: [.count("Leave out first")]
    case .prefix: [.count("Keep first")]
    case .collect: [.count("Values in a list")]
    case .filter: [.expression("Keep where", usual: "value > 0")]
    case .map: [.expression("Becomes", usual: "value")]
    case .scan, .reduce: [.initialValue, .expression("Next result", usual: "result + value")]
    case .merge, .append, .prepend: [.stream]
    case .flatMap, .zip, .combineLatest: [.stream, .join]
    case .removeDuplicates, .first, .last, .count: []
    }
  }

  /// The labels of the parameters, in their order.
  public var parameterNames: [String] { parameters.map(\.name) }

  /// Returns the parameter of a label; nil if the kind has none.
  func parameter(_ name: String) -> OperatorParameter? { parameters.first { $0.name == name } }
}
