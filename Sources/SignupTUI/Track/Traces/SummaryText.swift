/// The metrics of a trace as text, with a label and a value in each line, at most 80 columns wide.
enum SummaryText {
  private static let labelWidth = 14
  private static let width = 80

  /// Returns the whole text.
  static func text(of summary: TraceSummary) -> String {
    let isOne = summary.readings.count == 1
    let rows: [[(String, String?)]] = [
      summary.readings.flatMap { source(of: $0) }, counts(summary), track(summary.track),
      effort(summary), measurements(summary), leftOut(summary.track),
      summary.readings.flatMap { integrity($0, isOne: isOne) },
    ]
    let text =
      rows.joined().flatMap { lines($0.0, $0.1) } + TrackTable.lines(of: summary, width: width)
    return text.joined(separator: "\n")
  }

  /// Returns a row in as many lines as it needs.
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
      ("Table", reading.dialect.map { "\($0)" }), ("Lines", "\(reading.statistics.lines)"),
    ]
  }

  private static func counts(_ summary: TraceSummary) -> [(String, String?)] {
    let qualities = FixQuality.allCases.filter { $0 != .unknown || summary.qualities.count > 1 }
    let kinds = qualities.compactMap { kind in
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
      ? "no track: the totals are those of the routes" + (others.isEmpty ? "" : ", ") : ""
    let known = kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))"
    let hasTracks = summary.lines.count > 1 && summary.kind == .track
    return [
      ("Fixes", "\(summary.fixCount)" + known + rest),
      ("Tracks", hasTracks ? "\(summary.lines.count)" : nil),
      ("Other", others.isEmpty ? nil : besides + others.joined(separator: ", ")),
    ]
  }

  private static func track(_ track: TrackStatistics) -> [(String, String?)] {
    let hasFix = track.fixCount > 0
    let source = track.isSpeedDerived ? ", from fix to fix" : ""
    let rate = track.interval.map { interval in
      interval <= .seconds(1)
        ? "\(number(1 / interval.inSeconds, 1)) Hz" : "every \(number(interval.inSeconds, 1)) s"
    }
    let gaps =
      track.gapCount == 0
      ? "none"
      : "\(track.gapCount), \(time(track.gapTime)) in all, the longest \(time(track.longestGap))"
    let digits = track.climbDecimals
    let climb = "\(number(track.climb, digits)) m up, \(number(track.descent, digits)) m down"
    return [
      ("Start", track.startTime.map { "\($0)" } ?? (hasFix ? "no date" : nil)),
      ("End", track.endTime.map { "\($0)" }), ("Duration", track.elapsed.map(time)),
      ("Rate", rate), ("Gaps", hasFix ? gaps : nil), ("Not counted", track.notCounted(.metric)),
      ("Distance", hasFix ? UnitSystem.metric.distance(track.distance) : nil),
      ("Moving", hasFix && track.elapsed != nil ? time(track.movingTime) : nil),
      ("Mean speed", track.meanMovingSpeed.map { "\(speed($0)) while moving\(source)" }),
      ("Overall", track.meanSpeed.map { "\(speed($0)) including stops, excluding gaps" }),
      ("Fastest", track.maximumSpeed.map { speed($0) + source }),
      (
        "Altitude",
        range(
          track.lowestAltitude, track.highestAltitude, track.last?.heightDecimals ?? 0,
          " m above mean sea level")
      ), ("Climb", track.highestAltitude.map { _ in climb }),
    ]
  }

  private static func effort(_ summary: TraceSummary) -> [(String, String?)] {
    let (effort, units) = (summary.effort, UnitSystem.metric)
    let heights = effort.startAltitude.flatMap { start in
      effort.endAltitude.map { end in
        "\(number(start, 0)) m at the start, \(number(end, 0)) m at the end"
      }
    }
    let slopes = effort.levelSpeed.map { _ in
      "\(time(effort.timeUp)) up, \(time(effort.timeDown)) down, \(time(effort.timeLevel)) level"
    }
    // On wheels, slopes are easier than on foot.
    let onFoot = effort.levelSpeed.flatMap { $0 < 7 ? $0 : nil }
    let best = [
      effort.kilometre.value.map { "1 km in \(time(.seconds($0.rounded())))" },
      effort.fiveKilometres.value.map { "5 km in \(time(.seconds($0.rounded())))" },
      effort.twentyMinutes.value.map {
        "20 min \(units.distance($0)) (\(units.speed($0 / effort.twentyMinutes.length)))"
      },
    ].compactMap(\.self)
    return [
      ("Heights", heights), ("Slopes", slopes),
      ("Level pace", onFoot.map { "\(units.pace($0)) on level ground takes as much effort" }),
      ("Best", best.isEmpty ? nil : best.joined(separator: ", ")),
    ]
  }

  private static func measurements(_ summary: TraceSummary) -> [(String, String?)] {
    let (sensors, heights) = (summary.sensors, summary.ellipsoidalAltitude)
    func sensor(_ values: Spread, _ unit: String) -> String? {
      guard let mean = values.mean, let greatest = values.greatest else { return nil }
      return "mean \(number(mean, 0)), greatest \(number(greatest, 0)) \(unit)"
    }
    let zones = sensors.zones.map { zone in
      zone.number == 0
        ? "below: \(time(zone.time))"
        : "\(zone.number) (from \(number(zone.start, 0))): \(time(zone.time))"
    }
    let bounds = summary.track.bounds.map { bounds in
      [range(bounds.south, bounds.north, 5, " north"), range(bounds.west, bounds.east, 5, " east")]
        .compactMap(\.self).joined(separator: ", ")
    }
    let seen = summary.satelliteNames.isEmpty ? nil : "\(summary.satelliteNames.count) in view"
    let satellites = [spread(summary.satellites, 0, " used"), seen].compactMap(\.self)
    return [
      ("Ellipsoid", range(heights.least, heights.greatest, 0, " m above the ellipsoid")),
      ("Heart rate", sensor(sensors.heartRate, "beats/min")),
      ("Heart zones", zones.isEmpty ? nil : zones.joined(separator: ", ")),
      ("Cadence", sensor(sensors.cadence, "/min")), ("Power", sensor(sensors.power, "W")),
      ("Temperature", spread(sensors.temperature, 0, " °C", meanDecimals: 0)), ("Bounds", bounds),
      ("HDOP", spread(summary.hdop, 2, "")), ("Accuracy", spread(summary.accuracy, 1, " m")),
      ("Satellites", satellites.isEmpty ? nil : satellites.joined(separator: "; ")),
    ]
  }

  /// Returns `2 to 25 m`; nil if an end is unknown.
  private static func range(
    _ low: Double?, _ high: Double?, _ decimals: Int, _ unit: String
  ) -> String? {
    guard let low, let high else { return nil }
    return "\(number(low, decimals)) to \(number(high, decimals))\(unit)"
  }

  private static func spread(
    _ spread: Spread, _ decimals: Int, _ unit: String, meanDecimals: Int? = nil
  ) -> String? {
    guard let mean = spread.mean else { return nil }
    return range(spread.least, spread.greatest, decimals, unit).map {
      "\($0), mean \(number(mean, meanDecimals ?? max(1, decimals)))\(unit)"
    }
  }

  private static func leftOut(_ track: TrackStatistics) -> [(String, String?)] {
    let reasons = track.skipCounts.map { $0.reason.text($0.count) }
    let kept = track.keptOutlierCount.map {
      "\(FigureText.count($0, "outlier")) of \(track.fixCount) fixes: too many for the outlier rule"
    }
    return [
      ("Left out", reasons.isEmpty ? "nothing" : reasons.joined(separator: ", ")), ("Kept", kept),
    ]
  }

  private static func integrity(_ reading: TraceSummary.Reading, isOne: Bool) -> [(String, String?)]
  {
    let statistics = reading.statistics
    let types = statistics.typeTexts
    let skipped = statistics.skippedText ?? (reading.truncation == nil ? "nothing" : nil)
    return [
      ("File", isOne ? nil : reading.name),
      ("Sentences", types.isEmpty ? nil : types.joined(separator: ", ")),
      ("Times", reading.dialect == nil ? statistics.text(of: [.localTime]) : nil),
      ("Skipped", skipped), ("Incomplete", reading.truncation.map { "\($0)" }),
      ("Unusual", statistics.text(of: TraceStatistics.unusualEpochs)),
      ("Unused", statistics.text(of: TraceStatistics.unusedSentences)),
    ]
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    String(fixedPoint: value, decimals: decimals)
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
