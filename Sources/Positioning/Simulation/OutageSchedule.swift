/// When a receiver loses its signals; asked with times that never go back.
struct OutageSchedule: Hashable, Sendable {
  private var scheduled: [Range<Int64>] = []
  private var random: RandomOutages?

  private struct RandomOutages: Hashable, Sendable {
    let meanInterval: Double
    let lengths: (shortest: Double, longest: Double)
    var stream: NoiseStream
    var next: Range<Int64>

    init(meanInterval: Double, lengths: (Double, Double), stream: NoiseStream) {
      self.meanInterval = max(0.001, meanInterval)
      self.lengths = (max(0, lengths.0), max(0, lengths.1))
      self.stream = stream
      next = 0..<0
      draw()
    }

    mutating func draw() {
      let start =
        next.upperBound
        + SimulationClock.nanoseconds(seconds: stream.exponential(mean: meanInterval))
      let length = stream.uniform(lengths.shortest, lengths.longest)
      next = start..<(start + SimulationClock.nanoseconds(seconds: length))
    }

    static func == (left: RandomOutages, right: RandomOutages) -> Bool {
      left.meanInterval == right.meanInterval && left.lengths == right.lengths
        && left.stream == right.stream && left.next == right.next
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(stream)
      hasher.combine(next)
    }
  }

  init(_ outages: SimulatedGPSConfiguration.Outages, stream: NoiseStream) {
    switch outages {
    case .none: break
    case .scheduled(let spans):
      scheduled = spans.map {
        SimulationClock.nanoseconds($0.lowerBound)..<SimulationClock.nanoseconds($0.upperBound)
      }
    case .random(let meanInterval, let length):
      func seconds(_ duration: Duration) -> Double {
        SimulationClock.seconds(SimulationClock.nanoseconds(duration))
      }
      random = RandomOutages(
        meanInterval: seconds(meanInterval),
        lengths: (seconds(length.lowerBound), seconds(length.upperBound)), stream: stream)
    }
  }

  /// Returns true if signals are lost at a time in nanoseconds.
  mutating func isOut(at time: Int64) -> Bool {
    if scheduled.contains(where: { $0.contains(time) }) { return true }
    guard random != nil else { return false }
    while let next = random?.next, next.upperBound <= time {
      random?.draw()
    }
    return random?.next.contains(time) ?? false
  }
}
