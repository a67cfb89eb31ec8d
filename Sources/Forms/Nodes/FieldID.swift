/// The identity of a field of a form, or of a row of a list, as long as it exists.
///
/// A row keeps its ID when others are added, removed or moved, and so do its fields. IDs come from
/// the form: `form.id(\.street)`, `form.id(\.phones, 0, \.number)`.
public struct FieldID: Hashable, Sendable {
  /// The field's index in display order; for a field of a row, the list's, the row's number and
  /// the field's index in the row, and so on.
  let steps: [Int]

  /// The row that contains the field, or the list that the row belongs to; nil for a field of the
  /// form itself.
  public var parent: FieldID? { steps.count > 1 ? FieldID(steps: steps.dropLast()) : nil }

  /// The form itself, which contains all.
  static let form = FieldID(steps: [])

  package init(steps: some Sequence<Int>) { self.steps = Array(steps) }

  func appending(_ step: Int) -> FieldID { FieldID(steps: steps + [step]) }

  /// Returns true if it is the other one, or inside it.
  func isWithin(_ other: FieldID) -> Bool { steps.starts(with: other.steps) }
}
