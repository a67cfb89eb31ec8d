import TerminalKit

/// A key of a control: its name, its words for the help, and its action.
struct ControlKey {
  let keys: String
  let words: String
  let footer: KeyHint?
  /// True if it is active; otherwise another key of the same name may be.
  let isOn: Bool
  let action: @MainActor (KeyPress, inout ControlState) -> ControlResponse

  init(
    _ keys: String, _ words: String, footer: KeyHint? = nil, when isOn: Bool = true,
    action: @escaping @MainActor (KeyPress, inout ControlState) -> ControlResponse
  ) {
    (self.keys, self.words) = (keys, words)
    (self.footer, self.isOn, self.action) = (footer, isOn, action)
  }
}
