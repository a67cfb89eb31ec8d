import Testing

@testable import Positioning

@Suite("Geodesics on WGS-84")
struct GeodesicTests {
  /// Twice the error that double precision was measured to leave, metres.
  let tolerance = 4e-8

  @Test("the distance agrees with the oracle to 40 nm", arguments: GeodesicTable.rows)
  func distance(row: GeodesicTable.Row) {
    let found = Geodesic(from: row.start, to: row.end).distance
    #expect(abs(found - row.distance) <= tolerance)
  }

  @Test("the bearings agree with the oracle to a micrometre", arguments: GeodesicTable.rows)
  func bearings(row: GeodesicTable.Row) {
    // Elsewhere a bearing is a matter of convention or of the last bit of a coordinate.
    guard (1...19_900_000).contains(row.distance), abs(row.start.latitude) < 89.9,
      abs(row.end.latitude) < 89.9
    else { return }
    let found = Geodesic(from: row.start, to: row.end)
    let lever = min(row.distance, 6.4e6) * .pi / 180
    for (bearing, azimuth) in [
      (found.initialBearing, row.initialAzimuth), (found.finalBearing, row.finalAzimuth),
    ] {
      #expect(abs((bearing - azimuth).remainder(dividingBy: 360)) * lever < 1e-6)
      #expect((0..<360).contains(bearing))
    }
  }

  @Test(
    "following the oracle's bearing for its distance ends 40 nm around the end",
    arguments: GeodesicTable.rows)
  func destination(row: GeodesicTable.Row) {
    let (end, bearing) = GeodesicLine(from: row.start, bearing: row.initialAzimuth)
      .position(at: row.distance)
    #expect(end.distance(to: row.end) <= tolerance)
    #expect(end.isValid)
    if abs(row.end.latitude) < 89.9, row.distance > 1 {
      #expect(abs((bearing - row.finalAzimuth).remainder(dividingBy: 360)) < 1e-6)
    }
  }

  @Test("the way back is as long and as far as the way there", arguments: GeodesicTable.rows)
  func symmetry(row: GeodesicTable.Row) {
    let there = Geodesic(from: row.start, to: row.end)
    let back = Geodesic(from: row.end, to: row.start)
    #expect(there.distance == back.distance)
    let closure = row.start.destination(
      distance: there.distance, bearing: there.initialBearing)
    #expect(closure.distance(to: row.end) <= tolerance)
  }

  @Test(
    "equal points are nowhere apart, however their longitude is written",
    arguments: [
      (Coordinate(latitude: 10, longitude: 20), Coordinate(latitude: 10, longitude: 20)),
      (Coordinate(latitude: 45, longitude: 180), Coordinate(latitude: 45, longitude: -180)),
      (Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 0, longitude: 180)),
      (Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: -0.0, longitude: -0.0)),
    ])
  func equalPoints(start: Coordinate, end: Coordinate) {
    let found = Geodesic(from: start, to: end)
    #expect(found.distance == 0)
    #expect(found.initialBearing == 0)
    #expect(found.finalBearing == 0)
  }

  @Test("all longitudes meet at a pole", arguments: [90.0, -90.0])
  func poles(latitude: Double) {
    let start = Coordinate(latitude: latitude, longitude: 10)
    let end = Coordinate(latitude: latitude, longitude: -140)
    #expect(start.distance(to: end) < 1e-9)
  }

  @Test(
    "what is not a coordinate gives not a number and no crash",
    arguments: [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
      Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: -.infinity, longitude: -.infinity),
    ])
  func invalid(coordinate: Coordinate) {
    let good = Coordinate(latitude: 1, longitude: 2)
    for found in [Geodesic(from: good, to: coordinate), Geodesic(from: coordinate, to: good)] {
      #expect(found.distance.isNaN && found.initialBearing.isNaN && found.finalBearing.isNaN)
    }
    let end = coordinate.destination(distance: 100, bearing: 0)
    #expect(end.latitude.isNaN)
    #expect(good.stepDistance(to: coordinate).isNaN)
  }

  @Test(
    "a bearing or distance that is not finite gives not a number",
    arguments: [(Double.nan, 0.0), (.infinity, 0), (1, .nan), (1, .infinity)])
  func invalidLine(distance: Double, bearing: Double) {
    let end = Coordinate(latitude: 1, longitude: 2)
      .destination(distance: distance, bearing: bearing)
    #expect(end.latitude.isNaN && end.longitude.isNaN)
  }

  @Test("Wellington to Salamanca, nearly opposite, is 19 959 679.267 m")
  func wellingtonToSalamanca() {
    let wellington = Coordinate(latitude: -41.32, longitude: 174.81)
    let salamanca = Coordinate(latitude: 40.96, longitude: -5.50)
    #expect(abs(wellington.distance(to: salamanca) - 19_959_679.267_354) < 1e-6)
    #expect(abs(wellington.bearing(to: salamanca) - 161.067_669_99) < 1e-7)
  }

  @Test("a quarter of the meridian is 10 001 965.729 m")
  func meridianQuadrant() {
    let line = GeodesicLine(from: Coordinate(latitude: 0, longitude: 30), bearing: 0)
    #expect(abs(line.position(at: 10_001_965.729_231).coordinate.latitude - 90) < 1e-8)
  }

  @Test("going backwards is going the other way")
  func backwards() {
    let start = Coordinate(latitude: -33, longitude: 179.9)
    let west = start.destination(distance: -50_000, bearing: 80)
    #expect(west.distance(to: start.destination(distance: 50_000, bearing: 260)) < 1e-7)
  }
}
