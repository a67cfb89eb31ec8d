import TerminalKit

/// The state that a control keeps between frames. The form owns what is filled in; this is the
/// position of the cursor in it, and what can be undone.
struct ControlState {
  /// The editor of a line of text.
  var text: TextField?
  /// The editor of several lines.
  var box: TextBox?
  /// The option of several that keys act on.
  var row = 0
  /// The texts that complete the one typed, as far as they are known.
  var completions: [String] = []
  /// The rectangle in which it was drawn last.
  var rect = Rect(x: 0, y: 0, width: 0, height: 0)

  /// Hides a secret that is shown.
  mutating func hideSecret() { text?.isRevealed = false }
}
