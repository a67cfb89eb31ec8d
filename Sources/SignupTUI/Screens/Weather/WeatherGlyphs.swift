import TerminalKit
import ViewModels

extension Symbols {
  /// The columns that a weather sign takes at most, whatever stands in them.
  static let weatherColumns = 2

  /// The sign for a kind of weather: one character, one or two columns wide, or without signs two
  /// letters, of which no two kinds have the same.
  func weather(_ icon: WeatherIcon) -> String {
    guard let kind = icon.kind else { return lacksSigns ? "??" : "◌" }
    let isNight = icon.isNight
    return switch kind {
    case .clear: lacksSigns ? (isNight ? "C" : "O") : (isNight ? "☾" : "☀")
    case .fewClouds: lacksSigns ? (isNight ? "C~" : "O~") : (isNight ? "☁" : "⛅")
    case .scatteredClouds: lacksSigns ? "~" : "☁"
    case .brokenClouds: lacksSigns ? "~~" : "☁"
    case .showers: lacksSigns ? "::" : "☔"
    case .rain: lacksSigns ? "//" : "☂"
    case .thunderstorm: lacksSigns ? "/!" : "⚡"
    case .snow: lacksSigns ? "**" : "❄"
    case .mist: lacksSigns ? "==" : "≡"
    }
  }
}
