import ViewModels

/// The figures beside the map: a label and a value a row, `--` for what is not known.
@MainActor
struct TrackFigures {
  private struct Row {
    var label: String
    var value: String?
    var style = Style.plain
    /// Lower is more important: what stays when there is little room.
    var rank = 1
  }

  private let rows: [Row]
  private let error: String?
  private let speeds: SpeedProfile
  private let units: UnitSystem

  /// How wide the figures are.
  static let width = 32

  init(_ model: TrackViewModel, units: UnitSystem) {
    let (track, location) = (model.snapshot, model.location)
    let (fix, statistics) = (track.lastFix, track.statistics)
    error = location.errorMessage
    speeds = track.speeds
    self.units = units
    let hasFix = track.mode.hasPosition
    let age = track.fixAge.flatMap { $0 >= .seconds(2) ? $0 : nil }
    var state = track.mode.rawValue
    if hasFix, let quality = FigureText.quality(track.quality) { state += " · \(quality)" }
    if let age, !hasFix { state += " for \(FigureText.age(age))" }
    let live: Style = hasFix ? .plain : .muted
    rows = [
      Row(label: "Time", value: track.timestamp.map(FigureText.dateAndTime)),
      Row(label: "Fix", value: state, style: hasFix ? .success : .warning, rank: 0),
      Row(
        label: "Latitude", value: fix == nil ? "-" : location.latitudeText,
        style: live.adding(.bold), rank: 0),
      Row(
        label: "Longitude", value: fix == nil ? "-" : location.longitudeText,
        style: live.adding(.bold), rank: 0),
      Row(
        label: fix?.altitude == nil && fix?.ellipsoidalAltitude != nil ? "Ellipsoid" : "Altitude",
        value: (fix?.altitude ?? fix?.ellipsoidalAltitude).map(units.height), style: live),
      Row(label: "Speed", value: fix?.speed.map(units.speed), style: live, rank: 0),
      Row(label: "Course", value: fix?.course.map(FigureText.course), style: live),
      Row(label: "Satellites", value: TrackFigures.satellites(track)),
      Row(label: "HDOP", value: fix?.hdop.map { String(fixedPoint: $0, decimals: 1) }, rank: 2),
      Row(label: "", value: "", rank: 3),
      Row(label: "Distance", value: units.distance(statistics.distance)),
      Row(label: "Elapsed", value: statistics.elapsed.map(FigureText.time)),
      Row(label: "Moving", value: FigureText.time(statistics.movingTime), rank: 2),
      Row(label: "Mean", value: statistics.meanMovingSpeed.map(units.speed), rank: 2),
      Row(label: "Fastest", value: statistics.maximumSpeed.map(units.speed), rank: 2),
      Row(
        label: "Climb",
        value: statistics.highestAltitude == nil ? nil : units.height(statistics.climb), rank: 2),
      Row(label: "Fixes", value: "\(statistics.fixCount)", rank: 2),
    ]
  }

  /// Draws as many rows as fit, the less important ones left out, and the speed's curve below.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    if let error {
      draw(error, in: rect, on: &canvas)
      return
    }
    var rank = 3
    while rank > 0, rows.count(where: { $0.rank <= rank }) > rect.height { rank -= 1 }
    let shown = rows.filter { $0.rank <= rank }.prefix(rect.height)
    for (number, row) in shown.enumerated() {
      let place = rect.row(number)
      canvas.write(row.label, in: place, style: .muted)
      let value = Rect(x: place.x + 12, y: place.y, width: max(0, place.width - 12), height: 1)
      canvas.write(
        row.value ?? "--", in: value, style: row.value == nil ? .muted : row.style)
    }
    let curve = Sparkline(values: bridged)
    if rect.height - shown.count >= 3, curve.scale > 0 {
      let span = FigureText.age(speeds.bucketDuration * speeds.values.count)
      canvas.write(
        "Speed, \(span), up to \(units.speed(curve.scale))", in: rect.row(shown.count + 1),
        style: .muted)
      curve.draw(in: rect.row(shown.count + 2), on: &canvas)
    }
  }

  /// The speeds of the whole track, with the single gaps of a source slower than the profile's
  /// buckets filled by the value before.
  private var bridged: [Double?] {
    var values = speeds.values
    for index in values.indices.dropFirst().dropLast()
    where values[index] == nil && values[index + 1] != nil {
      values[index] = values[index - 1]
    }
    return values
  }

  /// The most important figures in one row, for a terminal with hardly any room.
  func line(width: Int) -> String {
    if let error { return error }
    return rows.filter { $0.rank == 0 }.map { $0.value ?? "--" }.joined(separator: "  ")
  }

  /// An error stands instead of readings, wrapped to the width.
  private func draw(_ error: String, in rect: Rect, on canvas: inout Canvas) {
    for (number, line) in TextWrapping.lines(of: error, width: rect.width).enumerated() {
      canvas.write(line, in: rect.row(number), style: .danger)
    }
  }

  private static func satellites(_ track: TrackSnapshot) -> String? {
    switch (track.satellitesUsed, track.satellitesInView) {
    case (let used?, let seen?) where seen >= used: "\(used) of \(seen) in view"
    case (let used?, _): "\(used)"
    case (nil, let seen?): "\(seen) in view"
    case (nil, nil): nil
    }
  }
}
