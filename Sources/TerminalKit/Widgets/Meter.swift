/// Strength in a few steps: a bar that changes by whole segments, and always the word.
public struct Meter: Equatable, Sendable {
  /// The number of steps reached, 0 for an empty bar.
  public var level: Int
  /// The number of steps.
  public var steps: Int
  /// The level in words, for users who see no colour and no bar.
  public var word: String

  /// Makes a meter; a level above its steps counts as the highest.
  public init(level: Int, steps: Int, word: String) {
    (self.level, self.steps, self.word) = (level, steps, word)
  }

  /// The number of columns that the meter needs, so that text can be placed next to it; the same
  /// for most words.
  public var columns: Int { steps * Self.stepColumns + 1 + max(13, Glyph.columns(of: word)) }

  /// The columns of one step of the bar if there is room.
  private static let stepColumns = 3

  /// Draws bar and word in `rect`'s first row; if not both fit, the word alone.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let reached = min(max(0, level), steps)
    let wanted = steps * Self.stepColumns
    let barColumns = max(0, min(wanted, row.width - Glyph.columns(of: word) - 1))
    if steps > 0, barColumns >= steps {
      let bar = Rect(x: row.x, y: row.y, width: barColumns / steps * steps, height: row.height)
      let role = Role.ramp(Double(max(0, reached - 1)) / Double(max(1, steps - 1)) * 0.99)
      Bar(fraction: Double(reached) / Double(steps), style: Style(foreground: role)).draw(
        in: bar, on: &canvas)
      let rest = Rect(x: bar.maxX + 1, y: row.y, width: row.maxX - bar.maxX - 1, height: row.height)
      canvas.write(word, in: rest, style: .plain)
    } else {
      canvas.write(word, in: row, style: .plain)
    }
  }
}
