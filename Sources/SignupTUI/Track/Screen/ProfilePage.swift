/// The measurements along a track, and the present position in it.
struct ShownProfile {
  var profile = TrackProfile()
  /// The fix at the current position: its own values are shown, while the curves contain means.
  var fix: Location?
  /// Its derived speed if it has none.
  var derivedSpeed: Double?
  /// The measurements at the present position.
  var sensors = Sensors()
  /// The log's time at the current position; nil for a track that is at its end.
  var clock: Duration?
  /// The distance to the current position in metres; nil if unknown.
  var distance: Double?
  /// The total duration; nil if unknown.
  var duration: Duration?
  /// The remaining distance; nil if unknown.
  var ahead: TrackProgress?
}

/// Stacked curves over the distance or the time, with the current position and its
/// values.
struct ProfilePage {
  let shown: ShownProfile
  let units: UnitSystem
  var axis = TrackProfile.Axis.time
  /// The number of curves to skip, for a window without room for all.
  var first = 0

  /// A curve: its name, its values, and their format.
  private struct Curve {
    let name: String
    let values: [Double?]
    /// The value at the present position.
    let value: Double?
    let bottom: Double
    let top: Double
    let text: (Double) -> String
  }

  /// The mark of the profile's area, for the mouse.
  struct Target: Hashable {}

  /// The minimum number of rows for a curve, including its name.
  private static let leastRows = 4

  /// Draws as much as there is room for; below four rows nothing.
  func draw(in rect: Rect, markers: DotCanvas.Markers, on canvas: inout Canvas) {
    let all = ProfilePage.order.filter(shown.profile.quantities.contains)
    let room = max(1, (rect.height - 1) / Self.leastRows)
    let skipped = min(first, max(0, all.count - room))
    let curves = all.dropFirst(skipped).prefix(room).compactMap(curve)
    guard !curves.isEmpty else {
      Label(text: "no speed yet", style: .muted, alignment: .center)
        .draw(in: rect.row(rect.height / 2), on: &canvas)
      return
    }
    let height = (rect.height - 1) / curves.count
    guard height >= 2 else { return }
    for (index, curve) in curves.enumerated() {
      let area = Rect(x: rect.x, y: rect.y + index * height, width: rect.width, height: height)
      draw(curve, in: area, markers: markers, on: &canvas)
    }
    canvas.mark(
      Rect(x: rect.x, y: rect.y, width: rect.width, height: curves.count * height), as: Target())
    drawAxis(in: rect.row(curves.count * height), on: &canvas)
  }

  /// The curves from above.
  private static let order: [TrackProfile.Quantity] = [
    .speed, .altitude, .heartRate, .power, .grade, .cadence, .temperature,
  ]

  private func curve(_ quantity: TrackProfile.Quantity) -> Curve? {
    let values = shown.profile.values(of: quantity, over: axis)
    let known = values.compactMap(\.self)
    guard let least = known.min(), let greatest = known.max() else { return nil }
    /// The scale from a round number below to one above.
    func scale(by step: Double) -> (bottom: Double, top: Double) {
      let bottom = (least / step).rounded(.down) * step
      return (bottom, max((greatest / step).rounded(.up) * step, bottom + step))
    }
    func curve(
      _ name: String, _ value: Double?, _ scale: (bottom: Double, top: Double),
      _ text: @escaping (Double) -> String
    ) -> Curve {
      Curve(
        name: name, values: values, value: value, bottom: scale.bottom, top: scale.top, text: text)
    }
    switch quantity {
    case .speed:
      return curve(
        units.speedName, shown.fix?.speed ?? shown.derivedSpeed,
        (0, units.roundSpeed(atLeast: greatest).metresPerSecond), units.speed)
    case .altitude:
      return curve(
        "Height", shown.fix.flatMap { $0.altitude ?? $0.ellipsoidalAltitude }, scale(by: 10)
      ) { units.height($0, decimals: 0) }
    case .grade:
      let here = present.flatMap { values.indices.contains($0) ? values[$0] : nil }
      return curve("Grade", here, scale(by: 0.05), FigureText.grade)
    case .heartRate, .cadence, .power, .temperature:
      return SensorMetric.all.first { $0.quantity == quantity }.map { metric in
        curve(metric.name, metric.value(shown.sensors), scale(by: metric.step), metric.text)
      }
    }
  }

  /// The bucket of the present position.
  private var present: Int? {
    guard let position else { return nil }
    return shown.profile.index(of: position, over: axis)
  }

