import Positioning
import Reactive

/// The names that well-known articles on the weather give these, so that code written after them
/// compiles.
extension WeatherService {
  /// Makes a publisher of the weather now and in the next days at a place; see ``updates(on:)``.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north, -90…90.
  ///   - longitude: Degrees east, -180…180.
  public func load(latitude: Double, longitude: Double) -> AnyPublisher<WeatherUpdate, Never> {
    updates(on: WeatherQuery(place: Coordinate(latitude: latitude, longitude: longitude)))
  }
}

extension String {
  /// The sign that this text is OpenWeather's code of, such as `10d`: ``WeatherIcon/init(code:)``.
  public var weatherIcon: WeatherIcon { WeatherIcon(code: self) }
}
