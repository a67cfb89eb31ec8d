/// The sign for a kind of weather, by day or by night.
///
///     WeatherIcon(code: "10d")  // rain by day
///
/// OpenWeather has eighteen, each with a code of two digits and `d` or `n`. Any other code is the
/// default: an icon without a kind.
public struct WeatherIcon: Hashable, Sendable {
  /// The state of the sky.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Not a cloud.
    case clear = "01"
    /// Up to a quarter of the sky is covered.
    case fewClouds = "02"
    /// Up to half of it is.
    case scatteredClouds = "03"
    /// More of it is.
    case brokenClouds = "04"
    /// Rain that comes and goes, or drizzle.
    case showers = "09"
    /// Rain.
    case rain = "10"
    /// A thunderstorm.
    case thunderstorm = "11"
    /// Snow, or sleet.
    case snow = "13"
    /// Mist, fog, smoke or dust.
    case mist = "50"
  }

  /// The state of the sky; nil for an unknown code.
  public var kind: Kind?
  /// True at night.
  public var isNight: Bool

  /// Makes an icon.
  public init(_ kind: Kind?, isNight: Bool = false) { (self.kind, self.isNight) = (kind, isNight) }

  /// The default, used for unknown codes.
  package static let unknown = WeatherIcon(nil)

  /// Every icon with its own code, by day and by night.
  package static let all = Kind.allCases.flatMap {
    [WeatherIcon($0), WeatherIcon($0, isNight: true)]
  }

  /// Makes the icon of a code such as `10d`; the default for an unknown one.
  public init(code: String) {
    let icon = Self.all.first { $0.code == code }
    self = icon ?? .unknown
  }

  /// The code, `10d`; nil for the default.
  package var code: String? { kind.map { $0.rawValue + (isNight ? "n" : "d") } }
}
