import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
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

  init(fixes: Int = 120) throws {
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
    folder = ScratchFolder()
    let path = folder.write("trip.nmea", text.utf8)
    let provider = TraceLocationProvider(
      file: try TraceFile(path: path), scheduler: clock)
    model = ReplayViewModel(provider: provider, scheduler: clock)
    screen = ReplayScreen(model: model)
    clock.advance(by: .zero)
  }

  private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
  private static func four(_ n: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(n)".count)) + "\(n)"
  }

  /// A table without a single logger's name, whose description is long.
  init(table: String) throws {
    folder = ScratchFolder()
    let provider = TraceLocationProvider(
      file: try TraceFile(path: folder.write("trip.csv", table.utf8)), scheduler: clock)
    model = ReplayViewModel(provider: provider, scheduler: clock)
    screen = ReplayScreen(model: model)
  }

  /// Moments of a receiver that never finds its place, and some behind them that it does not date.
  init(lost moments: Int, undated: Int) throws {
    var text = ""
    for second in 0..<moments { text += "$GPRMC,12000\(second),V,,,,,,,010626,,\r\n" }
    for _ in 0..<undated { text += "$GPRMC,,V,,,,,,,,,\r\n$GPGGA,,,,,,0,,,,,,,,\r\n" }
    try self.init(table: text)
  }

  func frame(
    _ width: Int = 100, _ height: Int = 30, symbols: Symbols = .unicode
  ) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
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

  @Test("Its pages: fixes with one chosen, satellites, the trace; wide, narrow and in ASCII")
  func pages() throws {
    var golden = GoldenFrames("ReplayPages")
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(45))
    replay.press(KeyPress(.tab))
    _ = replay.frame()
    replay.press(KeyPress(.up), KeyPress(.up))
    golden.add("fixes, the third last chosen", replay.frame(100, 16))
    golden.add("fixes, narrow", replay.frame(44, 12))
    golden.add("fixes, ASCII", replay.frame(60, 10, symbols: .ascii))
    replay.press(KeyPress(.tab))
    golden.add("satellites of a log that tells none", replay.frame(60, 10))
    replay.press(KeyPress(.tab))
    golden.add("profile", replay.frame(60, 16))
    replay.press(KeyPress(.tab))
    golden.add("trace", replay.frame(60, 14))
    replay.press(KeyPress(.function(1)))
    golden.add("keys", replay.frame(100, 34))
    golden.add("keys where they do not fit, in ASCII", replay.frame(60, 10, symbols: .ascii))
    golden.expectUnchanged()
  }

  @Test("Enter on a row of the fixes pauses there and shows the map")
  func goToFix() throws {
    let replay = try Replay()
    replay.press(KeyPress(.enter))
    #expect(replay.model.position == .zero, "On the map there is nothing to choose.")
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(45))
    replay.press(KeyPress(.function(3)))
    #expect(replay.frame().lines.last?.contains("Enter go there") == true)
    for _ in 0..<10 { replay.press(KeyPress(.up)) }
    replay.press(KeyPress(.enter))
    replay.clock.advance(by: .seconds(1))
    #expect(replay.model.position == .seconds(35))
    #expect(!replay.model.isPlaying)
    #expect(replay.frame().lines[0].contains("[Map]"))
  }

  @Test("How a table is written is cut between words, and stands in full on the trace's page")
  func dialect() throws {
    let replay = try Replay(
      table: """
        timestamp;latitude;longitude;altitude (ft);speed_mph
        2024-02-28 23:58:20;59,33;18,07;100;10
        2024-02-28 23:58:21;59,3301;18,0701;101;11

        """)
    let description = try #require(replay.model.dialectDescription)
    let line = replay.frame(80, 24).lines[22]
    #expect(line.hasPrefix(" Total: 13 m in 0:01, moving 0:01, "))
    #expect(line.contains("; CSV: semicolons, decimal comma, "))
    #expect(line.hasSuffix(", …") && Glyph.columns(of: line) <= 79)
    replay.press(KeyPress(.function(6)))
    let text = replay.frame(80, 24).lines.map { $0.split(separator: " ").joined(separator: " ") }
      .joined(separator: " ")
    #expect(text.contains(description), "\(text)")
  }

  @Test("In ASCII there is one kind of markers, so no key for others is offered")
  func markers() throws {
    let replay = try Replay(fixes: 3)
    func offersMarkers(_ symbols: Symbols) -> Bool {
      _ = replay.frame(symbols: symbols)
      let footer = replay.frame(160, 30, symbols: symbols).lines[29]
      replay.press(KeyPress(.function(1)))
      let help = replay.frame(symbols: symbols).lines.joined()
      replay.press(KeyPress(.escape))
      #expect(footer.contains("M markers") == help.contains("markers:"))
      return footer.contains("M markers")
    }
    #expect(offersMarkers(.unicode))
    #expect(!offersMarkers(.ascii))
  }

  @Test("A burst of steps back reads the trace once and leads as far back")
  func burst() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(50))
    for _ in 0..<20 { replay.screen.handle(.key(KeyPress(.character(",")))) }
    #expect(replay.model.playback.isSeeking)
    replay.clock.advance(by: .seconds(1))
    // The damaged line is no fix.
    #expect(replay.model.position == .seconds(29))
  }

  @Test("The list of keys does not wait unseen where there is no room for it")
  func helpTooSmall() throws {
    let replay = try Replay(fixes: 3)
    replay.press(KeyPress(.function(1)))
    _ = replay.frame(10, 3)
    replay.press(KeyPress(.character("q")))
    #expect(replay.screen.result == .quit)
  }

  @Test("Playing moves on by the log's clock, at the rate that + and - choose")
  func rate() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(10))
    #expect((replay.model.position - .seconds(10)).magnitudeInSeconds < 1.1)
    replay.press(KeyPress(.character("+")), KeyPress(.character("+")))
    #expect(replay.model.rate == 4)
    replay.clock.advance(by: .seconds(10))
    #expect((replay.model.position - .seconds(50)).magnitudeInSeconds < 2)
    replay.press(KeyPress(.character("-")))
    #expect(replay.model.rate == 2)
  }

  @Test("However fast it plays, a second has at most fifteen frames")
  func frameRate() throws {
    let replay = try Replay(fixes: 2900)
    var (frames, milliseconds, wanted) = (0, 0, Int?.none)
    let pace = FramePace(now: { MonotonicInstant(nanoseconds: milliseconds * 1_000_000) }) { time in
      wanted = time.nanoseconds / 1_000_000
    }
    let changes = replay.model.objectWillChange.sink { pace.modelChanged() }
    func run(milliseconds count: Int) {
      for _ in 0..<count {
        milliseconds += 1
        replay.clock.advance(by: .milliseconds(1))
        guard let time = wanted, time <= milliseconds else { continue }
        (frames, wanted) = (frames + 1, nil)
        pace.frameDrawn()
      }
    }
    for _ in 0..<6 { replay.press(KeyPress(.character("+"))) }
    replay.press(KeyPress(.character(" ")))
    run(milliseconds: 10_000)
    #expect(replay.model.rate == 64)
    #expect((100...150).contains(frames))
    replay.press(KeyPress(.character(" ")))
    run(milliseconds: 1000)
    frames = 0
    run(milliseconds: 5000)
    #expect(frames == 0 && !replay.clock.hasWork)
    changes.cancel()
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

  @Test("Damaged lines are counted in the status line, with the reason")
  func damage() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(40))
    #expect(
      replay.frame().lines.contains { $0.hasSuffix("1 line skipped: 1 bad checksum") })
  }

  @Test("A pause is no gap, since its way counts; gaps stand where the curve leaves room for them")
  func gaps() throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(80))
    #expect(replay.frame().lines.contains { $0.hasPrefix(" Gaps                0") })
    let low = replay.frame(80, 24).lines
    #expect(!low.contains { $0.hasPrefix(" Gaps") } && low.contains { $0.hasPrefix(" Speed, ") })
  }

  @Test("Clock, bar and the trace's page agree on how long the log is, also behind its last date")
  func length() throws {
    let replay = try Replay(lost: 10, undated: 30)
    replay.press(KeyPress(.end))
    replay.clock.advance(by: .seconds(1))
    #expect(replay.frame().lines.contains { $0.contains("100%  0:09 / 0:09") })
    replay.press(KeyPress(.function(6)))
    #expect(replay.frame().lines.contains { $0.hasPrefix(" Length ") && $0.contains(" 0:09") })
  }

  @Test("A trace without a fix says so at its end, on the map and among the fixes")
  func noFix() throws {
    let replay = try Replay(lost: 5, undated: 0)
    func shows(_ text: String) -> Bool { replay.frame().lines.contains { $0.contains(text) } }
    for page in 2...3 {
      replay.press(KeyPress(.function(page)), KeyPress(.home))
      #expect(shows("no fix yet") && !shows("in this trace"))
      replay.press(KeyPress(.end))
      #expect(shows("no fix in this trace"))
    }
  }

  @Test(
    "The position is shown however small the screen",
    arguments: [(20, 6), (21, 6), (22, 6), (23, 6), (20, 10), (22, 10), (23, 24), (18, 8), (30, 5)])
  func positionOnSmallScreens(width: Int, height: Int) throws {
    let replay = try Replay()
    replay.press(KeyPress(.character(" ")))
    replay.clock.advance(by: .seconds(10))
    let lines = replay.frame(width, height).lines
    let place = try #require(replay.model.track.snapshot.lastFix?.coordinate)
    for degrees in [place.latitude, place.longitude] {
      let text = String(fixedPoint: degrees, decimals: 5)
      #expect(lines.contains { $0.contains(text) }, "\(lines)")
    }
  }

  @Test("On any size something is drawn, and nothing traps")
  func anySize() throws {
    let replay = try Replay(fixes: 30)
    replay.press(KeyPress(.end))
    replay.clock.advance(by: .seconds(1))
    for width in stride(from: 0, through: 130, by: 9) {
      for height in Array(0...9) + [14, 20, 32] {
        for page in 2...6 {
          replay.screen.handle(.key(KeyPress(.function(page))))
          _ = replay.frame(width, height)
        }
      }
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
