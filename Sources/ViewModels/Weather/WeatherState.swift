import Positioning
import ReactiveExtras

/// The state of a weather screen.
public struct WeatherState: Hashable, Sendable {
  /// The query of the next request; nil while no place is known.
  public internal(set) var query: WeatherQuery?
  /// The weather now, or of past days the weather at the query's time; the last response stays
  /// while a request is running, and when that fails.
  public internal(set) var current: CurrentWeather?
  /// The weather of the next days, or of a past one, which stays like ``current``.
  public internal(set) var forecast: WeatherForecast?
  /// The hours of past days; nil if the weather is that of now.
  public internal(set) var history: WeatherHistory?
  /// The time when the running request began; nil while none is.
  public internal(set) var loadingSince: MonotonicInstant?
  /// True if the user has cancelled the last request.
  public internal(set) var isCancelled = false
  /// When the older of ``current`` and ``forecast`` came from the service; nil without either.
  public internal(set) var updated: MonotonicInstant?
  /// The errors of all requests, with their remedy; nil if there are none.
  public internal(set) var errorMessage: String?

  /// The place of the next request; nil while none is known.
  public var place: Coordinate? { query?.place }
  /// True while a request is running.
  package var isLoading: Bool { loadingSince != nil }
  /// True if there is weather to show, even if it is old.
  package var hasWeather: Bool { current != nil || forecast != nil }
  /// True if the weather is that of past days.
  package var isHistory: Bool { history != nil }
  /// True if ``errorMessage`` must be shown.
  public var thereIsAnError: Bool { errorMessage != nil }

  /// Returns the age of the shown weather; nil if there is none.
  public func age(at now: MonotonicInstant) -> Duration? {
    updated.map { .nanoseconds(max(0, $0.distance(to: now).nanoseconds)) }
  }

  /// The place's name, or its coordinate until a name is known; nil without either.
  public var title: String? {
    current?.place.title ?? forecast?.place.title ?? query?.weatherPlace.title
  }

  /// The offset of the place's clocks from UTC in seconds, positive if ahead.
  package var utcOffset: Int { current?.place.utcOffset ?? forecast?.place.utcOffset ?? 0 }
}
