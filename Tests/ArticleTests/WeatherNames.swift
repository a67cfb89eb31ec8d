import Combine
import Positioning
import Testing
import ViewModels

/// The names that articles on the weather give these.
extension WeatherService {
  fileprivate func load(
    latitude: Double, longitude: Double
  ) -> AnyPublisher<WeatherUpdate, Never> {
    updates(on: WeatherQuery(place: Coordinate(latitude: latitude, longitude: longitude)))
  }
}

extension String {
  fileprivate var weatherIcon: WeatherIcon { WeatherIcon(code: self) }
}

@Suite("Articles: the names of the weather's parts")
struct WeatherNames {
  /// A service that says of each place that it rains there.
  private struct Rain: WeatherService {
    let name = "Rain"
    let needsPlace = true
    let hasHistory = false

    func updates(on query: WeatherQuery) -> AnyPublisher<WeatherUpdate, Never> {
      let conditions = WeatherConditions(
        time: Timestamp(year: 2024, month: 5, day: 1)!, description: "rain",
        icon: "10d".weatherIcon, temperature: 16)
      let place = WeatherPlace(coordinate: query.place)
      return Just(.current(CurrentWeather(place: place, conditions: conditions)))
        .eraseToAnyPublisher()
    }
  }

  @Test("a service loads what it knows of a latitude and a longitude")
  func load() {
    var loaded: [WeatherUpdate] = []
    let cancellable = Rain().load(latitude: 51.5074, longitude: -0.1278).sink { loaded.append($0) }
    cancellable.cancel()
    guard case .current(let weather, age: .zero)? = loaded.first else {
      Issue.record("no weather: \(loaded)")
      return
    }
    #expect(weather.place.coordinate == Coordinate(latitude: 51.5074, longitude: -0.1278))
    #expect(weather.conditions.icon == WeatherIcon(.rain))
  }

  @Test("a code has its sign, and one that is not known the default")
  func icons() {
    #expect("10n".weatherIcon == WeatherIcon(.rain, isNight: true))
    #expect("99x".weatherIcon == .unknown)
  }
}
