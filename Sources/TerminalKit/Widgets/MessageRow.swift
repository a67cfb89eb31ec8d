/// A message that says how something stands: a symbol, words and a colour, in this order of
/// importance.
public struct MessageRow: Equatable, Sendable {
  /// How something stands.
  public enum Kind: Equatable, Sendable {
    /// What is wanted, before anything is wrong; it has no symbol.
    case hint
    /// It is right.
    case success
    /// It is wrong.
    case failure
    /// It is under way.
    case pending
    /// It is neither right nor wrong, or no longer known.
    case neutral
    /// It deserves attention.
    case warning
  }

  /// How it stands, which decides symbol and colour.
  public var kind: Kind
  /// The same in words; an empty text shows nothing.
  public var text: String

  /// Makes a message of a kind.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// The number of rows that the whole message takes of a place so many columns wide.
  ///
  /// - Parameters:
  ///   - width: The columns of the place.
  ///   - symbols: The symbols that it is drawn with; in ASCII some signs take more columns.
  public func rows(width: Int, symbols: Symbols) -> Int {
    TextWrapping.lines(
      of: spelt(symbols), width: max(1, width - leadColumns(symbols)), breaksWords: true
    ).count
  }

  /// Draws the message from `rect`'s first row on, in as many as it takes and `rect` has; an empty
  /// text draws nothing and keeps the place.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let lead = leadColumns(canvas.symbols)
    var place = Rect(x: rect.x + lead, y: rect.y, width: rect.width - lead, height: rect.height)
    let lines = TextWrapping.lines(
      of: spelt(canvas.symbols), width: max(1, place.width), limit: rect.height,
      breaksWords: true)
    // The blank has the symbol's style, so that one run of cells is one change of style.
    if !lines.isEmpty, lead > 0 {
      canvas.write(symbol(canvas.symbols) + " ", in: rect.row(0), style: style)
    }
    for line in lines {
      canvas.write(line, in: place.row(0), style: style)
      place.y += 1
    }
  }

  /// The text as the canvas will spell it.
  private func spelt(_ symbols: Symbols) -> String {
    symbols.repertoire.spelling(text)
  }

  /// The columns of the symbol and the blank behind it.
  func leadColumns(_ symbols: Symbols) -> Int {
    let symbol = symbol(symbols)
    return symbol.isEmpty ? 0 : Glyph.columns(of: symbol) + 1
  }

  private func symbol(_ symbols: Symbols) -> String {
    switch kind {
    case .hint: ""
    case .success: symbols.check
    case .failure: symbols.cross
    case .pending: symbols.pending
    case .neutral: symbols.neutral
    case .warning: "!"
    }
  }

  private var style: Style {
    switch kind {
    case .hint, .pending, .neutral: .muted
    case .success: .success
    case .failure: .danger
    case .warning: .warning
    }
  }
}
