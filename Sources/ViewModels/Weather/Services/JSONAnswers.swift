import Fetching
import Formats
import Reactive

/// A service's answers in JSON as values, or as sentences about what is wrong with them.
///
/// A key is removed from every message, also from the service's. The transport is given back each
/// answer that a value was made of.
struct JSONAnswers: Sendable {
  /// The most values of an answer: fifty times as many as there are hours, and days, and their
  /// figures. As JSON they take some megabytes.
  private static let mostValues = 100_000

  /// The transport that fetches the answers.
  let transport: any Transport
  /// The key that no message may have; nil for a service without one.
  var key: WeatherKey?

  /// A value with the time since its answer came from the service.
  struct Aged<Value: Sendable>: Sendable {
    let value: Value
    let age: Duration
  }

  /// Fetches an answer, and reads it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - name: The name of its place in messages; nil for its URL without the query.
  ///   - make: Reads the value.
  func value<Value: Sendable>(
    of request: HTTPRequest, named name: String? = nil,
    _ make: @escaping (JSONFields) throws(DocumentError) -> Value
  ) -> AnyPublisher<Aged<Value>, WeatherError> {
    transport.response(to: request)
      .mapError { .unavailable($0.hiding(key)) }
      .flatMap { response in
        Result { () throws(WeatherError) in
          let value = try read(response, from: name ?? request.place, make)
          transport.accept(response, to: request)
          return Aged(value: value, age: Self.age(response.headers))
        }.publisher
      }
      .eraseToAnyPublisher()
  }

  /// Reads an answer, or throws the reason why it has no value.
  private func read<Value>(
    _ response: HTTPResponse, from name: String,
    _ make: (JSONFields) throws(DocumentError) -> Value
  ) throws(WeatherError) -> Value {
    let answer: WeatherAnswer
    do throws(DocumentError) {
      answer = WeatherAnswer(try JSONReader.read(response.body, valueLimit: Self.mostValues))
    } catch {
      guard response.isSuccess else {
        throw .refused(status: response.status, message: nil, retryAfter: response.retryAfter)
      }
      throw WeatherError(error, from: name, hiding: key)
    }
    let status = response.isSuccess ? 200 : response.status
    if let (status, words) = answer.refusal(status: status) {
      let message = words ?? response.ownWords(hiding: [])
      throw .refused(
        status: status, message: message.map { key?.hidden(in: $0) ?? $0 },
        retryAfter: response.retryAfter)
    }
    do throws(DocumentError) { return try answer.value(make) } catch {
      throw WeatherError(error, from: name, hiding: key)
    }
  }

  /// The header `Age` (RFC 9111, 5.1): the seconds that an answer has been in a store.
  private static func age(_ headers: HTTPHeaders) -> Duration {
    guard let text = headers["Age"], let seconds = Int(text), (0...31_536_000).contains(seconds)
    else { return .zero }
    return .seconds(seconds)
  }
}

extension HTTPRequest {
  /// Makes a request of a weather service, which may be answered from a store.
  ///
  /// - Parameters:
  ///   - weather: The URL.
  ///   - age: The age of the oldest answer that will do (RFC 9111, 5.2.1.1); nil for a new one.
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
