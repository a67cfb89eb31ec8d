import Formats
import Positioning
import ViewModels

/// The figures of a trace as one JSON object, in metres, seconds, metres per second and degrees.
enum SummaryJSON {
  /// The whole object.
  ///
  /// - Parameter splits: The parts of its tracks; nil where they are not asked for.
  static func text(of summary: TraceSummary, splits: [TrackSplit]? = nil) -> String {
    object(summary, splits).text()
  }

  private static func object(_ summary: TraceSummary, _ splits: [TrackSplit]?) -> JSONValue {
    let track = summary.track
    var members: [JSONMember?] = [
      json("sources", .array(summary.readings.map(source))),
      whole("epochs", summary.epochCount), whole("fixes", summary.fixCount),
      whole("fixes_counted", track.fixCount), whole("fixes_dated", summary.datedCount),
      json(
        "fix_kinds",
        counts(
          FixQuality.allCases.compactMap { kind in
            summary.qualities[kind].map { (kind.rawValue, $0) }
          })),
      json(
        "left_out",
        counts(
          TrackStatistics.SkipReason.allCases.map { ($0.key, track.skipped(by: $0)) })),
      whole("tracks", summary.kind == .track ? summary.lines.count : 0),
      whole("routes", summary.routeCount), whole("waypoints", summary.waypointCount),
      summary.kind == .route ? json("figures_of", .string("routes")) : nil,
      track.keptOutlierCount.flatMap { whole("outliers_kept", $0) },
      track.startTime.map { JSONMember("start", .string($0.description)) },
      track.endTime.map { JSONMember("end", .string($0.description)) },
      real("duration", track.elapsed?.inSeconds, 3),
      real("interval", track.interval?.inSeconds, 3),
      whole("gaps", track.gapCount), real("gap_time", track.gapTime.inSeconds, 3),
      real("longest_gap", track.longestGap.inSeconds, 3),
      real("gap_threshold", track.gapThreshold.inSeconds, 3),
      real("gap_distance", track.gapDistance, 1),
      real("distance", track.distance, 1), real("moving_time", track.movingTime.inSeconds, 3),
      real("moving_distance", track.movingDistance, 1),
      real("mean_moving_speed", track.meanMovingSpeed, 3),
      real("mean_speed", track.meanSpeed, 3), real("maximum_speed", track.maximumSpeed, 3),
      track.maximumSpeed == nil
        ? nil : json("speed_source", .string(track.isSpeedDerived ? "derived" : "recorded")),
    ]
    if track.highestAltitude != nil {
      members += [
        real("lowest_altitude", track.lowestAltitude, 3),
        real("highest_altitude", track.highestAltitude, 3),
        real("climb", track.climb, track.climbDecimals),
        real("descent", track.descent, track.climbDecimals),
      ]
    }
    if let bounds = track.bounds {
      members.append(
        JSONMember(
          "bounds",
          .object(
            [
              real("south", bounds.south, 9), real("west", bounds.west, 9),
              real("north", bounds.north, 9), real("east", bounds.east, 9),
            ].compactMap { $0 })))
    }
    members += [
      spread("hdop", summary.hdop), spread("horizontal_accuracy", summary.accuracy),
      spread("satellites_used", summary.satellites),
      spread("ellipsoidal_altitude", summary.ellipsoidalAltitude),
      values("heart_rate", summary.sensors.heartRate), zones(summary.sensors),
      values("cadence", summary.sensors.cadence), values("power", summary.sensors.power),
      values("temperature", summary.sensors.temperature),
    ]
    if !summary.satelliteNames.isEmpty {
      members.append(
        JSONMember("satellites_seen", .array(summary.satelliteNames.sorted().map { .string($0) })))
    }
    if summary.lines.count > 1 {
      members.append(json("by_track", .array(summary.lines.map { line($0, summary) })))
    }
    if let splits { members.append(json("splits", SplitText.json(splits))) }
    return .object(members.compactMap { $0 })
  }

