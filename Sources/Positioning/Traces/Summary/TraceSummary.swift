/// The figures of whole traces: their fixes, way and time, and how well they were read.
///
/// Tracks stand side by side: each has its own figures, and way, time and climb of all are the sums
/// of theirs. Routes and waypoints are counted; where there is no track, the figures are those of
/// the routes.
///
///     var summary = TraceSummary()
///     while let epoch = try file.next() { summary.add(epoch) }
///     summary.readings.append(
///       .init(name: "drive.nmea", format: file.format, statistics: file.statistics))
public struct TraceSummary: Sendable {
  /// The sums over all tracks or, where there is none, over all routes.
  public var track: TrackStatistics {
    var sum = beginning
    for line in lines { sum.append(line.statistics) }
    return sum
  }

  /// The tracks or, where there is none, the routes, in the order in which they came: each with its
  /// figures.
  public var lines: [Line] { tracks.all.isEmpty ? routes.all : tracks.all }
  /// The kind of ``lines``.
  public var kind: TraceKind { tracks.all.isEmpty && !routes.all.isEmpty ? .route : .track }
  /// How many routes there were.
  public var routeCount: Int { routes.all.count }
  /// How many waypoints there were.
  public private(set) var waypointCount = 0
  /// How many epochs there were, with or without a fix.
  public private(set) var epochCount = 0
  /// How many fixes of each kind there were.
  public var qualities: [FixQuality: Int] {
    var result: [FixQuality: Int] = [:]
    for (count, quality) in zip(qualityCounts, FixQuality.allCases) where count > 0 {
      result[quality] = count
    }
    return result
  }
  /// How many epochs had a fix.
  public private(set) var fixCount = 0
  /// How many fixes had a date.
  public private(set) var datedCount = 0
  /// The least, mean and greatest horizontal dilution of precision.
  public private(set) var hdop = Spread()
  /// The least, mean and greatest number of satellites in use.
  public private(set) var satellites = Spread()
  /// The least, mean and greatest horizontal accuracy, metres.
  public private(set) var accuracy = Spread()
  /// The least, mean and greatest height above the ellipsoid, metres.
  public private(set) var ellipsoidalAltitude = Spread()
  /// The satellites that were in view at any time, by their RINEX names.
  public private(set) var satelliteNames: Set<String> = []
  /// The measurements besides the place along the tracks.
  public private(set) var sensors: SensorSummary
  /// How each source was read.
  public var readings: [Reading] = []

  private let beginning: TrackStatistics
  private var tracks: LineSums
  private var routes: LineSums
  /// The counts of qualities, in the order of all of them.
  private var qualityCounts = [Int](repeating: 0, count: FixQuality.allCases.count)
  /// A bit for each satellite that was seen, sixteen words for each system.
  private var seen = [UInt64](repeating: 0, count: 16 * SatelliteSystem.allCases.count)

  /// A track or a route, with its figures.
  public struct Line: Sendable {
    /// Which source it is of, from 0.
    public var source: Int
    /// Its number among those of its source, from 1.
    public var number: Int
    /// Its name.
    public var label: TraceLabel?
    /// Its figures.
    public internal(set) var statistics: TrackStatistics
  }

  /// How one source was read.
  public struct Reading: Sendable {
    /// The source's name.
    public var name: String
    /// Its format; nil where that was not found.
    public var format: TraceFormat?
    /// Its lines, sentences and damage.
    public var statistics: TraceStatistics
    /// How its table is written; nil for other formats.
    public var dialect: CSVDialect?
    /// Why it is not whole; nil where it is.
    public var damage: TraceDamage?

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - name: The source's name.
    ///   - format: Its format.
    ///   - statistics: Its lines, sentences and damage.
    ///   - dialect: How its table is written.
    ///   - damage: Why it is not whole.
    public init(
      name: String, format: TraceFormat?, statistics: TraceStatistics,
      dialect: CSVDialect? = nil, damage: TraceDamage? = nil
    ) {
      self.dialect = dialect
      self.damage = damage
      self.name = name
      self.format = format
      self.statistics = statistics
    }
  }

  /// The extremes and the mean of some numbers.
  public struct Spread: Hashable, Sendable {
    /// How many numbers there were.
    public private(set) var count = 0
    /// The least one; nil where there was none.
    public var least: Double? { count > 0 ? low : nil }
    /// The greatest one; nil where there was none.
    public var greatest: Double? { count > 0 ? high : nil }
    private var sum = 0.0
    private var (low, high) = (Double.infinity, -Double.infinity)

    /// Makes the spread of no numbers.
    public init() {}

    /// The arithmetic mean; nil where there was none.
    public var mean: Double? { count > 0 ? sum / Double(count) : nil }

    /// Takes in a number; one that is nil or not finite is left out.
    @inline(__always)
    public mutating func add(_ value: Double?) {
      guard let value, value.isFinite else { return }
      count += 1
      sum += value
      low = min(low, value)
      high = max(high, value)
    }
  }

  /// Makes the summary of nothing.
  ///
  /// - Parameters:
  ///   - track: Empty statistics, which say what a gap and an outlier is.
  ///   - maximumHeartRate: The greatest heart rate of whoever was measured, for its zones.
  public init(track: TrackStatistics = TrackStatistics(), maximumHeartRate: Double? = nil) {
    sensors = SensorSummary(maximumHeartRate: maximumHeartRate)
    beginning = track
    tracks = LineSums(beginning: track)
    routes = LineSums(beginning: track)
  }

  /// Takes in the next epoch of a source; the sources come one after another. O(1).
  public mutating func add(_ epoch: TraceEpoch, of source: Int = 0) {
    withUnsafePointer(to: epoch) { add($0, of: source) }
  }

  /// Takes in an epoch where it is: a copy of it would take as long as half of this.
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
    qualityCounts[epoch.pointee.fix.fix.place] += 1
    hdop.add(epoch.pointee.fix.hdop)
    satellites.add(epoch.pointee.fix.satellitesUsed.map(Double.init))
    accuracy.add(epoch.pointee.fix.horizontalAccuracy)
    ellipsoidalAltitude.add(epoch.pointee.fix.ellipsoidalAltitude)
  }

  /// Takes in the next epochs of a source. O(1) for each.
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
