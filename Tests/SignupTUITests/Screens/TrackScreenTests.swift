import Reactive
import Testing
import ViewModels

@testable import SignupTUI

/// The live track on virtual time.
@MainActor
private struct Live {
  let clock = VirtualTimeScheduler()
  let model: TrackViewModel
  let screen: TrackScreen

  init(_ configuration: SimulatedGPSConfiguration = .init()) {
    let provider = SimulatedLocationProvider(
      seed: 7, configuration: configuration,
      start: Timestamp(year: 2026, month: 6, day: 1, hour: 12)!, scheduler: clock)
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
    live.press(KeyPress(.character("u")))
    live.press(KeyPress(.character("m")))
    live.press(KeyPress(.character("m")))
    live.press(KeyPress(.character("z")))
    golden.add("miles, ASCII markers, following", live.frame())
    live.press(KeyPress(.function(1)))
    golden.add("keys", live.frame())
    live.press(KeyPress(.escape))
    live.press(KeyPress(.tab))
    golden.add("fixes", live.frame(100, 12))
    live.press(KeyPress(.tab))
    golden.add("satellites", live.frame(100, 12))
    golden.add("satellites, narrow", live.frame(40, 9))
    golden.expectUnchanged()
  }

  @Test("An error stands in place of the readings, and goes with its cause")
  func denied() {
    var configuration = SimulatedGPSConfiguration()
    configuration.authorization = [.init(.zero, .denied)]
    let live = Live(configuration)
    live.clock.advance(by: .seconds(3))
    #expect(live.model.location.thereIsAnError)
    let text = live.frame().lines.joined(separator: "\n")
    #expect(!text.contains("Latitude"))
    #expect(text.contains("Permission: denied"))
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
    #expect(changes.sorted()[changes.count / 2] < 60)
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
    #expect(UnitSystem.imperial.height(100) == "328 ft")
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
    #expect(FigureText.course(359.9) == "0° N")
    #expect(FigureText.course(153.1) == "153° SSE")
  }
}
