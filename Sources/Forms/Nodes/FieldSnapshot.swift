import Reactive

/// The state of a field after a decision: everything needed to draw it.
public struct FieldSnapshot: Hashable, Sendable {
  /// The field's identity, as long as the field exists.
  public let id: FieldID
  /// The field's name.
  public let name: String
  /// The name with those of the lists that contain it: `phones[1].number`.
  public let path: String
  /// The label that the user sees, unless the form's messages have another for the name.
  public let label: String
  /// The word for one row of a list, such as “phone”; nil if it is not a list.
  public let item: String?
  /// A note next to the label.
  public let hint: String?
  /// The kind of field.
  public let control: FieldControl
  /// The input, as typed.
  public let input: FieldInput
  /// The progress of options that take a while to load.
  public let options: OptionPhase
  /// The row that contains the field; nil for a field of the form itself.
  public let row: RowPosition?

  /// All issues that block the field, most important first: those of its rules in their order, then
  /// of asynchronous rules, then of the server.
  public let issues: [ValidationIssue]
  /// The issue to show now; nil while it is too early for any.
  public let shownIssue: ValidationIssue?
  /// The warnings of its rules, once the field has been edited.
  public let warnings: [ValidationIssue]
  /// Each of its rules with the field's state, for a live checklist.
  public let checklist: [ChecklistItem]

  /// True while a condition requires it; a field that is always required has a rule instead.
  public let isRequired: Bool
  /// True if the user has changed it at some time, even if it was changed back.
  public let isEdited: Bool
  /// True if it differs from the baseline now.
  public let isDirty: Bool
  /// True if it has lost the focus once, or the form has been submitted.
  public let isTouched: Bool
  /// True if a debounce or an answer is outstanding.
  public let isValidating: Bool

  /// True if it has asynchronous rules, and all of them have answered for the current input.
  public let isChecked: Bool

  /// True if it has no issue and no answer is outstanding.
  public var isValid: Bool { issues.isEmpty && !isValidating }
  /// The rows of a list, in order; none if it is not a list.
  public var rows: [RowPosition] {
    guard case .rows(let rows) = input, case .list(let limits) = control else { return [] }
    return rows.enumerated().map { index, row in
      RowPosition(row: id.appending(row), index: index, count: rows.count, limits: limits)
    }
  }
  /// The input as text; empty if it is not text.
  public var text: String { input.text ?? "" }
}

extension FieldSnapshot: CustomStringConvertible, CustomReflectable {
  /// The path and, unless it is a secret, the field's contents.
  public var description: String {
    "FieldSnapshot(\(path): \(control.isSecret ? "<secret>" : "\(input)"))"
  }

  /// Shows only the path, in `dump` and debuggers too.
  public var customMirror: Mirror { Mirror(self, children: ["path": path]) }
}

/// The position of a row in its list.
public struct RowPosition: Hashable, Sendable {
  /// The row, which stays the same when it is moved.
  public let row: FieldID
  /// The row's index, counted from 0.
  public let index: Int
  /// The number of rows.
  public let count: Int
  /// The numbers of rows that are allowed.
  public let limits: ClosedRange<Int>
}

/// The parts of a form's state that snapshots depend on besides the nodes.
struct SnapshotView {
  var visibility: IssueVisibility
  var refusals: [FormRefusal]
  var row: RowPosition?
}

/// The fields of a state of a form, computed when they are first requested.
///
/// Copies of the state share it; a state that changes gets a new one.
final class SnapshotCache: Sendable {
  private let known = Locked<[FieldSnapshot]?>(nil)

  func fields(_ make: () -> [FieldSnapshot]) -> [FieldSnapshot] {
    if let fields = known.withLock({ $0 }) { return fields }
    // Made outside the lock; two threads that come at once make the same.
    let fields = make()
    known.withLock { $0 = fields }
    return fields
  }
}

extension [FormNode] {
  /// Returns one field; nil if it is not shown.
  func snapshot(
    at steps: ArraySlice<Int>, at prefix: FieldID = .form, path: String = "", _ view: SnapshotView
  ) -> FieldSnapshot? {
    guard let index = steps.first, indices.contains(index), self[index].isShown else { return nil }
    let id = prefix.appending(index)
    guard steps.count > 1 else { return self[index].snapshot(at: id, path, view) }
    guard let row = self[index].rows.firstIndex(where: { $0.id == steps.dropFirst().first })
    else { return nil }
    let inside = self[index].inside(row, of: id, path, view)
    return self[index].rows[row].nodes.snapshot(
      at: steps.dropFirst(2), at: inside.id, path: inside.path, inside.view)
  }

