extension Symbols {
  /// The maximum number of columns of a weather sign.
  static let weatherColumns = 3

  /// The sign for a kind of weather, one to three columns wide; without signs, one or two letters,
  /// different for each kind. At night it begins with the moon, which only heavy clouds hide.
  func weather(_ icon: WeatherIcon) -> String {
    guard let kind = icon.kind else { return lacksSigns ? "??" : "◌" }
    let isNight = icon.isNight
    let moon = isNight ? "☾" : ""
    return switch kind {
    case .clear: lacksSigns ? (isNight ? "C" : "O") : (isNight ? "☾" : "☀")
    case .fewClouds: lacksSigns ? (isNight ? "C~" : "O~") : (isNight ? "☾☁" : "⛅")
    case .scatteredClouds: lacksSigns ? (isNight ? "~C" : "~") : (isNight ? "☁☾" : "☁")
    case .brokenClouds: lacksSigns ? "~~" : "☁☁"
    case .showers: lacksSigns ? (isNight ? "C:" : "::") : moon + "☔"
    case .rain: lacksSigns ? (isNight ? "C/" : "//") : moon + "☂"
    case .thunderstorm: lacksSigns ? (isNight ? "C!" : "/!") : moon + "⚡"
    case .snow: lacksSigns ? (isNight ? "C*" : "**") : moon + "❄"
    case .mist: lacksSigns ? (isNight ? "C=" : "==") : moon + "≡"
    }
  }
}
