import TerminalKit

/// The rows of a ``FieldsPage``: where each part of it stands, and how it is drawn.
///
/// It knows places by their numbers and not by their type, so that no key has the runtime look up
/// what a page of some type of places consists of.
///
/// Where there is room, every message has rows kept free below what else is said of its field, so
/// that nothing jumps while the form is filled in. Where there is not, every part has the rows that
/// it takes, and what is wrong stands right below its text.
package struct FieldsLayout {
  /// A field, and what is said of it.
  package struct Field {
    let label: String
    /// A note beside the label.
    let hint: String
    /// True for a hint that stands below the text where there is no room beside the label.
    let keepsHint: Bool
    /// A text that is longer than its field, to be read as a whole; empty for none.
    let whole: String
    let message: MessageRow
    /// The columns of a long message, for which rows are kept free; 0 for one row.
    let usualColumns: Int
    let parts: [FormDecoration.Part]
    /// True if the title has to be in view with the field, because it says what is asked for.
    let keepsTitle: Bool

    /// Makes a field of what is said of it.
    package init(
      label: String, hint: String = "", keepsHint: Bool = false,
      whole: String = "", message: MessageRow, usualColumns: Int = 0,
      parts: [FormDecoration.Part] = [], keepsTitle: Bool = false
    ) {
      (self.label, self.hint, self.keepsHint) = (label, hint, keepsHint)
      (self.whole, self.message, self.usualColumns) = (whole, message, usualColumns)
      (self.parts, self.keepsTitle) = (parts, keepsTitle)
    }
  }

  /// The parts of the page around the fields.
  package struct Frame {
    let title: String
    /// A line below the title.
    let note: String
    let buttons: ButtonRow
    /// The message below the buttons.
    let summary: MessageRow
    /// True if the message has to be in sight wherever the focus is.
    let isRefused: Bool
    /// True if it may leave no more room than a field needs.
    let isSummaryWhole: Bool

    /// Makes a frame around fields.
    package init(
      title: String, note: String, buttons: ButtonRow, summary: MessageRow, isRefused: Bool,
      isSummaryWhole: Bool = false
    ) {
      (self.title, self.note, self.buttons) = (title, note, buttons)
      (self.summary, self.isRefused) = (summary, isRefused)
      self.isSummaryWhole = isSummaryWhole
    }
  }

  /// The rows of a field.
  private struct FieldRows {
    var label = 0
    var whole = 0..<0
    var hint = 0..<0
    var parts: [Range<Int>] = []
    var message = 0..<0
    /// All of them.
    var extent = 0..<0

    var text: Int { label + 1 }
  }

  private let frame: Frame
  private let fields: [Field]
  private let columns: PageColumns
  private let symbols: Symbols
  private let window: Size

  private var note = 0..<0
  private var rows: [FieldRows] = []
  private var buttons = 0..<0
  private var end = 0
  private let summary: FormSummary

  /// Lays a page out.
  ///
  /// - Parameters:
  ///   - frame: The parts around the fields.
  ///   - window: The window, without the footer.
  ///   - symbols: The symbols that it is drawn with.
  ///   - fields: Returns the fields, given whether rows are kept free for messages.
  init(
    _ frame: Frame, in window: Size, symbols: Symbols, fields: (_ isRoomy: Bool) -> [Field]
  ) {
    self.frame = frame
    (self.symbols, self.window) = (symbols, window)
    let columns = PageColumns(window: window.width)
    self.columns = columns
    let roomy = fields(true)
    let frameRows = Self.frameRows(frame, columns, symbols)
    var needed = frameRows + 2
    // The rows of each field's parts, which are counted once.
    var parts: [[Int]] = []
    for field in roomy {
      let rows = field.partRows(columns, symbols)
      needed += field.roomyRows(columns, symbols, rows)
      parts.append(rows)
    }
    let isRoomy = needed <= window.height
    self.fields = isRoomy ? roomy : fields(false)
    let gap = isRoomy ? 0 : 1

    var height = 1
    func take(_ count: Int) -> Range<Int> {
      defer { height += count }
      return height..<height + count
    }
    note = take(Self.noteRows(frame, columns, symbols))
    height += 1
    for (index, field) in self.fields.enumerated() {
      var own = FieldRows(label: take(2).lowerBound)
      let message = max(
        isRoomy ? field.keptRows(columns) : 0,
        field.message.rows(width: columns.messageWidth, symbols: symbols))
      own.whole = take(field.rows(of: field.whole, columns, symbols))
      if !isRoomy { own.message = take(message) }
      own.hint = take(field.rows(of: field.hintBelow(columns), columns, symbols))
      for count in isRoomy ? parts[index] : field.partRows(columns, symbols) {
        own.parts.append(take(count))
      }
      if isRoomy { own.message = take(message) }
      own.extent = own.label..<height
      height += gap
      rows.append(own)
    }
    buttons = take(frame.buttons.size(within: columns.width, symbols: symbols).height)
    height += 1 - gap
    summary = FormSummary(
      frame.summary, isRefused: frame.isRefused, below: height, in: window, width: columns.width,
      least: 1 - gap, most: frame.isSummaryWhole ? window.height - 2 : nil, symbols: symbols)
    end = height
  }

  private static func noteRows(_ frame: Frame, _ columns: PageColumns, _ symbols: Symbols) -> Int {
    MessageRow(kind: .hint, text: frame.note).rows(width: columns.width, symbols: symbols)
  }

  /// The rows of the title, the note and the buttons, and the blank ones between them.
  private static func frameRows(_ frame: Frame, _ columns: PageColumns, _ symbols: Symbols) -> Int {
    2 + noteRows(frame, columns, symbols)
      + frame.buttons.size(within: columns.width, symbols: symbols).height
  }

  var height: Int { end + summary.rows }

  func body(in window: Rect) -> Rect { summary.body(in: window) }

  /// The rows to be seen for a field with the focus; nil for what stands below the fields.
  func target(of place: Int?) -> PageView.Target {
    guard let place else {
      let all = buttons.lowerBound..<height
      return PageView.Target(cursor: buttons.lowerBound, core: all, extent: all)
    }
    let own = rows[place]
    // In a window for a few rows the parts of a field count for more than the title.
    let first = fields[place].keepsTitle && window.height >= 8 ? 0 : own.label
    // In a low window the message stands right below the field, and the rest below that.
    let last = max(own.text + 1, own.message.upperBound)
    return PageView.Target(
      cursor: own.text, core: first..<last, extent: first..<own.extent.upperBound)
  }

  // MARK: Drawing

  /// Draws what does not scroll.
  func drawAround(in window: Rect, on canvas: inout Canvas) {
    summary.drawPinned(columns, in: window, on: &canvas)
  }

  private func place(_ rows: Range<Int>, indent: Int = 0, from top: Int) -> Rect {
    Rect(
      x: columns.left + indent, y: rows.lowerBound - top, width: columns.width - indent,
      height: rows.count)
  }

  /// Draws all but the texts, with one of the page's rows at the top of the window.
  ///
  /// - Parameters:
  ///   - top: That row.
  ///   - canvas: The canvas.
  ///   - button: The button that has the focus.
  ///   - targets: The targets of the mouse, one for each button.
  func draw(
    from top: Int, on canvas: inout Canvas, button: Int?, targets: [any Hashable & Sendable]
  ) {
    func hint(_ text: String, _ rows: Range<Int>, indent: Int, _ canvas: inout Canvas) {
      MessageRow(kind: .hint, text: text)
        .draw(in: place(rows, indent: indent, from: top), on: &canvas)
    }
    canvas.write(frame.title, in: place(0..<1, from: top), style: .title)
    hint(frame.note, note, indent: 0, &canvas)
    for index in fields.indices {
      let (field, rows) = (fields[index], rows[index])
      hint(field.whole, rows.whole, indent: 2, &canvas)
      hint(field.hintBelow(columns), rows.hint, indent: 2, &canvas)
      for (part, rows) in zip(field.parts, rows.parts) {
        part.draw(in: place(rows, indent: columns.indent, from: top), on: &canvas)
      }
      field.message.draw(
        in: place(rows.message, indent: columns.indent, from: top), on: &canvas)
    }
    frame.buttons.draw(
      in: place(buttons, from: top), on: &canvas, focus: button, targets: targets)
    if summary.rows > 0 {
      frame.summary.draw(in: place(end..<end + summary.rows, from: top), on: &canvas)
    }
  }

  /// Draws a text below its label, and scrolls it so that the cursor is seen.
  func draw(
    _ text: inout TextField, at index: Int, as focus: some Hashable & Sendable, from top: Int,
    on canvas: inout Canvas, isFocused: Bool, isLocked: Bool
  ) {
    let (field, rows) = (fields[index], rows[index])
    text.draw(
      below: field.label, hint: field.hintBeside(columns), as: focus,
      in: place(rows.label..<rows.text + 1, from: top), width: columns.fieldWidth, on: &canvas,
      isFocused: isFocused, isLocked: isLocked)
  }
}

