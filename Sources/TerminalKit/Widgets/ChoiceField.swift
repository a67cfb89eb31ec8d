/// A choice from a few words, in one line: `‹ filter ›`.
///
///     var field = ChoiceField(options: ["map", "filter", "scan"], selected: 0)
///     if field.handle(press) { model.step = field.options[field.selected] }
///
/// ← and → cycle through the words, as does Space. A letter selects the next word that starts with
/// that letter.
public struct ChoiceField: Equatable, Sendable {
  /// The words that can be chosen.
  public let options: [String]
  /// The index of the chosen word.
  public private(set) var selected: Int

  /// Makes a choice; without options, nothing can be chosen.
  public init(options: [String], selected: Int) {
    precondition(
      options.isEmpty || options.indices.contains(selected), "The chosen word is one of them.")
    (self.options, self.selected) = (options, selected)
  }

  /// Handles a key that chooses another word; returns false for any other key.
  public mutating func handle(_ press: KeyPress) -> Bool {
    switch press {
    case KeyPress(.left): select(selected - 1)
    case KeyPress(.right), KeyPress(.character(" ")): select(selected + 1)
    default:
      guard let letter = press.text, letter.isLetter || letter.isNumber else { return false }
      let order = (1...max(1, options.count)).map { (selected + $0) % max(1, options.count) }
      guard
        let next = order.first(where: {
          options.indices.contains($0) && options[$0].first?.lowercased() == letter.lowercased()
        })
      else { return true }
      selected = next
    }
    return true
  }

  private mutating func select(_ index: Int) {
    guard !options.isEmpty else { return }
    selected = (index + options.count) % options.count
  }

  /// Draws the chosen word in `rect`'s first row between the marks of ← and →; with focus the
  /// terminal's cursor is on it.
  public func draw(in rect: Rect, on canvas: inout Canvas, isFocused: Bool) {
    let row = rect.row(0)
    guard row.width > 4 else { return }
    let style: Style = isFocused ? .bold : .plain
    let word = options.indices.contains(selected) ? options[selected] : ""
    let (left, right) = (canvas.symbols.cutLeft, canvas.symbols.cutRight)
    canvas.write(String(left), at: row.origin, style: isFocused ? .accent : .muted)
    let area = Rect(x: row.x + 2, y: row.y, width: row.width - 4, height: 1)
    let columns = canvas.write(word, in: area, style: style)
    canvas.write(
      String(right), at: Point(area.x + columns + 1, row.y), style: isFocused ? .accent : .muted)
    guard isFocused else { return }
    canvas.cursor = area.origin
    canvas.mark(Rect(x: row.x, y: row.y, width: 1, height: 1), as: KeyPress(.left))
    let next = Rect(x: area.x, y: row.y, width: columns + 2, height: 1)
    canvas.mark(next, as: KeyPress(.right))
  }
}
