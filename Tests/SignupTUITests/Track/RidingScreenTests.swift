import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// Traces as those who ride and walk have them, replayed on virtual time.
@MainActor
private struct Ride {
  let clock = VirtualTimeScheduler()
  let folder = ScratchFolder()
  let session: ReplaySession
  let screen: ReplayScreen
  var model: ReplayViewModel { session.replay }

  init(_ bytes: [UInt8], look: TrackLook = TrackLook()) throws {
    let file = try TraceFile(path: folder.write("ride", bytes))
    func open(_ line: TraceSelection.Line?, _ clock: VirtualTimeScheduler) -> ReplayViewModel {
      var options = ReplayOptions()
      options.line = line
      let provider = TraceLocationProvider(file: file, options: options, scheduler: clock)
      return ReplayViewModel(provider: provider, scheduler: clock)
    }
    let clock = clock
    session = ReplaySession(replay: open(nil, clock)) { open($0, clock) }
    screen = ReplayScreen(session: session, look: look)
    clock.advance(by: .zero)
  }

  /// A ride of 3 km north over a hill, 10 m/s, with a heart rate and a power; two laps.
  static func fit() -> [UInt8] {
    var file = FITWriter()
    file.define(
      0, message: 20,
      [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (3, 1, 0x02), (7, 2, 0x84)])
    file.define(1, message: 19, [(253, 4, 0x86)])
    for second in Int64(0)...300 {
      if second == 120 { file.data(1, [FITWriter.noon + second]) }
      let height = 100 + Double(second < 150 ? second : 300 - second) * 0.5
      file.data(
        0,
        [
          FITWriter.noon + second,
          FITWriter.semicircles(59.33 + Double(second) * 10 / 111_412),
          FITWriter.semicircles(18.07), Int64((height + 500) * 5), 110 + second / 5,
          150 + second % 60,
        ])
    }
    return file.bytes()
  }

  /// Two tracks, a planned route and two places.
  static let gpx = Array(
    """
    <gpx><wpt lat="59.332" lon="18.075"><name>Old hut</name></wpt>
    <wpt lat="59.338" lon="18.068"><name>Lake</name></wpt>
    <rte><name>Plan</name><rtept lat="59.33" lon="18.08"/><rtept lat="59.34" lon="18.08"/></rte>
    <trk><name>Morning</name><trkseg>
    \((0..<60).map { point(59.33 + Double($0) * 0.0001, 18.07, "2024-05-01T08:00:", $0) }.joined())
    </trkseg></trk><trk><name>Evening</name><trkseg>
    \((0..<60).map { point(59.336, 18.07 + Double($0) * 0.0002, "2024-05-01T18:00:", $0) }.joined())
    </trkseg></trk></gpx>
    """.utf8)

  private static func point(
    _ latitude: Double, _ longitude: Double, _ hour: String, _ second: Int
  ) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>\(20 + second / 2)</ele><time>\(hour)"
      + "\(second < 10 ? "0" : "")\(second)Z</time></trkpt>\n"
  }

  func press(_ keys: KeyPress...) {
    for key in keys {
      screen.handle(.key(key))
      clock.advance(by: .milliseconds(1))
    }
  }

  func type(_ text: String) { for letter in text { press(KeyPress(.character(letter))) } }

  func frame(_ width: Int = 80, _ height: Int = 24, symbols: Symbols = .unicode) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    screen.draw(on: &canvas)
    return canvas
  }

  func shows(_ text: String, _ width: Int = 132, _ height: Int = 50) -> Bool {
    frame(width, height).lines.contains { $0.contains(text) }
  }
}

@Suite("A screen for who moves") @MainActor
struct RidingScreenTests {
  private static let sizes = [Size(132, 50), Size(80, 24), Size(40, 12), Size(20, 6)]

