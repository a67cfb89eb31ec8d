import TerminalKit
import ViewModels

extension Symbols {
  /// The columns that a weather sign takes at most, whatever stands in them.
  static let weatherColumns = 2

  /// The sign for a kind of weather: one character, one or two columns wide, or in ASCII two
  /// letters, of which no two kinds have the same.
  func weather(_ icon: WeatherIcon) -> String {
    guard let kind = icon.kind else { return isASCII ? "??" : "◌" }
    let isNight = icon.isNight
    return switch kind {
    case .clear: isASCII ? (isNight ? "C" : "O") : (isNight ? "☾" : "☀")
    case .fewClouds: isASCII ? (isNight ? "C~" : "O~") : (isNight ? "☁" : "⛅")
    case .scatteredClouds: isASCII ? "~" : "☁"
    case .brokenClouds: isASCII ? "~~" : "☁"
    case .showers: isASCII ? "::" : "☔"
    case .rain: isASCII ? "//" : "☂"
    case .thunderstorm: isASCII ? "/!" : "⚡"
    case .snow: isASCII ? "**" : "❄"
    case .mist: isASCII ? "==" : "≡"
    }
  }
}
