extension Double {
  /// The nearest of the sixteen points of the compass for degrees from true north, such as `SSE`;
  /// empty if the number is not finite.
  package var compassPoint: String {
    let names = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    let point = (truncatingRemainder(dividingBy: 360) / 22.5).rounded()
    return Int(exactly: point).map { names[$0 & 15] } ?? ""
  }
}
