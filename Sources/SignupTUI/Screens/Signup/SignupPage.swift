import TerminalForms
import TerminalKit
import ViewModels

/// The form as one long page: which row each part begins at, and how it is drawn.
struct SignupPage: HostedPage {
  /// Which row each part begins at.
  let rows: SignupPageRows
  private let state: SignupPageState
  private let columns: PageColumns
  private let summary: FormSummary

  init(_ state: SignupPageState, size: Size, symbols: Symbols) {
    self.state = state
    columns = PageColumns(window: size.width)
    rows = .fitting(state, in: size.height, columns, symbols)
    summary = FormSummary(
      state.summary, isRefused: state.isRefused, below: rows.summary.lowerBound, in: size,
      width: columns.width, least: 0, symbols: symbols)
  }

  var height: Int { summary.pinnedRows > 0 ? rows.summary.lowerBound : rows.height }

  func body(in window: Rect) -> Rect { summary.body(in: window) }

  func drawAround(in window: Rect, on canvas: inout Canvas) {
    summary.drawPinned(columns, in: window, on: &canvas)
  }

  func target(of focus: SignupFocus?) -> PageView.Target { rows.target(of: focus ?? .register) }

  // MARK: Drawing

  /// Draws the page with one of its rows at the top of the window, and scrolls the texts so that
  /// the cursor is seen.
  func draw(
    from top: Int, on canvas: inout Canvas, scrolling texts: inout SignupFields<TextField>
  ) {
    /// A part of the page as a place of the window.
    func place(_ rows: Range<Int>, indent: Int = 0) -> Rect {
      Rect(
        x: columns.left + indent, y: rows.lowerBound - top, width: columns.width - indent,
        height: rows.count)
    }
    func write(_ text: String, _ rows: Range<Int>, indent: Int, _ canvas: inout Canvas) {
      MessageRow(kind: .hint, text: text).draw(in: place(rows, indent: indent), on: &canvas)
    }
    canvas.write(state.purpose.title, in: place(0..<1), style: .title)
    write(state.placeText, rows.place, indent: 0, &canvas)

    for field in state.purpose.fields {
      let own = rows.fields[field]
      texts[field].draw(
        below: state.fields[field].label, hint: state.hintBeside(field, columns),
        as: SignupFocus.field(field), in: place(own.label..<own.text + 1),
        width: columns.fieldWidth, on: &canvas, isFocused: state.focus == .field(field),
        isLocked: state.isLocked)
      state.fields[field].message
        .draw(in: place(own.message, indent: columns.indent), on: &canvas)
      write(state.hintBelow(field, columns), own.hint, indent: 2, &canvas)
    }

    let meter = place(rows.meter..<rows.meter + 1, indent: columns.indent)
    drawStrength(in: meter, on: &canvas)
    write(state.adviceBelow(columns), rows.advice, indent: columns.indent, &canvas)
    state.checklist.draw(in: place(rows.checklist, indent: columns.indent), on: &canvas)

    let focused = [.register, .cancel].firstIndex(of: state.focus)
    state.buttons.draw(
      in: place(rows.buttons), on: &canvas, focus: focused,
      targets: [SignupFocus.register, SignupFocus.cancel])
    if summary.pinnedRows == 0 { state.summary.draw(in: place(rows.summary), on: &canvas) }
  }

  private func drawStrength(in rect: Rect, on canvas: inout Canvas) {
    var meter = rect
    meter.width = state.meterWidth(columns)
    state.meter.draw(in: meter, on: &canvas)
    let beside = Rect(x: meter.maxX + 1, y: rect.y, width: rect.maxX - meter.maxX - 1, height: 1)
    canvas.write(state.adviceBeside(columns), in: beside, style: .muted)
  }
}
