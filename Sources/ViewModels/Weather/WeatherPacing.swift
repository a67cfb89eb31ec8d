import Positioning
import ReactiveExtras

/// How often a weather service is asked.
public struct WeatherPacing: Hashable, Sendable {
  /// Metres that a place must lie from the one last asked about, for it to be asked about at once.
  public var minimumDistance = 1000.0
  /// How old weather may become before it is asked for again, wherever it is.
  public var maximumAge = Duration.seconds(600)

  /// A kilometre, and ten minutes.
  public init() {}
}

/// When the next request is due that nobody asks for.
///
/// A value without a clock: it is told what happens, and says when it wants to be asked again.
struct WeatherSchedule {
  private let pacing: WeatherPacing
  private var last: (place: Coordinate?, time: MonotonicInstant)?
  /// Before this the service wants to be left alone.
  private var earliest: MonotonicInstant?

  init(_ pacing: WeatherPacing) { self.pacing = pacing }

  /// A request has been sent.
  mutating func requested(_ place: Coordinate?, at now: MonotonicInstant) { last = (place, now) }

  /// The service has said no.
  mutating func refused(_ error: WeatherError, at now: MonotonicInstant) {
    if let pause = error.pause { earliest = max(earliest ?? now, now + pause) }
  }

  /// When the weather at a place is to be asked for next; at once where that has passed.
  func due(at place: Coordinate?, now: MonotonicInstant) -> MonotonicInstant {
    max(earliest ?? now, dueByPacing(at: place, now: now))
  }

  private func dueByPacing(at place: Coordinate?, now: MonotonicInstant) -> MonotonicInstant {
    guard let last else { return now }
    if let place, isFar(place, from: last.place) { return now }
    return last.time + pacing.maximumAge
  }

  private func isFar(_ place: Coordinate, from last: Coordinate?) -> Bool {
    guard let last else { return true }
    return last.stepDistance(to: place) >= pacing.minimumDistance
  }
}
