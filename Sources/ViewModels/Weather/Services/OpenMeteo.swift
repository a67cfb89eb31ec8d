import Fetching
import Formats
import Positioning
import Reactive

/// Open-Meteo's weather, which needs no key: now, the next days, and past ones.
///
///     let service = OpenMeteo(transport: transport)
///     let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
///     service.updates(on: WeatherQuery(place: london))
///       .sink { update in
///         if case .current(let weather, _) = update { print(weather.conditions.temperatureText) }
///       }
///
/// A single request returns everything, because the service handles one of a user's requests at a
/// time (open-meteo.com/en/docs; for past days open-meteo.com/en/docs/historical-weather-api). It
/// is free for non-commercial use.
public struct OpenMeteo: WeatherService {
  /// The addresses of the services.
  public struct Addresses: Hashable, Sendable {
    /// The address of the forecast, before `/v1/forecast`.
    package var forecast = "https://api.open-meteo.com"
    /// The address of past weather, before `/v1/archive`.
    package var archive = "https://archive-api.open-meteo.com"
    /// The address of the search for places, before `/v1/search`.
    package var places = "https://geocoding-api.open-meteo.com"

    /// The public services.
    public init() {}

    /// One server that does everything.
    public init(baseURL: String) {
      let base = baseURL.withoutEndingSlashes
      (forecast, archive, places) = (base, base, base)
    }
  }

  public let name = "Open-Meteo"
  public let needsPlace = true
  public let hasHistory = true
  private let addresses: Addresses
  private let responses: JSONResponses
  private let now: @Sendable () -> Timestamp
  private let maximumAge: Duration

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of the services.
  ///   - transport: The transport that fetches the responses.
  ///   - maximumAge: The maximum age of a usable stored response, for a transport that stores them.
  ///   - now: The time, which decides whether a day is old enough for the archive; nil for the
  ///     system's clock.
  public init(
    addresses: Addresses = Addresses(), transport: any Transport,
    maximumAge: Duration = WeatherPacing().maximumAge, now: (@Sendable () -> Timestamp)? = nil
  ) {
    (self.addresses, responses) = (addresses, JSONResponses(transport: transport))
    (self.maximumAge, self.now) = (maximumAge, now ?? { Timestamp.now })
  }

  /// Makes a publisher of the weather. For a past time that is the weather of its day with the days
  /// before and after it, because only the response determines the day at the place.
  public func updates(on query: WeatherQuery) -> AnyPublisher<WeatherUpdate, Never> {
    var isOld = false
    var parts =
      "&current=\(Self.current)&hourly=\(Self.hourly),\(Self.expected)&daily=\(Self.daily)"
    parts += "&forecast_days=\(Self.days)"
    if let time = query.time {
      // The archive is some days behind; before that the forecast's service has the past days, too.
      isOld = time.duration(to: now()) > .seconds(Self.archiveDays * 86_400)
      let day = time.dayAndTime.day
      parts = "&start_date=\(CalendarDate(daysSince1970: day - 1))"
      parts += "&end_date=\(CalendarDate(daysSince1970: day + 1))"
      parts += "&hourly=\(Self.hourly)&daily=\(Self.daily)"
    }
    let start = isOld ? addresses.archive + "/v1/archive?" : addresses.forecast + "/v1/forecast?"
    let request = HTTPRequest(
      weather: start + Self.location(query.place) + parts,
      // The past does not change.
      maximumAge: query.isRefresh ? nil : isOld ? .seconds(30 * 86_400) : maximumAge)
    return responses.value(of: request) { fields throws(DocumentError) in
      try MeteoResponse(fields, place: query.weatherPlace)
    }
    .map { response -> [WeatherUpdate] in
      if query.time != nil { return [.history(response.value.history)] }
      let current = response.value.current.map { WeatherUpdate.current($0, age: response.age) }
      return [current, .forecast(response.value.forecast, age: response.age)].compactMap { $0 }
    }
    .catch { Just([WeatherUpdate.failure($0)]) }
    .flatMap { $0.publisher }
    .eraseToAnyPublisher()
  }

  /// The age in days from which a day is requested from the archive.
  private static let archiveDays = 10
  /// The days of a forecast, including today: five whole ones.
  private static let days = 6

  private static func location(_ place: Coordinate?) -> String {
    let place = place ?? Coordinate(latitude: 0, longitude: 0)
    return "latitude=\(String(fixedPoint: place.latitude, decimals: 4))"
      + "&longitude=\(String(fixedPoint: place.longitude, decimals: 4))"
      + "&timezone=auto&timeformat=unixtime&wind_speed_unit=ms"
  }

  private static let hourly =
    "temperature_2m,relative_humidity_2m,apparent_temperature,precipitation,weather_code,"
    + "pressure_msl,cloud_cover,wind_speed_10m,wind_direction_10m,wind_gusts_10m,is_day"
  /// The values of each hour that only a forecast has.
  private static let expected = "precipitation_probability,visibility"
  private static let current = hourly + ",visibility"
  private static let daily =
    "weather_code,temperature_2m_max,temperature_2m_min,sunrise,sunset,precipitation_sum,"
    + "wind_speed_10m_max,wind_direction_10m_dominant"
}
