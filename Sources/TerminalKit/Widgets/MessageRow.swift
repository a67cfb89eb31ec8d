/// A message that says how something stands: a symbol, words and a colour, in this order of
/// importance.
public struct MessageRow: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// What is wanted, before anything is wrong.
    case hint
    case success
    case failure
    /// Under way.
    case pending
    /// No longer known: being looked at again.
    case neutral
    case warning
  }

  public var kind: Kind
  public var text: String

  /// Makes a MessageRow of its parts.
  public init(kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// How many rows the message takes where it can have as many as it likes.
  public func rows(width: Int, symbols: Symbols) -> Int {
    TextWrapping.lines(of: text, width: width - leadColumns(symbols)).count
  }

  /// Draws the message from `rect`'s first row on, in as many as it takes and `rect` has; an empty
  /// text draws nothing and keeps the place.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let lead = leadColumns(canvas.symbols)
    var place = Rect(x: rect.x + lead, y: rect.y, width: rect.width - lead, height: rect.height)
    let lines = TextWrapping.lines(of: text, width: place.width, limit: rect.height)
    // The blank has the symbol's style, so that one run of cells is one change of style.
    if !lines.isEmpty, lead > 0 {
      canvas.write(symbol(canvas.symbols) + " ", in: rect.row(0), style: style)
    }
    for line in lines {
      canvas.write(line, in: place.row(0), style: style)
      place.y += 1
    }
  }

  private func leadColumns(_ symbols: Symbols) -> Int {
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

/// A word or phrase in its place, aligned.
public struct Label: Equatable, Sendable {
  public enum Alignment: Equatable, Sendable {
    case leading, center, trailing
  }

  public var text: String
  public var style: Style = .plain
  public var alignment: Alignment = .leading

  /// Makes a Label of its parts.
  public init(text: String, style: Style = .plain, alignment: Alignment = .leading) {
    self.text = text
    self.style = style
    self.alignment = alignment
  }

  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let spare = max(0, row.width - Glyph.columns(of: text))
    let shift =
      switch alignment {
      case .leading: 0
      case .center: spare / 2
      case .trailing: spare
      }
    let place = Rect(x: row.x + shift, y: row.y, width: row.width - shift, height: row.height)
    canvas.write(text, in: place, style: style)
  }
}
