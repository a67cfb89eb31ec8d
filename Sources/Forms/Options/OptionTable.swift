/// Options in their order, with their places by name. Shared by the states of a form, not copied.
struct OptionTable: Hashable, Sendable {
  let options: [FieldOption]
  private let places: [String: Int]

  static let empty = OptionTable([])

  init(_ options: [FieldOption]) {
    self.options = options
    places = Dictionary(
      options.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the place of an option; nil if there is none of that name.
  func place(of name: String) -> Int? { places[name] }

  /// Returns the option of a name.
  subscript(name: String) -> FieldOption? { places[name].map { options[$0] } }

  static func == (left: Self, right: Self) -> Bool { left.options == right.options }

  func hash(into hasher: inout Hasher) { hasher.combine(options) }
}

/// The origin of a choice's options.
struct OptionSource<Value: Sendable>: Sendable {
  /// A function that returns the reason why an option cannot be chosen; nil if it can.
  typealias Refusal = @Sendable (Value, FieldOption) -> String?

  /// The options that are always the same.
  var fixed = OptionTable.empty
  /// The options offered, given the other fields; nil for the fixed ones.
  var offered: (@Sendable (Value) -> [FieldOption])?
  /// The options that take a while to load; nil for none.
  var load: OptionLoad<Value>?
  var refusals: [Refusal] = []
  /// The properties that all of these read.
  var reads: [PartialKeyPath<Value> & Sendable] = []

  /// True if the options depend on anything.
  var isFixed: Bool { offered == nil && load == nil && refusals.isEmpty }

  /// Returns the options, once those that are loaded are known.
  func table(_ value: Value, loaded: OptionTable?) -> OptionTable {
    if isFixed { return fixed }
    let table = loaded ?? (load != nil ? .empty : offered.map { OptionTable($0(value)) } ?? fixed)
    guard !refusals.isEmpty else { return table }
    return OptionTable(
      table.options.map { option in
        var option = option
        option.refusal = option.refusal ?? refusals.lazy.compactMap { $0(value, option) }.first
        return option
      })
  }
}

extension OptionState {
  /// The most options that a message names.
  private static let mostNamed = 8

  /// The options in parentheses behind a blank, where there are few: those that are called
  /// otherwise on the screen by the name that an answer has, and by their label.
  private var choices: String {
    let count = table.options.count
    guard (1...Self.mostNamed).contains(count) else { return "" }
    let texts = table.options.map { option in
      option.label == option.name ? option.name : "\(option.name): \(option.label)"
    }
    return " (\(texts.joined(separator: ", ")))"
  }

  /// Returns the standing of chosen options: each has to be offered, and none refused.
  func standing(of names: [String]) -> RuleStanding {
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
  /// The token of the question under way.
  var token: Int?
  /// The answer to that question.
  var loaded: OptionTable?
}

/// The progress of options that take a while to load.
public enum OptionPhase: Hashable, Sendable {
  /// The options are there, as always where they take no time.
  case loaded
  /// They are on their way.
  case loading
  /// They did not come, for a reason; the form can be told to try again.
  case failed(String)
}
