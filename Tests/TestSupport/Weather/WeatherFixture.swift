/// Weather services' answers beside the tests; their README says what they are like.
package enum WeatherFixture: String, Fixture {
  package static let folder = "Weather"

  /// OpenWeather's weather of London on 22 September 2026 at 14:06:52 UTC.
  case current = "current.json"
  /// OpenWeather's forty rows from 15:00 UTC of that day on.
  case forecast = "forecast.json"
  /// Open-Meteo's weather of London on 22 September 2026 at 14:00 UTC, and of six days.
  case meteo = "openmeteo-forecast.json"
  /// Open-Meteo's weather of three days around 25 September 2005 in Nevada.
  case meteoArchive = "openmeteo-archive.json"
  /// Open-Meteo's places called London, and one whose name begins so.
  case london = "openmeteo-london.json"
  /// Open-Meteo's places for Samara: three that are called so, and two that are nearly.
  case samara = "openmeteo-samara.json"
  /// Open-Meteo's only place called Paris, as it is here.
  case paris = "openmeteo-paris.json"

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
