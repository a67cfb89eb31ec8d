/// The form of a position: degrees, or a grid.
enum AngleForm: CaseIterable, Equatable {
  /// `59.32890`
  case degrees
  /// `59° 19.734' N`
  case minutes
  /// `59° 19' 44.0" N`
  case seconds
  /// `34V 332632 6580529`
  case utm
  /// `JO99ah`
  case maidenhead

  /// A part of a position: its name and its text.
  struct Part {
    /// Its name.
    var label: String
    /// The same if there is little room.
    var shortLabel: String
    /// The text; nil if the grid does not cover the position.
    var text: String?
  }

  /// The parts of a position, with a number of decimal places of a degree or their equivalent.
  func parts(of coordinate: Coordinate, decimals: Int) -> [Part] {
    switch self {
    case .degrees, .minutes, .seconds:
      let latitude = latitude(coordinate.latitude, decimals: decimals)
      let longitude = longitude(coordinate.longitude, decimals: decimals)
      return [
        Part(label: "Latitude", shortLabel: "Lat", text: latitude),
        Part(label: "Longitude", shortLabel: "Lon", text: longitude),
      ]
    case .utm:
      let text = UTMCoordinate(coordinate).map { AngleForm.text(of: $0, decimals: decimals - 5) }
      return [Part(label: "UTM", shortLabel: "UTM", text: text)]
    case .maidenhead:
      // Five pairs are some twenty metres, four some four hundred.
      let text = coordinate.maidenhead(pairs: decimals < 5 ? 4 : 5)
      return [Part(label: "Locator", shortLabel: "Loc", text: text)]
    }
  }

  /// The names of the parts, and a sample text as wide as each can be.
  func columns(decimals: Int) -> [Part] {
    var parts = parts(
      of: Coordinate(latitude: -78.888_888_88, longitude: -178.888_888_88), decimals: decimals)
    // Zones from 10 on have two digits.
    if self == .utm { parts[0].text = "0" + (parts[0].text ?? "") }
    return parts
  }

  private static func text(of coordinate: UTMCoordinate, decimals: Int) -> String {
    guard decimals > 0 else { return coordinate.description }
    return
      "\(coordinate.zone)\(coordinate.band) \(String(fixedPoint: coordinate.easting, decimals: decimals)) "
      + String(fixedPoint: coordinate.northing, decimals: decimals)
  }

  /// A latitude, with a number of decimal places of a degree or their equivalent.
  func latitude(_ degrees: Double, decimals: Int) -> String {
    text(degrees, decimals: decimals, side: degrees < 0 ? "S" : "N")
  }

  /// A longitude, with a number of decimal places of a degree or their equivalent.
  func longitude(_ degrees: Double, decimals: Int) -> String {
    text(degrees, decimals: decimals, side: degrees < 0 ? "W" : "E")
  }

  private func text(_ degrees: Double, decimals: Int, side: String) -> String {
    switch self {
    case .degrees, .utm, .maidenhead: return String(fixedPoint: degrees, decimals: decimals)
    case .minutes:
      let (whole, rest) = AngleForm.split(degrees, into: 60, decimals: max(0, decimals - 2))
      return "\(whole)° \(rest)' \(side)"
    case .seconds:
      let (whole, rest) = AngleForm.split(degrees, into: 3600, decimals: max(0, decimals - 4))
      let seconds = Double(rest) ?? 0
      let minutes = Int(seconds / 60)
      let left = AngleForm.padded(seconds - Double(minutes * 60), decimals: max(0, decimals - 4))
      return "\(whole)° \(minutes < 10 ? "0" : "")\(minutes)' \(left)\" \(side)"
    }
  }

  /// Whole degrees and the fraction, rounded together so that the fraction is never a whole degree.
  private static func split(
    _ degrees: Double, into parts: Double, decimals: Int
  ) -> (degrees: Int, rest: String) {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let units = (abs(degrees) * parts * power).rounded()
    let whole = (units / (parts * power)).rounded(.down)
    let rest = (units - whole * parts * power) / power
    return (Int(whole), padded(rest, decimals: decimals))
  }

  private static func padded(_ value: Double, decimals: Int) -> String {
    (value < 9.999_999_999 ? "0" : "") + String(fixedPoint: value, decimals: decimals)
  }
}
