/// Mean and extremes of what was measured besides the place, and the time in each zone of the heart
/// rate.
///
/// A value counts for as long as the interval before it, so that a mean is one over time however
/// rarely a logger writes; an interval of more than a minute is a pause, and counts for nothing.
/// Where there are no times every value counts the same. No turns of the crank are no cadence to
/// average; no watts are.
public struct SensorSummary: Hashable, Sendable {
  /// Heart beats a minute.
  public private(set) var heartRate = Values()
  /// Turns or strides a minute, while there are any.
  public private(set) var cadence = Values()
  /// Watts.
  public private(set) var power = Values()
  /// Degrees Celsius.
  public private(set) var temperature = Values()
  /// The greatest heart rate of whoever was measured, beats a minute; nil where that was not said.
  public let maximumHeartRate: Double?
  private var zoneTimes = [Duration](repeating: .zero, count: zoneCount + 1)
  private var last: Moment?

  private static let zoneCount = 5
  private static let longestInterval = Duration.seconds(60)

  /// A zone of the heart rate, and how long it was in it.
  public struct Zone: Hashable, Sendable {
    /// Its number, 1…5; 0 for what is below the first.
    public var number: Int
    /// The least heart rate of it, beats a minute.
    public var start: Double
    /// How long the heart rate was in it.
    public var time: Duration
  }

  /// The extremes and the mean of one kind of values.
  public struct Values: Hashable, Sendable {
    /// How many there were.
    public private(set) var count = 0
    /// The least one; nil where there was none.
    public private(set) var least: Double?
    /// The greatest one; nil where there was none.
    public private(set) var greatest: Double?
    private var sum = 0.0
    private var weightedSum = 0.0
    private var weight = 0.0

    /// The mean over time; that of all values where these have no times; nil where there is none.
    public var mean: Double? {
      guard count > 0 else { return nil }
      return weight > 0 ? weightedSum / weight : sum / Double(count)
    }

    fileprivate mutating func add(_ value: Double?, _ seconds: Double) {
      guard let value, value.isFinite else { return }
      count += 1
      sum += value
      weightedSum += value * seconds
      weight += seconds
      least = least.map { min($0, value) } ?? value
      greatest = greatest.map { max($0, value) } ?? value
    }
  }

  /// Makes the summary of nothing.
  ///
  /// - Parameter maximumHeartRate: Beats a minute; zones begin at 50, 60, 70, 80 and 90 % of it.
  public init(maximumHeartRate: Double? = nil) { self.maximumHeartRate = maximumHeartRate }

  /// Takes in the next epoch of a track, also one without a position. O(1).
  public mutating func add(_ epoch: TraceEpoch) {
    guard !epoch.sensors.isEmpty || last != nil else { return }
    var interval = Duration.zero
    if let time = last?.interval(to: epoch), time > .zero, time <= SensorSummary.longestInterval {
      interval = time
    }
    let sensors = epoch.sensors
    let seconds = interval.inSeconds
    heartRate.add(sensors.heartRate, seconds)
    cadence.add(sensors.cadence.flatMap { $0 > 0 ? $0 : nil }, seconds)
    power.add(sensors.power, seconds)
    temperature.add(sensors.temperature, seconds)
    if let rate = sensors.heartRate, let maximumHeartRate {
      zoneTimes[SensorSummary.zone(of: rate, maximumHeartRate)] += interval
    }
    if epoch.timestamp != nil || epoch.timeOfDay != nil { last = Moment(epoch) }
  }

  /// When an epoch was, and in which line: all that the next one is compared with.
  private struct Moment: Hashable {
    let timestamp: Timestamp?
    let timeOfDay: Duration?
    let kind: TraceKind
    let number: UInt32

    init(_ epoch: TraceEpoch) {
      (timestamp, timeOfDay) = (epoch.timestamp, epoch.timeOfDay)
      (kind, number) = (epoch.kind, epoch.number)
    }

    /// The time to a later epoch of the same line; nil where that is not known.
    func interval(to epoch: TraceEpoch) -> Duration? {
      guard kind == epoch.kind, number == epoch.number || number == 0 || epoch.number == 0 else {
        return nil
      }
      return TraceEpoch.interval(
        from: timestamp, timeOfDay, to: epoch.timestamp, epoch.timeOfDay)
    }
  }

  /// The zones, the one below the first in front; empty where no greatest heart rate was said or no
  /// heart rate was measured.
  public var zones: [Zone] {
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
