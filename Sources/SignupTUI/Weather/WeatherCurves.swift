/// The forecast as two stacked curves: the temperature, and rain and snow.
struct WeatherCurves {
  let shown: ShownWeather
  var markers = DotCanvas.Markers.braille

  private var rows: [WeatherConditions] { shown.state.forecast?.rows ?? [] }

  /// Draws as much as there is room for; below five rows only the temperature.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    guard rows.count > 1 else {
      Label(text: "No forecast", style: .muted, alignment: .center)
        .draw(in: rect.row(rect.height / 2), on: &canvas)
      return
    }
    let hasRain = rect.height >= 5
    let hasDays = rect.height >= 4
    let height = max(1, (rect.height - (hasDays ? 1 : 0)) / (hasRain ? 2 : 1))
    drawTemperature(in: rect.rows(0, height), on: &canvas)
    if hasRain { drawAmounts(in: rect.rows(height, height), on: &canvas) }
    if hasDays { drawDays(in: rect.row((hasRain ? 2 : 1) * height), on: &canvas) }
  }

  private func drawTemperature(in rect: Rect, on canvas: inout Canvas) {
    let values = rows.map(\.temperature)
    let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
    let units = shown.units
    let plot = drawName(
      "Temperature", "\(units.temperature(least)) – \(units.temperature(greatest))", in: rect,
      on: &canvas)
    guard plot.height > 0 else { return }
    var picture = DotCanvas(size: plot.size)
    let (columns, last) = (Double(plot.width * 2 - 1), Double(values.count - 1))
    let (bottom, range) = (Double(plot.height * 4 - 1), max(greatest - least, 1))
    func dot(_ index: Int) -> (x: Double, y: Double) {
      (Double(index) / last * columns, bottom * (1 - (values[index] - least) / range))
    }
    for index in values.indices.dropFirst() {
      picture.line(from: dot(index - 1), to: dot(index), role: .accent)
    }
    picture.draw(in: plot, on: &canvas, markers: dots(canvas.symbols))
  }

  private func drawAmounts(in rect: Rect, on canvas: inout Canvas) {
    let values = rows.map { $0.precipitation ?? 0 }
    let greatest = values.max() ?? 0
    let plot = drawName(
      "Rain and snow", greatest > 0 ? "up to \(shown.units.precipitation(greatest))" : "none",
      in: rect, on: &canvas)
    guard plot.height > 0, greatest > 0 else { return }
    var picture = DotCanvas(size: plot.size)
    let bottom = plot.height * 4 - 1
    for x in 0..<(plot.width * 2) {
      let value = values[min(values.count - 1, x * values.count / (plot.width * 2))]
      guard value > 0 else { continue }
      let top = bottom - Int((value / greatest * Double(bottom)).rounded())
      picture.line(from: (Double(x), Double(bottom)), to: (Double(x), Double(top)), role: .success)
    }
    picture.draw(in: plot, on: &canvas, markers: dots(canvas.symbols))
  }

  /// Draws a curve's name and scale; returns the rectangle below.
  private func drawName(
    _ name: String, _ scale: String, in rect: Rect, on canvas: inout Canvas
  ) -> Rect {
    let used = canvas.write(name, in: rect.row(0), style: .title)
    let rest = Rect(x: rect.x + used + 2, y: rect.y, width: rect.width - used - 2, height: 1)
    if rest.width > 0 {
      Label(text: scale, style: .muted, alignment: .trailing).draw(in: rest, on: &canvas)
    }
    return rect.rows(1, rect.height - 1)
  }

  /// Draws the names of the days below the columns where they begin.
  private func drawDays(in row: Rect, on canvas: inout Canvas) {
    var (last, end) = ("", row.x)
    for (index, conditions) in rows.enumerated() {
      let day = shown.time(conditions).dayText
      let x = row.x + index * row.width / rows.count
      guard day != last else { continue }
      last = day
      guard x >= end, x + day.count <= row.maxX else { continue }
      canvas.write(day, at: Point(x, row.y), style: .muted)
      end = x + day.count + 1
    }
  }

  private func dots(_ symbols: Symbols) -> DotCanvas.Markers {
    symbols.lacksSigns ? .ascii : markers
  }
}
