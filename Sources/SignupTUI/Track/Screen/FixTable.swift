import Positioning
import TerminalKit

/// The fixes of a track, a row each, the newest last; a replay's are all of its trace.
struct FixTable {
  /// The content of a column.
  private enum Field {
    case outlier, number, time
    /// A part of the position.
    case place(Int)
    case height, speed, course, satellites, hdop, kind
    case sensor(TrackProfile.Quantity)
  }

  private var table = Table(columns: [], state: ListState(isSelectable: true))
  private var fields: [Field] = []
  /// The row of the present fix as of the last frame: the choice goes on with it, until another
  /// row is chosen.
  private var present: Int?

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }
  mutating func handle(_ mouse: Mouse) -> Bool { table.handle(mouse) }

  /// The number of the fix that is chosen.
  var chosen: Int? { table.state.selection }

  mutating func draw(
    _ fixes: FixRows, units: UnitSystem, angles: AngleForm, zone: ClockZone = .utc,
    placeholder: String, in rect: Rect, on canvas: inout Canvas
  ) {
    table.placeholder = placeholder
    if let now = fixes.present, now != present {
      if chosen == nil || chosen == present { table.state.select(now) }
      present = now
    }
    layOut(fixes, units, angles, zone)
    let (present, fields) = (present, fields)
    let sign = TrackMap.outlierSign(isASCII: canvas.symbols.isASCII)
    var row = (number: -1, fix: Location?.none)
    let decimals = timeDecimals(of: fixes)
    table.draw(fixes.numbers, in: rect, on: &canvas, isMarked: { $0 == present }) {
      number, column in
      if row.number != number { row = (number, fixes.fix(number)) }
      let field = fields[column]
      guard let fix = row.fix else {
        if case .number = field { return "\(number + 1)" }
        return "--"
      }
      if case .outlier = field { return fixes.isOutlier(number, fix) ? sign : "" }
      if case .sensor(let quantity) = field {
        return FixTable.text(of: quantity, fixes.sensors(number)) ?? "--"
      }
      if case .time = field, let time = fix.timestamp {
        return FigureText.timeOfDay(zone.local(time), decimals: decimals)
      }
      if case .kind = field, fixes.isOutlier(number, fix) { return "outlier" }
      return FixTable.text(field, number, fix, units, angles, decimals)
        ?? FixTable.derived(field, from: fixes.fix(number - 1), to: fix, units) ?? "--"
    }
  }

  /// Decimals of seconds, by the fixes around the one that is chosen.
  private func timeDecimals(of fixes: FixRows) -> Int {
    guard let middle = chosen ?? fixes.numbers.last else { return 0 }
    return FigureText.timeDecimals(
      of: (middle - 3..<middle + 4).compactMap { fixes.numbers.contains($0) ? fixes.fix($0) : nil })
  }

  /// Gives the columns as much room as their texts take in this trace.
  private mutating func layOut(
    _ fixes: FixRows, _ units: UnitSystem, _ angles: AngleForm, _ zone: ClockZone
  ) {
    let sample = (chosen ?? fixes.numbers.last).flatMap(fixes.fix)
    let time = timeDecimals(of: fixes)
    var all: [(Field, Table.Column)] = [
      (.number, .init(title: "#", width: 7, alignment: .trailing, rank: 7)),
      (
        .time,
        .init(title: zone.name(at: sample?.timestamp), width: time > 0 ? 9 + time : 8)
      ),
    ]
    if fixes.hasOutliers {
      all.insert((.outlier, .init(width: 1, style: Style(foreground: .danger))), at: 0)
    }
    let parts = angles.columns(decimals: sample.map(FigureText.placeDecimals) ?? 5)
    for (number, part) in parts.enumerated() {
      let width = Glyph.columns(of: part.text ?? "")
      all.append(
        (
          .place(number),
          .init(title: part.label, width: width, alignment: parts.count > 1 ? .trailing : .leading)
        ))
    }
    all += [
      (
        .height,
        .init(title: sample?.heightName ?? "Altitude", width: 9, alignment: .trailing, rank: 2)
      ),
      (.speed, .init(title: units.speedName, width: 10, alignment: .trailing, rank: 1)),
      (.course, .init(title: "Course", width: 8, alignment: .trailing, rank: 3)),
      (.satellites, .init(title: "Sats", width: 4, alignment: .trailing, rank: 4)),
      (.hdop, .init(title: "HDOP", width: 5, alignment: .trailing, rank: 6)),
      (.kind, .init(title: "Fix", width: 9, rank: 5)),
    ]
    let titles: [(TrackProfile.Quantity, String, Int)] = [
      (.heartRate, "Heart", 7), (.power, "Power", 6), (.cadence, "Cadence", 7),
      (.temperature, "Temp", 7),
    ]
    for (number, (quantity, title, width)) in titles.enumerated()
    where fixes.sensorKinds.contains(quantity) {
      all.append(
        (
          .sensor(quantity),
          .init(title: title, width: width, alignment: .trailing, rank: number < 2 ? 3 : 6)
        ))
    }
    fields = all.map(\.0)
    table.columns = all.map(\.1)
  }

  private static func text(of quantity: TrackProfile.Quantity, _ sensors: Sensors) -> String? {
    switch quantity {
    case .altitude, .speed, .grade: nil
    case .heartRate: sensors.heartRate.map(FigureText.heartRate)
    case .cadence: sensors.cadence.map(FigureText.cadence)
    case .power: sensors.power.map(FigureText.power)
    case .temperature: sensors.temperature.map(FigureText.temperature)
    }
  }

  /// Speed or course of a step, marked as derived; nil for what does not follow from one.
  private static func derived(
    _ field: Field, from start: @autoclosure () -> Location?, to end: Location,
    _ units: UnitSystem
  ) -> String? {
    switch field {
    case .speed, .course: break
    case .outlier, .number, .time, .place, .height, .satellites, .hdop, .kind, .sensor:
      return nil
    }
    // A course that is said, and not shown, is that of something that stands.
    guard let start = start(), let time = end.timestamp, let before = start.timestamp,
      before < time
    else { return nil }
    let step = start.coordinate.stepDistance(to: end.coordinate)
    let speed = step / before.duration(to: time).inSeconds
    if case .speed = field { return "~" + units.speed(speed) }
    guard end.course == nil, speed >= 0.5 else { return nil }
    return "~" + FigureText.course(start.coordinate.bearing(to: end.coordinate))
  }

  private static func text(
    _ field: Field, _ number: Int, _ fix: Location, _ units: UnitSystem, _ angles: AngleForm,
    _ timeDecimals: Int
  ) -> String? {
    switch field {
    case .outlier, .sensor: return nil
    case .number: return "\(number + 1)"
    case .time: return fix.timestamp.map { FigureText.timeOfDay($0, decimals: timeDecimals) }
    case .place(let part):
      let decimals = FigureText.placeDecimals(of: fix)
      return angles.parts(of: fix.coordinate, decimals: decimals)[part].text
    case .height: return units.height(of: fix)
    case .speed: return fix.speed.map(units.speed)
    case .course: return fix.shownCourse.map(FigureText.course)
    case .satellites: return fix.satellitesUsed.map(String.init)
    case .hdop: return fix.hdop.map { String(fixedPoint: $0, decimals: 1) }
    case .kind: return FigureText.quality(fix.fix)
    }
  }
}
