import Fetching
import Formats
import Reactive

/// A service's answers in JSON as values, or as sentences about what is wrong with them.
///
/// A key is removed from every message, also from the service's.
struct JSONAnswers: Sendable {
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
      answer = WeatherAnswer(try JSONReader.read(response.body))
    } catch {
      guard response.isSuccess else {
        throw .refused(
          status: response.status, message: nil, retryAfter: Self.retryTime(response.headers))
      }
      throw WeatherError(error, from: name, hiding: key)
    }
    let status = response.isSuccess ? 200 : response.status
    if let (status, message) = answer.refusal(status: status) {
      throw .refused(
        status: status, message: message.map { key?.hidden(in: $0) ?? $0 },
        retryAfter: Self.retryTime(response.headers))
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
  /// The text as part of a URL's query: any character that is no letter, digit or one of `-._~` as
  /// `%` and two digits.
  var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
        || "-._~".unicodeScalars.contains(scalar)
      let digits = String(byte, radix: 16, uppercase: true)
      encoded += isPlain ? String(scalar) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return encoded
  }

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
