import Fetching
import Formats
import Reactive
import ReactiveExtras

/// A service's JSON responses as values, or as sentences about their errors.
///
/// The key is removed from every message, also from the service's. The transport gets back each
/// response that a value was made from.
struct JSONResponses: Sendable {
  /// The maximum number of values in a response: fifty times as many as all hours and days with
  /// their values. As JSON they take some megabytes.
  private static let mostValues = 100_000

  /// The transport that fetches the responses.
  let transport: any Transport
  /// The key that no message may have; nil for a service without one.
  var key: WeatherKey?

  /// A value with the time since its response came from the service.
  struct Aged<Value: Sendable>: Sendable {
    let value: Value
    let age: Duration
  }

  /// Fetches a response, and reads it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - name: The name of the source in messages; nil for the request's URL without the query.
  ///   - make: Reads the value.
  func value<Value: Sendable>(
    of request: HTTPRequest, named name: String? = nil,
    _ make: @escaping (JSONFields) throws(DocumentError) -> Value
  ) -> AnyPublisher<Aged<Value>, WeatherError> {
    transport.response(to: request)
      .mapError { WeatherError.unavailable($0.hiding(key)) }
      .attempting { response throws(WeatherError) in
        let value = try read(response, from: name ?? request.address, make)
        transport.accept(response, to: request)
        return Aged(value: value, age: Self.age(response.headers))
      }
  }

  /// Reads a response, or throws the reason why it has no value.
  private func read<Value>(
    _ response: HTTPResponse, from name: String, _ make: (JSONFields) throws(DocumentError) -> Value
  ) throws(WeatherError) -> Value {
    let json: JSONValue
    do throws(DocumentError) {
      json = try JSONReader.read(response.body, valueLimit: Self.mostValues)
    } catch {
      guard response.isSuccess else {
        throw .refused(status: response.status, message: nil, retryAfter: response.retryAfter)
      }
      throw WeatherError(error, from: name, hiding: key)
    }
    if let (status, words) = json.refusal(status: response.isSuccess ? 200 : response.status) {
      let message = words ?? response.ownWords(hiding: [])
      throw .refused(
        status: status, message: message.map { key?.hidden(in: $0) ?? $0 },
        retryAfter: response.retryAfter)
    }
    do throws(DocumentError) { return try make(try JSONFields(json)) } catch {
      throw WeatherError(error, from: name, hiding: key)
    }
  }

  /// The header `Age` (RFC 9111, 5.1): the seconds that a response has been in a store.
  private static func age(_ headers: HTTPHeaders) -> Duration {
    guard let text = headers["Age"], let seconds = Int(text), (0...31_536_000).contains(seconds)
    else { return .zero }
    return .seconds(seconds)
  }
}

extension JSONValue {
  /// Returns the service's refusal, with its own message if it has one: `cod` may be a number or
  /// text, and a successful response may contain `"error": true`.
  fileprivate func refusal(status: Int) -> (status: Int, message: String?)? {
    guard case .object(let members) = self else { return status == 200 ? nil : (status, nil) }
    func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
    let code: Int? =
      switch member("cod") {
      case .number(let text)?, .string(let text)?: Int(text)
      default: nil
      }
    let refused = status == 200 ? code ?? 200 : status
    guard refused != 200 || member("error") == .bool(true) else { return nil }
    // OpenWeather's key for it, and Open-Meteo's.
    for key in ["message", "reason"] {
      if case .string(let message)? = member(key) {
        return (refused, message.foreignLine(limit: 300))
      }
    }
    return (refused, nil)
  }
}

extension HTTPRequest {
  /// Makes a request of a weather service, which may be answered from a store.
  ///
  /// - Parameters:
  ///   - weather: The URL.
  ///   - age: The age of the oldest response that will do (RFC 9111, 5.2.1.1); nil for a new one.
  init(weather url: String, maximumAge age: Duration?) {
    let directive = age.map { "max-age=\($0.components.seconds)" } ?? "no-cache"
    self.init(url, headers: ["Cache-Control": directive])
  }
}

extension String {
  /// The text of a service's address without the slashes at its end.
  var withoutEndingSlashes: String {
    var text = self
    while text.last == "/" { text.removeLast() }
    return text
  }
}

extension WeatherError {
  /// Makes an error about a response, with the response's source.
  fileprivate init(_ error: DocumentError, from name: String, hiding key: WeatherKey?) {
    var source = name
    if let position = error.position { source += ":\(position.line):\(position.column)" }
    self = .unreadable(
      source: source, key: error.keyPath, reason: key?.hidden(in: error.reason) ?? error.reason)
  }
}

extension TransportError {
  /// Returns the same failure without a key that a worker may have put into its reason.
  fileprivate func hiding(_ key: WeatherKey?) -> TransportError {
    guard let key else { return self }
    return switch self {
    case .unreachable(let address, let reason):
      .unreachable(address, reason: key.hidden(in: reason))
    case .failed(let address, let reason): .failed(address, reason: key.hidden(in: reason))
    default: self
    }
  }
}
