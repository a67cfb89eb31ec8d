/// One line that says how something stands: a symbol, words and a colour, in this order of
/// importance.
struct MessageRow: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
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

  var kind: Kind
  var text: String

  /// Draws the message in `rect`'s first row; an empty text draws nothing and keeps the place.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    guard !text.isEmpty else { return }
    let symbol = symbol(canvas.symbols)
    let prefix = symbol.isEmpty ? "" : symbol + " "
    canvas.write(prefix + text, in: rect.row(0), style: style)
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
struct Label: Equatable, Sendable {
  enum Alignment: Equatable, Sendable {
    case leading, center, trailing
  }

  var text: String
  var style: Style = .plain
  var alignment: Alignment = .leading

  func draw(in rect: Rect, on canvas: inout Canvas) {
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
