/// The page of a ``TextForm``: text fields, one below the other, each with its messages, and two
/// buttons at the end.
///
/// If there is room, rows for every message are kept free below its field, so that nothing moves
/// while the form is filled in. Otherwise every part has only the rows that it needs, and the error
/// is right below its text.
struct FieldsPage: HostedPage {
  /// A field with its texts.
  struct Field {
    /// The number of the field in its form.
    let number: Int
    let label: String
    /// A note next to the label.
    var hint = ""
    /// True for a hint that is shown below the text if it does not fit next to the label.
    var keepsHint = false
    /// The full text if it may be longer than its field; empty for none.
    var whole = ""
    let message: MessageRow
    /// The width in columns of a long message, for which rows are kept free; 0 for one row.
    var usualColumns = 0
    var parts: [FormDecoration.Part] = []
    /// True if the title must be visible with the field, because it explains what to enter.
    var keepsTitle = false
  }

  /// The parts of the page around the fields.
  struct Frame {
    let title: String
    /// A line below the title.
    let note: String
    let buttons: ButtonRow
    /// The message below the buttons.
    let summary: MessageRow
    /// True if the message must be visible wherever the focus is.
    let isRefused: Bool
    /// True if it may leave no more room than a field needs.
    var isSummaryWhole = false
  }

  /// A part of the page below the title, and its rows.
  private struct Block {
    let part: FormDecoration.Part
    let indent: Int
    let rows: Range<Int>
  }

  /// The rows of a field: its label, the end of its message, and the end of all.
  private struct FieldRows {
    let label: Int
    let messageEnd: Int
    let end: Int

    var text: Int { label + 1 }
  }

  /// The parts between the title and the buttons.
  private struct Arrangement {
    var blocks: [Block] = []
    var fields: [FieldRows] = []
    /// The row below them.
    var end = 1
    /// The number of rows that texts need now beyond those kept free for them.
    var excess = 0
  }

  private let frame: Frame
  private let fields: [Field]
  private let focus: TextFocus?
  private let isLocked: Bool
  private let columns: PageColumns
  private let window: Size
  private let arrangement: Arrangement
  private let buttons: Range<Int>
  private let end: Int
  private let summary: FormSummary

  /// Lays a page out.
  ///
  /// - Parameters:
  ///   - frame: The parts around the fields.
  ///   - focus: The part that keys act on; nil while something is open over the form.
  ///   - isLocked: True if the fields accept no keys for now.
  ///   - window: The window, without the footer.
  ///   - symbols: The symbols that it is drawn with.
  ///   - fields: Returns the fields, given whether rows are kept free for messages.
  init(
    _ frame: Frame, focus: TextFocus?, isLocked: Bool, in window: Size, symbols: Symbols,
    fields: (_ isRoomy: Bool) -> [Field]
  ) {
    (self.frame, self.focus, self.isLocked, self.window) = (frame, focus, isLocked, window)
    let columns = PageColumns(window: window.width)
    self.columns = columns
    let buttonRows = frame.buttons.size(within: columns.width, symbols: symbols).height
    let roomyFields = fields(true)
    let roomy = Self.arrange(roomyFields, below: frame.note, isRoomy: true, columns, symbols)
    let isRoomy = roomy.end - roomy.excess + buttonRows + 2 <= window.height
    self.fields = isRoomy ? roomyFields : fields(false)
    arrangement =
      isRoomy
      ? roomy : Self.arrange(self.fields, below: frame.note, isRoomy: false, columns, symbols)
    buttons = arrangement.end..<arrangement.end + buttonRows
    let gap = isRoomy ? 1 : 0
    end = buttons.upperBound + gap
    summary = FormSummary(
      frame.summary, isRefused: frame.isRefused, below: end, in: window, width: columns.width,
      least: gap, most: frame.isSummaryWhole ? window.height - 2 : nil, symbols: symbols)
  }

