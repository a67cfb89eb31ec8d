/// The metrics of whole traces: their fixes, distance and time, and the results of reading them.
///
/// Each track has its own metrics; the total distance, time and climb are the sums over all tracks.
/// Routes and waypoints are counted; if there is no track, the metrics are those of the routes.
///
///     var summary = TraceSummary()
///     while let epoch = try file.next() { summary.add(epoch) }
///     summary.readings.append(
///       .init(name: "drive.nmea", format: file.format, statistics: file.statistics))
package struct TraceSummary: Sendable {
  /// The sums over all tracks, or over all routes if there is no track.
  package var track: TrackStatistics {
    var sum = beginning
    for line in lines { sum.append(line.statistics) }
    return sum
  }

  /// The effort of all tracks, or of all routes if there is no track; the best parts are the best
  /// of any.
  package var effort: TrackEffort {
    var sum = TrackEffort()
    for line in lines { sum.append(line.effort) }
    return sum
  }

  /// The tracks, or the routes if there is no track, in the order in which they came, with their
  /// metrics.
  package var lines: [Line] { tracks.all.isEmpty ? routes.all : tracks.all }
  /// The kind of ``lines``.
  package var kind: TraceKind { tracks.all.isEmpty && !routes.all.isEmpty ? .route : .track }
  /// The number of routes.
  package var routeCount: Int { routes.all.count }
  /// The number of waypoints.
  package private(set) var waypointCount = 0
  /// The number of epochs, with or without a fix.
  package private(set) var epochCount = 0
  /// The number of fixes of each quality.
  package var qualities: [FixQuality: Int] {
    var result: [FixQuality: Int] = [:]
    for (count, quality) in zip(qualityCounts, FixQuality.allCases) where count > 0 {
      result[quality] = count
    }
    return result
  }
  /// The number of epochs with a fix.
  package private(set) var fixCount = 0
  /// The number of fixes with a date.
  package private(set) var datedCount = 0
  /// The least, mean and greatest horizontal dilution of precision.
  package private(set) var hdop = Spread()
  /// The least, mean and greatest number of satellites in use.
  package private(set) var satellites = Spread()
  /// The least, mean and greatest horizontal accuracy, metres.
  package private(set) var accuracy = Spread()
  /// The least, mean and greatest height above the ellipsoid, metres.
  package private(set) var ellipsoidalAltitude = Spread()
  /// The satellites that were in view at any time, by their RINEX names.
  package private(set) var satelliteNames: Set<String> = []
  /// The measurements besides the position along the tracks.
  package private(set) var sensors: SensorSummary
  /// The readings of the sources.
  package var readings: [Reading] = []

  private let beginning: TrackStatistics
  private var tracks: LineSums
  private var routes: LineSums
  /// The counts of qualities, in the order of all qualities.
  private var qualityCounts = [Int](repeating: 0, count: FixQuality.allCases.count)
  /// A bit for each satellite that was seen, sixteen words for each system.
  private var seen = [UInt64](repeating: 0, count: 16 * SatelliteSystem.allCases.count)

  /// A track or a route with its metrics.
  package struct Line: Sendable {
    /// The index of its source.
    package var source: Int
    /// Its number among those of its source, from 1.
    package var number: Int
    /// Its name.
    package var label: TraceLabel?
    /// Its metrics.
    package internal(set) var statistics: TrackStatistics
    /// Its effort.
    package internal(set) var effort = TrackEffort()
  }

  /// The outcome of reading a source.
  package struct Reading: Sendable {
    /// The source's name.
    package var name: String
    /// Its format; nil if that was not found.
    package var format: TraceFormat?
    /// Its lines, sentences and errors.
    package var statistics: TraceStatistics
    /// The dialect of its table; nil for other formats.
    package var dialect: CSVDialect?
    /// Why it is incomplete; nil if it is complete.
    package var truncation: TraceTruncation?

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - name: The source's name.
    ///   - format: Its format.
    ///   - statistics: Its lines, sentences and errors.
    ///   - dialect: The dialect of its table.
    ///   - truncation: Why it is incomplete.
    package init(
      name: String, format: TraceFormat?, statistics: TraceStatistics,
      dialect: CSVDialect? = nil, truncation: TraceTruncation? = nil
    ) {
      (self.dialect, self.truncation, self.name, self.format) = (dialect, truncation, name, format)
      self.statistics = statistics
    }
  }

  /// Makes an empty summary.
  ///
  /// - Parameters:
  ///   - track: Empty statistics with the settings for gaps and outliers.
  ///   - maximumHeartRate: The person's maximum heart rate, for its zones.
  package init(track: TrackStatistics = TrackStatistics(), maximumHeartRate: Double? = nil) {
    sensors = SensorSummary(maximumHeartRate: maximumHeartRate)
    beginning = track
    tracks = LineSums(beginning: track)
    routes = LineSums(beginning: track)
  }

  /// Adds the next epoch of a source; the sources come one after another. O(1).
  package mutating func add(_ epoch: TraceEpoch, of source: Int = 0) {
    withUnsafePointer(to: epoch) { add($0, of: source) }
  }

  /// Adds an epoch in place: copying it would take half as long as all of this.
  private mutating func add(_ epoch: UnsafePointer<TraceEpoch>, of source: Int) {
    switch epoch.pointee.kind {
    case .track: break
    case .route: return routes.add(epoch, of: source)
    case .waypoint:
      waypointCount += 1
      return
    }
    epochCount += 1
    for satellite in epoch.pointee.satellites { add(satellite) }
    tracks.add(epoch, of: source)
    sensors.add(
      epoch.pointee.sensors, at: epoch.pointee.time, kind: epoch.pointee.kind,
      number: epoch.pointee.number)
    guard epoch.pointee.hasFix else { return }
    fixCount += 1
    if epoch.pointee.timestamp != nil { datedCount += 1 }
    qualityCounts[epoch.pointee.fix.fix.index] += 1
    hdop.add(epoch.pointee.fix.hdop)
    satellites.add(epoch.pointee.fix.satellitesUsed.map(Double.init))
    accuracy.add(epoch.pointee.fix.horizontalAccuracy)
    ellipsoidalAltitude.add(epoch.pointee.fix.ellipsoidalAltitude)
  }

  /// Adds the next epochs of a source. O(1) for each.
  package mutating func add(_ epochs: ArraySlice<TraceEpoch>, of source: Int = 0) {
    epochs.withUnsafeBufferPointer { epochs in
      guard let start = epochs.baseAddress else { return }
      for index in epochs.indices { add(start + index, of: source) }
    }
  }

  private mutating func add(_ satellite: Satellite) {
    guard (0..<1024).contains(satellite.number) else {
      satelliteNames.insert(satellite.description)
      return
    }
    let word = Int(satellite.system.rawValue) << 4 | satellite.number >> 6
    let bit: UInt64 = 1 << UInt64(satellite.number & 63)
    guard seen[word] & bit == 0 else { return }
    seen[word] |= bit
    satelliteNames.insert(satellite.description)
  }
}
