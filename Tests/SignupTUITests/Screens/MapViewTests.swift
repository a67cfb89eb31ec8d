import Positioning
import TerminalKit
import Testing
import ViewModels

@testable import SignupTUI

@Suite("Which part of the world a map shows")
struct MapViewTests {
  @Test(
    "A track of many kilometres is seldom drawn anew, and never outside",
    arguments: [(1, 0), (-1, 0), (0, 1), (-1, -1)], [false, true])
  func steady(direction: (east: Double, north: Double), comesBack: Bool) throws {
    var path = TrackPath()
    var view: MapView?
    var renewals = 0
    for step in 0..<2000 {
      // Steps of ten metres from Stockholm.
      let way = Double(comesBack ? min(step, 2000 - step) : step) * 10
      path.append(
        Coordinate(
          latitude: 59.33 + direction.north * way / 111_400,
          longitude: 18.07 + direction.east * way / 56_900))
      if view?.serves(path, zoom: .all, columns: 126, rows: 100) != true {
        view = MapView(path, zoom: .all, columns: 126, rows: 100)
        renewals += 1
      }
      let dot = try #require(view).dot(try #require(path.head).coordinate)
      #expect((0...125).contains(dot.x) && (0...99).contains(dot.y))
    }
    #expect(renewals <= 20)
    // Well filled: no less than a third of one side.
    let bounds = try #require(path.bounds)
    let (left, bottom) = view!.dot(Coordinate(latitude: bounds.south, longitude: bounds.west))
    let (right, top) = view!.dot(Coordinate(latitude: bounds.north, longitude: bounds.east))
    #expect(right - left >= 42 || bottom - top >= 33)
  }

  @Test(
    "The present place is seen wherever it lies, also where the scale is", arguments: [4, 5, 9])
  func headAboveScale(rows: Int) {
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      for zoom in [MapView.Zoom.all, .follow] {
        var map = TrackMap(markers: .braille)
        map.zoom = zoom
        var path = TrackPath()
        let start = Coordinate(latitude: 59.33, longitude: 18.06)
        for metres in stride(from: 0.0, through: 2000, by: 20) {
          path.append(start.destination(distance: metres, bearing: bearing))
          var canvas = Canvas(size: Size(30, rows))
          map.draw(
            path, units: .metric, placeholder: "", in: canvas.bounds, on: &canvas)
          #expect(canvas.lines.joined().contains("●"), "\(bearing)°, \(metres) m")
        }
      }
    }
  }
}
