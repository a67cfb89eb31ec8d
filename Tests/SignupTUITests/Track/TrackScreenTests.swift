import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// The live track on virtual time.
@MainActor
private struct Live {
  let clock = VirtualTimeScheduler()
  let model: TrackViewModel
  let screen: TrackScreen

  init(user: SimulatedUser = SimulatedUser()) {
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2026, month: 6, day: 1, hour: 12)!, user: user,
      scheduler: clock)
    model = TrackViewModel(provider: provider, scheduler: clock)
    screen = TrackScreen(model: model, title: "Simulated GPS · seed 7")
    model.location.start()
  }

  func frame(_ width: Int = 100, _ height: Int = 30) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  func press(_ key: KeyPress) { screen.handle(.key(key)) }
}

@Suite("The live track's screen") @MainActor
struct TrackScreenTests {
  @Test("Its frames, from permission to a drive, wide, narrow and tiny")
  func frames() {
    var golden = GoldenFrames("TrackScreen")
    let live = Live()
    golden.add("before permission", live.frame())
    live.clock.advance(by: .seconds(60))
    golden.add("after a minute", live.frame())
    golden.add("60 columns", live.frame(60, 24))
    golden.add("30 by 8", live.frame(30, 8))
    golden.add("18 by 3", live.frame(18, 3))
    golden.add("20 by 6", live.frame(20, 6))
    golden.add("20 by 12", live.frame(20, 12))
    golden.add("23 by 5", live.frame(23, 5))
    live.press(KeyPress(.character("u")))
    live.press(KeyPress(.character("M")))
    live.press(KeyPress(.character("M")))
    live.press(KeyPress(.character("Z")))
    live.press(KeyPress(.character("z")))
    golden.add("miles, ASCII markers, zoomed", live.frame())
    live.press(KeyPress(.function(1)))
    golden.add("keys", live.frame())
    live.press(KeyPress(.escape))
    live.press(KeyPress(.tab))
    golden.add("fixes", live.frame(100, 12))
    live.press(KeyPress(.tab))
    golden.add("satellites", live.frame(100, 12))
    golden.add("satellites, narrow", live.frame(40, 9))
    live.press(KeyPress(.tab))
    golden.add("profile", live.frame(80, 12))
    live.press(KeyPress(.tab))
    live.press(KeyPress(.character("d")))
    live.press(KeyPress(.character("d")))
    golden.add("all there is room for", live.frame(200, 60))
    golden.expectUnchanged()
  }

  @Test("An error stands in place of the readings, and goes with its cause")
  func denied() {
    let live = Live(user: SimulatedUser(answer: .denied))
    live.clock.advance(by: .seconds(3))
    #expect(live.model.location.thereIsAnError)
    let text = live.frame().lines.joined(separator: "\n")
    #expect(!text.contains("Latitude"))
    #expect(text.contains("Permission: denied"))
    #expect(live.model.location.statusDescription == "denied")
    #expect(text.contains("○ stopped"))
  }

  @Test("Space stops and starts")
  func startAndStop() {
    let live = Live()
    live.clock.advance(by: .seconds(5))
    live.press(KeyPress(.character(" ")))
    #expect(live.model.location.isStartable)
    let count = live.model.snapshot.statistics.fixCount
    live.clock.advance(by: .seconds(5))
    #expect(live.model.snapshot.statistics.fixCount == count)
    live.press(KeyPress(.character(" ")))
    live.clock.advance(by: .seconds(5))
    #expect(live.model.snapshot.statistics.fixCount > count)
  }

  @Test("A fix changes a few cells, not the picture")
  func smallChanges() {
    let live = Live()
    live.clock.advance(by: .seconds(120))
    var before = live.frame()
    var changes: [Int] = []
    for _ in 0..<20 {
      live.clock.advance(by: .seconds(1))
      let after = live.frame()
      changes.append(zip(before.cells, after.cells).count { $0 != $1 })
      before = after
    }
    #expect(changes.sorted()[changes.count / 2] < 30)
  }

  @Test("At 100 by 30 a fix takes 120 bytes at most, as half of them do much less")
  func bytes() {
    let live = Live()
    live.clock.advance(by: .seconds(60))
    let encoder = FrameEncoder(theme: .dark, colorDepth: .trueColor)
    var before = live.frame()
    var counts: [Int] = []
    for _ in 0..<120 {
      live.clock.advance(by: .seconds(1))
      let after = live.frame()
      counts.append(encoder.encode(from: before, to: after).count)
      before = after
    }
    // A map that is drawn anew on another scale is rare, and expensive.
    #expect(counts.reduce(0, +) / counts.count <= 120)
    #expect(counts.sorted()[counts.count / 2] <= 100)
  }

