/// The rows of metrics that combine several values.
extension TrackMetrics {
  /// The known dilutions, in one row.
  static func dilution(_ fix: Location?, style: Style) -> Row {
    let known = [("H", fix?.hdop), ("V", fix?.vdop), ("P", fix?.pdop)]
      .compactMap { name, value in value.map { (name, String(fixedPoint: $0, decimals: 1)) } }
    guard known.count > 1 else {
      return Row(known.first.map { "\($0.0)DOP" } ?? "HDOP", known.first?.1, style, rank: 2)
    }
    return Row(
      known.map(\.0).joined(separator: "/") + " DOP", short: "DOP",
      known.map(\.1).joined(separator: " / "), style, rank: 2, isText: true)
  }

  /// Returns the uncertainty of the position and its height, as far as it is known.
  ///
  /// An accuracy that the receiver does not report is computed from its dilutions and a constant
  /// (`Location.userRangeError`), and is marked.
  static func accuracy(_ fix: Location, _ units: UnitSystem) -> String? {
    func text(_ said: Double?, _ estimate: Double?) -> String? {
      said.map(units.accuracy) ?? estimate.map { "~" + units.accuracy($0) }
    }
    let horizontal = text(fix.horizontalAccuracy, fix.estimatedHorizontalAccuracy)
    // Most receivers report only the first, which needs no name.
    guard let height = text(fix.verticalAccuracy, fix.estimatedVerticalAccuracy) else {
      return horizontal
    }
    return (horizontal.map { "H \($0), " } ?? "") + "V \(height)"
  }

  /// The other measurements, as far as the track has any.
  static func sensors(_ shown: ShownTrack, style: Style) -> [Row] {
    let known = shown.profile.profile.quantities
    return SensorMetric.all.compactMap { metric in
      let value = metric.value(shown.snapshot.sensors)
      guard known.contains(metric.quantity) || value != nil else { return nil }
      return Row(metric.name, short: metric.shortName, value.map(metric.text), style)
    }
  }

  /// Returns the rows of the mark, the ring and dead reckoning.
  static func guides(_ shown: ShownTrack, _ units: UnitSystem) -> [Row] {
    var rows: [Row] = []
    let here = shown.snapshot.lastFix?.coordinate
    let alarms = shown.alarms
    if let mark = alarms.mark {
      let heading = here.map { Heading(from: $0, to: mark) }
      let bearing = heading?.bearing.map { " " + FigureText.course($0) } ?? ""
      let text = alarms.isAtMark ? "reached" : heading.map { units.distance($0.distance) + bearing }
      let style: Style = alarms.isAtMark ? .warning : .plain
      rows.append(Row("To the mark", short: "Mark", text, style, isText: alarms.isAtMark))
    }
    if let anchor = alarms.anchor {
      let distance = alarms.center.flatMap { center in here.map { center.distance(to: $0) } }
      let text = distance.map { "\(units.distance($0)) of \(units.distance(anchor))" }
      rows.append(Row("From anchor", short: "Anchor", text, alarms.isOutside ? .danger : .plain))
    }
    if let reckoned = shown.reckoned {
      let text = here.map { "+" + units.distance($0.distance(to: reckoned)) }
      rows.append(Row("Reckoned", text, .warning))
    }
    return rows
  }

  static func satellites(_ track: TrackSnapshot) -> String? {
    switch (track.satellitesUsed, track.satellitesInView) {
    case (let used?, let seen?) where seen >= used: "\(used) of \(seen) seen"
    case (let used?, _): "\(used)"
    case (nil, let seen?): "\(seen) seen"
    case (nil, nil): nil
    }
  }
}

extension ShownTrack {
  /// The speed of the step to the latest fix, if that has none; otherwise nil.
  var derivedSpeed: Double? {
    let statistics = snapshot.statistics
    return statistics.isLatestSpeedDerived && statistics.last == snapshot.lastFix
      ? statistics.speed : nil
  }

  /// The kind of fix, and how it was found; or for how long there has been none.
  var fixState: String {
    let mode = snapshot.mode
    guard !mode.hasPosition || staleness.fix != nil else {
      let quality = FigureText.quality(snapshot.quality)
      return ([mode.rawValue] + [quality].compactMap { $0 }).joined(separator: " · ")
    }
    let state = mode.hasPosition ? FixMode.none.rawValue : mode.rawValue
    return fixAge.map { "\(state) for \($0)" } ?? state
  }

  /// The age of the latest fix, by the receiver's clock or, if that has stopped, by the viewer's;
  /// nil while it is new.
  var fixAge: String? {
    let told = snapshot.mode.hasPosition ? nil : snapshot.fixAge
    let age = max(told ?? .zero, staleness.fix ?? .zero)
    return age >= .seconds(2) ? FigureText.age(age) : nil
  }
}

extension Location {
  /// The zero of `UnitSystem.height(of:)`: mean sea level, otherwise the ellipsoid.
  var heightName: String {
    altitude == nil && ellipsoidalAltitude != nil ? "Ellipsoid" : "Altitude"
  }
}
