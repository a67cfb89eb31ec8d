/// A weather service's answers beside the tests; their README says where they are from.
package enum WeatherFixture: String, Fixture {
  package static let folder = "Weather"

  /// London on 22 September 2026 at 14:06:52 UTC.
  case current = "current.json"
  /// Forty rows from 15:00 UTC of that day on.
  case forecast = "forecast.json"

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
