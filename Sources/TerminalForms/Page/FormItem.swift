import Forms

/// A part of a form's page, from top to bottom.
enum FormItem: Equatable {
  case field(FieldSnapshot)
  /// The heading of the fields of a row.
  case row(FieldSnapshot, RowPlace)
  /// The actions on a row.
  case actions([RowAction], RowPlace)
  /// Adds a row to a list.
  case add(FieldSnapshot)
  /// The title of a section, whose fields may be folded away.
  case section(FormStepState.Section, SectionPlace, isFolded: Bool)
  /// The title of a step, over its answers.
  case step(String)
  /// A field with its answer, where all of them are looked at.
  case answer(FieldSnapshot)

  /// The parts of what a form shows now: all of it, or a step, or all answers.
  ///
  /// - Parameters:
  ///   - state: The form.
  ///   - isFolded: Returns true for a section whose fields are folded away.
  static func all<Value: Sendable>(
    of state: FormState<Value>, isFolded: (FormStepState.Section, SectionPlace) -> Bool
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
    return steps[step].sections.enumerated().flatMap { index, section -> [FormItem] in
      let place = SectionPlace(step: step, title: section.title)
      let isFolded = section.isFoldable && isFolded(section, place)
      let heading: [FormItem] =
        section.title.isEmpty && !section.isFoldable
        ? [] : [.section(section, place, isFolded: isFolded)]
      return heading + (isFolded ? [] : all(of: Self.fields(fields, in: section.fields)))
    }
  }

  /// The fields with some ids, and those of their rows.
  private static func fields(_ fields: [FieldSnapshot], in ids: [FieldID]) -> [FieldSnapshot] {
    let ids = Set(ids)
    return fields.filter { field in
      var id: FieldID? = field.id
      while let here = id {
        if ids.contains(here) { return true }
        id = here.parent
      }
      return false
    }
  }

  /// The parts of a form: its fields in display order, and with the rows of its lists what can be
  /// done with them.
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
      for place in field.rows {
        items.append(.row(field, place))
        items += Self.items(of: byRow[place.row] ?? [], byRow)
        let actions = RowAction.allCases.filter { $0.isPossible(at: place) }
        if !actions.isEmpty { items.append(.actions(actions, place)) }
      }
      return field.rows.count < limits.upperBound ? items + [.add(field)] : items
    }
  }

  /// The places in it that can have the focus, from left to right.
  var stops: [FormFocus] {
    switch self {
    case .field(let field): field.control.takesFocus ? [.field(field.id)] : []
    case .row: []
    case .actions(let actions, let place): actions.map { .action($0, place) }
    case .add(let field): [.add(field.id)]
    case .section(let section, let place, _): section.isFoldable ? [.section(place)] : []
    case .step: []
    case .answer(let field): [.answer(field.id)]
    }
  }
}

/// A section of a form.
struct SectionPlace: Hashable {
  var step: Int
  var title: String
}

/// An action on a row of a list.
enum RowAction: Hashable, CaseIterable {
  case up
  case down
  case remove

  var label: String {
    switch self {
    case .up: "Up"
    case .down: "Down"
    case .remove: "Remove"
    }
  }

  func isPossible(at place: RowPlace) -> Bool {
    switch self {
    case .up: place.index > 0
    case .down: place.index < place.count - 1
    case .remove: place.count > place.limits.lowerBound
    }
  }
}

/// A place that keys act on.
enum FormFocus: Hashable {
  case field(FieldID)
  case action(RowAction, RowPlace)
  case add(FieldID)
  /// The title of a section that can be folded.
  case section(SectionPlace)
  /// An answer, where all of them are looked at.
  case answer(FieldID)
  case next
  case back
  case submit
  case cancel

  /// The same place after rows have been added or moved, which changes where they stand.
  func isSame(as other: FormFocus) -> Bool {
    if case .action(let action, let place) = self, case .action(let same, let there) = other {
      return action == same && place.row == there.row
    }
    return self == other
  }
}
