import Positioning
import TerminalKit

/// The fixes of a track, a row each, the newest last; a replay's are all of its trace.
struct FixTable {
  var table = Table(columns: [], state: ListState(isSelectable: true))
  /// The row of the present fix as of the last frame: the choice goes on with it, until another
  /// row is chosen.
  private var present: Int?

  /// The number of the fix that is chosen.
  var chosen: Int? { table.state.selection }

  /// A column, and the text of a fix in it.
  private typealias Column = (look: Table.Column, text: (_ number: Int, Location) -> String?)

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
    table.columns = columns.map(\.look)
    let present = present
    let numberColumn = fixes.hasOutliers ? 1 : 0
    var row = (number: -1, fix: Location?.none)
    table.draw(fixes.numbers, in: rect, on: &canvas, isMarked: { $0 == present }) {
      number, column in
      if row.number != number { row = (number, fixes.fix(number)) }
      if column == numberColumn { return "\(number + 1)" }
      return row.fix.flatMap { columns[column].text(number, $0) } ?? "--"
    }
  }

  private func signColumns(of fixes: FixRows, sign: String) -> [Column] {
    let outlier: Column = (
      .init(width: 1, style: Style(foreground: .danger)),
      { fixes.isOutlier($0, $1) ? sign : "" }
    )
    let number: Column = (
      .init(title: "#", width: 7, alignment: .trailing, rank: 7), { _, _ in nil }
    )
    return fixes.hasOutliers ? [outlier, number] : [number]
  }

  private func positionColumns(
    of fixes: FixRows, _ sample: Location?, _ angles: AngleForm, _ zone: ClockZone
  ) -> [Column] {
    let decimals = timeDecimals(of: fixes)
    let time = Table.Column(
      title: zone.name(at: sample?.timestamp), width: decimals > 0 ? 9 + decimals : 8)
    let parts = angles.columns(decimals: sample.map(FigureText.placeDecimals) ?? 5)
    let positions = parts.enumerated().map { index, part -> Column in
      (
        .init(
          title: part.label, width: Glyph.columns(of: part.text ?? ""),
          alignment: parts.count > 1 ? .trailing : .leading),
        { _, fix in
          angles.parts(of: fix.coordinate, decimals: FigureText.placeDecimals(of: fix))[index].text
        }
      )
    }
    let times: Column = (
      time,
      { _, fix in fix.timestamp.map { FigureText.timeOfDay(zone.local($0), decimals: decimals) } }
    )
    return [times] + positions
  }

  private func motionColumns(
    of fixes: FixRows, _ sample: Location?, _ units: UnitSystem
  ) -> [Column] {
    /// The speed and the course of the step to a fix, for what it does not say itself.
    func step(to number: Int, _ fix: Location) -> (speed: Double, start: Coordinate)? {
      guard let start = fixes.fix(number - 1), let time = fix.timestamp,
        let before = start.timestamp, before < time
      else { return nil }
      let step = start.coordinate.stepDistance(to: fix.coordinate)
      return (step / before.duration(to: time).inSeconds, start.coordinate)
    }
    func course(_ number: Int, _ fix: Location) -> String? {
      if let course = fix.shownCourse { return FigureText.course(course) }
      // A course that is said, and not shown, is that of something that stands.
      guard fix.course == nil, let step = step(to: number, fix), step.speed >= 0.5 else {
        return nil
      }
      return "~" + FigureText.course(step.start.bearing(to: fix.coordinate))
    }
    func speed(_ number: Int, _ fix: Location) -> String? {
      fix.speed.map(units.speed) ?? step(to: number, fix).map { "~" + units.speed($0.speed) }
    }
    let height = sample?.heightName ?? "Altitude"
    return [
      (
        .init(title: height, width: 9, alignment: .trailing, rank: 2),
        { units.height(of: $1) }
      ), (.init(title: units.speedName, width: 10, alignment: .trailing, rank: 1), speed),
      (.init(title: "Course", width: 8, alignment: .trailing, rank: 3), course),
    ]
  }

  private func qualityColumns(of fixes: FixRows) -> [Column] {
    let sensors = SensorMetric.all.filter { fixes.sensorKinds.contains($0.quantity) }
    let sensorColumns = sensors.map { metric -> Column in
      let look = Table.Column(
        title: metric.shortName, width: metric.column.width, alignment: .trailing,
        rank: metric.column.rank)
      return (look, { number, _ in metric.value(fixes.sensors(number)).map(metric.text) })
    }
    let columns: [Column] = [
      (
        .init(title: "Sats", width: 4, alignment: .trailing, rank: 4),
        { $1.satellitesUsed.map(String.init) }
      ),
      (
        .init(title: "HDOP", width: 5, alignment: .trailing, rank: 6),
        { $1.hdop.map { String(fixedPoint: $0, decimals: 1) } }
      ),
      (
        .init(title: "Fix", width: 9, rank: 5),
        { fixes.isOutlier($0, $1) ? "outlier" : FigureText.quality($1.fix) }
      ),
    ]
    return columns + sensorColumns
  }

  /// Decimals of seconds, by the fixes around the one that is chosen.
  private func timeDecimals(of fixes: FixRows) -> Int {
    guard let middle = chosen ?? fixes.numbers.last else { return 0 }
    return FigureText.timeDecimals(
      of: (middle - 3..<middle + 4).compactMap { fixes.numbers.contains($0) ? fixes.fix($0) : nil })
  }
}
