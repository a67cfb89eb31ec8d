/// A field of a form as it stands after a decision: everything that is to be drawn of it.
public struct FieldSnapshot: Hashable, Sendable {
  /// Which field it is, for as long as it is there.
  public let id: FieldID
  /// The field's name.
  public let name: String
  /// The name with those of the lists that it is in: `phones[1].number`.
  public let path: String
  /// What the user sees, unless the form's messages have another label for the name.
  public let label: String
  /// What is to be said beside the label.
  public let hint: String?
  /// What kind of field it is.
  public let control: FieldControl
  /// What has been put into it, as typed.
  public let input: FieldInput
  /// The row that it is part of; nil for a field of the form itself.
  public let row: RowPlace?

  /// All that bars the field, in the order in which it matters: the rules' issues in their order,
  /// then the answers to asynchronous rules, then what the server has refused.
  public let issues: [ValidationIssue]
  /// The issue to be shown now; nil while it is too early to say anything.
  public let shownIssue: ValidationIssue?
  /// What its rules warn of, once the field has been edited.
  public let warnings: [ValidationIssue]
  /// Each of its rules with how the field stands to it, for a live checklist.
  public let checklist: [ChecklistItem]

  /// Whether the user has changed it at some time, even if it was changed back.
  public let isEdited: Bool
  /// Whether it differs from the baseline now.
  public let isDirty: Bool
  /// Whether it has lost the focus once, or the form has been submitted.
  public let isTouched: Bool
  /// Whether a debounce or an answer is outstanding.
  public let isValidating: Bool

  /// Whether it has asynchronous rules, and all of them have answered for what is there now.
  public let isChecked: Bool

  /// Whether the user has never changed it.
  public var isPristine: Bool { !isEdited }
  /// Whether nothing is wrong with it and nothing is outstanding.
  public var isValid: Bool { issues.isEmpty && !isValidating }
  /// The rows of a list, in order; none where it is no list.
  public var rows: [RowPlace] {
    guard case .rows(let rows) = input, case .list(let limits) = control else { return [] }
    return rows.enumerated().map { index, row in
      RowPlace(row: id.appending(row), index: index, count: rows.count, limits: limits)
    }
  }
  /// What has been put into it as text; empty where it is no text.
  public var text: String { input.text ?? "" }
}

extension FieldSnapshot: CustomStringConvertible, CustomReflectable {
  /// The path and, unless it is a secret, what is in the field.
  public var description: String {
    "FieldSnapshot(\(path): \(control == .text(isSecret: true) ? "<secret>" : "\(input)"))"
  }

  /// The path alone, for `dump` and debuggers too.
  public var customMirror: Mirror { Mirror(self, children: ["path": path]) }
}

/// Where a row stands in its list.
public struct RowPlace: Hashable, Sendable {
  /// The row, which stays the same when it is moved.
  public let row: FieldID
  /// Its place, counted from 0.
  public let index: Int
  /// How many rows there are.
  public let count: Int
  /// How many there may be.
  public let limits: ClosedRange<Int>
}

/// What snapshots depend on beside the nodes.
struct SnapshotView {
  var visibility: IssueVisibility
  var refusals: [FormRefusal]
  var row: RowPlace?
}

extension FormScope {
  /// The fields that are shown, in display order, those of a list's rows behind the list.
  func snapshots(
    _ nodes: [FormNode], at prefix: FieldID, path: String, _ view: SnapshotView
  ) -> [FieldSnapshot] {
    fields.indices.flatMap { place -> [FieldSnapshot] in
      guard nodes[place].isShown else { return [] }
      let (id, field) = (prefix.appending(place), fields[place])
      let snapshot = snapshot(of: field, nodes[place], at: id, path: path, view)
      guard case .list(let list) = field.content else { return [snapshot] }
      return [snapshot] + list.snapshots(nodes[place], at: id, path: path + field.name, view)
    }
  }

  private func snapshot(
    of field: FormField<Value>, _ node: FormNode, at id: FieldID, path: String,
    _ view: SnapshotView
  ) -> FieldSnapshot {
    let control: FieldControl =
      switch field.content {
      case .leaf(let leaf): leaf.control.offering(node.offered)
      case .list(let list): .list(list.limits)
      }
    let refused = view.refusals.filter { $0.fields.first == id }.map(\.issue)
    return FieldSnapshot(
      id: id, name: field.name, path: path + field.name, label: field.label, hint: field.hint,
      control: control, input: node.shownInput, row: view.row,
      issues: node.issues + refused,
      shownIssue: refused.first ?? node.shownIssue(field.visibility ?? view.visibility),
      warnings: node.field.isEdited || node.field.isTouched ? node.standings.warnings : [],
      checklist: node.standings.checklist,
      isEdited: node.field.isEdited, isDirty: node.isDirty, isTouched: node.field.isTouched,
      isValidating: node.isValidating,
      isChecked: !node.checks.isEmpty && node.checks.allSatisfy { $0.isAnswered })
  }
}

extension FormNode {
  /// All that is wrong, as far as it is known here.
  var issues: [ValidationIssue] { standings.issues + checks.flatMap(\.issues) }

  /// Whether something is wrong, as far as it is known here.
  package var isBarred: Bool {
    standings.firstIssue != nil || checks.contains { !$0.issues.isEmpty }
  }

  /// Whether a debounce or an answer is outstanding.
  var isValidating: Bool { checks.contains { $0.isOutstanding } }

  /// What is to be shown of what is wrong.
  func shownIssue(_ visibility: IssueVisibility) -> ValidationIssue? {
    let isOpen =
      switch visibility {
      case .afterLeaving: field.revealsIssues
      case .whileTyping: field.isEdited || field.revealsIssues
      case .afterSubmitting: wasSubmitted
      }
    if isOpen { return standings.firstIssue ?? answeredIssue }
    guard visibility != .afterSubmitting, field.isEdited else { return nil }
    return standings.firstFailure ?? answeredIssue
  }

  private var answeredIssue: ValidationIssue? { checks.lazy.compactMap(\.issues.first).first }
}