  /// The fields that are shown, in display order, those of a list's rows after the list.
  func snapshots(
    at prefix: FieldID = .form, path: String = "", _ view: SnapshotView
  ) -> [FieldSnapshot] {
    var snapshots: [FieldSnapshot] = []
    snapshots.reserveCapacity(count)
    for index in indices where self[index].isShown {
      let id = prefix.appending(index)
      snapshots.append(self[index].snapshot(at: id, path, view))
      for row in self[index].rows.indices {
        let inside = self[index].inside(row, of: id, path, view)
        snapshots += self[index].rows[row].nodes.snapshots(
          at: inside.id, path: inside.path, inside.view)
      }
    }
    return snapshots
  }
}

extension FormNode {
  /// Returns how the fields of a row are found and seen.
  fileprivate func inside(
    _ row: Int, of id: FieldID, _ path: String, _ view: SnapshotView
  ) -> (id: FieldID, path: String, view: SnapshotView) {
    let rowID = id.appending(rows[row].id)
    var view = view
    if case .list(let limits) = info.control {
      view.row = RowPosition(row: rowID, index: row, count: rows.count, limits: limits)
    }
    return (rowID, "\(path)\(info.name)[\(row)].", view)
  }

  fileprivate func snapshot(at id: FieldID, _ path: String, _ view: SnapshotView) -> FieldSnapshot {
    let table = options?.table ?? .empty
    let control = options == nil ? info.control : info.control.offering(table)
    let refused =
      view.refusals.isEmpty ? [] : view.refusals.filter { $0.fields.first == id }.map(\.issue)
    return FieldSnapshot(
      id: id, name: info.name, path: path + info.name, label: texts?.label ?? info.label,
      item: info.item, hint: texts?.hint ?? info.texts.hint, control: control,
      input: control.input(of: field.value, table), options: options?.phase ?? .loaded,
      row: view.row, issues: refused.isEmpty ? issues : issues + refused,
      shownIssue: refused.first ?? shownIssue(info.visibility ?? view.visibility),
      warnings: (field.isEdited || field.isTouched ? states.warnings : [])
        + (withdrawn.map { [.withdrawn($0)] } ?? []), checklist: states.checklist,
      isRequired: isRequired,
      isEdited: field.isEdited, isDirty: isDirty, isTouched: field.isTouched,
      isValidating: isValidating, isChecked: !checks.isEmpty && checks.allSatisfy { $0.isAnswered })
  }
}

/// A refusal by the server: the fields concerned, none of them changed since.
struct FormRefusal: Sendable {
  var issue: ValidationIssue
  var fields: [FieldID]
}

extension ValidationIssue {
  /// A choice that was removed.
  fileprivate static func withdrawn(_ option: FieldOption) -> ValidationIssue {
    ValidationIssue(.withdrawn, ["option": .text(option.label)])
  }
}

extension FormNode {
  /// All issues known here.
  var issues: [ValidationIssue] {
    checks.isEmpty ? states.issues : states.issues + checks.flatMap(\.issues)
  }

  /// True if there is a known issue.
  package var isBlocking: Bool {
    states.firstIssue != nil || checks.contains { !$0.issues.isEmpty }
  }

  /// True if a debounce or an answer is outstanding.
  var isValidating: Bool { checks.contains { $0.isOutstanding } || isAwaitingOptions }

  /// True if a choice has been made among options that are still loading.
  var isAwaitingOptions: Bool {
    guard let options, options.phase == .loading, !field.value.names.isEmpty else { return false }
    return field.value.names.contains { options.table[$0] == nil }
  }

  /// Returns the issue to show.
  func shownIssue(_ visibility: IssueVisibility) -> ValidationIssue? {
    let isOpen =
      switch visibility {
      case .afterLeaving: field.revealsIssues
      case .whileTyping: field.isEdited || field.revealsIssues
      case .afterSubmitting: wasSubmitted
      }
    if isOpen { return states.firstIssue ?? answeredIssue }
    guard visibility != .afterSubmitting, field.isEdited else { return nil }
    return states.firstFailure ?? answeredIssue
  }

  private var answeredIssue: ValidationIssue? { checks.lazy.compactMap(\.issues.first).first }
}
