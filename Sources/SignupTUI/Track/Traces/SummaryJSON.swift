/// The metrics of a trace as one JSON object, in metres, seconds, metres per second and degrees.
enum SummaryJSON {
  /// Returns the whole object.
  ///
  /// - Parameter splits: The parts of its tracks; nil if not requested.
  static func text(of summary: TraceSummary, splits: [TrackSplit]? = nil) -> String {
    let track = summary.track
    let sensors = summary.sensors
    let kinds = FixQuality.allCases.compactMap { kind in
      summary.qualities[kind].map { (kind.rawValue, $0) }
    }
    let counts: [JSONMember?] = [
      JSONMember("sources", JSONValue.array(summary.readings.map(source))),
      JSONMember("epochs", summary.epochCount), JSONMember("fixes", summary.fixCount),
      JSONMember("fixes_counted", track.fixCount), JSONMember("fixes_dated", summary.datedCount),
      JSONMember("fix_kinds", object(kinds)),
      JSONMember(
        "left_out",
        object(TrackStatistics.SkipReason.allCases.map { (key($0), track.skipped(by: $0)) })),
      JSONMember("tracks", summary.kind == .track ? summary.lines.count : 0),
      JSONMember("routes", summary.routeCount), JSONMember("waypoints", summary.waypointCount),
      text("figures_of", summary.kind == .route ? "routes" : nil),
      track.keptOutlierCount.map { JSONMember("outliers_kept", $0) },
    ]
    let others: [JSONMember?] = [
      spread("hdop", summary.hdop), spread("horizontal_accuracy", summary.accuracy),
      spread("satellites_used", summary.satellites),
      spread("ellipsoidal_altitude", summary.ellipsoidalAltitude),
      spread("heart_rate", sensors.heartRate), list("heart_rate_zones", sensors.zones.map(zone)),
      spread("cadence", sensors.cadence), spread("power", sensors.power),
      spread("temperature", sensors.temperature),
      list("satellites_seen", summary.satelliteNames.sorted().map { .string($0) }),
      list("by_track", summary.lines.count > 1 ? summary.lines.map { line($0, summary) } : []),
      splits.map { JSONMember("splits", JSONValue.array($0.map(split))) },
    ]
    return object(counts + metrics(of: track) + metrics(of: summary.effort) + others).text()
  }

  private static func metrics(of track: TrackStatistics) -> [JSONMember?] {
    let bounds = track.bounds.map { bounds in
      JSONMember(
        "bounds",
        object([
          real("south", bounds.south, 9), real("west", bounds.west, 9),
          real("north", bounds.north, 9), real("east", bounds.east, 9),
        ]))
    }
    let hasHeights = track.highestAltitude != nil
    return [
      text("start", track.startTime?.description), text("end", track.endTime?.description),
      real("duration", track.elapsed?.inSeconds, 3), real("interval", track.interval?.inSeconds, 3),
      JSONMember("gaps", track.gapCount), real("gap_time", track.gapTime.inSeconds, 3),
      real("longest_gap", track.longestGap.inSeconds, 3),
      real("gap_threshold", track.gapThreshold.inSeconds, 3),
      real("gap_distance", track.gapDistance, 1),
      real("distance", track.distance, 1), real("moving_time", track.movingTime.inSeconds, 3),
      real("moving_distance", track.movingDistance, 1),
      real("mean_moving_speed", track.meanMovingSpeed, 3),
      real("mean_speed", track.meanSpeed, 3), real("maximum_speed", track.maximumSpeed, 3),
      text(
        "speed_source",
        track.maximumSpeed.map { _ in track.isSpeedDerived ? "derived" : "recorded" }),
      real("lowest_altitude", track.lowestAltitude, 3),
      real("highest_altitude", track.highestAltitude, 3),
      real("climb", hasHeights ? track.climb : nil, track.climbDecimals),
      real("descent", hasHeights ? track.descent : nil, track.climbDecimals), bounds,
    ]
  }

