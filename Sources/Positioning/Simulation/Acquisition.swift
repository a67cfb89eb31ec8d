/// How a receiver finds, loses and regains its fix over time.
///
/// Invariant: while signals are heard, time is known no later than the position, and the position
/// no later than the height. Times are nanoseconds since the simulation's start.
struct Acquisition: Hashable, Sendable {
  private enum Signals: Hashable {
    case off
    case heard
    case lost(since: Int64, hadPosition: Bool)
  }

  private var signals = Signals.off
  /// When the time is known.
  private var timeKnownAt: Int64 = 0
  /// When the position is known.
  private var positionAt: Int64 = 0
  /// When the height is known.
  private var heightAt: Int64 = 0
  /// Satellites taken into use per second after the first four.
  private var channelsPerSecond = 0.0
  private var hasEverHadPosition = false
  private let start: SimulatedGPSConfiguration.Start
  private let coasting: Int64
  private var stream: NoiseStream

  /// The extra error of a fresh fix, in units of the range error.
  private(set) var settling = SIMD3<Double>()
  /// The time constant with which the extra error dies away, seconds.
  private var settlingTime = 1.0

  /// Standard deviation of the extra error of a fresh fix, in units of the range error.
  static let settlingDeviation = 1.5

  init(
    start: SimulatedGPSConfiguration.Start, coasting: Duration, stream: NoiseStream
  ) {
    self.start = start
    self.coasting = SimulationClock.nanoseconds(coasting)
    self.stream = stream
  }

  /// True if the receiver is switched on.
  var isOn: Bool { signals != .off }

  /// Switches the receiver on; after a first fix it only ever starts hot.
  mutating func switchOn(at time: Int64) {
    guard !isOn else { return }
    signals = .heard
    search(from: time, as: hasEverHadPosition ? .hot : start)
  }

  /// Switches the receiver off.
  mutating func switchOff() {
    signals = .off
  }

  /// Takes in whether satellites are heard at a time.
  mutating func hear(_ hears: Bool, at time: Int64) {
    switch signals {
    case .off: break
    case .heard:
      if time >= positionAt { hasEverHadPosition = true }
      if !hears { signals = .lost(since: time, hadPosition: time > positionAt) }
    case .lost:
      guard hears else { return }
      signals = .heard
      search(from: time, as: hasEverHadPosition ? .hot : start)
    }
  }

  /// Returns the mode of the fix at a time; nil while the receiver is off.
  func mode(at time: Int64) -> FixMode? {
    switch signals {
    case .off: nil
    case .lost(let since, let hadPosition):
      hadPosition && time < since + coasting ? .estimated : FixMode.none
    case .heard:
      if time >= heightAt {
        .threeDimensional
      } else if time >= positionAt {
        .twoDimensional
      } else {
        time >= timeKnownAt ? .timeOnly : FixMode.none
      }
    }
  }

  /// How many satellites the receiver can use at a time, of the `channels` it has.
  ///
  /// They are taken up one after the other, so that the geometry, and with it the error, improves
  /// over the first seconds of a fix.
  func channels(at time: Int64, of channels: Int) -> Int {
    guard signals == .heard, time >= positionAt else { return 0 }
    guard time >= heightAt else { return min(3, channels) }
    let taken = SimulationClock.seconds(time - heightAt) * channelsPerSecond
    return min(channels, 4 + Int(min(taken, 1000)))
  }

  /// True if the present fix began without an extra error.
  var isSettled: Bool { settling == SIMD3() }

  /// Returns the share of a fresh fix's extra error that is left at a time, 1…0.
  func settlingShare(at time: Int64) -> Double {
    PortableMath.exponential(-SimulationClock.seconds(max(0, time - positionAt)) / settlingTime)
  }

  private mutating func search(from time: Int64, as start: SimulatedGPSConfiguration.Start) {
    // Always the same number of draws, so that one start's kind does not shift the next one's luck.
    let (first, second, third) = (stream.uniform(), stream.uniform(), stream.uniform())
    settling =
      SIMD3(stream.normal(), stream.normal(), stream.normal()) * Self.settlingDeviation
    var (timeOnly, position, height) = (0.0, 0.0, 0.0)
    switch start {
    case .cold:
      position = 25 + 10 * first
      timeOnly = position * (0.4 + 0.3 * second)
      height = position + 2 + 4 * third
      (channelsPerSecond, settlingTime) = (0.5, 15)
    case .warm:
      position = 20 + 8 * first
      height = position + 1 + 2 * third
      (channelsPerSecond, settlingTime) = (1, 10)
    case .hot:
      position = 1 + first
      height = position
      (channelsPerSecond, settlingTime) = (4, 6)
    case .running:
      // As if it had found its fix a quarter of an hour ago.
      (timeOnly, position, height) = (-900, -900, -900)
      settling = SIMD3()
      (channelsPerSecond, settlingTime) = (1, 1)
    }
    timeKnownAt = time + SimulationClock.nanoseconds(seconds: timeOnly)
    positionAt = time + SimulationClock.nanoseconds(seconds: position)
    heightAt = time + SimulationClock.nanoseconds(seconds: height)
  }
}
