/// The fixes of a track, one row each, the newest last; for a replay, all fixes of its trace.
struct FixTable {
  var table = Table(columns: [], state: ListState(isSelectable: true))
  /// The row of the current fix in the last frame: the choice moves with it until the user chooses
  /// another row.
  private var present: Int?

  /// The number of the chosen fix.
  var chosen: Int? { table.state.selection }

  private typealias Column = TextColumn<(number: Int, fix: Location?)>

  mutating func draw(
    _ fixes: FixRows, units: UnitSystem, angles: AngleForm, zone: ClockZone = .utc,
    placeholder: String, in rect: Rect, on canvas: inout Canvas
  ) {
    table.placeholder = placeholder
    if let now = fixes.present, now != present {
      if chosen == nil || chosen == present { table.state.select(now) }
      present = now
    }
    let sample = (chosen ?? fixes.numbers.last).flatMap(fixes.fix)
    let sign = TrackMap.outlierSign(isASCII: canvas.symbols.isASCII)
    let columns =
      signColumns(of: fixes, sign: sign) + positionColumns(of: fixes, sample, angles, zone)
      + motionColumns(of: fixes, sample, units) + qualityColumns(of: fixes)
    let present = present
    table.draw(fixes.numbers, columns, in: rect, on: &canvas, isMarked: { $0 == present }) {
      ($0, fixes.fix($0))
    }
  }

  private func signColumns(of fixes: FixRows, sign: String) -> [Column] {
    let outlier = Column("", 1, .leading, style: Style(foreground: .danger)) { row in
      row.fix.map { fixes.isOutlier(row.number, $0) ? sign : "" }
    }
    let number = Column("#", 7, .trailing, rank: 7) { "\($0.number + 1)" }
    return fixes.hasOutliers ? [outlier, number] : [number]
  }

  private func positionColumns(
    of fixes: FixRows, _ sample: Location?, _ angles: AngleForm, _ zone: ClockZone
  ) -> [Column] {
    let decimals = timeDecimals(of: fixes)
    let time = Column(
      zone.name(at: sample?.timestamp), decimals > 0 ? 9 + decimals : 8, .leading
    ) { $0.fix?.timestamp.map { FigureText.timeOfDay(zone.local($0), decimals: decimals) } }
    let parts = angles.columns(decimals: sample.map(FigureText.coordinateDecimals) ?? 5)
    let positions = parts.enumerated().map { index, part in
      Column(part.label, Glyph.columns(of: part.text ?? ""), parts.count > 1 ? .trailing : .leading)
      {
        $0.fix.flatMap {
          angles.parts(of: $0.coordinate, decimals: FigureText.coordinateDecimals(of: $0))[index]
            .text
        }
      }
    }
    return [time] + positions
  }

  private func motionColumns(
    of fixes: FixRows, _ sample: Location?, _ units: UnitSystem
  ) -> [Column] {
    /// The speed and the course of the step to a fix, if the fix does not have them itself.
    func step(to number: Int, _ fix: Location) -> (speed: Double, start: Coordinate)? {
      guard let start = fixes.fix(number - 1), let time = fix.timestamp,
        let before = start.timestamp, before < time
      else { return nil }
      let step = start.coordinate.stepDistance(to: fix.coordinate)
      return (step / before.duration(to: time).inSeconds, start.coordinate)
    }
    func course(_ number: Int, _ fix: Location) -> String? {
      if let course = fix.shownCourse { return FigureText.course(course) }
      // A course that is reported but not shown comes from a receiver at rest.
      guard fix.course == nil, let step = step(to: number, fix), step.speed >= 0.5 else {
        return nil
      }
      return "~" + FigureText.course(step.start.bearing(to: fix.coordinate))
    }
    func speed(_ number: Int, _ fix: Location) -> String? {
      fix.speed.map(units.speed) ?? step(to: number, fix).map { "~" + units.speed($0.speed) }
    }
    return [
      Column(sample?.heightName ?? "Altitude", 9, .trailing, rank: 2) {
        $0.fix.flatMap(units.height(of:))
      },
      Column(units.speedName, 10, .trailing, rank: 1) { row in
        row.fix.flatMap { speed(row.number, $0) }
      },
      Column("Course", 8, .trailing, rank: 3) { row in row.fix.flatMap { course(row.number, $0) } },
    ]
  }

  private func qualityColumns(of fixes: FixRows) -> [Column] {
    let columns = [
      Column("Sats", 4, .trailing, rank: 4) { $0.fix?.satellitesUsed.map(String.init) },
      Column("HDOP", 5, .trailing, rank: 6) {
        $0.fix?.hdop.map { String(fixedPoint: $0, decimals: 1) }
      },
      Column("Fix", 9, .leading, rank: 5) { row in
        row.fix.flatMap { fixes.isOutlier(row.number, $0) ? "outlier" : FigureText.quality($0.fix) }
      },
    ]
    let sensors = SensorMetric.all.filter { fixes.sensorKinds.contains($0.quantity) }
    return columns
      + sensors.map { metric in
        Column(metric.shortName, metric.column.width, .trailing, rank: metric.column.rank) { row in
          row.fix.flatMap { _ in metric.value(fixes.sensors(row.number)).map(metric.text) }
        }
      }
  }

  /// Decimal places of seconds, chosen from the fixes around the chosen one.
  private func timeDecimals(of fixes: FixRows) -> Int {
    guard let middle = chosen ?? fixes.numbers.last else { return 0 }
    return FigureText.timeDecimals(
      of: (middle - 3..<middle + 4).compactMap { fixes.numbers.contains($0) ? fixes.fix($0) : nil })
  }
}
