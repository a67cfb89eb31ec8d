import TerminalKit

/// The state that a control keeps between frames. The form owns the field's value; this is the
/// cursor's position in it, and its undo history.
struct ControlState {
  /// The editor of a line of text.
  var text: TextField?
  /// The editor of several lines.
  var box: TextBox?
  /// The option of several that keys act on.
  var row = 0
  /// The completions of the typed text, as far as they are known.
  var completions: [String] = []
  /// The rectangle in which it was last drawn.
  var rect = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Hides a secret that is shown.
  mutating func hideSecret() { text?.isRevealed = false }
}
