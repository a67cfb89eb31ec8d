import Fetching
import Formats
import Streams
import Positioning
import Reactive

/// OpenWeather's two requests: the weather now, and the next five days in steps of three hours.
///
///     let service = OpenWeather(key: key, transport: transport)
///     service.current(at: Coordinate(latitude: 51.5074, longitude: -0.1278))
///       .sink {
///         print($0)
///       } receiveValue: {
///         print($0.conditions.temperatureText)
///       }
///
/// The format is that of version 2.5 (openweathermap.org/current and /forecast5), always metric.
/// Each subscription is a request of its own. The key is sent and never shown: it is removed from
/// every message, also from the service's.
public struct OpenWeather: Sendable {
  /// The address of the service, unless another is given.
  public static let usualBaseURL = "https://api.openweathermap.org"

  /// Makes the request for one of the answers at a place.
  private let request: @Sendable (Part, Coordinate?) -> HTTPRequest
  private let transport: any Transport
  private let key: WeatherKey?
  /// True if a request needs a place.
  public let needsPlace: Bool

  /// One of the two answers.
  private enum Part: String {
    case current = "weather"
    case forecast
  }

  /// Makes a service.
  ///
  /// - Parameters:
  ///   - baseURL: The part of the URL before `/data/2.5/weather`.
  ///   - key: The user's key.
  ///   - transport: The transport that fetches the answers.
  public init(
    baseURL: String = OpenWeather.usualBaseURL, key: WeatherKey, transport: any Transport
  ) {
    var base = baseURL
    while base.last == "/" { base.removeLast() }
    let start = base
    request = { part, place in
      var query = "units=metric&appid=\(key.encoded)"
      if let place {
        let (latitude, longitude) = (place.latitude, place.longitude)
        query =
          "lat=\(String(fixedPoint: latitude, decimals: 4))"
          + "&lon=\(String(fixedPoint: longitude, decimals: 4))&" + query
      }
      return HTTPRequest("\(start)/data/2.5/\(part.rawValue)?\(query)")
    }
    (self.transport, self.key, needsPlace) = (transport, key, true)
  }

  /// Makes a service whose answers are two files that were saved before, for any place.
  ///
  /// - Parameters:
  ///   - current: The path of the answer about now.
  ///   - forecast: The path of the answer about the next days.
  public init(current: String, forecast: String) {
    request = { part, _ in HTTPRequest(part == .current ? current : forecast) }
    transport = FileTransport { $0.url }
    (key, needsPlace) = (nil, false)
  }

  /// The weather now.
  ///
  /// - Parameter place: The place; a service of files has but one.
  public func current(at place: Coordinate?) -> AnyPublisher<CurrentWeather, WeatherError> {
    answer(.current, at: place, CurrentWeather.init)
  }

  /// The weather of the next five days.
  ///
  /// - Parameter place: The place; a service of files has but one.
  public func forecast(at place: Coordinate?) -> AnyPublisher<WeatherForecast, WeatherError> {
    answer(.forecast, at: place, WeatherForecast.init)
  }

  private func answer<Value: Sendable>(
    _ part: Part, at place: Coordinate?,
    _ make: @escaping (JSONFields) throws(DocumentError) -> Value
  ) -> AnyPublisher<Value, WeatherError> {
    let request = request(part, place)
    let name = needsPlace ? request.place : request.url
    return transport.response(to: request)
      .mapError { .unavailable($0.hiding(key)) }
      .flatMap { response in
        Result { () throws(WeatherError) in
          try Self.read(response, from: name, hiding: key, make)
        }.publisher
      }
      .eraseToAnyPublisher()
  }

  /// Reads an answer, or throws the reason why it has no weather.
  private static func read<Value>(
    _ response: HTTPResponse, from name: String, hiding key: WeatherKey?,
    _ make: (JSONFields) throws(DocumentError) -> Value
  ) throws(WeatherError) -> Value {
    let answer: WeatherAnswer
    do throws(DocumentError) {
      answer = WeatherAnswer(try JSONReader.read(response.body))
    } catch {
      guard response.isSuccess else {
        throw .refused(
          status: response.status, message: nil, retryAfter: retryTime(response.headers))
      }
      throw WeatherError(error, from: name, hiding: key)
    }
    let status = response.isSuccess ? 200 : response.status
    if let (status, message) = answer.refusal(status: status) {
      throw .refused(
        status: status, message: message.map { key?.hidden(in: $0) ?? $0 },
        retryAfter: retryTime(response.headers))
    }
    do throws(DocumentError) { return try answer.value(make) } catch {
      throw WeatherError(error, from: name, hiding: key)
    }
  }

  /// The header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date.
  private static func retryTime(_ headers: HTTPHeaders) -> WeatherError.RetryTime? {
    guard let text = headers["Retry-After"] else { return nil }
    if let seconds = Int(text) {
      return (0...31_536_000).contains(seconds) ? .after(.seconds(seconds)) : nil
    }
    // `Wed, 21 Oct 2026 07:28:00 GMT`: always of this length, always English.
    let isDate =
      text.utf8.count == 29 && text.hasSuffix(" GMT") && text.utf8.allSatisfy { $0 < 0x80 }
    return isDate ? .at(text) : nil
  }
}

extension WeatherError {
  /// Makes an error about an answer, with the answer's place.
  fileprivate init(_ error: DocumentError, from name: String, hiding key: WeatherKey?) {
    var place = name
    if case .file(let line, let column)? = error.place { place += ":\(line):\(column)" }
    self = .unreadable(
      place: place, key: error.keyPath, reason: key?.hidden(in: error.reason) ?? error.reason)
  }
}

extension TransportError {
  /// Returns the same failure without a key that a worker may have put into its reason.
  fileprivate func hiding(_ key: WeatherKey?) -> TransportError {
    guard let key else { return self }
    return switch self {
    case .unreachable(let place, let reason): .unreachable(place, reason: key.hidden(in: reason))
    case .failed(let place, let reason): .failed(place, reason: key.hidden(in: reason))
    default: self
    }
  }
}
