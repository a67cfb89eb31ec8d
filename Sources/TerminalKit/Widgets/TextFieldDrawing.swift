extension TextField {
  /// Draws the field in `rect`'s first row; with focus, the terminal's cursor is in it.
  ///
  /// Text wider than the area scrolls so that the cursor and its surroundings are in view; a `‹` or
  /// `›` marks the cut.
  ///
  /// - Parameters:
  ///   - rect: The area of the field.
  ///   - canvas: The canvas to draw on.
  ///   - isFocused: True if the field has the focus.
  ///   - style: The style of the text.
  ///   - fault: The index of the faulty grapheme, counted from 0, which is highlighted; one after
  ///     the last marks the end of the text.
  ///   - rest: Text that would complete this one, shown dim after it.
  public mutating func draw(
    in rect: Rect, on canvas: inout Canvas, isFocused: Bool, style: Style = .plain,
    fault: Int? = nil, rest: String = ""
  ) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let field = isFocused ? style.adding(.underline) : style
    canvas.fill(row, style: field)
    if fault == nil, rest.isEmpty, drawPlain(in: row, on: &canvas, isFocused, field) { return }
    let glyphs = visibleGlyphs(canvas.symbols)
    let cursor = min(buffer.cursor, glyphs.count)
    scroll(glyphs, cursor: cursor, width: row.width)

    var x = row.x
    var index = firstVisible
    columns = []
    canvas.clipped(to: row) { canvas in
      while index < glyphs.count, x < row.maxX {
        if isFocused, index == cursor { canvas.cursor = Point(x, row.y) }
        columns.append(x - row.x)
        let look = index == fault ? Style.faulty : field
        for glyph in glyphs[index] {
          x += canvas.write(String(glyph.character), at: Point(x, row.y), style: look)
        }
        index += 1
      }
      // The cursor can be after the last grapheme, too.
      columns.append(x - row.x)
      if index == fault, x < row.maxX { canvas.write(" ", at: Point(x, row.y), style: .faulty) }
      if isFocused, cursor >= index, x < row.maxX { canvas.cursor = Point(x, row.y) }
      if !rest.isEmpty, x < row.maxX {
        let area = Rect(x: x, y: row.y, width: row.maxX - x, height: 1)
        canvas.write(rest, in: area, style: Style(foreground: .muted, attributes: .underline))
      }
      let mark = style.adding(.bold)
      if firstVisible > 0 {
        canvas.write(String(canvas.symbols.cutLeft), at: row.origin, style: mark)
      }
      if x > row.maxX || index < glyphs.count {
        let edge = Point(row.maxX - 1, row.y)
        canvas.write(String(canvas.symbols.cutRight), at: edge, style: mark)
      }
    }
  }

  /// Draws ASCII text that fits into its area, the usual case; returns false for any other.
  private mutating func drawPlain(
    in row: Rect, on canvas: inout Canvas, _ isFocused: Bool, _ style: Style
  ) -> Bool {
    guard !isSecret || isRevealed || buffer.isEmpty else { return false }
    let text = buffer.text
    guard let count = Glyph.withPlainBytes(of: text, { $0.count }), count < row.width
    else { return false }
    firstVisible = 0
    columns = Array(0...count)
    canvas.write(text, at: row.origin, style: style)
    if isFocused { canvas.cursor = Point(row.x + min(buffer.cursor, count), row.y) }
    return true
  }

  /// Returns the glyphs for every grapheme of the text; a grapheme may have none or several.
  private func visibleGlyphs(_ symbols: Symbols) -> [[Glyph]] {
    if !isSecret || isRevealed {
      return buffer.text.map { character in
        // A user who edits text has to see its contents: a `?` could be anything.
        let needsName = symbols.isASCII && !character.isASCII
        return Glyph.all(
          in: needsName
            ? Self.codePoints(of: character) : symbols.characterSet.encoded(String(character)))
      }
    }
    switch echo {
    case .nothing: return []
    case .text, .bullets:
      let glyph = Glyph(character: symbols.bullet, width: 1, isUncertain: false)
      return Array(repeating: [glyph], count: buffer.count)
    }
  }

  /// Returns a grapheme as its code points, for terminals that show only ASCII: `<U+E5>`.
  private static func codePoints(of character: Character) -> String {
    let names = character.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }
    return "<" + names.joined(separator: " ") + ">"
  }

  /// Scrolls as little as possible so that the cursor, and a column or two on both sides, are in
  /// view and clear of the cut marks.
  private mutating func scroll(_ glyphs: [[Glyph]], cursor: Int, width: Int) {
    let columns = glyphs.map { $0.reduce(0) { $0 + Int($1.width) } }
    let total = columns.reduce(0, +)
    // One more column is for the cursor after the last grapheme.
    guard total + 1 > width else {
      firstVisible = 0
      return
    }
    let context = width >= 8 ? 2 : 0
    firstVisible = min(firstVisible, max(0, cursor - context))
    func column(of index: Int) -> Int {
      columns[firstVisible..<max(firstVisible, index)].reduce(0, +)
    }
    let ahead = min(context, glyphs.count - cursor)
    while firstVisible < cursor, column(of: min(cursor + ahead, glyphs.count)) + 1 > width {
      firstVisible += 1
    }
    // After deleting, fill the area instead of leaving it half empty.
    while firstVisible > 0, columns[(firstVisible - 1)...].reduce(0, +) + 1 <= width {
      firstVisible -= 1
    }
  }
}

extension Style {
  /// The style of a faulty grapheme, visible without colour, too.
  static let faulty = Style(foreground: .danger, attributes: [.reverse, .bold])
}
