/// The part of the world that a map shows: its middle and its scale.
struct MapView: Equatable {
  /// The part of the world that the map keeps in view.
  enum Extent: Equatable {
    /// Everything.
    case whole
    /// A number of metres per dot, around a position.
    case scale(Double)
  }

  /// Coordinates as metres on a plane.
  private let projection: MapPlane
  /// The scale.
  let metresPerDot: Double
  /// The map's middle on that plane.
  private let middle: PlanePoint
  /// The map's width in dots.
  let columns: Int
  /// The map's height in dots.
  let rows: Int

  /// The minimum extent of a map: anything smaller is only noise.
  private static let leastExtent = 40.0

  /// The coordinate in the middle.
  var center: Coordinate { projection.coordinate(middle) }

  /// Shows a whole box.
  ///
  /// - Parameters:
  ///   - bounds: The box.
  ///   - head: The position from which a track may leave the box: most of the spare room is on that
  ///     side; nil if the box will not grow.
  ///   - columns: The map's width in dots.
  ///   - rows: The map's height in dots.
  init?(whole bounds: CoordinateBounds, growingAt head: Coordinate?, columns: Int, rows: Int) {
    guard columns > 8, rows > 8 else { return nil }
    (self.columns, self.rows) = (columns, rows)
    projection = MapPlane(origin: bounds.center)
    let (center, width, height) = projection.extent(of: bounds)
    let needed = max(
      width / Double(columns - 2), height / Double(rows - 2),
      MapView.leastExtent / Double(min(columns, rows)))
    guard let head else {
      metresPerDot = UnitSystem.roundNumber(atLeast: needed)
      middle = center
      return
    }
    // A fifth to spare and the next round scale: rarely redrawn, well filled.
    metresPerDot = UnitSystem.roundNumber(atLeast: needed * 1.25)
    let point = projection.point(head)
    middle = PlanePoint(
      east: center.east
        + MapView.lead(point.east - center.east, of: width, in: Double(columns) * metresPerDot),
      north: center.north
        + MapView.lead(point.north - center.north, of: height, in: Double(rows) * metresPerDot))
  }

  /// Shows the area around a position.
  ///
  /// - Parameters:
  ///   - coordinate: The position to show.
  ///   - metresPerDot: The scale.
  ///   - isSteady: Whether nearby positions have the same view, so that the picture stays still
  ///     while a track crosses it; otherwise the position is in the middle.
  ///   - columns: The map's width in dots.
  ///   - rows: The map's height in dots.
  init?(
    around coordinate: Coordinate, metresPerDot: Double, isSteady: Bool, columns: Int, rows: Int
  ) {
    guard columns > 8, rows > 8 else { return nil }
    (self.columns, self.rows, self.metresPerDot) = (columns, rows, metresPerDot)
    guard isSteady else {
      projection = MapPlane(origin: coordinate)
      middle = PlanePoint(east: 0, north: 0)
      return
    }
    // The view depends on the position alone, however it was reached: centres are on a grid, half a
    // map apart, on a plane that touches the Earth nearby.
    let degree = 4.0
    projection = MapPlane(
      origin: Coordinate(
        latitude: min(max((coordinate.latitude * degree).rounded() / degree, -89.75), 89.75),
        longitude: (coordinate.longitude * degree).rounded() / degree))
    let point = projection.point(coordinate)
    let (across, down) = (Double(columns) * metresPerDot / 2, Double(rows) * metresPerDot / 2)
    middle = PlanePoint(
      east: (point.east / across).rounded() * across, north: (point.north / down).rounded() * down)
  }

  /// Returns true if a box is still inside, so that the picture may stay.
  func holds(_ bounds: CoordinateBounds) -> Bool {
    let (left, bottom) = dot(Coordinate(latitude: bounds.south, longitude: bounds.west))
    let (right, top) = dot(Coordinate(latitude: bounds.north, longitude: bounds.east))
    return left >= 0 && top >= 0 && right <= Double(columns - 1) && bottom <= Double(rows - 1)
  }

  /// Returns a position moved to the east and to the north by parts of the width and height that a
  /// view of this size has at a scale.
  func moved(
    _ coordinate: Coordinate, at metresPerDot: Double, east: Double, north: Double
  ) -> Coordinate {
    let point = projection.point(coordinate)
    return projection.coordinate(
      PlanePoint(
        east: point.east + east * Double(columns) * metresPerDot,
        north: point.north + north * Double(rows) * metresPerDot))
  }

  /// The position of a coordinate, in dots from the top left.
  func dot(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let point = projection.point(coordinate)
    return (
      Double(columns - 1) / 2 + (point.east - middle.east) / metresPerDot,
      Double(rows - 1) / 2 - (point.north - middle.north) / metresPerDot
    )
  }

  /// Returns the shift of the centre towards the current position: up to four fifths of the room
  /// next to the track, and more the nearer it is to the track's end on that side.
  private static func lead(_ offset: Double, of extent: Double, in room: Double) -> Double {
    guard extent > 0 else { return 0 }
    return min(1, max(-1, 2 * offset / extent)) * 0.4 * max(0, room - extent)
  }
}