  private static func line(_ line: TraceSummary.Line, _ summary: TraceSummary) -> JSONValue {
    let track = line.statistics
    let source = summary.readings.indices.contains(line.source) ? line.source : nil
    let members: [JSONMember?] = [
      whole("number", line.number), line.label?.name.map { JSONMember("name", .string($0)) },
      source.map { JSONMember("source", .string(summary.readings[$0].name)) },
      whole("fixes_counted", track.fixCount),
      track.startTime.map { JSONMember("start", .string($0.description)) },
      track.endTime.map { JSONMember("end", .string($0.description)) },
      real("duration", track.elapsed?.inSeconds, 3), real("distance", track.distance, 1),
      real("moving_time", track.movingTime.inSeconds, 3),
      track.highestAltitude.flatMap { _ in real("climb", track.climb, track.climbDecimals) },
      track.highestAltitude.flatMap { _ in real("descent", track.descent, track.climbDecimals) },
    ]
    return .object(members.compactMap { $0 })
  }

  private static func source(_ reading: TraceSummary.Reading) -> JSONValue {
    let statistics = reading.statistics
    let members: [JSONMember?] = [
      JSONMember("name", .string(reading.name)),
      reading.format.map { JSONMember("format", .string($0.rawValue)) },
      reading.dialect.map { JSONMember("table", .string("\($0)")) },
      JSONMember("complete", .bool(reading.damage == nil)),
      reading.damage.map { JSONMember("incomplete_because", .string("\($0)")) },
      whole("lines", statistics.lines), whole("sentences", statistics.sentences),
      whole("epochs", statistics.epochs), whole("fixes", statistics.fixes),
      json(
        "sentences_by_type",
        counts(statistics.sentencesByType.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })),
      json(
        "damage", counts(statistics.skipReasons.map { ("\($0)", statistics.skipped($0)) })),
      json(
        "irregularities",
        counts(
          TraceStatistics.Irregularity.allCases.filter { statistics.count(of: $0) > 0 }
            .map { ($0.key, statistics.count(of: $0)) })),
    ]
    return .object(members.compactMap { $0 })
  }

  private static func spread(_ name: String, _ spread: TraceSummary.Spread) -> JSONMember? {
    guard spread.count > 0 else { return nil }
    return JSONMember(
      name,
      .object(
        [
          real("least", spread.least, 3), real("mean", spread.mean, 3),
          real("greatest", spread.greatest, 3),
        ].compactMap { $0 }))
  }

  private static func values(_ name: String, _ values: SensorSummary.Values) -> JSONMember? {
    guard values.count > 0 else { return nil }
    return JSONMember(
      name,
      .object(
        [
          real("least", values.least, 3), real("mean", values.mean, 3),
          real("greatest", values.greatest, 3),
        ].compactMap { $0 }))
  }

  private static func zones(_ sensors: SensorSummary) -> JSONMember? {
    let zones = sensors.zones
    guard !zones.isEmpty else { return nil }
    return JSONMember(
      "heart_rate_zones",
      .array(
        zones.map { zone in
          .object(
            [
              whole("zone", zone.number), real("from", zone.start, 1),
              real("time", zone.time.inSeconds, 3),
            ].compactMap { $0 })
        }))
  }

  private static func counts(_ counts: [(String, Int)]) -> JSONValue {
    .object(counts.map { JSONMember($0.0, .number("\($0.1)")) })
  }

  private static func json(_ name: String, _ value: JSONValue) -> JSONMember? {
    JSONMember(name, value)
  }

  private static func whole(_ name: String, _ value: Int) -> JSONMember? {
    JSONMember(name, .number("\(value)"))
  }

  static func real(_ name: String, _ value: Double?, _ decimals: Int) -> JSONMember? {
    guard let value, value.magnitude < 0x1p63 else { return nil }
    return JSONMember(name, .number(String(fixedPoint: value, decimals: decimals)))
  }
}
