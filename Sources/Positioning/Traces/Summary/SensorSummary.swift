/// The mean and extremes of measurements besides the position, and the time in heart rate zones.
///
/// A value counts for as long as the interval before it, which makes a mean one over time however
/// rarely a logger writes. An interval of more than a minute is a pause and does not count. Without
/// times every value counts the same. A cadence of zero is not averaged; a power of zero is.
package struct SensorSummary: Hashable, Sendable {
  /// Beats per minute.
  package private(set) var heartRate = Spread()
  /// Turns or strides per minute, without zeros.
  package private(set) var cadence = Spread()
  /// Watts.
  package private(set) var power = Spread()
  /// Degrees Celsius.
  package private(set) var temperature = Spread()
  /// The person's maximum heart rate, beats per minute; nil if it was not given.
  package let maximumHeartRate: Double?
  private var zoneTimes = [Duration](repeating: .zero, count: zoneCount + 1)
  private var last: Reading?

  private static let zoneCount = 5
  /// Nanoseconds.
  private static let longestInterval: Int64 = 60_000_000_000

  /// A heart rate zone, and the time spent in it.
  package struct Zone: Hashable, Sendable {
    /// Its number, 1…5; 0 for rates below the first zone.
    package var number: Int
    /// Its least heart rate, beats per minute.
    package var start: Double
    /// The time during which the heart rate was in it.
    package var time: Duration
  }

  /// Makes an empty summary.
  ///
  /// - Parameter maximumHeartRate: Beats per minute; zones begin at 50, 60, 70, 80 and 90% of it.
  package init(maximumHeartRate: Double? = nil) { self.maximumHeartRate = maximumHeartRate }

  /// Adds the next epoch of a track, with or without a position. O(1).
  package mutating func add(_ epoch: TraceEpoch) {
    add(epoch.sensors, at: epoch.time, kind: epoch.kind, number: epoch.number)
  }

  /// As ``add(_:)``, with the necessary values of the epoch one by one.
  @inline(__always)
  mutating func add(_ sensors: Sensors, at time: EpochTime, kind: TraceKind, number: UInt32) {
    guard !sensors.isEmpty || last != nil else { return }
    let reading = Reading(time: time, kind: kind, number: number)
    var interval: Int64 = 0
    if let last, last.isOfSameLine(as: reading), let time = last.time.interval(to: time),
      time > 0, time <= SensorSummary.longestInterval
    {
      interval = time
    }
    let seconds = interval.nanosecondsInSeconds
    heartRate.add(sensors.heartRate, weight: seconds)
    cadence.add(sensors.cadence.flatMap { $0 > 0 ? $0 : nil }, weight: seconds)
    power.add(sensors.power, weight: seconds)
    temperature.add(sensors.temperature, weight: seconds)
    if let rate = sensors.heartRate, let maximumHeartRate {
      zoneTimes[SensorSummary.zone(of: rate, maximumHeartRate)] += .nanoseconds(interval)
    }
    if time.isKnown { last = reading }
  }

  /// The time and the line of an epoch, with which the next one is compared.
  private struct Reading: Hashable {
    let time: EpochTime
    let kind: TraceKind
    let number: UInt32

    @inline(__always) func isOfSameLine(as other: Reading) -> Bool {
      kind == other.kind && (number == other.number || number == 0 || other.number == 0)
    }
  }

  /// The zones, starting with the part below the first; empty if no maximum heart rate was given or
  /// no heart rate was measured.
  package var zones: [Zone] {
    guard let maximumHeartRate, heartRate.count > 0 else { return [] }
    return zoneTimes.enumerated().map { number, time in
      let share = number == 0 ? 0 : Double(number + 4) / 10
      return Zone(number: number, start: share * maximumHeartRate, time: time)
    }
  }

  private static func zone(of rate: Double, _ maximum: Double) -> Int {
    let share = rate / maximum * 10
    return share < 5 ? 0 : min(zoneCount, Int(share) - 4)
  }
}
