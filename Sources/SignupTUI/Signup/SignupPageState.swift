import TerminalForms
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
  private var placeText: String { "kept in \(place)" }

  // MARK: The page

  /// Lays the form out for a window.
  @MainActor func page(in size: Size, symbols: Symbols) -> FieldsPage<SignupFocus> {
    let columns = PageColumns(window: size.width)
    let buttons = ButtonRow(buttons: [
      Button(label: purpose.button, look: isReady ? .ready : .waiting), Button(label: "Cancel"),
    ])
    let frame = FieldsLayout.Frame(
      title: purpose.title, note: placeText, buttons: buttons, summary: summary,
      isRefused: isRefused)
    return FieldsPage(
      frame, places: purpose.fields.map { .field($0) }, targets: [.register, .cancel],
      focus: focus, isLocked: isLocked, in: size, symbols: symbols
    ) { isRoomy in
      purpose.fields.map { field($0, isRoomy: isRoomy, columns) }
    }
  }

  private func field(
    _ field: SignupField, isRoomy: Bool, _ columns: PageColumns
  ) -> FieldsLayout.Field {
    let own = fields[field]
    guard field == .password else {
      return FieldsLayout.Field(
        label: own.label, hint: own.hint, keepsHint: field == .username, message: own.message,
        usualColumns: 72)
    }
    let advice = adviceBelow(columns)
    // Where rows are kept free for a message, advice takes them as long as there is none.
    let below = MessageRow(kind: .hint, text: advice)
    return FieldsLayout.Field(
      label: own.label, hint: own.hint,
      // It has to be read, also where it is longer than its field.
      whole: Glyph.columns(of: suggestion) < columns.fieldWidth ? "" : suggestion,
      message: isRoomy && !advice.isEmpty ? below : own.message, usualColumns: 100,
      parts: [.meter(meter, beside: adviceBeside(columns))]
        + (isRoomy ? [] : [.message(below)]) + [.checklist(checklist)],
      keepsTitle: purpose.username != nil)
  }

  /// Advice that fits beside the meter.
  private func adviceBeside(_ columns: PageColumns) -> String {
    let room = columns.messageWidth - meter.columns - 1
    return Glyph.columns(of: advice) <= room ? advice : ""
  }

  /// Advice that does not, as long as nothing else is said of the password.
  private func adviceBelow(_ columns: PageColumns) -> String {
    guard fields.password.message.text.isEmpty, adviceBeside(columns).isEmpty else { return "" }
    return advice
  }
}
