import TerminalKit
import ViewModels

/// The form as one long page: which row each part begins at, and how it is drawn.
///
/// Where things stand depends on the rules and the screen's size alone: every message has its rows
/// kept free, so nothing jumps while the form is filled in.
struct SignupPage {
  private let state: SignupPageState
  private let width: Int
  private let height: Int
  private let symbols: Symbols
  private let checklistRows: Int
  private let buttons: ButtonRow

  init(_ state: SignupPageState, size: Size, symbols: Symbols) {
    self.state = state
    width = min(size.width - 4, 100)
    height = size.height
    self.symbols = symbols
    checklistRows = state.checklist.rows(width: width - 2, symbols: symbols)
    buttons = ButtonRow(buttons: [
      Button(label: "Register", look: state.isReady ? .ready : .waiting),
      Button(label: "Cancel"),
    ])
  }

  // MARK: Rows

  private var usernameRow: Int { 3 }
  private var passwordRow: Int { usernameRow + 2 + messageRows(.username) }
  private var confirmationRow: Int {
    passwordRow + 3 + checklistRows + messageRows(.password)
  }
  private var buttonRow: Int { confirmationRow + 2 + messageRows(.confirmation) }
  private var summaryRow: Int {
    buttonRow + buttons.size(within: width, symbols: symbols).height + 1
  }
  private var summaryRows: Int { max(1, state.summary.rows(width: width, symbols: symbols)) }

  /// The rows for the longest message below a field; one is blank where it is short.
  private func messageRows(_ field: SignupField) -> Int {
    let longest = field == .password ? 100 : 72
    let room = max(1, width - 4)
    return min(4, max(2, (longest + room - 1) / room))
  }

  /// Whether the password's message comes before its checklist, because not all of it fits.
  private var isLow: Bool { height < 3 + checklistRows + messageRows(.password) }

  /// The rows that belong to what has the focus.
  func extent(of focus: SignupFocus) -> Range<Int> {
    switch focus {
    case .field(.username): usernameRow..<passwordRow
    case .field(.password): passwordRow..<confirmationRow
    case .field(.confirmation): confirmationRow..<buttonRow
    case .register, .cancel: buttonRow..<summaryRow + summaryRows
    }
  }

  // MARK: Drawing

  /// Draws the page with its first row at a point, and scrolls the texts so that the cursor is
  /// seen.
  func draw(
    at origin: Point, on canvas: inout Canvas, scrolling texts: inout SignupFields<TextField>
  ) {
    func rows(_ first: Int, _ count: Int = 1, indent: Int = 0) -> Rect {
      Rect(x: origin.x + indent, y: origin.y + first, width: width - indent, height: count)
    }
    /// The rows of a message as far as they are on the screen, so that it ends with an ellipsis
    /// there.
    func message(_ first: Int, _ field: SignupField) -> Rect {
      rows(first, visible(first, messageRows(field)), indent: 2)
    }
    func visible(_ first: Int, _ count: Int) -> Int {
      max(0, min(count, height - origin.y - first))
    }
    canvas.write("Create an account", in: rows(0), style: .title)
    canvas.write("kept in \(state.place)", in: rows(1), style: .muted)

    draw(.username, in: rows(usernameRow, 2), on: &canvas, scrolling: &texts)
    state.fields.username.message.draw(in: message(usernameRow + 2, .username), on: &canvas)

    draw(.password, in: rows(passwordRow, 2), on: &canvas, scrolling: &texts)
    let requirements = passwordRow + 3 + (isLow ? messageRows(.password) : 0)
    state.checklist.draw(
      in: rows(requirements, visible(requirements, checklistRows), indent: 2), on: &canvas)
    let below = message(passwordRow + 3 + (isLow ? 0 : checklistRows), .password)
    let note = state.fields.password.message
    note.draw(in: below, on: &canvas)
    drawStrength(
      in: rows(passwordRow + 2, indent: 2), below: note.text.isEmpty ? below : nil, on: &canvas)

    draw(.confirmation, in: rows(confirmationRow, 2), on: &canvas, scrolling: &texts)
    state.fields.confirmation.message
      .draw(in: message(confirmationRow + 2, .confirmation), on: &canvas)

    let focused = [.register, .cancel].firstIndex(of: state.focus)
    buttons.draw(
      in: rows(buttonRow, summaryRow - buttonRow - 1), on: &canvas, focus: focused)
    state.summary.draw(in: rows(summaryRow, visible(summaryRow, summaryRows)), on: &canvas)
  }

  private func draw(
    _ field: SignupField, in rect: Rect, on canvas: inout Canvas,
    scrolling texts: inout SignupFields<TextField>
  ) {
    let isFocused = state.focus == .field(field)
    let (label, hint) = (state.fields[field].label, state.fields[field].hint)
    canvas.write(label, in: rect.row(0), style: isFocused ? .title : .plain)
    let indent = Glyph.columns(of: label) + 2
    let beside = Rect(x: rect.x + indent, y: rect.y, width: rect.width - indent, height: 1)
    canvas.write(hint, in: beside, style: .muted)
    if isFocused { canvas.write(symbols.marker, in: rect.row(1), style: .accent) }
    let place = Rect(x: rect.x + 2, y: rect.y + 1, width: min(rect.width - 2, 48), height: 1)
    // Underlined throughout, so that a field shows where it is.
    let style: Style = state.isLocked ? .muted : .plain
    texts[field].draw(
      in: place, on: &canvas, isFocused: isFocused && !state.isLocked,
      style: style.adding(.underline))
  }

  /// Draws the meter with its advice beside it, or in the rows below where that is too long and
  /// nothing else is said there.
  private func drawStrength(in rect: Rect, below: Rect?, on canvas: inout Canvas) {
    var meter = rect
    meter.width = min(26, rect.width)
    state.meter.draw(in: meter, on: &canvas)
    let advice = Rect(x: meter.maxX + 1, y: rect.y, width: rect.maxX - meter.maxX - 1, height: 1)
    let text = state.advice
    guard Glyph.columns(of: text) > advice.width, let below, !below.isEmpty else {
      // A word or less would say nothing.
      if advice.width >= 12 { canvas.write(text, in: advice, style: .muted) }
      return
    }
    let lines = TextWrapping.lines(of: text, width: below.width, limit: below.height)
    for (number, line) in lines.enumerated() {
      canvas.write(line, in: below.row(number), style: .muted)
    }
  }
}
