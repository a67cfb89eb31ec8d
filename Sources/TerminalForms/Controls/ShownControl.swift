import Forms
import TerminalKit

/// The control of one field on the screen: its rows, its drawing, and its keys.
///
/// It is made again from the field's snapshot for each key and each frame. The state that it needs
/// in between is in the field's ``ControlState``.
@MainActor protocol ShownControl {
  /// The field in its present state.
  var field: FieldSnapshot { get }
  /// Its position relative to the label.
  var placement: ControlPlacement { get }
  /// True if characters are typed into it, so that none of them is a key of the form.
  var takesLetters: Bool { get }
  /// True if Space, ← and → change it.
  var turns: Bool { get }
  /// The hint shown with the focus if the field has no hint.
  var focusHint: String { get }

  /// Returns its own keys while it has the focus; they come before those of the form.
  func keys(_ state: ControlState) -> [ControlKey]
  /// Returns the number of rows that it needs in a number of columns.
  func rows(within width: Int, symbols: Symbols) -> Int
  /// Returns the row of the cursor, counted from its first one.
  func cursorRow(within width: Int, _ state: ControlState, symbols: Symbols) -> Int
  /// Draws it in a rectangle as high as its rows.
  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame)
  /// Handles an event that is not one of its keys: a character, a paste, the mouse.
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

/// The position of a control relative to its field's label.
enum ControlPlacement: Equatable {
  /// In its own rows below the label.
  case below
  /// In the label's first row, before the label, which is moved to the right by this many columns.
  case beforeLabel(Int)
  /// In its own rows, without a label.
  case insteadOfLabel
  /// No control: the label is a heading.
  case none
}

/// The effect of an event on a control.
enum ControlResponse: Equatable {
  /// The event has no meaning here.
  case ignored
  /// Nothing in the field has changed.
  case handled
  /// The field's new input.
  case enter(FieldInput)
  /// The input was left unchanged; the sentence gives the reason.
  case refused(String)
  /// A list or calendar must be shown over the form.
  case open(ControlOpening)
  /// The options must be requested again.
  case retry
}

/// The list or calendar that a control opens over the form.
enum ControlOpening: Equatable {
  /// The list of options, narrowed down to the text typed so far.
  case options(typed: String)
  /// The calendar of a day.
  case calendar(from: CalendarDay?, through: CalendarDay?)
  /// The list of completions of the typed text.
  case completions
}

/// How a control is drawn in a frame.
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
