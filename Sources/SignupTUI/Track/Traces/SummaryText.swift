import Positioning
import TerminalKit

/// The figures of a trace as text, a label and a value a line, at most 80 columns wide.
enum SummaryText {
  private static let labelWidth = 14
  private static let width = 80

  /// The whole text.
  static func text(of summary: TraceSummary) -> String {
    var rows = summary.readings.flatMap { source(of: $0) }
    let track = summary.track
    rows += counts(summary) + times(track) + way(track) + heights(summary, track)
    rows += sensors(summary.sensors)
    rows += [("Bounds", bounds(track))] + quality(summary) + leftOut(track)
    for reading in summary.readings { rows += damage(reading, isOne: summary.readings.count == 1) }
    let text = rows.flatMap { lines($0.0, $0.1) } + TrackTable.lines(of: summary, width: width)
    return text.joined(separator: "\n")
  }

  /// Returns a row in as many lines as it takes.
  private static func lines(_ label: String, _ value: String?) -> [String] {
    guard let value else { return [] }
    let lines = TextWrapping.lines(of: value, width: width - labelWidth)
    return lines.enumerated().map { number, line in
      let start = number == 0 ? label : ""
      return start + String(repeating: " ", count: max(1, labelWidth - start.count)) + line
    }
  }

  private static func source(of reading: TraceSummary.Reading) -> [(String, String?)] {
    [
      ("File", reading.name), ("Format", reading.format?.rawValue),
      ("Table", reading.dialect.map { "\($0)" }),
      ("Lines", "\(reading.statistics.lines)"),
    ]
  }

  private static func counts(_ summary: TraceSummary) -> [(String, String?)] {
    let known = FixQuality.allCases.filter { $0 != .unknown || summary.qualities.count > 1 }
    let kinds = known.compactMap { kind in
      summary.qualities[kind].map { "\($0) \(kind.rawValue)" }
    }
    let without = summary.epochCount - summary.fixCount
    let rest = without > 0 ? ", \(FigureText.count(without, "epoch")) without a fix" : ""
    let others = [
      summary.routeCount > 0 ? FigureText.count(summary.routeCount, "route") : nil,
      summary.waypointCount > 0 ? FigureText.count(summary.waypointCount, "waypoint") : nil,
    ].compactMap(\.self)
    let besides =
      summary.kind == .route
      ? "no track: the figures are those of the routes" + (others.isEmpty ? "" : ", ")
      : ""
    return [
      (
        "Fixes",
        "\(summary.fixCount)" + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")
          + rest
      ),
      (
        "Tracks", summary.lines.count > 1 && summary.kind == .track ? "\(summary.lines.count)" : nil
      ),
      ("Besides", others.isEmpty ? nil : besides + others.joined(separator: ", ")),
    ]
  }

  private static func times(_ track: TrackStatistics) -> [(String, String?)] {
    let rate = track.interval.map { interval in
      interval <= .seconds(1)
        ? "\(number(1 / interval.inSeconds, 1)) Hz" : "every \(number(interval.inSeconds, 1)) s"
    }
    let gaps =
      track.gapCount == 0
      ? "none"
      : "\(track.gapCount), \(time(track.gapTime)) in all, the longest \(time(track.longestGap))"
    return [
      ("Start", track.startTime.map { "\($0)" } ?? (track.fixCount > 0 ? "no date" : nil)),
      ("End", track.endTime.map { "\($0)" }), ("Duration", track.elapsed.map(time)),
      ("Rate", rate), ("Gaps", track.fixCount > 0 ? gaps : nil),
      (
        "Not counted",
        track.gapDistance >= 0.5
          ? "\(distance(track.gapDistance)) in \(FigureText.count(track.gapCount, "gap"))" : nil
      ),
    ]
  }

  private static func way(_ track: TrackStatistics) -> [(String, String?)] {
    guard track.fixCount > 0 else { return [] }
    let source = track.isSpeedDerived ? ", from fix to fix" : ""
    return [
      ("Distance", distance(track.distance)),
      ("Moving", track.elapsed == nil ? nil : time(track.movingTime)),
      ("Mean speed", track.meanMovingSpeed.map { "\(speed($0)) while moving\(source)" }),
      ("Overall", track.meanSpeed.map { "\(speed($0)) with stops, without gaps" }),
      ("Fastest", track.maximumSpeed.map { speed($0) + source }),
    ]
  }

  private static func heights(
    _ summary: TraceSummary, _ track: TrackStatistics
  ) -> [(String, String?)] {
    var rows: [(String, String?)] = []
    if let low = track.lowestAltitude, let high = track.highestAltitude {
      let decimals = track.last?.heightDecimals ?? 0
      rows.append(
        ("Altitude", "\(number(low, decimals)) to \(number(high, decimals)) m above mean sea level")
      )
      let digits = track.climbDecimals
      rows.append(
        ("Climb", "\(number(track.climb, digits)) m up, \(number(track.descent, digits)) m down"))
    }
    if let low = summary.ellipsoidalAltitude.least,
      let high = summary.ellipsoidalAltitude.greatest
    {
      rows.append(("Ellipsoid", "\(number(low, 0)) to \(number(high, 0)) m above the ellipsoid"))
    }
    return rows
  }

