/// A message about the state of something: a symbol, words and a colour, in this order of
/// importance.
public struct MessageRow: Equatable, Sendable {
  /// The kind of message.
  public enum Kind: Equatable, Sendable {
    /// A requirement, before there is an error; it has no symbol.
    case hint
    /// Success.
    case success
    /// An error.
    case failure
    /// Work under way.
    case pending
    /// Neither success nor error, or no longer known.
    case neutral
    /// A warning.
    case warning
  }

  /// The kind, which decides symbol and colour.
  public var kind: Kind
  /// The message; an empty one shows nothing.
  public var text: String

  /// Makes a message of a kind.
  public init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

  /// Returns the number of rows of the whole message in an area `width` columns wide.
  ///
  /// - Parameters:
  ///   - width: The columns of the area.
  ///   - symbols: The symbols that it is drawn with; in ASCII some take more columns.
  public func rows(width: Int, symbols: Symbols) -> Int {
    if text.isEmpty { return 0 }
    return TextWrapping.count(of: encoded(symbols), width: max(1, width - leadColumns(symbols)))
  }

  /// Draws the message from `rect`'s first row on, in as many rows as it needs and `rect` has; an
  /// empty one draws nothing and keeps the area.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    guard !text.isEmpty else { return }
    let lead = leadColumns(canvas.symbols)
    var area = Rect(x: rect.x + lead, y: rect.y, width: rect.width - lead, height: rect.height)
    let lines = TextWrapping.lines(
      of: encoded(canvas.symbols), width: max(1, area.width), limit: rect.height, breaksWords: true)
    // The blank has the symbol's style, so that one run of cells is one change of style.
    if !lines.isEmpty, lead > 0 {
      canvas.write(symbol(canvas.symbols) + " ", in: rect.row(0), style: style)
    }
    for line in lines {
      canvas.write(line, in: area.row(0), style: style)
      area.y += 1
    }
  }

  /// Returns the text encoded in the canvas's character set.
  private func encoded(_ symbols: Symbols) -> String { symbols.characterSet.encoded(text) }

  /// Returns the columns of the symbol and the blank after it.
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