  /// The present position on the axis.
  private var position: Double? {
    switch axis {
    case .time: shown.clock?.inSeconds ?? shown.profile.end(of: .time)
    case .distance: shown.distance
    }
  }

  /// The length of the whole axis.
  private var whole: Double {
    let end = shown.profile.end(of: axis)
    guard axis == .time, let duration = shown.duration else { return max(end, 1) }
    return max(end, duration.inSeconds, 1)
  }

  private func draw(
    _ curve: Curve, in rect: Rect, markers: DotCanvas.Markers, on canvas: inout Canvas
  ) {
    var x = rect.x
    x += canvas.write(curve.name + "  ", in: rect.row(0), style: .title)
    x += canvas.write(
      curve.value.map(curve.text) ?? "--",
      in: Rect(x: x, y: rect.y, width: rect.maxX - x, height: 1), style: .bold)
    let scale = "\(curve.text(curve.bottom)) – \(curve.text(curve.top))"
    Label(text: scale, style: .muted, alignment: .trailing).draw(
      in: Rect(x: x + 2, y: rect.y, width: rect.maxX - x - 2, height: 1), on: &canvas)
    let plot = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    let markers = canvas.symbols.lacksSigns ? .ascii : markers
    let (columns, rows) = (Double(plot.width * 2), Double(plot.height * 4))
    let range = max(curve.top - curve.bottom, .leastNonzeroMagnitude)
    let (whole, bucket) = (whole, shown.profile.bucketLength(over: axis))
    func column(_ position: Double) -> Double { min(1, max(0, position / whole)) * (columns - 1) }
    func row(_ value: Double) -> Double { (1 - (value - curve.bottom) / range) * (rows - 1) }
    var picture = DotCanvas(size: plot.size)
    if let position {
      picture.line(from: (column(position), 0), to: (column(position), rows - 1), role: .border)
    }
    var before: (index: Int, dot: (x: Double, y: Double))?
    for (index, value) in curve.values.enumerated() {
      guard let value else { continue }
      let dot = (x: column(Double(index) * bucket), y: row(value))
      // Over time a long silence breaks the line.
      let isNear = before.map { index - $0.index <= max(2, curve.values.count / 40) } ?? false
      let start = isNear || axis == .distance ? before?.dot ?? dot : dot
      picture.line(from: start, to: dot, role: .accent)
      before = (index, dot)
    }
    picture.draw(in: plot, on: &canvas, markers: markers)
    guard let position, let value = curve.value ?? present.flatMap({ curve.values[$0] }) else {
      return
    }
    canvas.write(
      markers == .ascii ? "@" : "●",
      at: Point(
        plot.x + Int(column(position).rounded()) / 2,
        plot.y + Int(min(rows - 1, max(0, row(value))).rounded()) / 4),
      style: Style(foreground: .warning, attributes: .bold))
  }

  /// The ends of the axis, and between them the current position and what is ahead.
  private func drawAxis(in row: Rect, on canvas: inout Canvas) {
    func text(_ position: Double) -> String {
      axis == .time ? FigureText.time(.seconds(Int(position))) : units.distance(position)
    }
    Label(text: text(0), style: .muted).draw(in: row, on: &canvas)
    Label(text: text(whole), style: .muted, alignment: .trailing).draw(in: row, on: &canvas)
    guard let position, axis == .distance || shown.clock != nil, row.width >= 40 else { return }
    var parts = [text(position)]
    if let ahead = shown.ahead {
      parts.append("ahead " + units.distance(ahead.distance))
      if ahead.climb >= 1 { parts.append(units.height(ahead.climb, decimals: 0) + " up") }
      if ahead.elapsed >= .seconds(1) { parts.append(FigureText.time(ahead.elapsed)) }
    }
    let room = row.width - 24
    while parts.count > 1, Glyph.columns(of: parts.joined(separator: ", ")) > room {
      parts.removeLast()
    }
    Label(text: parts.joined(separator: ", "), style: .bold, alignment: .center)
      .draw(in: row, on: &canvas)
  }

  /// Values with the single gaps of a source slower than the buckets filled by the value before.
  static func bridged(_ values: [Double?]) -> [Double?] {
    var values = values
    for index in values.indices.dropFirst().dropLast()
    where values[index] == nil && values[index + 1] != nil { values[index] = values[index - 1] }
    return values
  }
}
