import Positioning
import ReactiveExtras

/// The frequency of requests to a weather service.
public struct WeatherPacing: Hashable, Sendable {
  /// The distance in metres from the last requested place that triggers a request at once.
  public var minimumDistance = 1000.0
  /// The age of the weather that triggers a new request, at any place.
  public var maximumAge = Duration.seconds(600)

  /// A kilometre, and ten minutes.
  public init() {}
}

/// The time of the next automatic request.
///
/// A value without a clock: it takes the events, and returns the time of the next request.
struct WeatherSchedule {
  private let pacing: WeatherPacing
  private var last: (query: WeatherQuery?, time: MonotonicInstant)?
  /// The time before which the service refuses requests.
  private var earliest: MonotonicInstant?

  init(_ pacing: WeatherPacing) { self.pacing = pacing }

  /// Notes that a request has been sent.
  mutating func requested(_ query: WeatherQuery?, at now: MonotonicInstant) { last = (query, now) }

  /// Notes that the responses to the last request came from the service before it: they were
  /// stored.
  mutating func answered(with weatherOf: MonotonicInstant, at now: MonotonicInstant) {
    guard let last, weatherOf < last.time, now < weatherOf + pacing.maximumAge else { return }
    self.last?.time = weatherOf
  }

  /// Notes that the service has refused a request.
  mutating func refused(_ error: WeatherError, at now: MonotonicInstant) {
    if let pause = error.pause { earliest = max(earliest ?? now, now + pause) }
  }

  /// Returns true if the weather was requested before, here or nearby: a response that was stored
  /// then will not do any more.
  func isRepeated(_ query: WeatherQuery?) -> Bool {
    guard let last else { return false }
    return last.query?.time == query?.time && !isFar(query, from: last.query)
  }

  /// Returns the time of the next request, which may have passed; nil for none, as past weather
  /// does not change.
  ///
  /// - Parameters:
  ///   - query: The question of the next request.
  ///   - history: The past weather that is known.
  ///   - now: The present.
  func due(
    _ query: WeatherQuery?, knowing history: WeatherHistory?, now: MonotonicInstant
  ) -> MonotonicInstant? {
    dueByPacing(query, history, now).map { max(earliest ?? now, $0) }
  }

  private func dueByPacing(
    _ query: WeatherQuery?, _ history: WeatherHistory?, _ now: MonotonicInstant
  ) -> MonotonicInstant? {
    guard let last else { return now }
    if isFar(query, from: last.query) { return now }
    guard let time = query?.time else { return last.time + pacing.maximumAge }
    if history?.weather(at: time) != nil { return nil }
    // A response that lacks the time would lack it again.
    let isOtherDay = last.query?.time.map { $0.dayAndTime.day } != time.dayAndTime.day
    return isOtherDay ? now : last.time + pacing.maximumAge
  }

  private func isFar(_ query: WeatherQuery?, from last: WeatherQuery?) -> Bool {
    guard let place = query?.place else { return false }
    guard let last = last?.place else { return true }
    return last.stepDistance(to: place) >= pacing.minimumDistance
  }
}
