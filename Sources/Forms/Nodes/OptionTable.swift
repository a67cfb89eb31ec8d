/// Options in their order, with their indices by name. Shared by the states of a form, not copied.
struct OptionTable: Hashable, Sendable {
  let options: [FieldOption]
  private let indices: [String: Int]

  static let empty = OptionTable([])

  init(_ options: [FieldOption]) {
    self.options = options
    indices = Dictionary(
      options.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the index of an option; nil if there is none with that name.
  func index(of name: String) -> Int? { indices[name] }

  /// Returns the option of a name.
  subscript(name: String) -> FieldOption? { indices[name].map { options[$0] } }

  static func == (left: Self, right: Self) -> Bool { left.options == right.options }

  func hash(into hasher: inout Hasher) { hasher.combine(options) }
}

extension OptionState {
  /// The maximum number of options that a message names.
  private static let mostNamed = 8

  /// The options in parentheses after a blank, if there are few: each by the name that an answer
  /// uses, followed by its label if that differs.
  private var choices: String {
    let count = table.options.count
    guard (1...Self.mostNamed).contains(count) else { return "" }
    let texts = table.options.map { option in
      option.label == option.name ? option.name : "\(option.name): \(option.label)"
    }
    return " (\(texts.joined(separator: ", ")))"
  }

  /// Returns the state of chosen options: each must be offered, and none refused.
  func state(of names: [String]) -> ValidationState {
    for name in names {
      if let option = table[name] {
        guard let reason = option.refusal else { continue }
        return .failed(
          ValidationIssue(.refused, ["option": .text(option.label), "reason": .text(reason)]))
      }
      switch phase {
      case .loading: continue
      case .failed(let reason):
        return .failed(ValidationIssue(.unchecked, ["reason": .text(reason)]))
      case .loaded:
        return .failed(
          ValidationIssue(.notOffered, ["option": .text(name), "options": .text(choices)]))
      }
    }
    return .met
  }
}

/// The options of a field in a state of the form.
struct OptionState: Sendable {
  var table: OptionTable
  var phase = OptionPhase.loaded
  /// The subject of the question that has been asked for options.
  var key: CheckKey?
  /// The token of the running question.
  var token: Int?
  /// The answer to that question.
  var loaded: OptionTable?
}

/// The progress of options that take a while to load.
public enum OptionPhase: Hashable, Sendable {
  /// The options are loaded; always true for immediate ones.
  case loaded
  /// The options are being loaded.
  case loading
  /// The options could not be loaded, for a reason; the form can try again.
  case failed(String)
}
