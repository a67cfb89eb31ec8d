import TerminalKit

/// A key of a control: which it is, what is said of it, and what it does.
struct ControlKey {
  let keys: String
  let words: String
  /// Keys that do the same and are in no list.
  let synonyms: [KeyPress]
  let footer: KeyHint?
  /// True while it acts; else another key of the same name may.
  let isOn: Bool
  let action: @MainActor (KeyPress, inout ControlState) -> ControlResponse

  init(
    _ keys: String, _ words: String, also synonyms: [KeyPress] = [], footer: KeyHint? = nil,
    when isOn: Bool = true,
    action: @escaping @MainActor (KeyPress, inout ControlState) -> ControlResponse
  ) {
    (self.keys, self.words, self.synonyms) = (keys, words, synonyms)
    (self.footer, self.isOn, self.action) = (footer, isOn, action)
  }
}
