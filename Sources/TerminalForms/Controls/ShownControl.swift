import Forms
import TerminalKit

/// The control of one field on the screen: its rows, its drawing, and the keys that it takes.
///
/// It is made again from the field's snapshot for each key and each frame. What it has to remember
/// between them is in the field's ``ControlState``.
@MainActor protocol ShownControl {
  /// The field in its present state.
  var field: FieldSnapshot { get }
  /// Its position beside the label.
  var placement: ControlPlacement { get }
  /// True if characters are typed, so that none of them is a key of the form.
  var takesLetters: Bool { get }
  /// True if Space, ← and → change it.
  var turns: Bool { get }
  /// The hint that comes with the focus if the field has no hint.
  var focusHint: String { get }

  /// Returns the keys that are its own while it has the focus, before those of the form.
  func keys(_ state: ControlState) -> [ControlKey]
  /// Returns the rows that it takes in a number of columns.
  func rows(within width: Int, symbols: Symbols) -> Int
  /// Returns the row of the cursor, counted from its first one.
  func cursorRow(within width: Int, _ state: ControlState, symbols: Symbols) -> Int
  /// Draws it in a rectangle as high as its rows.
  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame)
  /// Handles an event that is none of its keys: a character, a paste, the mouse.
  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse
  /// Changes it by a step: Space and → forward, ← backward.
  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse
}

// Defaults that most controls share.
extension ShownControl {
  var placement: ControlPlacement { .below }
  var takesLetters: Bool { false }
  var turns: Bool { !takesLetters }
  var focusHint: String { "" }
  func keys(_ state: ControlState) -> [ControlKey] { [] }
  func rows(within width: Int, symbols: Symbols) -> Int { 1 }
  func cursorRow(within width: Int, _ state: ControlState, symbols: Symbols) -> Int { 0 }
  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    guard case .mouse(let mouse) = event, mouse.action == .press else { return .ignored }
    return turn(by: 1, &state)
  }
  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse { .ignored }
}

/// The position of a control beside its field's label.
enum ControlPlacement: Equatable {
  /// Rows of its own below the label.
  case below
  /// In the label's first row, before the label, which is moved to the right by this many columns.
  case beforeLabel(Int)
  /// Rows of its own instead of a label.
  case insteadOfLabel
  /// No control: the label is a heading.
  case none
}

/// The effect of an event on a control.
enum ControlResponse: Equatable {
  /// The event has no meaning here.
  case ignored
  /// Nothing of the field has changed.
  case handled
  /// The field's new input.
  case enter(FieldInput)
  /// The input was left as it is; the sentence gives the reason.
  case refused(String)
  /// Something to choose from is to be shown over the form.
  case open(ControlOpening)
  /// The options are to be asked for again.
  case retry
}

/// The list or calendar that a control opens over the form.
enum ControlOpening: Equatable {
  /// The list of the options, narrowed down to a text typed so far.
  case options(typed: String)
  /// The calendar of a day.
  case calendar(from: CalendarDay?, through: CalendarDay?)
  /// The list of texts that complete the one typed.
  case completions
}

/// The way a control is drawn in a frame.
struct ControlFrame {
  /// True if keys act on it.
  var isFocused: Bool
  /// True if it takes no keys for now.
  var isLocked: Bool
  /// The target of the mouse that gives it the focus.
  var target: any Hashable & Sendable
}

/// A part of a control that the mouse can act on; the field gets the focus with it.
struct ControlSpot: Hashable {
  var field: FieldID
  /// The control's number of the part.
  var part: Int
}

/// The control of a field, by its kind.
@MainActor
func shownControl(
  of field: FieldSnapshot, _ messages: ValidationMessages
) -> any ShownControl {
  switch field.control {
  case .text(let text) where text.rows > 1:
    TextLinesControl(field: field, text: text, messages: messages)
  case .text(let text):
    if case .rating(let most) = text.aid {
      RatingControl(field: field, most: most, messages: messages)
    } else {
      TextLineControl(field: field, text: text, messages: messages)
    }
  case .ranking(let options): RankingControl(field: field, options: options, messages: messages)
  case .toggle: ToggleControl(field: field)
  case .choice(let options, let allowsNone):
    if SpinnerControl.suits(options, field, messages) {
      SpinnerControl(field: field, options: options, allowsNone: allowsNone, messages: messages)
    } else {
      SelectControl(
        field: field, options: options, allowsNone: allowsNone, limits: nil, messages: messages)
    }
  case .choices(let options, let limits):
    if ChecksControl.suits(options, field) {
      ChecksControl(field: field, options: options, limits: limits, messages: messages)
    } else {
      SelectControl(
        field: field, options: options, allowsNone: true, limits: limits, messages: messages)
    }
  case .note: NoteControl(field: field, text: messages.label(of: field))
  case .list: HeadingControl(field: field)
  }
}

extension FieldControl {
  /// True if keys can act on a field of this kind itself.
  var takesFocus: Bool {
    switch self {
    case .text, .toggle, .choice, .choices, .ranking: true
    case .note, .list: false
    }
  }
}
