import Forms

/// A part of a form's page, from top to bottom.
enum FormItem: Equatable {
  case field(FieldSnapshot)
  /// The heading of the fields of a row.
  case row(FieldSnapshot, RowPosition)
  /// The actions on a row.
  case actions([RowAction], RowPosition)
  /// Adds a row to a list.
  case add(FieldSnapshot)
  /// The title of a section, whose fields may be folded away.
  case section(FormStepState.Section, SectionID, isFolded: Bool)
  /// The title of a step, over its answers.
  case step(String)
  /// A field and its answer, in the review.
  case answer(FieldSnapshot)

  /// The parts that a form shows now: everything, or a step, or all answers.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - isFolded: Returns true for a section whose fields are folded away.
  static func all<Value: Sendable>(
    of state: FormState<Value>, isFolded: (FormStepState.Section, SectionID) -> Bool
  ) -> [FormItem] {
    let fields = state.fields
    let steps = state.steps
    guard !steps.isEmpty else { return all(of: fields) }
    if state.isReviewing {
      return steps.filter(\.isShown).flatMap { step in
        (step.title.isEmpty ? [] : [.step(step.title)])
          + Self.fields(fields, in: step.fields).map { .answer($0) }
      }
    }
    let step = state.currentStep
    return steps[step].sections.flatMap { section -> [FormItem] in
      let id = SectionID(step: step, index: section.index)
      let isFolded = section.isFoldable && isFolded(section, id)
      let heading: [FormItem] =
        section.title.isEmpty && !section.isFoldable
        ? [] : [.section(section, id, isFolded: isFolded)]
      return heading + (isFolded ? [] : all(of: Self.fields(fields, in: section.fields)))
    }
  }

  /// The fields with some ids, and the fields in their rows.
  private static func fields(_ fields: [FieldSnapshot], in ids: [FieldID]) -> [FieldSnapshot] {
    let ids = Set(ids)
    return fields.filter { $0.id.isWithin(ids) }
  }

  /// The parts of a form: its fields in display order, and for its lists the actions on rows.
  static func all(of fields: [FieldSnapshot]) -> [FormItem] {
    guard fields.contains(where: { $0.control.isList }) else { return fields.map { .field($0) } }
    return items(of: fields.filter { $0.row == nil }, Dictionary(grouping: fields) { $0.row?.row })
  }

  private static func items(
    of fields: [FieldSnapshot], _ byRow: [FieldID?: [FieldSnapshot]]
  ) -> [FormItem] {
    fields.flatMap { field -> [FormItem] in
      guard case .list(let limits) = field.control else { return [.field(field)] }
      var items = [FormItem.field(field)]
      for position in field.rows {
        items.append(.row(field, position))
        items += Self.items(of: byRow[position.row] ?? [], byRow)
        let actions = RowAction.allCases.filter { $0.isPossible(at: position) }
        if !actions.isEmpty { items.append(.actions(actions, position)) }
      }
      return field.rows.count < limits.upperBound ? items + [.add(field)] : items
    }
  }

  /// Its parts that can have the focus, from left to right.
  var stops: [FormFocus] {
    switch self {
    case .field(let field): field.control.takesFocus ? [.field(field.id)] : []
    case .row: []
    case .actions(let actions, let position): actions.map { .action($0, position) }
    case .add(let field): [.add(field.id)]
    case .section(let section, let id, _): section.isFoldable ? [.section(id)] : []
    case .step: []
    case .answer(let field): [.answer(field.id)]
    }
  }
}

/// A section of a form, by its step and its index there.
struct SectionID: Hashable { var step, index: Int }

/// An action on a row of a list.
enum RowAction: Hashable, CaseIterable {
  case up, down, remove

  var label: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .remove: "Remove"
    }
  }

  func isPossible(at position: RowPosition) -> Bool {
    switch self {
    case .up: position.index > 0
    case .down: position.index < position.count - 1
    case .remove: position.count > position.limits.lowerBound
    }
  }
}

/// A part of a form that keys act on.
enum FormFocus: Hashable {
  case field(FieldID)
  case action(RowAction, RowPosition)
  case add(FieldID)
  /// The title of a section that can be folded.
  case section(SectionID)
  /// An answer in the review.
  case answer(FieldID)
  case next, back, submit, cancel

  /// Whether both denote the same part, even after rows were added or moved.
  func isSame(as other: FormFocus) -> Bool {
    if case .action(let action, let position) = self, case .action(let same, let there) = other {
      return action == same && position.row == there.row
    }
    return self == other
  }
}

extension FieldID {
  /// Returns true if this is one of some fields, or a part of one.
  func isWithin(_ fields: Set<FieldID>) -> Bool {
    sequence(first: self, next: \.parent).contains { fields.contains($0) }
  }
}
