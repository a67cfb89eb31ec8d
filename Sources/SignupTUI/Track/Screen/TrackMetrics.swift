/// The metrics next to the map: a label and a value in each row, `--` for an unknown value.
struct TrackMetrics {
  /// A label and a value.
  struct Row {
    var label: String
    /// The label for little room.
    var shortLabel: String?
    var value: String?
    /// The value for little room.
    var shortValue: String?
    var style: Style
    /// The importance: a lower rank stays if there is little room.
    var rank: Int
    /// True if the value is words, not a number in a column of others.
    var isText: Bool
    /// True for a known part of the position.
    var isPosition: Bool
    /// True if the value is the time.
    var isTime: Bool

    init(
      _ label: String, short shortLabel: String? = nil, _ value: String?,
      shortValue: String? = nil, _ style: Style = .plain, rank: Int = 1, isText: Bool = false,
      isPosition: Bool = false, isTime: Bool = false
    ) {
      (self.label, self.shortLabel, self.value, self.shortValue) =
        (label, shortLabel, value, shortValue)
      (self.style, self.rank) = (style, rank)
      (self.isText, self.isPosition, self.isTime) = (isText, isPosition, isTime)
    }

    /// Returns the value, in its short form if it is wider than `columns`; `--` for none.
    func value(columns: Int) -> String {
      guard let value else { return "--" }
      return Glyph.columns(of: value) > columns ? shortValue ?? value : value
    }
  }

  private var rows: [Row]
  private let error: String?
  private let isPositionKnown: Bool
  /// The style of a fix's values: muted if it is old.
  private let live: Style
  private let speeds: SpeedProfile
  private let units: UnitSystem
  /// The trace, for its totals; nil for a receiver.
  private let trace: TraceFacts?

  /// The default width of the metrics, in columns.
  private static let leastWholeWidth = 32
  private static let labelWidth = 12
  /// Below this width, which fits a position next to its label, the labels are short.
  private static let leastWidth = 22
  private static let shortLabelWidth = 8
  /// A blank row, the curve's scale and the curve.
  private static let curveHeight = 3
  /// Numbers are right-aligned in one column, whatever their unit, so digits stay still and a
  /// growing number does not move.
  private static let numberWidth = 9

