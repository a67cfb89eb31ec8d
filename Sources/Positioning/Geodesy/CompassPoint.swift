extension Double {
  /// One of sixteen points of the compass for degrees from true north: `SSE`.
  package var compassPoint: String {
    let names = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    return names[Int((self / 22.5).rounded()) % 16]
  }
}
