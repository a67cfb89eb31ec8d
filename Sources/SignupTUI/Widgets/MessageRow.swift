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
    /// A further row of a failure: its colour, without a symbol of its own.
    case furtherFailure

    /// The kind of a further row.
    var continued: Kind { self == .failure ? .furtherFailure : .hint }
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

  /// The message in as many rows as it takes, the symbol before the first.
  func wrapped(to width: Int, symbols: Symbols) -> [MessageRow] {
    let room = width - Glyph.columns(of: symbol(symbols)) - 1
    var rows: [MessageRow] = []
    for line in TextWrapping.lines(of: text, width: room) {
      rows.append(MessageRow(kind: rows.isEmpty ? kind : kind.continued, text: line))
    }
    return rows
  }

  private func symbol(_ symbols: Symbols) -> String {
    switch kind {
    case .hint: ""
    case .success: symbols.check
    case .failure: symbols.cross
    case .pending: symbols.pending
    case .neutral: symbols.neutral
    case .warning: "!"
    case .furtherFailure: " "
    }
  }

  private var style: Style {
    switch kind {
    case .hint, .pending, .neutral: .muted
    case .success: .success
    case .failure, .furtherFailure: .danger
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
