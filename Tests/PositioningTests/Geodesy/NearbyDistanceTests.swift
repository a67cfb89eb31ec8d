import Testing

@testable import Positioning

@Suite("Distances nearby")
struct NearbyDistanceTests {
  @Test(
    "the flat form keeps its stated error",
    arguments: [
      (80.0, 10.0, 5e-10), (80, 1000, 4.1e-8), (80, 10_000, 4.1e-6), (84.9, 1000, 1.6e-7),
    ])
  func flatError(latitude: Double, distance: Double, bound: Double) {
    for sign in [-1.0, 1] {
      for bearing in stride(from: 0.0, to: 360, by: 7.5) {
        let start = Coordinate(latitude: sign * latitude, longitude: 179.999)
        let end = start.destination(distance: distance, bearing: bearing)
        #expect(abs(start.flatDistance(to: end) - distance) / distance < bound)
      }
    }
  }

  @Test(
    "steps of any length and at any latitude are within 0.2 mm of the geodesic",
    arguments: [-90.0, -89.999, -60, 0, 45, 84.999, 85, 89], [0.5, 999, 1000, 1001, 30_000])
  func steps(latitude: Double, distance: Double) {
    let start = Coordinate(latitude: latitude, longitude: -180)
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      let end = start.destination(distance: distance, bearing: bearing)
      #expect(abs(start.stepDistance(to: end) - distance) < 2e-4)
    }
  }

  @Test("a location's distance leaves the height out")
  func heights() {
    let coordinate = Coordinate(latitude: 1, longitude: 1)
    let low = Location(coordinate: coordinate, altitude: 0)
    let high = Location(coordinate: coordinate, altitude: 5000)
    #expect(low.distance(to: high) == 0)
  }
}

@Suite("The local plane")
struct LocalProjectionTests {
  @Test(
    "a point comes back to where it was, also over the date line",
    arguments: [-80.0, -33, 0, 59.33, 80], [-180.0, -179.999, 0, 179.999])
  func roundTrip(latitude: Double, longitude: Double) {
    let map = LocalProjection(origin: Coordinate(latitude: latitude, longitude: longitude))
    let point = PlanePoint(east: 1234, north: -567)
    let coordinate = map.coordinate(point)
    #expect(coordinate.isValid)
    let back = map.point(coordinate)
    #expect(abs(back.east - point.east) < 1e-6)
    #expect(abs(back.north - point.north) < 1e-6)
  }

  @Test("plane distances keep the stated error at 60° of latitude")
  func scale() {
    let origin = Coordinate(latitude: 60, longitude: 18)
    let map = LocalProjection(origin: origin)
    for bearing in stride(from: 0.0, to: 360, by: 5) {
      let point = map.point(origin.destination(distance: 10_000, bearing: bearing))
      let length = (point.east * point.east + point.north * point.north).squareRoot()
      #expect(abs(length - 10_000) / 10_000 < 6e-4)
    }
  }

  @Test("at a pole the plane stays finite")
  func pole() {
    let map = LocalProjection(origin: Coordinate(latitude: 90, longitude: 0))
    #expect(map.coordinate(PlanePoint(east: 5, north: 100)).isValid)
  }
}

@Suite("Bounds of coordinates")
struct CoordinateBoundsTests {
  @Test("a box over the date line is narrow and has its middle there")
  func dateLine() {
    var box = CoordinateBounds(Coordinate(latitude: 10, longitude: 179))
    box.extend(to: Coordinate(latitude: -20, longitude: -178))
    #expect(box.west > box.east)
    #expect(box.longitudeSpan == 3)
    #expect(box.latitudeSpan == 30)
    #expect(box.center == Coordinate(latitude: -5, longitude: -179.5))
    #expect(box.contains(Coordinate(latitude: 0, longitude: 180)))
    #expect(box.contains(Coordinate(latitude: 0, longitude: -180)))
    #expect(!box.contains(Coordinate(latitude: 0, longitude: 0)))
  }

  @Test("a box grows toward the nearer side and holds all it was given")
  func growth() {
    let points = [(0.0, 5.0), (1, -5), (-2, 12), (3, 11), (0.5, 0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    var box = CoordinateBounds(points[0])
    for point in points { box.extend(to: point) }
    #expect((box.west, box.east) == (-5, 12))
    #expect((box.south, box.north) == (-2, 3))
    #expect(points.allSatisfy(box.contains))
  }

  @Test("what is not a coordinate changes nothing")
  func invalid() {
    var box = CoordinateBounds(Coordinate(latitude: 1, longitude: 1))
    let before = box
    box.extend(to: Coordinate(latitude: .nan, longitude: 3))
    #expect(box == before)
    #expect(!box.contains(Coordinate(latitude: .nan, longitude: .nan)))
  }
}
