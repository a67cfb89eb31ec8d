import TerminalKit
import ViewModels

/// All that the sign-up form shows in one frame: the page is drawn from this alone.
///
/// The fields' texts are apart, in their editors, because drawing scrolls these.
struct SignupPageState {
  /// The texts around a field's own.
  struct Field {
    var label: String
    /// The hint beside the label.
    var hint: String
    /// The message below the text.
    var message: MessageRow
  }

  /// The purpose of the form, which says what it asks for.
  var purpose: SignupPurpose
  /// The place of the accounts.
  var place: String
  var fields: SignupFields<Field>
  /// The place that keys act on; nil while something lies over the form.
  var focus: SignupFocus?
  /// True if the fields take no keys, because the account is being made.
  var isLocked: Bool
  /// True if the first button would do what the form is for.
  var isReady: Bool
  /// The requirements of the password.
  var checklist: Checklist
  /// The strength of the password.
  var meter: Meter
  /// Advice for a stronger password; empty for none.
  var advice: String
  /// A password that is suggested and shown; empty where none is.
  var suggestion: String
  /// The message below the buttons.
  var summary: MessageRow
  /// True after a refused submission, whose summary stays in sight.
  var isRefused = false

  /// The line below the title.
  var placeText: String { "kept in \(place)" }

  /// The buttons below the fields.
  var buttons: ButtonRow {
    ButtonRow(buttons: [
      Button(label: purpose.button, look: isReady ? .ready : .waiting), Button(label: "Cancel"),
    ])
  }

  /// The same with nothing to be said, whose page takes the fewest rows.
  var withoutMessages: SignupPageState {
    var state = self
    for field in SignupField.allCases {
      state.fields[field].message = MessageRow(kind: .hint, text: "")
    }
    (state.advice, state.suggestion) = ("", "")
    state.summary = MessageRow(kind: .hint, text: "")
    return state
  }

  // MARK: What stands beside something, or below it

  /// The columns that a hint has beside its label.
  private func hintRoom(_ field: SignupField, _ columns: PageColumns) -> Int {
    columns.width - Glyph.columns(of: fields[field].label) - 2
  }

  /// A hint that fits beside its label; half a hint is none.
  func hintBeside(_ field: SignupField, _ columns: PageColumns) -> String {
    let hint = fields[field].hint
    return Glyph.columns(of: hint) <= hintRoom(field, columns) ? hint : ""
  }

  /// The hint below a field's text: the name's, where it does not fit beside its label, and a
  /// suggested password that is longer than the field, for it has to be read.
  func hintBelow(_ field: SignupField, _ columns: PageColumns) -> String {
    switch field {
    case .username: hintBeside(field, columns).isEmpty ? fields[field].hint : ""
    case .password: Glyph.columns(of: suggestion) < columns.fieldWidth ? "" : suggestion
    case .confirmation: ""
    }
  }

  /// The columns of the meter; its bar stays as long as it is whatever the word.
  func meterWidth(_ columns: PageColumns) -> Int {
    min(columns.messageWidth, 16 + max(13, Glyph.columns(of: meter.word)))
  }

  /// Advice that fits beside the meter.
  func adviceBeside(_ columns: PageColumns) -> String {
    let room = columns.messageWidth - meterWidth(columns) - 1
    return Glyph.columns(of: advice) <= room ? advice : ""
  }

  /// Advice that does not, as long as nothing else is said of the password.
  func adviceBelow(_ columns: PageColumns) -> String {
    guard fields.password.message.text.isEmpty, adviceBeside(columns).isEmpty else { return "" }
    return advice
  }
}
