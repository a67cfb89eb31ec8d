import Positioning
import ReactiveExtras

/// Everything that a weather screen shows.
public struct WeatherState: Hashable, Sendable {
  /// The place that is asked about next; nil while none is known.
  public internal(set) var place: Coordinate?
  /// The weather now; what came last stays while it is asked for again, and when that fails.
  public internal(set) var current: CurrentWeather?
  /// The weather of the next days, which stays like ``current``.
  public internal(set) var forecast: WeatherForecast?
  /// Since when a request is under way; nil while none is.
  public internal(set) var loadingSince: MonotonicInstant?
  /// When the older of ``current`` and ``forecast`` has come; nil while there is neither.
  public internal(set) var updated: MonotonicInstant?
  /// What is wrong with the one request or the other, and how to fix it; nil when nothing is.
  public internal(set) var errorMessage: String?

  /// Whether a request is under way.
  public var isLoading: Bool { loadingSince != nil }
  /// Whether there is something to show, be it old.
  public var hasWeather: Bool { current != nil || forecast != nil }
  /// Whether ``errorMessage`` is to be shown.
  public var thereIsAnError: Bool { errorMessage != nil }

  /// How old what is shown is; nil while nothing is.
  public func age(at now: MonotonicInstant) -> Duration? {
    updated.map { .nanoseconds(max(0, $0.distance(to: now).nanoseconds)) }
  }

  /// The place's name, or its coordinate until a name is known; nil where neither is.
  public var title: String? {
    current?.place.title ?? forecast?.place.title ?? place.map(\.text)
  }

  /// How many seconds the clocks there are ahead of UTC.
  public var utcOffset: Int { current?.place.utcOffset ?? forecast?.place.utcOffset ?? 0 }
}