  init(_ shown: ShownTrack, units: UnitSystem, angles: AngleForm = .degrees, zone: ClockZone = .utc)
  {
    let track = shown.snapshot
    let (fix, statistics) = (track.lastFix, track.statistics)
    let positionFix = shown.positionFix
    let decimals = positionFix.map(FigureText.coordinateDecimals) ?? 0
    let timeDecimals = FigureText.timeDecimals(of: track.recentFixes.suffix(8))
    let leftOut = statistics.skippedCount
    // Speeds that no receiver measured, but that follow from its positions.
    let mark = statistics.isSpeedDerived ? "~" : ""
    error = shown.errorMessage
    speeds = track.speeds
    self.units = units
    trace = shown.trace
    let hasFix = track.mode.hasPosition && shown.staleness.fix == nil
    let live: Style = hasFix ? .plain : .muted
    self.live = live
    let heard: Style = shown.staleness.silence == nil ? .plain : .muted
    isPositionKnown = positionFix != nil
    let zoneName = zone.name(at: track.timestamp)
    // The date comes last, so that the changing part is in line with the other metrics.
    let time = track.timestamp.map {
      FigureText.timeAndDate(zone.local($0), decimals: timeDecimals)
    }
    rows = [
      Row("Time \(zoneName)", short: zoneName, time, heard, isTime: true),
      Row(
        "Fix", shown.fixState, shortValue: shown.fixAge.map { "\($0) ago" },
        hasFix ? .success : .warning, rank: 0, isText: true),
    ]
    let origin = Coordinate(latitude: 0, longitude: 0)
    let isCode = angles == .utm || angles == .maidenhead
    rows += angles.parts(of: positionFix?.coordinate ?? origin, decimals: decimals).map { part in
      let value = positionFix == nil ? nil : part.text
      return Row(
        part.label, short: part.shortLabel, value, live.adding(.bold), rank: 0, isText: isCode,
        isPosition: value != nil)
    }
    let height = fix.flatMap(units.height(of:))
    rows.append(Row(fix?.heightName ?? "Altitude", short: "Height", height, live))
    if let fix, fix.altitude != nil, let height = fix.ellipsoidalAltitude {
      let text = units.height(height, decimals: FigureText.heightDecimals(of: fix))
      rows.append(Row("Ellipsoid", text, live, rank: 5))
    }
    let speed = fix?.speed.map(units.speed) ?? shown.derivedSpeed.map { "~" + units.speed($0) }
    let course =
      fix?.shownCourse.map(FigureText.course)
      ?? statistics.derivedCourse.map { "~" + FigureText.course($0) }
    rows += [Row(units.speedName, speed, live, rank: 0), Row("Course", course, live)]
    if let heading = fix?.heading {
      rows.append(Row("Heading", FigureText.course(heading), live, rank: 5))
    }
    if shown.trace == nil, let climb = track.climbRate {
      rows.append(Row("Climb rate", units.climbRate(climb), live, rank: 3))
    }
    rows += TrackMetrics.sensors(shown, style: live) + TrackMetrics.guides(shown, units)
    rows.append(Row("Satellites", short: "Sats", TrackMetrics.satellites(track), heard))
    rows.append(TrackMetrics.dilution(fix, style: live))
    if let accuracy = fix.flatMap({ TrackMetrics.accuracy($0, units) }) {
      rows.append(Row("Accuracy", short: "Acc", accuracy, live, rank: shown.trace == nil ? 1 : 4))
    }
    let mean = statistics.meanMovingSpeed.map { mark + units.speed($0) }
    let fastest = statistics.maximumSpeed.map { mark + units.speed($0) }
    rows += [
      Row("", "", rank: 3), Row("Distance", short: "Dist", units.distance(statistics.distance)),
      Row("Elapsed", statistics.elapsed.map(FigureText.time)),
      Row("Moving", FigureText.time(statistics.movingTime), rank: 2),
      Row("Mean moving", short: "Mean", mean, rank: 2), Row("Fastest", fastest, rank: 2),
      Row("Climb", statistics.climbText(units), rank: 2),
      Row("Fixes", "\(statistics.fixCount)", rank: 2),
    ]
    if leftOut > 0 { rows.append(Row("Left out", "\(leftOut)", .warning, rank: 2)) }
    rows.append(Row("Gaps", statistics.gapText, rank: 4))
  }

  /// The width of the metrics with the full time and position.
  var width: Int {
    let longest =
      rows.filter { $0.isPosition || $0.isTime }
      .map { Glyph.columns(of: $0.value ?? "") }.max() ?? 0
    return max(Self.leastWholeWidth, Self.labelWidth + longest)
  }

  /// All known metrics, in words: `Latitude: 59.32890`.
  var sentences: [String] {
    let metrics = rows.compactMap { row in
      row.label.isEmpty ? nil : row.value.map { "\(row.label): \($0)" }
    }
    guard let error else { return metrics }
    return isPositionKnown ? [error] + metrics : [error]
  }