extension FieldsLayout.Field {
  /// A hint that fits beside its label; half a hint is none.
  fileprivate func hintBeside(_ columns: PageColumns) -> String {
    guard !hint.isEmpty else { return "" }
    return Glyph.columns(of: hint) <= columns.width - Glyph.columns(of: label) - 2 ? hint : ""
  }

  fileprivate func hintBelow(_ columns: PageColumns) -> String {
    keepsHint && hintBeside(columns).isEmpty ? hint : ""
  }

  fileprivate func rows(of text: String, _ columns: PageColumns, _ symbols: Symbols) -> Int {
    MessageRow(kind: .hint, text: text).rows(width: columns.width - 2, symbols: symbols)
  }

  /// The rows that are kept free for a message.
  fileprivate func keptRows(_ columns: PageColumns) -> Int {
    guard usualColumns > 0 else { return 1 }
    let room = max(1, columns.messageWidth - 2)
    return min(4, max(2, (usualColumns + room - 1) / room))
  }

  /// The rows of a page with rows kept free, as long as nothing is said.
  fileprivate func roomyRows(
    _ columns: PageColumns, _ symbols: Symbols, _ partRows: [Int]
  ) -> Int {
    2 + keptRows(columns) + rows(of: hintBelow(columns), columns, symbols)
      + partRows.reduce(0, +)
  }

  /// The rows of each part.
  fileprivate func partRows(_ columns: PageColumns, _ symbols: Symbols) -> [Int] {
    parts.map { $0.rows(width: columns.messageWidth, symbols: symbols) }
  }
}
