import Positioning

extension Coordinate {
  /// A degree of latitude has 111.4 km here.
  package static func stockholm(north metres: Double) -> Coordinate {
    Coordinate(latitude: 59.33 + metres / 111_412, longitude: 18.07)
  }
}
