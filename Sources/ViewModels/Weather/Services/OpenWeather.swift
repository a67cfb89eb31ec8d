import Fetching
import Formats
import Positioning
import Reactive

/// OpenWeather's two requests: the weather now, and the next five days in steps of three hours.
///
///     let service = OpenWeather(key: key, transport: transport)
///     let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
///     service.updates(on: WeatherQuery(place: london))
///       .sink { update in
///         if case .current(let weather, _) = update { print(weather.conditions.temperatureText) }
///       }
///
/// The format is that of version 2.5 (openweathermap.org/current and /forecast5), always metric.
/// Each subscription makes its own request. The key is sent and never shown: it is removed from
/// every message, also from the service's.
public struct OpenWeather: WeatherService {
  /// The address of the service, unless another is given.
  package static let usualBaseURL = "https://api.openweathermap.org"

  public let name = "OpenWeather"
  public let hasHistory = false
  /// True if a request needs a place.
  public let needsPlace: Bool
  /// Makes the request for one of the responses at a place.
  private let request: @Sendable (Part, Coordinate?, Duration?) -> HTTPRequest
  private let responses: JSONResponses
  private let maximumAge: Duration

  /// One of the two responses.
  private enum Part: String {
    case current = "weather"
    case forecast
  }

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - baseURL: The part of the URL before `/data/2.5/weather`.
  ///   - key: The user's key.
  ///   - transport: The transport that fetches the responses.
  ///   - maximumAge: The age of the oldest stored response that will do, for a transport that
  ///     stores them.
  public init(
    baseURL: String? = nil, key: WeatherKey, transport: any Transport,
    maximumAge: Duration = WeatherPacing().maximumAge
  ) {
    let start = (baseURL ?? Self.usualBaseURL).withoutEndingSlashes
    request = { part, place, age in
      var query = "units=metric&appid=\(key.encoded)"
      if let place {
        let (latitude, longitude) = (place.latitude, place.longitude)
        query =
          "lat=\(String(fixedPoint: latitude, decimals: 4))"
          + "&lon=\(String(fixedPoint: longitude, decimals: 4))&" + query
      }
      return HTTPRequest(weather: "\(start)/data/2.5/\(part.rawValue)?\(query)", maximumAge: age)
    }
    responses = JSONResponses(transport: transport, key: key)
    (needsPlace, self.maximumAge) = (true, maximumAge)
  }

  /// Makes a service whose responses are two saved files, for any place.
  ///
  /// - Parameters:
  ///   - current: The path of the response with the current weather.
  ///   - forecast: The path of the response with the next days.
  public init(current: String, forecast: String) {
    request = { part, _, _ in HTTPRequest(part == .current ? current : forecast) }
    responses = JSONResponses(transport: FileTransport { $0.url })
    (needsPlace, maximumAge) = (false, .zero)
  }

  /// Both responses, each as it comes, from two requests side by side.
  public func updates(on query: WeatherQuery) -> AnyPublisher<WeatherUpdate, Never> {
    let current = response(.current, query, CurrentWeather.init)
      .map { WeatherUpdate.current($0.value.named(by: query), age: $0.age) }
    let forecast = response(.forecast, query, WeatherForecast.init)
      .map { WeatherUpdate.forecast($0.value.named(by: query), age: $0.age) }
    return current.catch { Just(WeatherUpdate.failure($0)) }
      .merge(with: forecast.catch { Just(WeatherUpdate.failure($0)) })
      .eraseToAnyPublisher()
  }

  private func response<Value: Sendable>(
    _ part: Part, _ query: WeatherQuery,
    _ make: @escaping (JSONFields) throws(DocumentError) -> Value
  ) -> AnyPublisher<JSONResponses.Aged<Value>, WeatherError> {
    let request = request(part, query.place, query.isRefresh ? nil : maximumAge)
    return responses.value(of: request, named: needsPlace ? nil : request.url, make)
  }
}

/// Weather with a place.
private protocol Placed { var place: WeatherPlace { get set } }
extension CurrentWeather: Placed {}
extension WeatherForecast: Placed {}

extension Placed {
  /// Returns the weather with the place name of the query.
  fileprivate func named(by query: WeatherQuery) -> Self {
    guard let name = query.name else { return self }
    var weather = self
    (weather.place.name, weather.place.region) = (name, query.region)
    weather.place.country = query.country
    return weather
  }
}