  private static func arrange(
    _ fields: [Field], below note: String, isRoomy: Bool, _ columns: PageColumns, _ symbols: Symbols
  ) -> Arrangement {
    var all = Arrangement()
    @discardableResult func add(_ part: FormDecoration.Part, indent: Int, least: Int = 0) -> Int {
      let width = max(1, columns.width - indent)
      let rows = max(least, part.rows(width: width, symbols: symbols))
      all.blocks.append(Block(part: part, indent: indent, rows: all.end..<all.end + rows))
      all.end += rows
      return rows
    }
    add(.note(note), indent: 0)
    all.end += 1
    for field in fields {
      let label = all.end
      var messageEnd = label
      func addMessage() {
        let kept = isRoomy ? field.keptRows(columns) : 0
        all.excess += add(.message(field.message), indent: columns.indent, least: kept) - kept
        messageEnd = all.end
      }
      all.end += 2
      all.excess += add(.note(field.whole), indent: 2)
      if !isRoomy { addMessage() }
      add(.note(field.hintBelow(columns)), indent: 2)
      for part in field.parts { add(part, indent: columns.indent) }
      if isRoomy { addMessage() }
      all.fields.append(FieldRows(label: label, messageEnd: messageEnd, end: all.end))
      if !isRoomy { all.end += 1 }
    }
    return all
  }

  var height: Int { end + summary.rows }

  func body(in window: Rect) -> Rect { summary.body(in: window) }

  func target(of focus: TextFocus?) -> PageView.Target {
    guard let index = fields.firstIndex(where: { .field($0.number) == focus }) else {
      let all = buttons.lowerBound..<height
      return PageView.Target(cursor: buttons.lowerBound, core: all, extent: all)
    }
    let own = arrangement.fields[index]
    // In a window of a few rows, a field is more important than the title.
    let first = fields[index].keepsTitle && window.height >= 8 ? 0 : own.label
    // In a low window, the message is right below the field.
    return PageView.Target(cursor: own.text, core: first..<own.messageEnd, extent: first..<own.end)
  }

  // MARK: Drawing

  func drawAround(in window: Rect, on canvas: inout Canvas) {
    summary.drawPinned(columns, in: window, on: &canvas)
  }

  private func area(_ rows: Range<Int>, indent: Int = 0, from top: Int) -> Rect {
    Rect(
      x: columns.left + indent, y: rows.lowerBound - top, width: columns.width - indent,
      height: rows.count)
  }

  /// Draws everything but the texts, with one of the page's rows at the top of the window.
  func draw(from top: Int, on canvas: inout Canvas) {
    canvas.write(frame.title, in: area(0..<1, from: top), style: .title)
    for block in arrangement.blocks {
      block.part.draw(in: area(block.rows, indent: block.indent, from: top), on: &canvas)
    }
    let targets = TextFocus.buttons
    frame.buttons.draw(
      in: area(buttons, from: top), on: &canvas, focus: targets.firstIndex { $0 == focus },
      targets: targets)
    if summary.rows > 0 {
      frame.summary.draw(in: area(end..<end + summary.rows, from: top), on: &canvas)
    }
  }

  /// Draws the text of a field below its label, and scrolls it so that the cursor is visible.
  func draw(_ text: inout TextField, of number: Int, from top: Int, on canvas: inout Canvas) {
    guard let index = fields.firstIndex(where: { $0.number == number }) else { return }
    let (field, rows) = (fields[index], arrangement.fields[index])
    let isFocused = focus == .field(number)
    let rect = area(rows.label..<rows.text + 1, from: top)
    canvas.write(field.label, in: rect.row(0), style: isFocused ? .title : .plain)
    let indent = Glyph.columns(of: field.label) + 2
    let beside = Rect(x: rect.x + indent, y: rect.y, width: rect.width - indent, height: 1)
    canvas.write(field.hintBeside(columns), in: beside, style: .muted)
    if isFocused { canvas.write(canvas.symbols.marker, in: rect.row(1), style: .accent) }
    let box = Rect(x: rect.x + 2, y: rect.y + 1, width: columns.fieldWidth, height: 1)
    canvas.mark(box, as: TextFocus.field(number))
    // Underlined throughout, to show the field's extent.
    let style: Style = isLocked ? .muted : .plain
    text.draw(
      in: box, on: &canvas, isFocused: isFocused && !isLocked, style: style.adding(.underline))
  }
}

extension FieldsPage.Field {
  /// A hint that fits next to its label; half a hint is useless.
  fileprivate func hintBeside(_ columns: PageColumns) -> String {
    guard !hint.isEmpty else { return "" }
    return Glyph.columns(of: hint) <= columns.width - Glyph.columns(of: label) - 2 ? hint : ""
  }

  fileprivate func hintBelow(_ columns: PageColumns) -> String {
    keepsHint && hintBeside(columns).isEmpty ? hint : ""
  }

  /// The rows that are kept free for a message.
  fileprivate func keptRows(_ columns: PageColumns) -> Int {
    guard usualColumns > 0 else { return 1 }
    let room = max(1, columns.messageWidth - 2)
    return min(4, max(2, (usualColumns + room - 1) / room))
  }
}
