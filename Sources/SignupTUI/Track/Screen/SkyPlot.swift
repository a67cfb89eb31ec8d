/// The sky from below: north above, the horizon at the edge, the zenith in the middle.
struct SkyPlot {
  let satellites: [Satellite]

  /// The minimum size at which satellites can be distinguished.
  static let leastSize = Size(20, 9)

  /// Draws the horizon, the rings of 30° and 60°, and every satellite whose position is known.
  func draw(in rect: Rect, markers: DotCanvas.Markers, on canvas: inout Canvas) {
    guard rect.size.fits(Self.leastSize) else { return }
    let markers = canvas.symbols.lacksSigns ? .ascii : markers
    let (columns, rows) = (Double(rect.width * 2), Double(rect.height * 4))
    let center = (x: (columns - 1) / 2, y: (rows - 1) / 2)
    // A dot is about as high as it is wide; names at the horizon need some room.
    let radius = min((columns - 8) / 2, (rows - 4) / 2)
    func dot(azimuth: Double, elevation: Double) -> (x: Double, y: Double) {
      let distance = radius * (1 - max(0, min(90, elevation)) / 90)
      let angle = azimuth * .pi / 180
      return (center.x + distance * sin(angle), center.y - distance * cos(angle))
    }
    var picture = DotCanvas(size: rect.size)
    for ring in [0.0, 30, 60] {
      let step = ring == 0 ? 3.0 : 9.0
      for azimuth in stride(from: 0.0, to: 360, by: step) {
        let (x, y) = dot(azimuth: azimuth, elevation: ring)
        picture.set(Int(x.rounded()), Int(y.rounded()), role: .border)
      }
    }
    picture.draw(in: rect, on: &canvas, markers: markers)
    var labels = SkyLabels(rect: rect)
    for (name, azimuth) in [("N", 0.0), ("E", 90), ("S", 180), ("W", 270)] {
      let point = dot(azimuth: azimuth, elevation: 0)
      labels.write(name, at: point, style: .muted, on: &canvas)
    }
    // Used satellites first, then the strongest, so that they get the best labels.
    let placed = satellites.filter { $0.azimuth != nil && $0.elevation != nil }.sorted {
      ($0.isUsed ? 1 : 0, $0.carrierToNoise ?? 0) > ($1.isUsed ? 1 : 0, $1.carrierToNoise ?? 0)
    }
    for satellite in placed {
      let style: Style =
        satellite.isUsed
        ? .success.adding(.bold) : satellite.carrierToNoise == nil ? .muted : .plain
      let point = dot(azimuth: satellite.azimuth ?? 0, elevation: satellite.elevation ?? 0)
      labels.write(satellite.description, at: point, style: style, on: &canvas)
    }
  }
}

/// Names in a picture that do not cover each other, each as near to its dot as possible.
struct SkyLabels {
  let rect: Rect
  /// The columns in use, by row.
  private var taken: [Int: [Range<Int>]] = [:]

  init(rect: Rect) { self.rect = rect }

  /// Writes a name over its dot, otherwise next to it; writes nothing if there is no room.
  mutating func write(
    _ text: String, at dot: (x: Double, y: Double), style: Style, on canvas: inout Canvas
  ) {
    let width = Glyph.columns(of: text)
    let (column, row) = (
      rect.x + Int(dot.x.rounded()) / 2 - width / 2, rect.y + Int(dot.y.rounded()) / 4
    )
    for (across, down) in [
      (0, 0), (0, -1), (0, 1), (width / 2 + 1, 0), (-width / 2 - 1, 0), (width + 1, 0),
      (-width - 1, 0), (width / 2 + 1, -1), (-width / 2 - 1, 1), (0, -2), (0, 2),
    ] {
      let x = max(rect.x, min(column + across, rect.maxX - width))
      let y = max(rect.y, min(row + down, rect.maxY - 1))
      // A blank separates two names.
      let columns = x - 1..<x + width + 1
      let isFree = !(taken[y] ?? []).contains { $0.overlaps(x..<x + width) }
      guard isFree else { continue }
      taken[y, default: []].append(columns)
      canvas.write(text, at: Point(x, y), style: style)
      return
    }
  }
}

/// The signals of satellites as bars side by side, the strongest first.
struct SignalBars {
  let satellites: [Satellite]

  /// The signal that fills its bar; outdoors the best are about that strong.
  private static let strongest = 50.0

  /// Draws as many as fit, and the number of the others.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    let heard = satellites.filter { $0.carrierToNoise ?? 0 > 0 }.sorted {
      ($0.isUsed ? 0 : 1, -($0.carrierToNoise ?? 0), $0.system.rawValue, $0.number)
        < ($1.isUsed ? 0 : 1, -($1.carrierToNoise ?? 0), $1.system.rawValue, $1.number)
    }
    guard rect.height >= 4, rect.width >= 12 else { return }
    let used = satellites.count { $0.isUsed }
    canvas.write(
      "Signals, dB-Hz: \(heard.count) heard, \(used) used", in: rect.row(0), style: .muted)
    // The columns of a bar with its gap.
    let step = 1 + (heard.map(\.description.count).max() ?? 3)
    let room = (rect.width + 1) / step
    let steps = canvas.symbols.verticalSteps
    let height = rect.height - 3
    for (index, satellite) in heard.prefix(room).enumerated() {
      let x = rect.x + index * step
      let style: Style = satellite.isUsed ? .success : .accent
      let part = min(1, max(0, (satellite.carrierToNoise ?? 0) / Self.strongest))
      var eighths = max(1, Int((part * Double(height * steps.count)).rounded()))
      for row in 0..<height where eighths > 0 {
        let level = min(eighths, steps.count)
        canvas.write(
          String(repeating: steps[level - 1], count: 3),
          at: Point(x, rect.y + height - row), style: style)
        eighths -= level
      }
      let value = "\(Int((satellite.carrierToNoise ?? 0).rounded()))"
      canvas.write(value, at: Point(x, rect.maxY - 2), style: .plain, limit: 3)
      canvas.write(satellite.description, at: Point(x, rect.maxY - 1), style: .bold, limit: 4)
    }
    if heard.count > room {
      Label(text: "+\(heard.count - room)", style: .muted, alignment: .trailing)
        .draw(in: rect.row(0), on: &canvas)
    }
  }
}
