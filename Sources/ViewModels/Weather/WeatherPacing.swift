import Positioning
import ReactiveExtras

/// The frequency of requests to a weather service.
public struct WeatherPacing: Hashable, Sendable {
  /// The distance in metres from the last requested place from which a place is requested at once.
  public var minimumDistance = 1000.0
  /// The age of the weather at which it is requested again, at any place.
  public var maximumAge = Duration.seconds(600)

  /// A kilometre, and ten minutes.
  public init() {}
}

/// The time of the next automatic request.
///
/// A value without a clock: it is told the events, and returns the time of the next request.
struct WeatherSchedule {
  private let pacing: WeatherPacing
  private var last: (place: Coordinate?, time: MonotonicInstant)?
  /// The time before which the service refuses requests.
  private var earliest: MonotonicInstant?

  init(_ pacing: WeatherPacing) { self.pacing = pacing }

  /// Notes that a request has been sent.
  mutating func requested(_ place: Coordinate?, at now: MonotonicInstant) { last = (place, now) }

  /// Notes that the service has refused a request.
  mutating func refused(_ error: WeatherError, at now: MonotonicInstant) {
    if let pause = error.pause { earliest = max(earliest ?? now, now + pause) }
  }

  /// Returns the time to request the weather at a place next; at once if that has passed.
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
