/// A bar that is part full, drawn in eighths of a column.
public struct Bar: Equatable, Sendable {
  /// How much is full, 0 to 1.
  public var fraction: Double
  public var style: Style

  /// Makes a Bar of its parts.
  public init(fraction: Double, style: Style) {
    self.fraction = fraction
    self.style = style
  }

  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let full = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let eighths = Int((full * Double(row.width * 8)).rounded())
    let steps = canvas.symbols.horizontalSteps
    canvas.fill(row, with: canvas.symbols.track, style: .muted)
    let whole = Rect(x: row.x, y: row.y, width: eighths / 8, height: 1)
    canvas.fill(whole, with: steps[7], style: style)
    if eighths % 8 > 0, !canvas.symbols.isASCII {
      let part = String(steps[eighths % 8 - 1])
      canvas.write(part, at: Point(whole.maxX, row.y), style: style)
    }
  }
}

/// Strength in a few steps: a bar that changes by whole segments, and always the word.
public struct Meter: Equatable, Sendable {
  /// How many of the steps are reached, 0 for an empty bar.
  public var level: Int
  public var steps: Int
  /// The level in words, which says it without colour.
  public var word: String

  /// Makes a Meter of its parts.
  public init(level: Int, steps: Int, word: String) {
    self.level = level
    self.steps = steps
    self.word = word
  }

  /// Columns of one step of the bar.
  private static let stepColumns = 3

  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let reached = min(max(0, level), steps)
    let wanted = steps * Self.stepColumns
    let barColumns = max(0, min(wanted, row.width - Glyph.columns(of: word) - 1))
    if steps > 0, barColumns >= steps {
      let bar = Rect(
        x: row.x, y: row.y, width: barColumns / steps * steps, height: row.height)
      let role = Role.ramp(Double(max(0, reached - 1)) / Double(max(1, steps - 1)) * 0.99)
      Bar(fraction: Double(reached) / Double(steps), style: Style(foreground: role))
        .draw(in: bar, on: &canvas)
      let rest = Rect(
        x: bar.maxX + 1, y: row.y, width: row.maxX - bar.maxX - 1, height: row.height)
      canvas.write(word, in: rest, style: .plain)
    } else {
      canvas.write(word, in: row, style: .plain)
    }
  }
}

/// How far something has come: a bar, the percentage, and a label such as the time.
public struct ProgressBar: Equatable, Sendable {
  /// 0 to 1; nil when it is not known, which shows as an empty bar and `--`.
  public var fraction: Double?
  public var label: String = ""

  /// Makes a ProgressBar of its parts.
  public init(fraction: Double? = nil, label: String = "") {
    self.fraction = fraction
    self.label = label
  }

  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let known = fraction.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil }
    let digits = known.map { "\(Int(($0 * 100).rounded(.down)))" } ?? "--"
    // Three digits wide from the start, so that the bar does not shrink on the way.
    let percent = String(repeating: " ", count: max(0, 3 - digits.count)) + digits + " %"
    let text = label.isEmpty ? percent : percent + "  " + label
    let textColumns = Glyph.columns(of: text)
    let barColumns = row.width - textColumns - 1
    if barColumns >= 4 {
      let bar = Rect(x: row.x, y: row.y, width: barColumns, height: row.height)
      Bar(fraction: known ?? 0, style: .accent).draw(in: bar, on: &canvas)
      let place = Rect(x: bar.maxX + 1, y: row.y, width: textColumns, height: row.height)
      canvas.write(text, in: place)
    } else {
      canvas.write(text, in: row)
    }
  }
}
