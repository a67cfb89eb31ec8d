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
      let bounds = try #require(path.bounds)
      let head = try #require(path.head?.coordinate)
      if view?.holds(bounds) != true {
        view = MapView(whole: bounds, growingAt: head, columns: 126, rows: 100)
        renewals += 1
      }
      let dot = try #require(view).dot(head)
      #expect((0...125).contains(dot.x) && (0...99).contains(dot.y))
    }
    #expect(renewals <= 20)
    // Well filled: no less than a third of one side.
    let bounds = try #require(path.bounds)
    let (left, bottom) = view!.dot(Coordinate(latitude: bounds.south, longitude: bounds.west))
    let (right, top) = view!.dot(Coordinate(latitude: bounds.north, longitude: bounds.east))
    #expect(right - left >= 42 || bottom - top >= 33)
  }

  @Test("A route that is known whole fills the map, wherever on it the present place is")
  func whole() throws {
    var bounds = CoordinateBounds(Coordinate(latitude: 59.33, longitude: 18.07))
    bounds.extend(to: Coordinate(latitude: 59.4, longitude: 18.3))
    let view = try #require(MapView(whole: bounds, growingAt: nil, columns: 126, rows: 100))
    #expect(view.holds(bounds))
    let (left, _) = view.dot(Coordinate(latitude: 59.33, longitude: 18.07))
    let (right, _) = view.dot(Coordinate(latitude: 59.4, longitude: 18.3))
    #expect(right - left > 70)
  }

  @Test(
    "A view that follows has the place well inside, and is the same for the same place",
    arguments: [(59.33, 18.07), (-33.9, 151.2), (0, 0), (64.1, -179.9999), (89.99, 12), (-90, 0)])
  func following(latitude: Double, longitude: Double) throws {
    let start = Coordinate(latitude: latitude, longitude: longitude)
    for bearing in stride(from: 0.0, to: 360, by: 45) {
      for metres in stride(from: 0.0, through: 5000, by: 130) {
        let place = start.destination(distance: metres, bearing: bearing)
        func view() -> MapView? {
          MapView(around: place, metresPerDot: 5, isSteady: true, columns: 60, rows: 40)
        }
        let (x, y) = try #require(view()).dot(place)
        #expect((14...46).contains(x) && (9...31).contains(y), "\(place): \(x), \(y)")
        #expect(view() == view())
      }
    }
  }

  @Test(
    "The present place is seen wherever it lies, also where the scale is", arguments: [4, 5, 9])
  func headAboveScale(rows: Int) {
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      for zooms in [0, 2] {
        var map = TrackMap(markers: .braille)
        var shown = ShownTrack()
        let start = Coordinate(latitude: 59.33, longitude: 18.06)
        for (step, metres) in stride(from: 0.0, through: 2000, by: 20).enumerated() {
          shown.snapshot.add(
            LocationEpoch(
              location: Location(
                coordinate: start.destination(distance: metres, bearing: bearing)),
              clock: .seconds(step)))
          var canvas = Canvas(size: Size(30, rows))
          map.draw(shown, units: .metric, in: canvas.bounds, on: &canvas)
          if step < zooms { map.aim.zoomIn() }
          #expect(canvas.lines.joined().contains("●"), "\(bearing)°, \(metres) m")
        }
      }
    }
  }
}

@Suite("A map moved and zoomed by keys")
struct MapAimTests {
  /// A map of some kilometres, drawn after each change.
  private struct Shown {
    var map = TrackMap(markers: .braille)
    var track = ShownTrack()

    init() {
      let start = Coordinate(latitude: 59.33, longitude: 18.06)
      for step in 0..<100 {
        track.snapshot.add(
          LocationEpoch(
            location: Location(
              coordinate: start.destination(distance: Double(step) * 60, bearing: 60), speed: 60),
            clock: .seconds(step)))
      }
      draw()
    }

    @discardableResult mutating func draw() -> [String] {
      var canvas = Canvas(size: Size(90, 20))
      map.draw(track, units: .metric, in: canvas.bounds, on: &canvas)
      return canvas.lines
    }

    mutating func act(_ body: (inout MapAim) -> Void) -> String {
      body(&map.aim)
      draw()
      return map.name
    }
  }

  @Test("z goes nearer step by step, at once; Z goes back to the whole route")
  func zoom() {
    var shown = Shown()
    #expect(shown.map.name == "Whole route")
    let whole = shown.draw()
    var names: [String] = []
    for _ in 0..<4 { names.append(shown.act { $0.zoomIn() }) }
    #expect(Set(names).count == 4)
    #expect(names.allSatisfy { $0.hasPrefix("Zoom ") && $0.hasSuffix("×, following") })
    #expect(shown.draw() != whole)
    for _ in 0..<4 { names.append(shown.act { $0.zoomOut() }) }
    #expect(names.last == "Whole route")
    #expect(shown.draw() == whole)
    #expect(shown.act { $0.zoomOut() } == "Whole route")
  }