  /// Draws as many rows as fit, the less important ones left out, and the speed's curve below.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    let rect = drawError(in: rect, on: &canvas)
    if error != nil, rect.height < rows.count(where: { $0.rank == 0 }) {
      return drawRowsBriefly(in: rect, on: &canvas)
    }
    func height(_ rank: Int) -> Int {
      // The last rank is left out for the curve.
      rows.count { $0.rank <= rank } + (rank > 3 ? TrackMetrics.curveHeight : 0)
    }
    var rank = 5
    while rank > 0, height(rank) > rect.height { rank -= 1 }
    let shown = rows.filter { $0.rank <= rank }.prefix(rect.height)
    for (number, row) in shown.enumerated() { draw(row, in: rect.row(number), on: &canvas) }
    if rect.height - shown.count >= TrackMetrics.curveHeight,
      let fastest = bridged.compactMap({ $0 }).max(), fastest > 0
    {
      let (top, topText) = units.roundSpeed(atLeast: fastest)
      let curve = Sparkline(values: bridged, maximum: top)
      // The time of the whole row, whether full or not.
      let span = FigureText.age(
        speeds.bucketDuration * (curve.valuesPerBar(columns: rect.width) * rect.width))
      canvas.write("Speed, \(span), up to \(topText)", in: rect.row(shown.count + 1), style: .muted)
      curve.draw(in: rect.row(shown.count + 2), on: &canvas)
      drawTotals(in: rect, below: shown.count + TrackMetrics.curveHeight, on: &canvas)
    } else {
      drawTotals(in: rect, below: shown.count, on: &canvas)
    }
  }

  /// Draws the totals of the whole trace, if there is room for all of them.
  private func drawTotals(in rect: Rect, below first: Int, on canvas: inout Canvas) {
    guard let rows = trace?.totals(units), rect.height - first >= rows.count + 3 else { return }
    canvas.write("Whole trace", in: rect.row(first + 1), style: .title)
    for (number, row) in rows.enumerated() {
      let isNumber = row.label != "Sentences" && !row.label.isEmpty
      let shown = Row(row.label, row.text, isText: !isNumber)
      draw(shown, in: rect.row(first + 2 + number), on: &canvas)
    }
  }

  private func draw(_ row: Row, in rect: Rect, on canvas: inout Canvas) {
    let isNarrow = rect.width < TrackMetrics.leastWidth
    let labelWidth = isNarrow ? TrackMetrics.shortLabelWidth : TrackMetrics.labelWidth
    canvas.write(isNarrow ? row.shortLabel ?? row.label : row.label, in: rect, style: .muted)
    var rest = rect.top(1).dropLeft(labelWidth)
    let value = row.value(columns: rest.width)
    if !row.isText {
      let number = Glyph.columns(of: String(value.prefix { $0 != " " }))
      let spare = rest.width - Glyph.columns(of: value)
      rest = rest.dropLeft(max(0, min(TrackMetrics.numberWidth - number, spare)))
    }
    canvas.write(value, in: rest, style: row.value == nil ? .muted : row.style)
  }

  private var bridged: [Double?] { ProfilePage.bridged(speeds.values) }

  /// Draws the most important metrics without labels, for a very small terminal.
  ///
  /// Each row has as many as fit. If there are too few rows for all, the position comes first.
  func drawBriefly(in rect: Rect, on canvas: inout Canvas) {
    drawRowsBriefly(in: drawError(in: rect, on: &canvas), on: &canvas)
  }

  private func drawRowsBriefly(in rect: Rect, on canvas: inout Canvas) {
    let metrics = rows.filter { $0.rank == 0 }
    var lines = TrackMetrics.packed(metrics, width: rect.width)
    if lines.count > rect.height {
      let position = metrics.filter(\.isPosition)
      lines = TrackMetrics.packed(position + metrics.filter { !$0.isPosition }, width: rect.width)
      let kept = max(0, rect.height - 1)
      lines = lines.prefix(kept) + [lines.dropFirst(kept).joined(separator: "  ")]
    }
    for (number, line) in lines.prefix(rect.height).enumerated() {
      canvas.write(line, in: rect.row(number), style: live)
    }
  }

  private static func packed(_ metrics: [Row], width: Int) -> [String] {
    var lines: [String] = []
    for text in metrics.map({ $0.value(columns: width) }) {
      if let last = lines.last, Glyph.columns(of: last) + 2 + Glyph.columns(of: text) <= width {
        lines[lines.count - 1] = last + "  " + text
      } else {
        lines.append(text)
      }
    }
    return lines
  }

  /// Draws the error, wrapped to the width, and returns the area left for the metrics, which is
  /// empty until a position is known.
  private func drawError(in rect: Rect, on canvas: inout Canvas) -> Rect {
    guard let error else { return rect }
    let limit = isPositionKnown ? min(rect.height - 1, max(1, rect.height / 2)) : rect.height
    let lines = TextWrapping.lines(of: error, width: rect.width, limit: limit)
    for (number, line) in lines.enumerated() {
      canvas.write(line, in: rect.row(number), style: .danger)
    }
    let used = isPositionKnown ? lines.count : rect.height
    return rect.dropTop(used)
  }
}
