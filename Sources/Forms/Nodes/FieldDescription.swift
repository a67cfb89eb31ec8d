/// The parts of a field that are the same whatever type the form's value has, and never change.
///
/// A class, because every state of the form has it for every field.
final class FieldDescription: Sendable {
  let name: String
  let label: String
  /// The word for one row of a list; nil if it is not a list.
  let item: String?
  /// The texts that replace its own or the form's.
  let texts: FieldTexts
  /// The time to show issues; nil for the form's.
  let visibility: IssueVisibility?
  /// The kind of the field; a choice is shown with the options that are offered.
  let control: FieldControl
  /// The property that the field fills in.
  let path: AnyKeyPath & Sendable
  /// Returns the text to type for a datum; nil if the field does not accept it.
  let typed: @Sendable (FormDatum) -> String?
  /// The fields of a list's rows.
  let rows: [FieldDescription]

  init(
    name: String, label: String, item: String?, texts: FieldTexts,
    visibility: IssueVisibility?, control: FieldControl, path: AnyKeyPath & Sendable,
    typed: @escaping @Sendable (FormDatum) -> String?, rows: [FieldDescription]
  ) {
    (self.name, self.label, self.item, self.texts) = (name, label, item, texts)
    (self.visibility, self.control) = (visibility, control)
    (self.path, self.typed, self.rows) = (path, typed, rows)
  }
}

/// The time when a field shows its issues.
///
/// In every case a submission shows all issues, and an issue that is corrected disappears at once.
public enum IssueVisibility: Hashable, Sendable {
  /// From leaving the field on, if it has been edited; then with every key. Before that only issues
  /// that further typing cannot correct.
  case afterLeaving
  /// From the first key on.
  case whileTyping
  /// From the first submission on.
  case afterSubmitting
}

extension [FieldDescription] {
  /// The names and kinds of all fields that are filled in, in alphabetical order.
  var outline: String {
    compactMap { field -> String? in
      guard let word = field.control.word else { return nil }
      return "\(field.name) \(word)" + (field.control.isList ? " (\(field.rows.outline))" : "")
    }
    .sorted().joined(separator: ", ")
  }
}

extension FieldControl {
  /// The kind as a word; nil for a note.
  fileprivate var word: String? {
    switch self {
    case .text(let text): text.isSecret ? "secret" : "text"
    case .toggle: "toggle"
    case .choice: "choice"
    case .choices: "choices"
    case .ranking: "ranking"
    case .list: "list"
    case .note: nil
    }
  }
}