  @Test(
    "Its frames at four sizes: a ride's map, profile over way and splits; two tracks' map and list")
  func frames() throws {
    var golden = GoldenFrames("RidingScreen")
    let ride = try Ride(Ride.fit())
    ride.type("5")
    for size in Self.sizes {
      golden.add("ride \(size.width)×\(size.height)", ride.frame(size.width, size.height))
    }
    ride.press(KeyPress(.function(5)), KeyPress(.character("t")))
    for size in Self.sizes {
      golden.add("profile \(size.width)×\(size.height)", ride.frame(size.width, size.height))
    }
    ride.press(KeyPress(.function(7)))
    for size in Self.sizes {
      golden.add("splits \(size.width)×\(size.height)", ride.frame(size.width, size.height))
    }
    let places = try Ride(Ride.gpx)
    places.type("7")
    _ = places.frame()
    places.type("n")
    for size in Self.sizes {
      golden.add("places \(size.width)×\(size.height)", places.frame(size.width, size.height))
    }
    places.press(KeyPress(.function(8)))
    for size in Self.sizes {
      golden.add("tracks \(size.width)×\(size.height)", places.frame(size.width, size.height))
    }
    golden.expectUnchanged()
  }

  @Test("The first page says the totals of the whole trace before anything was played")
  func totals() throws {
    let ride = try Ride(Ride.fit())
    #expect(ride.model.position == .zero)
    #expect(ride.shows("Whole trace") && ride.shows("Distance         3.00 km"))
    #expect(ride.shows("Climb              75 m"))
    #expect(ride.shows("record 301"))
    #expect(ride.shows("Total: 3.00 km in 5:00, moving 5:00, 75 m up", 80, 24))
    let places = try Ride(Ride.gpx)
    #expect(places.shows("Tracks              2"))
  }

  @Test("What was measured stands among the figures, in the table and in curves")
  func sensors() throws {
    let ride = try Ride(Ride.fit())
    ride.type("5")
    #expect(ride.shows("Heart rate        140 bpm") && ride.shows("Power             180 W"))
    ride.press(KeyPress(.function(3)))
    #expect(ride.shows("140 bpm") && ride.shows("Heart"))
    ride.press(KeyPress(.function(5)))
    for name in ["Speed  36", "Height  175 m", "Heart rate  140 bpm", "Power  180 W", "Grade"] {
      #expect(ride.shows(name), "\(name)")
    }
  }

  @Test("The profile lies over time or way, says what is ahead, and the mouse goes there")
  func profile() throws {
    let ride = try Ride(Ride.fit())
    ride.type("5")
    ride.press(KeyPress(.function(5)))
    #expect(ride.frame().lines.contains { $0.contains("2:30, ahead 1.50 km, 2:30") })
    ride.type("t")
    #expect(ride.frame().lines.contains { $0.contains("1.50 km, ahead 1.50 km, 2:30") })
    ride.press(KeyPress(.home))
    #expect(ride.frame().lines.contains { $0.contains("0 m, ahead 3.00 km, 75 m up, 5:00") })
    let canvas = ride.frame()
    let spot = try #require(canvas.spots.first { $0.target is ProfilePage.Target })
    let point = Point(spot.rect.x + spot.rect.width / 4, spot.rect.y)
    ride.screen.handle(canvas.resolved(.mouse(Mouse(.press, at: point))))
    ride.clock.advance(by: .milliseconds(1))
    let part = Double(spot.rect.width / 4) / Double(spot.rect.width - 1)
    #expect(abs(ride.model.progress - part) < 0.02)
  }

  @Test("Kilometres, miles and laps are rows; l changes between them")
  func splits() throws {
    let ride = try Ride(Ride.fit())
    ride.press(KeyPress(.function(7)))
    #expect(ride.shows("km    Length     Time"))
    #expect(ride.shows("1   1.00 km     1:40    1:40 /km   36.0 km/h    50 m"))
    ride.type("u")
    #expect(ride.shows("Mile"))
    ride.type("ul")
    _ = ride.frame()
    ride.type("l")
    #expect(!ride.shows("Lap    "))
    ride.type("l")
    #expect(ride.shows("Lap    Length") && ride.shows("119 bpm") == false)
    #expect(ride.shows("l splits", 80, 24), "More than the scrolling it says what there is to see.")
  }

