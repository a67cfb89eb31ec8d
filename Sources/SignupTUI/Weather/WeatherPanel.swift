/// The weather now: the sign and the temperature, and below them as many other values as fit.
struct WeatherPanel {
  let shown: ShownWeather

  /// The columns between two facts.
  private static let gap = 3

  /// Returns the number of rows of the whole panel at a width.
  func rows(width: Int) -> Int {
    guard let current = shown.state.current else { return 1 }
    return 2 + Self.flow(shown.facts(current), width: width).count
  }

  /// Draws its most important rows, as many as `rect` has room for.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    guard let current = shown.state.current else {
      canvas.write("No current weather", in: rect.row(0), style: .muted)
      return
    }
    let conditions = current.conditions
    let sign = canvas.symbols.weather(conditions.icon)
    let lead = Symbols.weatherColumns + 1
    canvas.write(sign, in: rect.row(0), style: Style(foreground: .accent, attributes: .bold))
    let headline = Rect(x: rect.x + lead, y: rect.y, width: rect.width - lead, height: 1)
    canvas.write(shown.headline(conditions), in: headline, style: .bold)
    let lines = [shown.time(current)] + Self.flow(shown.facts(current), width: rect.width)
    for (index, line) in lines.enumerated() where index + 1 < rect.height {
      canvas.write(line, in: rect.row(index + 1), style: index == 0 ? .muted : .plain)
    }
  }

  /// Facts side by side, as many as fit into each line.
  private static func flow(_ facts: [String], width: Int) -> [String] {
    var lines: [String] = []
    for fact in facts {
      if let last = lines.last, Glyph.columns(of: last) + gap + Glyph.columns(of: fact) <= width {
        lines[lines.count - 1] += String(repeating: " ", count: gap) + fact
      } else {
        lines.append(fact)
      }
    }
    return lines
  }
}
