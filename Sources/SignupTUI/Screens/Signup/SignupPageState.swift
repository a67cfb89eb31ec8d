import TerminalKit
import ViewModels

/// What the sign-up form shows in one frame, all of it: the page is drawn from this and asks
/// nobody.
///
/// The fields' texts are apart, in their editors, because drawing scrolls these.
struct SignupPageState {
  /// What a field has around its text.
  struct Field {
    var label: String
    /// What stands beside the label.
    var hint: String
    /// What stands below the text.
    var message: MessageRow
  }

  /// Where the accounts are.
  var place: String
  var fields: SignupFields<Field>
  /// What the keys act on; nil while something lies over the form.
  var focus: SignupFocus?
  /// Whether the fields take no keys, because the account is being made.
  var isLocked: Bool
  /// Whether Register would make the account.
  var isReady: Bool
  /// What the password has to be.
  var checklist: Checklist
  /// How hard the password is to guess.
  var meter: Meter
  /// What would make it harder; empty when there is nothing to advise.
  var advice: String
  /// The message below the buttons.
  var summary: MessageRow
}