  @Test("n looks at one waypoint after the other, with the way there, and / finds one by its name")
  func waypoints() throws {
    let ride = try Ride(Ride.gpx)
    ride.press(KeyPress(.character(".")))
    _ = ride.frame()
    ride.type("n")
    #expect(ride.shows("Old hut, 361 m 52° NE"))
    ride.type("/lak")
    ride.press(KeyPress(.enter))
    #expect(ride.shows("Lake, 898 m 353° N"))
    ride.type("/sea")
    ride.press(KeyPress(.enter))
    for (width, height) in [(132, 50), (80, 24), (40, 12)] {
      #expect(ride.shows("No waypoint is called 'sea'.", width, height), "\(width)×\(height)")
    }
    ride.press(KeyPress(.escape))
    ride.type("n")
    #expect(!ride.shows("Lake, "))
  }

  @Test("Enter in the list of tracks plays one alone, and all again")
  func chooseTrack() throws {
    let ride = try Ride(Ride.gpx)
    ride.press(KeyPress(.function(8)))
    _ = ride.frame()
    ride.press(KeyPress(.down), KeyPress(.down), KeyPress(.enter))
    #expect(ride.session.line == .number(2))
    #expect(ride.model.duration == .seconds(59) && ride.model.position == .zero)
    let list = ride.frame().lines
    #expect(list.contains { $0.contains("▶  track        2  Evening") }, "\(list)")
    #expect(ride.frame().lines == list, "No column moves from frame to frame.")
    #expect(list.contains { $0.contains("Morning") && $0.contains("0:59") })
    ride.press(KeyPress(.up), KeyPress(.up), KeyPress(.enter))
    #expect(ride.session.line == nil && ride.model.duration == .seconds(118))
  }

  @Test("p writes speeds as paces, and back")
  func pace() throws {
    let ride = try Ride(Ride.fit())
    ride.type("5p")
    #expect(ride.shows("Pace            ~1:40 /km"))
    ride.type("p")
    #expect(ride.shows("Speed           ~36.0 km/h"))
  }

  @Test("Times are shown by the zone's clock, which is named")
  func zone() throws {
    let zone = try #require(ClockZone(named: "+02:00"))
    let ride = try Ride(Ride.gpx, look: TrackLook(zone: zone))
    ride.type(".")
    #expect(ride.shows("Time +02:00") && ride.shows("10:00:00 2024-05-01"))
    ride.press(KeyPress(.function(3)))
    #expect(ride.shows("+02:00") && ride.shows("10:00:00"))
  }

  @Test("On any size every page draws, and nothing traps")
  func anySize() throws {
    for bytes in [Ride.fit(), Ride.gpx] {
      let ride = try Ride(bytes)
      ride.type("5")
      for page in 2...8 {
        ride.press(KeyPress(.function(page)))
        for width in stride(from: 0, through: 140, by: 20) {
          for height in [0, 3, 5, 6, 12, 24, 50] { _ = ride.frame(width, height) }
        }
      }
    }
  }
}

@Suite("Zones, lengths and paces as text")
struct RidingTextTests {
  @Test(
    "Zones are named, offsets, or none",
    arguments: ["Nowhere/At/All", "../etc/passwd", "/etc", "+25", "+1:2"])
  func noZone(name: String) {
    #expect(ClockZone(named: name) == nil)
  }

  @Test("Offsets are read with and without minutes")
  func offsets() throws {
    let noon = Timestamp(nanosecondsSince1970: 1_714_564_800_000_000_000)
    for (name, hours, shown) in [
      ("+2", 2.0, "+02:00"), ("-03:30", -3.5, "-03:30"), ("+0545", 5.75, "+05:45"),
      ("utc", 0, "UTC"),
    ] {
      let zone = try #require(ClockZone(named: name))
      #expect(noon.duration(to: zone.local(noon)) == .seconds(Int(hours * 3600)))
      #expect(zone.name(at: noon) == shown)
    }
  }

