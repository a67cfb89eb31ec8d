import TestSupport
import Testing

@testable import Positioning

@Suite("Examples in comments: geodesy and times")
struct GeodesyCommentExamples {
  @Test("the way between two places")
  func distance() {
    let shown = results {
      let stockholm = Coordinate(latitude: 59.3303, longitude: 18.0580)
      let gothenburg = Coordinate(latitude: 57.7089, longitude: 11.9746)
      stockholm.distance(to: gothenburg)  // 397653 m
    }
    #expect(shown.map { $0.prefix { $0 != "." } } == ["397653"])
  }

  @Test("a geodesic to the other side of the earth")
  func geodesic() {
    func length() -> Double {
      let wellington = Coordinate(latitude: -41.32, longitude: 174.81)
      let salamanca = Coordinate(latitude: 40.96, longitude: -5.50)
      return Geodesic(from: wellington, to: salamanca).distance  // 19959679.267 m
    }
    #expect(String(fixedPoint: length(), decimals: 3) == "19959679.267")
  }

  @Test("a line from New York that leads to Paris")
  func line() {
    func place() -> Coordinate {
      let line = GeodesicLine(from: Coordinate(latitude: 40.64, longitude: -73.78), bearing: 53.5)
      return line.position(at: 5_850_000).coordinate  // near Paris
    }
    let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
    #expect(place().distance(to: paris) < 30_000)
  }

  @Test("a map whose origin is a place")
  func map() {
    func point() -> PlanePoint {
      let map = LocalProjection(origin: Coordinate(latitude: 59.33, longitude: 18.06))
      return map.point(Coordinate(latitude: 59.34, longitude: 18.06))  // east 0, north 1114
    }
    #expect(point().east == 0 && point().north.rounded() == 1114)
  }

  @Test("the names of grids")
  func grids() {
    let shown = results {
      Coordinate(latitude: 59.3303, longitude: 18.058).maidenhead()  // "JO99ah"
      UTMCoordinate(Coordinate(latitude: 59.3303, longitude: 18.058))!.description
      // "34V 332632 6580529"
    }
    #expect(shown == [#""JO99ah""#, #""34V 332632 6580529""#])
  }

  @Test("an instant is ISO 8601")
  func timestamp() {
    let shown = results {
      Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)!.description
      // "2005-09-25T23:52:34.000Z"
    }
    #expect(shown == [#""2005-09-25T23:52:34.000Z""#])
  }
}
