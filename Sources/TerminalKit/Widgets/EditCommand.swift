/// The command of an editing key: readline's keys and the ones printed on keyboards.
enum EditCommand: Equatable, Sendable {
  /// A position in the line, seen from the cursor.
  enum Motion: Equatable, Sendable {
    case left, right, start, end
    /// To the start of a run of letters and digits.
    case wordLeft
    /// To the end of a run of letters and digits.
    case wordRight
    /// To the start of a run without blanks, as ^W does.
    case blankLeft
  }

  case move(Motion)
  case delete(Motion)
  /// Deletes text and keeps it for `yank`.
  case kill(Motion)
  case yank, undo, redo

  /// Makes the command for `press`; nil if it edits nothing.
  init?(_ press: KeyPress) {
    let isWordwise = !press.modifiers.isDisjoint(with: [.control, .alt])
    switch press.key {
    case .left: self = .move(isWordwise ? .wordLeft : .left)
    case .right: self = .move(isWordwise ? .wordRight : .right)
    case .home: self = .move(.start)
    case .end: self = .move(.end)
    case .backspace: self = isWordwise ? .kill(.wordLeft) : .delete(.left)
    case .delete: self = isWordwise ? .kill(.wordRight) : .delete(.right)
    case .character(let character):
      if press.modifiers == .control, let command = Self.control[character] {
        self = command
      } else if press.modifiers == .alt, let command = Self.alt[character] {
        self = command
      } else {
        return nil
      }
    default: return nil
    }
  }

  private static let control: [Character: EditCommand] = [
    "a": .move(.start), "e": .move(.end), "b": .move(.left), "f": .move(.right),
    "d": .delete(.right), "w": .kill(.blankLeft), "u": .kill(.start), "k": .kill(.end),
    "y": .yank, "_": .undo,
  ]

  private static let alt: [Character: EditCommand] = [
    "b": .move(.wordLeft), "f": .move(.wordRight), "d": .kill(.wordRight), "_": .redo,
  ]
}
