import Positioning
import TerminalKit

/// Speeds and heights of a track along its time, and where in them it stands.
struct ShownProfile {
  var speeds = SpeedProfile()
  var heights: HeightProfile?
  /// The fix at the present place: its own values are said, the curves have the greatest
  /// of each stretch.
  var fix: Location?
  /// The log's time at the present place; nil for a track that stands at its end.
  var clock: Duration?
  /// How long the whole of it is; nil where that is not known.
  var duration: Duration?
}

/// The curves of speed and height above each other, with the present place and its values.
struct ProfilePage {
  let profile: ShownProfile
  let units: UnitSystem

  /// A curve: its name, its values, and how one of them is written.
  private struct Curve {
    let name: String
    let values: [Double?]
    /// The value at the present place, which need not be its bucket's greatest.
    let value: Double?
    let bucket: Duration
    /// The bucket of the present place.
    let present: Int?
    let bottom: Double
    let top: Double
    let text: (Double) -> String
  }

  /// Draws what there is room for: below four rows nothing, below nine the speeds alone.
  func draw(in rect: Rect, markers: DotCanvas.Markers, on canvas: inout Canvas) {
    let curves = [speeds, heights].compactMap { $0 }
    guard !curves.isEmpty else {
      Label(text: "no speed yet", style: .muted, alignment: .center)
        .draw(in: rect.row(rect.height / 2), on: &canvas)
      return
    }
    let shown = rect.height >= 8 ? curves : Array(curves.prefix(1))
    let height = (rect.height - 1) / shown.count
    guard height >= 2 else { return }
    for (index, curve) in shown.enumerated() {
      let place = Rect(x: rect.x, y: rect.y + index * height, width: rect.width, height: height)
      draw(curve, in: place, markers: markers, on: &canvas)
    }
    drawTimes(in: rect.row(shown.count * height), of: shown[0], on: &canvas)
  }

  private var speeds: Curve? {
    let values = ProfilePage.bridged(profile.speeds.values)
    guard let fastest = values.compactMap({ $0 }).max() else { return nil }
    return Curve(
      name: "Speed", values: values, value: profile.fix?.speed,
      bucket: profile.speeds.bucketDuration,
      present: profile.clock.map { profile.speeds.index(at: $0) } ?? values.indices.last,
      bottom: 0, top: units.roundSpeed(atLeast: fastest).metresPerSecond, text: units.speed)
  }

  private var heights: Curve? {
    guard let profile = profile.heights else { return nil }
    let values = ProfilePage.bridged(profile.values)
    let known = values.compactMap { $0 }
    guard let lowest = known.min(), let highest = known.max() else { return nil }
    return Curve(
      name: "Height", values: values,
      value: self.profile.fix.flatMap { $0.altitude ?? $0.ellipsoidalAltitude },
      bucket: profile.bucketDuration,
      present: self.profile.clock.map { profile.index(at: $0) } ?? values.indices.last,
      bottom: (lowest / 10).rounded(.down) * 10,
      top: max((highest / 10).rounded(.up) * 10, (lowest / 10).rounded(.down) * 10 + 10),
      text: { units.height($0, decimals: 0) })
  }

  /// How many buckets the whole width stands for.
  private func span(_ curve: Curve) -> Int {
    guard let duration = profile.duration, curve.bucket > .zero else { return curve.values.count }
    return max(curve.values.count, Int(duration / curve.bucket) + 1)
  }

  private func draw(
    _ curve: Curve, in rect: Rect, markers: DotCanvas.Markers, on canvas: inout Canvas
  ) {
    let here = curve.present.flatMap { curve.values.indices.contains($0) ? curve.values[$0] : nil }
    let scale = "\(curve.text(curve.bottom)) – \(curve.text(curve.top))"
    var x = rect.x
    x += canvas.write(curve.name + "  ", in: rect.row(0), style: .title)
    x += canvas.write(
      curve.value.map(curve.text) ?? "--",
      in: Rect(x: x, y: rect.y, width: rect.maxX - x, height: 1),
      style: .bold)
    Label(text: scale, style: .muted, alignment: .trailing).draw(
      in: Rect(x: x + 2, y: rect.y, width: rect.maxX - x - 2, height: 1), on: &canvas)
    let plot = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    let markers = canvas.symbols.lacksSigns ? .ascii : markers
    let (columns, rows) = (plot.width * 2, plot.height * 4)
    let last = Double(max(1, span(curve) - 1))
    let range = max(curve.top - curve.bottom, .leastNonzeroMagnitude)
    func dot(_ index: Int, _ value: Double) -> (x: Double, y: Double) {
      (
        Double(index) / last * Double(columns - 1),
        (1 - (value - curve.bottom) / range) * Double(rows - 1)
      )
    }
    var picture = DotCanvas(size: plot.size)
    if let present = curve.present {
      let x = dot(present, 0).x
      picture.line(from: (x, 0), to: (x, Double(rows - 1)), role: .border)
    }
    var before: (x: Double, y: Double)?
    for (index, value) in curve.values.enumerated() {
      let here = value.map { dot(index, $0) }
      if let here { picture.line(from: before ?? here, to: here, role: .accent) }
      before = here
    }
    picture.draw(in: plot, on: &canvas, markers: markers)
    if let present = curve.present, let here {
      let (x, y) = dot(present, here)
      canvas.write(
        markers == .ascii ? "@" : "●",
        at: Point(plot.x + Int(x.rounded()) / 2, plot.y + Int(y.rounded()) / 4),
        style: Style(foreground: .warning, attributes: .bold))
    }
  }

  /// The times at both ends, and the present one.
  private func drawTimes(in row: Rect, of curve: Curve, on canvas: inout Canvas) {
    let end = profile.duration ?? curve.bucket * max(0, span(curve) - 1)
    Label(text: "0:00", style: .muted).draw(in: row, on: &canvas)
    Label(text: FigureText.time(end), style: .muted, alignment: .trailing)
      .draw(in: row, on: &canvas)
    guard let clock = profile.clock, row.width >= 40 else { return }
    Label(text: FigureText.time(clock), style: .bold, alignment: .center).draw(in: row, on: &canvas)
  }

  /// Values with the single gaps of a source slower than the buckets filled by the value before.
  static func bridged(_ values: [Double?]) -> [Double?] {
    var values = values
    for index in values.indices.dropFirst().dropLast()
    where values[index] == nil && values[index + 1] != nil {
      values[index] = values[index - 1]
    }
    return values
  }
}
