import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// A cut of a real trace that is replayed on virtual time.
@MainActor
private struct Player {
  let clock = VirtualTimeScheduler()
  let model: ReplayViewModel
  let screen: ReplayScreen

  init(_ fixture: TraceFixture, surveys: Bool = true) throws {
    let provider = TraceLocationProvider(
      file: try TraceFile(path: fixture.path), scheduler: clock)
    model = ReplayViewModel(provider: provider, surveys: surveys, scheduler: clock)
    screen = ReplayScreen(model: model)
    clock.advance(by: .zero)
  }

  func press(_ keys: String) {
    for key in keys { press(KeyPress(.character(key))) }
  }

  func press(_ key: KeyPress) {
    screen.handle(.key(key))
    clock.advance(by: .milliseconds(1))
  }

  func frame(_ width: Int = 80, _ height: Int = 24) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }
}

@Suite("A player of traces") @MainActor
struct ReplayPlayerTests {
  @Test(
    "The same fix shows the same frame, however it was reached", arguments: TraceFixture.allCases)
  func law(_ fixture: TraceFixture) throws {
    let player = try Player(fixture)
    var random = SplitMix(seed: 7)
    var seen: [Int: [Canvas]] = [:]
    for _ in 0..<40 {
      let keys = ["5", "9", "2", "0", ",", ".", "3", "7"]
      player.press(keys[Int(random.next() % 8)])
      if random.next() % 4 == 0 { player.press(KeyPress(random.next() % 2 == 0 ? .end : .left)) }
      player.press(",")
      player.press(".")
      let fix = player.model.playback.fixCount
      let frames = [player.frame(), player.frame(200, 60), player.frame(40, 12)]
      if let earlier = seen[fix] { #expect(earlier == frames) } else { seen[fix] = frames }
    }
    #expect(seen.count < 40)
  }

  @Test("Its frames: the whole route before it is played, half of it, coloured, zoomed, much room")
  func frames() throws {
    var golden = GoldenFrames("ReplayPlayer")
    let player = try Player(.drive)
    golden.add("start: the route is there", player.frame())
    player.press("5")
    golden.add("half of it", player.frame())
    player.press("c")
    golden.add("by speed", player.frame(100, 30))
    player.press("czz")
    golden.add("by height, nearer", player.frame(100, 30))
    player.press("hd")
    golden.add("moved west, degrees and minutes", player.frame())
    player.press("wam.......'b")
    golden.add("a loop and a bookmark", player.frame())
    player.press("xg4x")
    golden.add("a place to go to", player.frame())
    player.press(KeyPress(.enter))
    golden.add("which is none", player.frame())
    player.press(KeyPress(.escape))
    golden.add("all there is room for", player.frame(200, 60))
    golden.add("40 by 12", player.frame(40, 12))
    golden.add("20 by 6", player.frame(20, 6))
    player.press(KeyPress(.tab))
    golden.add("fixes, all of them", player.frame(80, 12))
    player.press(KeyPress(.tab))
    golden.add("satellites and sky", player.frame())
    player.press(KeyPress(.tab))
    golden.add("profile", player.frame())
    golden.expectUnchanged()
  }

  @Test("Digits go to tenths, and the middle of any trace is one key away")
  func tenths() throws {
    let player = try Player(.flight)
    var positions: [Duration] = []
    for digit in 0...9 {
      player.press("\(digit)")
      positions.append(player.model.position)
    }
    #expect(positions == positions.sorted() && Set(positions).count > 1)
  }

  @Test("The table has every fix of the trace, before it is played, and Enter goes to any")
  func table() throws {
    let player = try Player(.drive)
    player.press(KeyPress(.function(3)))
    _ = player.frame(80, 12)
    for _ in 0..<30 {
      player.press(KeyPress(.pageDown))
      _ = player.frame(80, 12)
    }
    let count = player.model.outline.fixCount
    let chosen = min(count, 1 + 30 * 6)
    #expect(player.frame(80, 12).lines.contains { $0.contains("▸") })
    player.press(KeyPress(.enter))
    #expect(player.model.playback.fixCount == chosen)
    #expect(player.model.playback.phase != .playing)
    #expect(player.frame().lines[0].contains("[Map]"))
  }

  @Test("Before the trace has been read whole the screen says how much has")
  func progress() throws {
    let player = try Player(.drive, surveys: false)
    #expect(player.frame().lines[22].contains("of the trace read"))
    let whole = try Player(.drive)
    #expect(!whole.frame().lines[22].contains("of the trace read"))
  }

  @Test("A pause of the log is said, since it is kept")
  func pause() throws {
    let folder = ScratchFolder()
    let table = "time,lat,lon\n2024-05-01T12:00:00Z,59,18\n2024-05-01T13:02:03Z,59.1,18\n"
    let clock = VirtualTimeScheduler()
    for (limit, text) in [
      (nil, "The log pauses for 1:02:03 here; → skips it"),
      (Duration.seconds(5), "The log pauses for 1:02:03 here, cut to 0:05"),
    ] {
      var options = ReplayOptions()
      options.longestPause = limit
      let provider = TraceLocationProvider(
        file: try TraceFile(path: folder.write("trip.csv", table.utf8)), options: options,
        scheduler: clock)
      let screen = ReplayScreen(model: ReplayViewModel(provider: provider, scheduler: clock))
      screen.handle(.key(KeyPress(.character(" "))))
      clock.advance(by: .seconds(2))
      var canvas = Canvas(size: Size(80, 24))
      screen.draw(on: &canvas)
      #expect(canvas.lines[22].contains(text), "\(canvas.lines[22])")
    }
  }
}

@Suite("A replay in lines") @MainActor
struct ReplayLinesTests {
  /// Obeys lines one after another, and returns what was said.
  private func say(_ lines: String..., to fixture: TraceFixture = .drive) throws -> [String] {
    let player = try Player(fixture)
    let controls = TrackControls.player(player.model)
    var answers: [String] = []
    for line in lines {
      if case .refused = try controls.commands.perform(line) { answers.append("? \(line)") }
    }
    for _ in 0..<20 {
      answers += controls.answers()
      player.clock.advance(by: .milliseconds(1))
    }
    return answers
  }