  @Test("Digits stay in their columns whatever the units, and those of a longitude too")
  func columns() {
    let live = Live()
    live.clock.advance(by: .seconds(60))
    for _ in UnitSystem.allCases {
      let lines = live.frame().lines
      for label in ["Latitude", "Longitude", "Altitude", "Speed", "Course", "Distance", "Fixes"] {
        let line = Array(lines.first { $0.hasPrefix(" " + label) } ?? "")
        let value = line[13..<32]
        let end = value.firstIndex { $0 != " " }.flatMap { value[$0...].firstIndex(of: " ") }
        #expect(end == 22, "\(label): \(String(line))")
      }
      live.press(KeyPress(.character("u")))
    }
  }

  @Test(
    "The map's markers can be chosen beforehand",
    arguments: [(DotCanvas.Markers.braille, "●"), (.block, "●"), (.ascii, "@")])
  func markers(_ markers: DotCanvas.Markers, head: String) {
    let live = Live()
    live.clock.advance(by: .seconds(60))
    let screen = TrackScreen(model: live.model, title: "Map", look: TrackLook(markers: markers))
    var canvas = Canvas(size: Size(100, 30))
    screen.draw(on: &canvas)
    let map = canvas.lines.dropFirst(2).joined()
    #expect(map.contains(head))
    let isBraille = map.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) }
    #expect(isBraille == (markers == .braille))
  }

  @Test(
    "From 80 columns on the map is beside the figures, from 40 by 12 above them",
    arguments: [
      (80, 24, true, true), (79, 24, false, true), (40, 12, false, true), (39, 12, false, false),
      (40, 10, false, false),
    ])
  func sizes(width: Int, height: Int, isBeside: Bool, hasMap: Bool) {
    let live = Live()
    live.clock.advance(by: .seconds(60))
    let lines = live.frame(width, height).lines
    #expect(lines.contains { $0.contains("N↑") } == hasMap)
    let latitude = lines.first { $0.contains("Latitude") }
    #expect(latitude?.contains("│") == isBeside)
  }

  @Test("On any size something is drawn, and nothing traps")
  func anySize() {
    let live = Live()
    live.clock.advance(by: .seconds(30))
    for width in stride(from: 0, through: 130, by: 9) {
      for height in 0...32 { _ = live.frame(width, height) }
    }
  }

  @Test("q, Esc and ^C leave", arguments: [KeyPress(.character("q")), KeyPress(.escape)])
  func leaving(key: KeyPress) {
    let live = Live()
    live.press(key)
    #expect(live.screen.result == .quit)
    let other = Live()
    other.press(.control("c"))
    #expect(other.screen.result == .interrupted)
  }
}

@Suite("The units of the track screens")
struct UnitSystemTests {
  @Test("Speeds, distances and heights in each system")
  func figures() {
    #expect(UnitSystem.metric.speed(10) == "36.0 km/h")
    #expect(UnitSystem.imperial.speed(10) == "22.4 mph")
    #expect(UnitSystem.nautical.speed(10) == "19.4 kn")
    #expect(UnitSystem.metric.distance(999) == "999 m")
    #expect(UnitSystem.metric.distance(1000) == "1.00 km")
    #expect(UnitSystem.imperial.distance(100) == "328 ft")
    #expect(UnitSystem.nautical.distance(18520) == "10.00 nmi")
    #expect(UnitSystem.imperial.height(100, decimals: 0) == "328 ft")
    #expect(UnitSystem.metric.roundSpeed(atLeast: 10).text == "50 km/h")
    #expect(UnitSystem.nautical.roundSpeed(atLeast: 0.01).text == "1 kn")
    #expect(UnitSystem.imperial.roundSpeed(atLeast: 0.6).text == "1.5 mph")
  }

  @Test(
    "A scale bar has a round length that fits",
    arguments: [(0.5, nil), (1, "1 m"), (49, "20 m"), (50, "50 m"), (999, "500 m"), (7000, "5 km")]
      as [(Double, String?)])
  func scale(metres: Double, text: String?) {
    #expect(UnitSystem.metric.roundLength(upTo: metres)?.text == text)
  }

  @Test("Times, ages and courses as text")
  func texts() {
    #expect(FigureText.time(.seconds(59)) == "0:59")
    #expect(FigureText.time(.seconds(3723)) == "1:02:03")
    #expect(FigureText.age(.seconds(119)) == "119 s")
    #expect(FigureText.age(.seconds(7200)) == "2 h")
    #expect(FigureText.factor(0.25) == "0.25" && FigureText.factor(64) == "64")
    #expect(FigureText.count(1, "line") == "1 line" && FigureText.count(0, "line") == "0 lines")
    let instant = Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)!
    #expect(FigureText.dateAndTime(instant) == "2005-09-25 23:52:34")
    #expect(FigureText.timeAndDate(instant) == "23:52:34 2005-09-25")
    #expect(FigureText.course(359.9) == "0° N")
    #expect(FigureText.course(153.1) == "153° SSE")
  }
}
