import Positioning

/// Which part of the world a map shows: its middle and its scale.
///
/// It stays as it is while the track keeps inside it, so that a new fix changes a few dots and not
/// the whole picture; when the track leaves it, it goes over to a scale with room to spare, most of
/// it ahead of the present place.
struct MapView {
  /// What the map is to keep in view.
  enum Zoom: Equatable {
    /// The whole track.
    case all
    /// The surroundings of the present place.
    case follow
  }

  /// Coordinates as metres on a plane.
  private(set) var projection: LocalProjection
  /// The scale.
  private(set) var metresPerDot: Double
  /// The map's middle in metres east and north of the projection's origin.
  private var middle = (east: 0.0, north: 0.0)
  /// The map's width in dots.
  let columns: Int
  /// The map's height in dots.
  let rows: Int

  /// The least extent that fills a map: below it there is nothing but noise to see.
  private static let leastExtent = 40.0
  /// How much of the surroundings `follow` shows, in metres across the smaller side.
  private static let followExtent = 1000.0

  /// Shows a track on so many dots; nil while there is nothing to show.
  init?(_ path: TrackPath, zoom: Zoom, columns: Int, rows: Int) {
    guard let bounds = path.bounds, let head = path.head, columns > 8, rows > 8 else { return nil }
    self.columns = columns
    self.rows = rows
    let side = Double(min(columns, rows))
    switch zoom {
    case .all:
      projection = LocalProjection(origin: bounds.center)
      let width = bounds.longitudeSpan * projection.metresPerDegreeEast
      let height = bounds.latitudeSpan * projection.metresPerDegreeNorth
      let needed = max(
        width / Double(columns), height / Double(rows), MapView.leastExtent / side)
      // A fifth of room and the round scale above: seldom redrawn, well filled.
      metresPerDot = UnitSystem.roundNumber(atLeast: needed * 1.25)
      let place = projection.point(head.coordinate)
      middle = (
        MapView.lead(place.east, of: width, in: Double(columns) * metresPerDot),
        MapView.lead(place.north, of: height, in: Double(rows) * metresPerDot)
      )
    case .follow:
      projection = LocalProjection(origin: head.coordinate)
      metresPerDot = UnitSystem.roundNumber(atLeast: MapView.followExtent / side)
    }
  }

  /// Whether this view still serves: the same place on the screen, and what matters inside it.
  func serves(_ path: TrackPath, zoom: Zoom, columns: Int, rows: Int) -> Bool {
    guard self.columns == columns, self.rows == rows, let head = path.head else { return false }
    switch zoom {
    case .follow:
      let (x, y) = dot(head.coordinate)
      let (edgeX, edgeY) = (Double(columns) * 0.15, Double(rows) * 0.15)
      return x > edgeX && x < Double(columns) - edgeX && y > edgeY && y < Double(rows) - edgeY
    case .all:
      guard let bounds = path.bounds else { return false }
      let (left, bottom) = dot(Coordinate(latitude: bounds.south, longitude: bounds.west))
      let (right, top) = dot(Coordinate(latitude: bounds.north, longitude: bounds.east))
      return left >= 0 && top >= 0 && right <= Double(columns - 1) && bottom <= Double(rows - 1)
    }
  }

  /// Where a coordinate lies, in dots from the top left.
  func dot(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let point = projection.point(coordinate)
    return (
      Double(columns - 1) / 2 + (point.east - middle.east) / metresPerDot,
      Double(rows - 1) / 2 - (point.north - middle.north) / metresPerDot
    )
  }

  /// How far the middle is moved towards the present place: by up to four fifths of the room beside
  /// the track, the more the nearer the place is to the track's end on that side.
  private static func lead(_ place: Double, of extent: Double, in room: Double) -> Double {
    guard extent > 0 else { return 0 }
    return min(1, max(-1, 2 * place / extent)) * 0.4 * max(0, room - extent)
  }
}