  private static func sensors(_ sensors: SensorSummary) -> [(String, String?)] {
    func row(
      _ label: String, _ values: SensorSummary.Values, _ unit: String
    ) -> (String, String?) {
      guard let mean = values.mean, let greatest = values.greatest else { return (label, nil) }
      return (label, "mean \(number(mean, 0)), greatest \(number(greatest, 0)) \(unit)")
    }
    let degrees = sensors.temperature
    let temperature = degrees.least.flatMap { least in
      degrees.greatest.flatMap { greatest in
        degrees.mean.map { mean in
          "\(number(least, 0)) to \(number(greatest, 0)) °C, mean \(number(mean, 0)) °C"
        }
      }
    }
    let zones = sensors.zones.map { zone in
      zone.number == 0
        ? "below: \(time(zone.time))"
        : "\(zone.number) (from \(number(zone.start, 0))): \(time(zone.time))"
    }
    return [
      row("Heart rate", sensors.heartRate, "beats/min"),
      ("Heart zones", zones.isEmpty ? nil : zones.joined(separator: ", ")),
      row("Cadence", sensors.cadence, "/min"), row("Power", sensors.power, "W"),
      ("Temperature", temperature),
    ]
  }

  private static func bounds(_ track: TrackStatistics) -> String? {
    track.bounds.map {
      "\(number($0.south, 5)) to \(number($0.north, 5)) north, "
        + "\(number($0.west, 5)) to \(number($0.east, 5)) east"
    }
  }

  private static func quality(_ summary: TraceSummary) -> [(String, String?)] {
    func spread(_ spread: TraceSummary.Spread, _ decimals: Int, _ unit: String) -> String? {
      guard let least = spread.least, let mean = spread.mean, let greatest = spread.greatest
      else { return nil }
      return "\(number(least, decimals)) to \(number(greatest, decimals))\(unit), mean "
        + "\(number(mean, max(1, decimals)))\(unit)"
    }
    let seen = summary.satelliteNames.isEmpty ? nil : "\(summary.satelliteNames.count) in view"
    let used = spread(summary.satellites, 0, " used")
    let satellites = [used, seen].compactMap { $0 }.joined(separator: "; ")
    return [
      ("HDOP", spread(summary.hdop, 2, "")), ("Accuracy", spread(summary.accuracy, 1, " m")),
      ("Satellites", satellites.isEmpty ? nil : satellites),
    ]
  }

  private static func leftOut(_ track: TrackStatistics) -> [(String, String?)] {
    let reasons = TrackStatistics.SkipReason.allCases.compactMap { reason in
      let count = track.skipped(by: reason)
      return count > 0 ? reason.text(count) : nil
    }
    let kept = track.keptOutlierCount.map {
      "\(FigureText.count($0, "outlier")) of \(track.fixCount) fixes: the rule does not fit this trace"
    }
    return [
      ("Left out", reasons.isEmpty ? "nothing" : reasons.joined(separator: ", ")),
      ("Kept", kept),
    ]
  }

  private static func damage(
    _ reading: TraceSummary.Reading, isOne: Bool
  ) -> [(String, String?)] {
    let statistics = reading.statistics
    let types = statistics.sentencesByType.sorted {
      ($1.value, $0.key) < ($0.value, $1.key)
    }
    let reasons = statistics.skipReasons.map { "\(statistics.skipped($0)) \($0.word)" }
    return (isOne ? [] : [("File", reading.name)]) + [
      (
        "Sentences",
        types.isEmpty ? nil : types.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      ),
      (
        "Damaged",
        reasons.isEmpty
          ? reading.damage == nil ? "nothing" : nil : reasons.joined(separator: ", ")
      ), ("Incomplete", reading.damage.map { "\($0)" }),
      ("Unusual", statistics.text(of: TraceStatistics.unusualEpochs)),
      ("Unused", statistics.text(of: TraceStatistics.unusedSentences)),
    ]
  }

  static func number(_ value: Double, _ decimals: Int) -> String {
    String(fixedPoint: value, decimals: decimals)
  }

  static func distance(_ metres: Double) -> String {
    metres < 1000 ? "\(number(metres, 0)) m" : "\(number(metres / 1000, 2)) km"
  }

  private static func speed(_ value: Double) -> String {
    "\(number(value * 3.6, 1)) km/h (\(number(value, 1)) m/s)"
  }

  static func time(_ duration: Duration) -> String {
    let days = Int(duration.inSeconds / 86_400)
    let rest = FigureText.time(duration - .seconds(days * 86_400))
    return days == 0 ? rest : "\(days) d \(rest)"
  }
}

extension TrackStatistics.SkipReason {
  /// Returns a number of fixes and the reason: `3 out of order`.
  func text(_ count: Int) -> String {
    switch self {
    case .invalid: "\(count) invalid"
    case .outOfOrder: "\(count) out of order"
    case .duplicate: "\(count) repeated"
    case .outlier: FigureText.count(count, "outlier")
    }
  }

  /// The reason's name in JSON.
  var key: String {
    switch self {
    case .invalid: "invalid"
    case .outOfOrder: "out_of_order"
    case .duplicate: "duplicate"
    case .outlier: "outlier"
    }
  }
}
