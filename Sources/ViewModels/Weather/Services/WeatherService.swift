import Fetching
import Positioning
import Reactive

/// A source of weather: ``OpenWeather`` with a key, ``OpenMeteo`` without one.
public protocol WeatherService: Sendable {
  /// The name of the service, as sentences have it.
  var name: String { get }
  /// True if a request needs a place.
  var needsPlace: Bool { get }
  /// True if it knows the weather of past days.
  var hasHistory: Bool { get }

  /// Makes a publisher of everything that the service reports about a place, each part as it comes,
  /// and of its errors. It finishes after the last part; a cancel stops the requests.
  ///
  /// A part may come twice: an old one from stored responses before the new one.
  func updates(on query: WeatherQuery) -> AnyPublisher<WeatherUpdate, Never>
}

/// A question to a weather service.
public struct WeatherQuery: Hashable, Sendable {
  /// The place; nil for a service that needs none.
  public var place: Coordinate?
  /// The name of the place, which replaces the service's own.
  public var name: String?
  /// The largest region that contains it, in addition to ``name``.
  public var region: String?
  /// The country as two letters, in addition to ``name``.
  public var country: String?
  /// The past time that is asked about; nil for now and the next days.
  public var time: Timestamp?
  /// True if responses that were stored before are not wanted.
  package var isRefresh = false

  /// Makes a question about the weather now and in the next days, or at a past time.
  public init(
    place: Coordinate? = nil, name: String? = nil, region: String? = nil, country: String? = nil,
    time: Timestamp? = nil
  ) {
    (self.place, self.name, self.region) = (place, name, region)
    (self.country, self.time) = (country, time)
  }

  /// The place as known before any response.
  var weatherPlace: WeatherPlace {
    WeatherPlace(name: name, region: region, country: country, coordinate: place)
  }
}

/// A part of the response of a weather service.
public enum WeatherUpdate: Hashable, Sendable {
  /// The weather now; `age` is the time since the response came from the service.
  case current(CurrentWeather, age: Duration = .zero)
  /// The weather of the next days; `age` is the time since the response came from the service.
  case forecast(WeatherForecast, age: Duration = .zero)
  /// The weather of past days.
  case history(WeatherHistory)
  /// A request has failed.
  case failure(WeatherError)
}

/// The weather at a place on past days.
public struct WeatherHistory: Hashable, Sendable {
  /// The place.
  public var place: WeatherPlace
  /// The weather of each hour, by time.
  public var hours: [WeatherConditions]
  /// All days and every third hour of them, as a forecast has them.
  public var forecast: WeatherForecast

  /// Makes a history.
  public init(place: WeatherPlace, hours: [WeatherConditions], forecast: WeatherForecast) {
    (self.place, self.hours, self.forecast) = (place, hours, forecast)
  }

  /// Returns the weather of the hour nearest to a time; nil if that is not within an hour of it.
  package func weather(at time: Timestamp) -> CurrentWeather? {
    func distance(_ hour: WeatherConditions) -> Duration {
      let duration = hour.time.duration(to: time)
      return duration < .zero ? .zero - duration : duration
    }
    guard let nearest = hours.min(by: { distance($0) < distance($1) }),
      distance(nearest) < .seconds(3600)
    else { return nil }
    return CurrentWeather(place: place, conditions: nearest)
  }

  /// Returns the day of a time, in local time, with every third hour.
  package func day(of time: Timestamp) -> WeatherForecast {
    func isSame(_ other: Timestamp) -> Bool {
      PlaceTime(other, utcOffset: place.utcOffset).day
        == PlaceTime(time, utcOffset: place.utcOffset).day
    }
    return WeatherForecast(
      place: place, rows: forecast.rows.filter { isSame($0.time) },
      days: forecast.days.filter { isSame($0.time) })
  }
}
