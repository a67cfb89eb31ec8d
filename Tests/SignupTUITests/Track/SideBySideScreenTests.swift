import Positioning
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("A replay of tracks that run side by side") @MainActor
struct SideBySideScreenTests {
  private let clock = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private let session: ReplaySession
  private let screen: ReplayScreen

  /// Two walks of ten minutes, the second one two minutes later, on other ways.
  init() throws {
    let folder = folder
    func table(_ name: String, from first: Int, _ place: (Double) -> (Double, Double)) -> String {
      var text = "time,latitude,longitude,altitude\n"
      for second in stride(from: first, to: first + 600, by: 5) {
        let (latitude, longitude) = place(Double(second - first))
        let time = Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000)
        text += "\(time),\(latitude),\(longitude),\(20 + second / 60)\n"
      }
      return folder.write(name, Array(text.utf8))
    }
    let joined = try JoinedTraces(
      of: [
        table("anna.csv", from: 0) { (59.33 + $0 * 1e-5, 18.07) },
        table("bo.csv", from: 120) { (59.333, 18.065 + $0 * 2e-5) },
      ], options: TraceOptions(), isInTurn: false)
    let clock = clock
    func open(_ line: TraceSelection.Line?) -> ReplayViewModel {
      var options = ReplayOptions()
      options.line = line
      options.isSideBySide = line == nil && joined.parallelCount != nil
      let provider = TraceLocationProvider(
        file: joined.file, options: options, scheduler: clock)
      return ReplayViewModel(provider: provider, scheduler: clock)
    }
    session = ReplaySession(replay: open(nil)) { open($0) }
    var look = TrackLook()
    look.colour = .tracks
    screen = ReplayScreen(session: session, look: look, title: "2 traces")
    clock.advance(by: .zero)
  }

  private func press(_ keys: KeyPress...) {
    for key in keys {
      screen.handle(.key(key))
      clock.advance(by: .milliseconds(1))
    }
  }

  private func frame(_ size: Size = Size(80, 24)) -> Canvas {
    var canvas = Canvas(size: size, symbols: .unicode)
    screen.draw(on: &canvas)
    return canvas
  }

  @Test("Its frames: both on one map, the table of tracks, the parts of each")
  func frames() {
    var golden = GoldenFrames("SideBySide")
    press(KeyPress(.character("5")))
    for size in [Size(132, 50), Size(80, 24), Size(40, 12), Size(20, 6)] {
      golden.add("map \(size.width)×\(size.height)", frame(size))
    }
    press(KeyPress(.function(7)))
    golden.add("parts", frame())
    press(KeyPress(.function(8)))
    golden.add("tracks", frame())
    golden.expectUnchanged()
  }

  @Test("Each place is marked in its track's colour, with its name")
  func colours() {
    press(KeyPress(.character("5")))
    let canvas = frame()
    let lines = canvas.lines
    /// The colour of a name, and of the place before it.
    func colours(of name: String) -> [Role?] {
      for (y, line) in lines.enumerated() {
        guard let range = line.firstRange(of: name) else { continue }
        let x = line.distance(from: line.startIndex, to: range.lowerBound)
        #expect(canvas[x - 2, y].character == "●")
        return [canvas[x - 2, y].style.foreground, canvas[x, y].style.foreground]
      }
      return []
    }
    #expect(colours(of: "anna.csv") == [.accent, .accent])
    #expect(colours(of: "bo.csv") == [.success, .success])
  }

  @Test("Enter in the table plays one of them alone, and all again")
  func alone() {
    press(KeyPress(.function(8)))
    _ = frame()
    press(KeyPress(.down), KeyPress(.down), KeyPress(.enter))
    #expect(session.line == .number(2))
    #expect(session.replay.duration == .seconds(595))
    _ = frame()
    press(KeyPress(.up), KeyPress(.up), KeyPress(.enter))
    #expect(session.line == nil)
    #expect(session.replay.duration == .seconds(715))
  }
}
