import TerminalKit

/// The state that a control keeps between frames. The form owns what is filled in; this is where
/// the cursor stands in it, and what can be undone.
struct ControlState {
  /// The editor of a text.
  var text: TextField?

  /// Hides a secret that is shown.
  mutating func hideSecret() { text?.isRevealed = false }
}
