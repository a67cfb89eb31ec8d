/// The smallest box of latitudes and longitudes around some points.
///
/// The box may cross the date line; `west` is then greater than `east`. Growing is greedy: a point
/// outside is reached from the nearer side.
public struct CoordinateBounds: Hashable, Sendable {
  /// The least latitude, degrees.
  public private(set) var south: Double
  /// The greatest latitude, degrees.
  public private(set) var north: Double
  /// The longitude of the western edge, degrees in -180…180.
  public private(set) var west: Double
  /// The longitude of the eastern edge, degrees in -180…180.
  public private(set) var east: Double

  /// Makes the box around one point.
  package init(_ coordinate: Coordinate) {
    (south, north) = (coordinate.latitude, coordinate.latitude)
    (west, east) = (coordinate.longitude, coordinate.longitude)
  }

  /// Makes a box from its edges in degrees; nil if they are invalid.
  ///
  /// A box whose west is greater than its east crosses the date line.
  public init?(south: Double, west: Double, north: Double, east: Double) {
    guard Coordinate(latitude: south, longitude: west).isValid,
      Coordinate(latitude: north, longitude: east).isValid, south <= north
    else { return nil }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Width in degrees of longitude, 0…360.
  package var longitudeSpan: Double { west > east ? east - west + 360 : east - west }

  /// Height in degrees of latitude.
  package var latitudeSpan: Double { north - south }

  /// The middle of the box.
  public var center: Coordinate {
    Coordinate(
      latitude: (south + north) / 2,
      longitude: (west + longitudeSpan / 2).remainder(dividingBy: 360))
  }

  /// Returns true if a point is in the box or on its edge.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.latitude >= south && coordinate.latitude <= north
      && containsLongitude(coordinate.longitude)
  }

  /// Grows the box to contain a point; ignores an invalid one. O(1).
  package mutating func extend(to coordinate: Coordinate) {
    guard coordinate.isValid else { return }
    south = min(south, coordinate.latitude)
    north = max(north, coordinate.latitude)
    let longitude = coordinate.longitude
    guard !containsLongitude(longitude) else { return }
    let eastward = Self.turn(from: east, to: longitude)
    let westward = Self.turn(from: longitude, to: west)
    if eastward <= westward { east = longitude } else { west = longitude }
  }

  /// Grows the box to contain another one. O(1).
  package mutating func extend(to bounds: CoordinateBounds) {
    extend(to: Coordinate(latitude: bounds.south, longitude: bounds.west))
    extend(to: Coordinate(latitude: bounds.north, longitude: bounds.east))
  }

  private func containsLongitude(_ longitude: Double) -> Bool {
    west <= east
      ? (longitude >= west && longitude <= east) || (longitude == -180 && east == 180)
        || (longitude == 180 && west == -180) : longitude >= west || longitude <= east
  }

  /// Returns the degrees eastward from one longitude to another, 0..<360.
  private static func turn(from: Double, to: Double) -> Double {
    to >= from ? to - from : to - from + 360
  }
}