  @Test(
    "Lengths have units",
    arguments: [
      ("50m", 50.0), ("1km", 1000), ("1 mi", 1609.344), ("0.5nmi", 926), ("150ft", 45.72), ("7", 7),
    ])
  func lengths(text: String, metres: Double) throws {
    #expect(abs(try #require(LengthText.metres(text)) - metres) < 1e-9)
  }

  @Test("What is no length is none", arguments: ["", "km", "-5m", "x", "nan", "inf km", "0m"])
  func noLength(text: String) { #expect(LengthText.metres(text) == nil) }

  @Test("A pace is minutes and seconds of a kilometre or mile")
  func pace() {
    #expect(UnitSystem.metric.pace(1000 / 312) == "5:12 /km")
    #expect(UnitSystem.imperial.pace(1609.344 / 480) == "8:00 /mi")
    #expect(UnitSystem.metric.pace(0) == "- /km" && UnitSystem.nautical.pace(0.1) == "- /nmi")
  }

  @Test("A change of height is of the units' family, with its sign, and none where it is nothing")
  func climbRate() {
    #expect(UnitSystem.metric.climbRate(0.42) == "+0.4 m/s")
    #expect(UnitSystem.nautical.climbRate(-1) == "-1.0 m/s")
    #expect(UnitSystem.imperial.climbRate(-0.1) == "-20 ft/min")
    #expect(UnitSystem.imperial.climbRate(2.54) == "+500 ft/min")
    #expect(UnitSystem.metric.climbRate(0.01) == "0.0 m/s")
  }

  @Test("Names in the sky stand beside each other, none over another")
  func skyLabels() {
    var canvas = Canvas(size: Size(40, 14))
    let satellites = (1...12).map { number in
      Satellite(
        system: .gps, number: number, elevation: 45 + Double(number % 3),
        azimuth: 90 + Double(number),
        carrierToNoise: 30, isUsed: number < 6)
    }
    SkyPlot(satellites: satellites).draw(in: canvas.bounds, markers: .braille, on: &canvas)
    let text = canvas.lines.joined(separator: "\n")
    var found = 0
    for satellite in satellites where text.contains(satellite.description) { found += 1 }
    #expect(found >= 7, "\(text)")
    #expect(!text.contains("G01G") && !text.contains("G02G"))
  }

  @Test("Near a pole a length is as long in every direction", arguments: [89.9, 85, -89.9])
  func polarScale(latitude: Double) throws {
    let middle = Coordinate(latitude: latitude, longitude: 30)
    let view = try #require(
      MapView(around: middle, metresPerDot: 50, isSteady: false, columns: 200, rows: 200))
    for bearing in stride(from: 0.0, to: 360, by: 30) {
      let place = middle.destination(distance: 4000, bearing: bearing)
      let (here, there) = (view.dot(middle), view.dot(place))
      let dots = ((here.x - there.x) * (here.x - there.x) + (here.y - there.y) * (here.y - there.y))
        .squareRoot()
      #expect(abs(dots * 50 - 4000) < 30, "\(bearing)°: \(dots * 50) m")
    }
    var bounds = CoordinateBounds(middle.destination(distance: 8000, bearing: 0))
    for bearing in stride(from: 0.0, to: 360, by: 30) {
      bounds.extend(to: middle.destination(distance: 8000, bearing: bearing))
    }
    let whole = try #require(MapView(whole: bounds, growingAt: nil, columns: 200, rows: 200))
    for bearing in stride(from: 0.0, to: 360, by: 30) {
      let (x, y) = whole.dot(middle.destination(distance: 8000, bearing: bearing))
      #expect((0..<200).contains(x) && (0..<200).contains(y))
    }
  }
}
