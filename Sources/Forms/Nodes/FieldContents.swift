/// The contents of a field inside a form; ``FieldInput`` is their public form.
///
/// Options are stored by name, so that a choice stays the same while options come and go.
package enum FieldContents: Hashable, Sendable {
  /// A text as typed.
  case text(String)
  /// A switch: true if it is on.
  case flag(Bool)
  /// The options chosen, by their names, in the options' order; none or one of a choice of one; of
  /// a ranking all of them in its order.
  case names([String])
  /// The rows of a list, by their numbers, in order.
  case rows([Int])
  /// Nothing, in a field that is only shown.
  case nothing

  /// The text; nil if the field is of another kind.
  package var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The names of the options chosen; none if the field is of another kind.
  var names: [String] {
    guard case .names(let names) = self else { return [] }
    return names
  }
}

extension FieldControl {
  /// Returns an input as contents; nil if the field is of another kind, or has no such option.
  func contents(of input: FieldInput, _ table: OptionTable) -> FieldContents? {
    switch (self, input) {
    case (.text, .text(let text)): return .text(text)
    case (.toggle, .flag(let flag)): return .flag(flag)
    case (.choice(_, let allowsNone), .choice(nil)): return allowsNone ? .names([]) : nil
    case (.choice, .choice(let index?)):
      return table.options.indices.contains(index) ? .names([table.options[index].name]) : nil
    case (.choices, .choices(let indices)):
      guard indices.allSatisfy(table.options.indices.contains) else { return nil }
      return .names(Set(indices).sorted().map { table.options[$0].name })
    case (.ranking, .choices(let indices)):
      guard indices.sorted() == Array(table.options.indices) else { return nil }
      return .names(indices.map { table.options[$0].name })
    case (.text, _), (.toggle, _), (.choice, _), (.choices, _), (.ranking, _), (.list, _),
      (.note, _):
      return nil
    }
  }

  /// Returns contents as an input: options by their indices among those that are offered.
  func input(of contents: FieldContents, _ table: OptionTable) -> FieldInput {
    switch contents {
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    case .rows(let rows): .rows(rows)
    case .nothing: .nothing
    case .names(let names):
      switch self {
      case .choices: .choices(names.compactMap(table.index(of:)).sorted())
      case .ranking: .choices(names.compactMap(table.index(of:)))
      case .text, .toggle, .choice, .list, .note: .choice(names.first.flatMap(table.index(of:)))
      }
    }
  }

  /// Returns the control with the options that are offered.
  func offering(_ table: OptionTable) -> FieldControl {
    switch self {
    case .choice(_, let allowsNone): .choice(table.options, allowsNone: allowsNone)
    case .choices(_, let limits):
      // Without a greatest number given it is that of the options.
      .choices(
        table.options,
        limits.lowerBound...max(limits.lowerBound, min(limits.upperBound, table.options.count)))
    case .ranking: .ranking(table.options)
    case .text, .toggle, .list, .note: self
    }
  }
}