  private static func metrics(of effort: TrackEffort) -> [JSONMember?] {
    let level = effort.levelSpeed
    return [
      real("start_altitude", effort.startAltitude, 3), real("end_altitude", effort.endAltitude, 3),
      real("time_up", level.map { _ in effort.timeUp.inSeconds }, 3),
      real("time_down", level.map { _ in effort.timeDown.inSeconds }, 3),
      real("time_level", level.map { _ in effort.timeLevel.inSeconds }, 3),
      real("grade_adjusted_speed", level, 3),
      real("grade_adjusted_pace", level.flatMap { $0 > 0 ? 1000 / $0 : nil }, 1),
      real("best_1km", effort.kilometre.value, 1), real("best_5km", effort.fiveKilometres.value, 1),
      real("best_20min", effort.twentyMinutes.value, 1),
    ]
  }

  private static let lineKeys: Set = [
    "start", "end", "duration", "distance", "moving_time", "climb", "descent",
  ]

  private static func line(_ line: TraceSummary.Line, _ summary: TraceSummary) -> JSONValue {
    let hasSource = summary.readings.indices.contains(line.source)
    let names = [
      JSONMember("number", line.number), text("name", line.label?.name),
      text("source", hasSource ? summary.readings[line.source].name : nil),
      JSONMember("fixes_counted", line.statistics.fixCount),
    ]
    return object(names + metrics(of: line.statistics).filter { lineKeys.contains($0?.key ?? "") })
  }

  private static func source(_ reading: TraceSummary.Reading) -> JSONValue {
    let statistics = reading.statistics
    let types = statistics.sentencesByType.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let irregularities = TraceStatistics.Irregularity.allCases.filter {
      statistics.count(of: $0) > 0
    }
    return object([
      JSONMember("name", reading.name), text("format", reading.format?.rawValue),
      text("table", reading.dialect.map { "\($0)" }),
      JSONMember("complete", reading.truncation == nil),
      text("incomplete_because", reading.truncation.map { "\($0)" }),
      JSONMember("lines", statistics.lines), JSONMember("sentences", statistics.sentences),
      JSONMember("epochs", statistics.epochs), JSONMember("fixes", statistics.fixes),
      JSONMember("sentences_by_type", object(types)),
      JSONMember(
        "damage", object(statistics.skipReasons.map { ("\($0)", statistics.skipped($0)) })),
      JSONMember(
        "irregularities", object(irregularities.map { (key($0), statistics.count(of: $0)) })),
    ])
  }

  private static func split(_ split: TrackSplit) -> JSONValue {
    object([
      JSONMember("number", split.number), real("distance", split.sums.distance, 1),
      real("duration", split.sums.elapsed.inSeconds, 3),
      real("moving_time", split.sums.moving.inSeconds, 3),
      real("mean_moving_speed", split.sums.meanMovingSpeed, 3),
      real("climb", split.sums.climb, 1), real("descent", split.sums.descent, 1),
      real("heart_rate", split.heartRate, 1), real("power", split.power, 1),
    ])
  }

  private static func zone(_ zone: SensorSummary.Zone) -> JSONValue {
    object([
      JSONMember("zone", zone.number), real("from", zone.start, 1),
      real("time", zone.time.inSeconds, 3),
    ])
  }

  private static func spread(_ name: String, _ spread: Spread) -> JSONMember? {
    guard spread.count > 0 else { return nil }
    return JSONMember(
      name,
      object([
        real("least", spread.least, 3), real("mean", spread.mean, 3),
        real("greatest", spread.greatest, 3),
      ]))
  }

  private static func object(_ members: [JSONMember?]) -> JSONValue {
    .object(members.compactMap { $0 })
  }

  private static func object(_ counts: [(String, Int)]) -> JSONValue {
    .object(counts.map { JSONMember($0.0, $0.1) })
  }

  /// Returns a list under a name; nil for an empty one.
  private static func list(_ name: String, _ values: [JSONValue]) -> JSONMember? {
    values.isEmpty ? nil : JSONMember(name, JSONValue.array(values))
  }

  private static func text(_ name: String, _ value: String?) -> JSONMember? {
    value.map { JSONMember(name, $0) }
  }

  private static func real(_ name: String, _ value: Double?, _ decimals: Int) -> JSONMember? {
    guard let value, value.magnitude < 0x1p63 else { return nil }
    return JSONMember(name, JSONValue.number(String(fixedPoint: value, decimals: decimals)))
  }

  /// Returns the name of a case with underscores: `repeated_time` for `repeatedTime`.
  private static func key(_ value: some Any) -> String {
    "\(value)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