  @Test("There is a nearest view, and w leads out of it at once")
  func nearest() {
    var shown = Shown()
    for _ in 0..<40 { _ = shown.act { $0.zoomIn() } }
    #expect(shown.draw().joined().contains("●"))
    #expect(shown.act { $0.showWhole() } == "Whole route")
  }

  @Test("Panning leaves the present place, f comes back to it and stays with it")
  func panning() {
    var shown = Shown()
    #expect(
      shown.act {
        $0.zoomIn(); $0.zoomIn()
      }.hasSuffix("following"))
    #expect(shown.act { $0.pan(east: -2, north: 0) }.hasSuffix("free"))
    #expect(!shown.draw().joined().contains("●"))
    #expect(shown.act { $0.toggleFollow() }.hasSuffix("following"))
    #expect(shown.draw().joined().contains("●"))
    #expect(shown.act { $0.toggleFollow() }.hasSuffix("free"))
  }

  @Test("Keys that come before the next frame each count, zooming and panning among each other")
  func burst() {
    var (burst, slow) = (Shown(), Shown())
    for _ in 0..<2 {
      _ = burst.act { $0.zoomIn() }
      _ = slow.act { $0.zoomIn() }
    }
    _ = burst.act {
      $0.pan(east: 0.5, north: 0); $0.pan(east: 0.5, north: 0); $0.zoomIn()
      $0.pan(east: 0, north: 0.5)
    }
    _ = slow.act { $0.pan(east: 1, north: 0) }
    _ = slow.act { $0.zoomIn() }
    _ = slow.act { $0.pan(east: 0, north: 0.5) }
    #expect(burst.map.name == slow.map.name)
    let places = [burst, slow].compactMap(\.map.aim.middle)
    #expect(places.count == 2 && places[0].distance(to: places[1]) < 30)
  }

  @Test("Colours say their scale, and cost nothing where nothing is known of what they say")
  func colours() {
    var shown = Shown()
    shown.map.colour = .speed
    #expect(shown.draw().last?.contains("speed 0 █████ 300 km/h") == true)
    shown.map.colour = .height
    #expect(shown.draw().last?.contains("height") == false)
  }
}

@Suite("Figures as exact as the fix")
struct FigurePrecisionTests {
  @Test(
    "Degrees as decimals, minutes and seconds; no rest is a whole degree",
    arguments: [
      (59.328904, 5, "59.32890", "59° 19.734' N", "59° 19' 44.1\" N"),
      (-33.999_999_9, 5, "-34.00000", "34° 00.000' S", "34° 00' 00.0\" S"),
      (12.999_999, 4, "13.0000", "13° 00.00' N", "13° 00' 00\" N"),
      (-0.05, 7, "-0.0500000", "0° 03.00000' S", "0° 03' 00.000\" S"),
    ])
  func angles(degrees: Double, decimals: Int, d: String, dm: String, dms: String) {
    #expect(AngleForm.degrees.latitude(degrees, decimals: decimals) == d)
    #expect(AngleForm.minutes.latitude(degrees, decimals: decimals) == dm)
    #expect(AngleForm.seconds.latitude(degrees, decimals: decimals) == dms)
    #expect(AngleForm.seconds.longitude(-119.765, decimals: 5) == "119° 45' 54.0\" W")
  }

  @Test("Seven decimals for RTK, five for a receiver by itself, fewer where it says so itself")
  func place() {
    func decimals(_ quality: FixQuality, _ accuracy: Double? = nil) -> Int {
      FigureText.coordinateDecimals(
        of: Location(
          coordinate: Coordinate(latitude: 0, longitude: 0), horizontalAccuracy: accuracy,
          fix: quality))
    }
    #expect(decimals(.rtk) == 7 && decimals(.rtk, 0.02) == 7)
    #expect(decimals(.floatRTK) == 6 && decimals(.gps) == 5 && decimals(.gps, 3) == 5)
    #expect(decimals(.gps, 50) == 4 && decimals(.gps, 1000) == 3 && decimals(.dgps, 0.5) == 6)
  }

  @Test(
    "A time has the decimals that tell fixes apart",
    arguments: [([0, 1000, 2000], 0), ([0, 100, 200], 1), ([0, 50, 100], 2), ([0, 1, 2], 3)])
  func times(milliseconds: [Int], decimals: Int) {
    let start = Timestamp(year: 2026, month: 6, day: 1)!
    let fixes = milliseconds.map { time in
      Location(
        coordinate: Coordinate(latitude: 0, longitude: 0),
        timestamp: start.advanced(by: .milliseconds(time)))
    }
    #expect(FigureText.timeDecimals(of: fixes) == decimals)
  }
}
