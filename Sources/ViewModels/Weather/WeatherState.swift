import Positioning
import ReactiveExtras

/// The state of a weather screen.
public struct WeatherState: Hashable, Sendable {
  /// The place of the next request; nil while none is known.
  public internal(set) var place: Coordinate?
  /// The weather now; the last answer stays while a request is under way, and when that fails.
  public internal(set) var current: CurrentWeather?
  /// The weather of the next days, which stays like ``current``.
  public internal(set) var forecast: WeatherForecast?
  /// The time when the request under way began; nil while none is.
  public internal(set) var loadingSince: MonotonicInstant?
  /// The time when the older of ``current`` and ``forecast`` has come; nil while there is neither.
  public internal(set) var updated: MonotonicInstant?
  /// The errors of both requests, with their remedy; nil if there are none.
  public internal(set) var errorMessage: String?

  /// True while a request is under way.
  public var isLoading: Bool { loadingSince != nil }
  /// True if there is something to show, even if it is old.
  public var hasWeather: Bool { current != nil || forecast != nil }
  /// True if ``errorMessage`` is to be shown.
  public var thereIsAnError: Bool { errorMessage != nil }

  /// Returns the age of the shown weather; nil if there is none.
  public func age(at now: MonotonicInstant) -> Duration? {
    updated.map { .nanoseconds(max(0, $0.distance(to: now).nanoseconds)) }
  }

  /// The place's name, or its coordinate until a name is known; nil without either.
  public var title: String? {
    current?.place.title ?? forecast?.place.title ?? place.map(\.text)
  }

  /// The number of seconds by which the clocks there are ahead of UTC.
  public var utcOffset: Int { current?.place.utcOffset ?? forecast?.place.utcOffset ?? 0 }
}
