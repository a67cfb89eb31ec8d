import Reactive
import Testing
import ViewModels

@testable import SignupTUI

/// A small trace that is replayed on virtual time: a fix a second to the north-east, one line
/// damaged, and a loss of the fix.
@MainActor
private struct Replay {
  let clock = VirtualTimeScheduler()
  let folder: ScratchFolder
  let model: ReplayViewModel
  let screen: ReplayScreen

  init(fixes: Int = 120, rebuildLimit: Int? = nil) throws {
    var text = ""
    for second in 0..<fixes {
      let time = "12\(Replay.two(second / 60))\(Replay.two(second % 60))"
      let minutes = Replay.two(second / 60 + 10) + "." + Replay.four(second % 60 * 160)
      let status = (60..<70).contains(second) ? "V" : "A"
      let body = "GPRMC,\(time),\(status),59\(minutes),N,018\(minutes),E,20.0,045.0,010626,,"
      let checksum = body.utf8.reduce(0, ^)
      let hex = String(checksum, radix: 16, uppercase: true)
      let shown = second == 30 ? "00" : hex.count == 1 ? "0" + hex : hex
      text += "$\(body)*\(shown)\r\n"
    }
    folder = try ScratchFolder()
    let path = folder.write("trip.nmea", text.utf8)
    var options = ReplayOptions()
    if let rebuildLimit { options.rebuildLimit = rebuildLimit }
    let provider = TraceLocationProvider(
      file: try TraceFile(path: path), options: options, scheduler: clock)
    model = ReplayViewModel(provider: provider, scheduler: clock)
    screen = ReplayScreen(model: model)
  }

  private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
  private static func four(_ n: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(n)".count)) + "\(n)"
  }

  func frame(_ width: Int = 100, _ height: Int = 30) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  func press(_ keys: KeyPress...) {
    for key in keys {
      screen.handle(.key(key))
      // What was sought is read on the scheduler.
      clock.advance(by: .milliseconds(1))
    }
  }
}

@Suite("The replay's screen") @MainActor
struct ReplayScreenTests {
  @Test("Its frames: start, under way, without a fix, paused after a seek, at the end")
  func frames() throws {
    var golden = GoldenFrames("ReplayScreen")
    let replay = try Replay()
    golden.add("start", replay.frame())
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(45))
    golden.add("after 45 s", replay.frame())
    replay.clock.advance(by: .seconds(20))
    golden.add("without a fix", replay.frame())
    replay.press(KeyPress(.character(" ")), KeyPress(.left, .shift))
    replay.clock.advance(by: .seconds(1))
    golden.add("paused, a minute back", replay.frame())
    replay.press(KeyPress(.end))
    replay.clock.advance(by: .seconds(1))
    golden.add("end, narrow", replay.frame(60, 24))
    golden.expectUnchanged()
  }

  @Test("Playing moves on by the log's clock, at the rate that + and - choose")
  func rate() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(10))
    #expect(replay.model.position.map { ($0 - .seconds(10)).magnitudeInSeconds < 1.1 } == true)
    replay.press(KeyPress(.character("+")), KeyPress(.character("+")))
    #expect(replay.model.rate == 4)
    replay.clock.advance(by: .seconds(10))
    #expect(replay.model.position.map { ($0 - .seconds(50)).magnitudeInSeconds < 2 } == true)
    replay.press(KeyPress(.character("-")))
    #expect(replay.model.rate == 2)
  }

  @Test("While it is paused nothing changes and nothing is scheduled")
  func paused() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(10))
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(1))
    let before = replay.frame()
    replay.clock.advance(by: .seconds(60))
    #expect(replay.frame() == before)
    #expect(!replay.clock.hasWork, "An idle screen wakes nobody.")
  }

  @Test("After a leap in a long trace the screen says since when its figures count")
  func partial() throws {
    let replay = try Replay(fixes: 2900, rebuildLimit: 20_000)
    replay.press(KeyPress(.end))
    replay.clock.advance(by: .seconds(1))
    #expect(replay.model.isTrackPartial)
    #expect(replay.frame().lines.contains { $0.contains("Figures and map since 2026-06-01") })
    replay.press(KeyPress(.home))
    replay.clock.advance(by: .seconds(1))
    #expect(!replay.frame().lines.contains { $0.contains("Figures and map") })
  }

  @Test("Damaged lines are counted in the status line, with the reason")
  func damage() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(40))
    #expect(
      replay.frame().lines.contains { $0.hasSuffix("1 line skipped: 1 bad checksum") })
  }

  @Test("On any size something is drawn, and nothing traps")
  func anySize() throws {
    let replay = try Replay(fixes: 30)
    replay.press(KeyPress(.end))
    replay.clock.advance(by: .seconds(1))
    for width in stride(from: 0, through: 130, by: 9) {
      for height in 0...32 { _ = replay.frame(width, height) }
    }
  }

  @Test("q and Esc leave, ^C interrupts")
  func leaving() throws {
    let replay = try Replay(fixes: 3)
    replay.press(KeyPress(.character("q")))
    #expect(replay.screen.result == .quit)
    let other = try Replay(fixes: 3)
    other.press(.control("c"))
    #expect(other.screen.result == .interrupted)
  }
}

extension Duration {
  fileprivate var magnitudeInSeconds: Double { abs(Double(components.seconds)) }
}