  @Test("Lines are obeyed in order, each where the one before has led to")
  func order() throws {
    let answers = try say("50%", "where", "end", "where")
    let places = answers.filter { $0.hasPrefix("At ") }
    #expect(places.count == 2)
    #expect(places.first != places.last)
    #expect(places.last?.contains(" 100% ") == true)
    #expect(answers.contains { $0.hasPrefix("Latitude: 39.") })
    #expect(answers.contains { $0.hasPrefix("Mean moving: ") })
  }

  @Test("Satellites, the trace, loops and bookmarks are said in words")
  func words() throws {
    let answers = try say(
      "#5", "satellites", "trace", "loop a", "forward 20", "loop b", "mark", "loop off", "mark",
      "next mark", "units", "angles", "rate 100", "rate 2000", "rate max", "back x")
    #expect(answers.contains { $0.contains("dB-Hz") || $0.contains("No satellites") })
    #expect(answers.contains("Format: NMEA 0183"))
    #expect(answers.contains { $0.hasPrefix("loop from ") && $0.hasSuffix("an end not set yet") })
    #expect(answers.contains("no loop"))
    #expect(answers.contains { $0.hasPrefix("bookmark set at ") })
    #expect(answers.contains("The rate must be from 0.1 to 1000, or max, not '2000'."))
    #expect(answers.contains("The seconds must be a whole number, at least 1, not 'x'."))
    #expect(answers.contains { $0.contains("There are no bookmarks yet") })
  }

  @Test("Totals, tracks, waypoints and splits are said once the trace was read, also after its end")
  func totals() throws {
    let answers = try say("end", "where", "totals", "tracks", "waypoints", "splits", "laps", "pace")
    #expect(answers.contains { $0.hasPrefix("At ") && $0.contains(" 100% ") })
    #expect(answers.contains { $0.hasPrefix("Distance: ") })
    #expect(answers.contains { $0.hasPrefix("Sentences: ") })
    #expect(answers.contains { $0.hasPrefix("Track 1: ") })
    #expect(answers.contains("There are no waypoints."))
    #expect(answers.contains { $0.hasPrefix("Split 1: ") })
    #expect(answers.contains { $0.hasPrefix("Lap 1: ") })
    #expect(answers.last == "showing pace")
  }

  @Test("What can be typed is said: the main lines at first, all of them when asked for")
  func help() throws {
    let player = try Player(.drive)
    #expect(
      TrackControls.player(player.model).commands.summary
        == "Enter alone pauses or plays; + or - changes the speed; "
        + "50%, 1:02:03 after the start, 23:52:34Z or #120 goes there; where prints all metrics; "
        + "help lists all commands; q ends.")
    let lines = try say("help")
    #expect(lines.contains("back [SECONDS] or forward [SECONDS] moves SECONDS, by default 5."))
    #expect(lines.count == 23 && lines.last == "q ends.")
  }

  @Test("A meaningless line is not obeyed", arguments: ["xyzzy", "whereabouts", "101%", "1:2:3:4"])
  func unknown(line: String) throws {
    #expect(try say(line) == ["? \(line)"])
  }
}
