import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// A receiver that says what a test has it say.
private final class ToldSource: ReceiverSource {
  let name = "/dev/ttyGPS"
  private var report: (ReceiverEvent) -> Void = { _ in }

  func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void
  ) {
    self.report = report
    scheduler.schedule { report(.connected) }
  }

  func close() { report = { _ in } }
  func tell(_ event: ReceiverEvent) { report(event) }
}

/// A receiver on virtual time, on a screen and in lines.
@MainActor
private final class Followed {
  let clock = VirtualTimeScheduler()
  let model: ReceiverViewModel
  let screen: TrackScreen
  private let source = ToldSource()
  private var second = 0
  private var report = TrackReport(interval: .seconds(5))

  init() {
    let provider = ReceiverLocationProvider(source: source, format: .nmea, scheduler: clock)
    model = ReceiverViewModel(provider: provider, scheduler: clock)
    screen = TrackScreen(model: model.track, title: model.name)
    screen.receiver = model
    model.track.location.start()
    clock.advance(by: .zero)
  }

  /// Says some fixes, a second apart, at 20 knots.
  func drive(_ seconds: Int = 5) {
    for _ in 0..<seconds {
      say("A,5919.\(500 + second * 6),N,01804.200,E,20.0,000.0,010626,,")
    }
  }

  /// Says for some seconds that there is no fix.
  func loseFix(_ seconds: Int) {
    for _ in 0..<seconds { say("V,,,,,,,010626,,") }
  }

  private func say(_ fields: String) {
    let body = "GPRMC,1200" + (second < 10 ? "0" : "") + "\(second),\(fields)"
    let checksum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    source.tell(.bytes(Array("$\(body)*\(checksum.count < 2 ? "0" : "")\(checksum)\r\n".utf8)))
    second += 1
    wait(1)
  }

  func tell(_ event: ReceiverEvent) { source.tell(event) }
  func wait(_ seconds: Int) { clock.advance(by: .seconds(seconds)) }

  func frame(_ width: Int, _ height: Int, _ symbols: Symbols = .unicode) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    screen.draw(on: &canvas)
    return canvas
  }

  /// The style of the cell in which a text begins.
  func style(of text: String, _ width: Int = 100, _ height: Int = 30) throws -> Style {
    let canvas = frame(width, height)
    for (y, line) in canvas.lines.enumerated() {
      if let range = line.firstRange(of: text) {
        return canvas[line[..<range.lowerBound].count, y].style
      }
    }
    Issue.record("'\(text)' is not in \(canvas.lines.joined(separator: "\n"))")
    return .plain
  }

  func lines() -> [String] {
    report.lines(
      ShownTrack(model.track.state), state: "s", at: clock.now
    ).filter { $0 != "s" }
  }
}

@Suite("A receiver's position on the screen: an old one looks old") @MainActor
struct TrackAgeTests {
  private let receiver = Followed()

  @Test("Its frames, new, silent, unplugged and back, wide, narrow, tiny and in ASCII")
  func frames() {
    var golden = GoldenFrames("TrackAge")
    receiver.drive()
    golden.add("new", receiver.frame(80, 24))
    receiver.wait(11)
    golden.add("silent for 12 seconds", receiver.frame(80, 24))
    golden.add("20 by 6", receiver.frame(20, 6))
    golden.add("18 by 3", receiver.frame(18, 3))
    golden.add("in ASCII", receiver.frame(60, 16, .ascii))
    receiver.tell(.disconnected(.closed(name: "/dev/ttyGPS")))
    receiver.wait(0)
    golden.add("unplugged", receiver.frame(80, 24))
    golden.add("unplugged, 60 columns", receiver.frame(60, 20))
    golden.add("unplugged, 20 by 6", receiver.frame(20, 6))
    golden.add("unplugged, 18 by 3", receiver.frame(18, 3))
    receiver.wait(1)
    receiver.drive(1)
    golden.add("back", receiver.frame(80, 24))
    golden.expectUnchanged()
  }

  @Test("Silence dims the position, the speed and the time, and says the age")
  func silence() throws {
    receiver.drive()
    #expect(try receiver.style(of: "2D fix") == .success)
    #expect(try receiver.style(of: "37.0 km/h") == .plain)
    receiver.wait(119)
    #expect(try receiver.style(of: "no fix for 2 min") == .warning)
    #expect(try receiver.style(of: "37.0 km/h") == .muted)
    #expect(try receiver.style(of: "12:00:04") == .muted)
    #expect(try receiver.style(of: "59.32540") == Style.muted.adding(.bold))
    #expect(try receiver.style(of: "59.32540", 16, 3) == .muted)
    receiver.tell(.bytes(Array(repeating: 0xA5, count: 400)))
    receiver.wait(1)
    #expect(try receiver.style(of: "◌ unreadable") == .warning)
    #expect(try receiver.style(of: "no fix for 2 min") == .warning)
  }

  @Test("Sentences without a fix leave the time as it is, and say the age as they did")
  func noFix() throws {
    receiver.drive()
    receiver.loseFix(10)
    #expect(try receiver.style(of: "12:00:14") == .plain)
    #expect(try receiver.style(of: "no fix for 11 s") == .warning)
    receiver.wait(5)
    #expect(try receiver.style(of: "12:00:14") == .muted)
    #expect(try receiver.style(of: "no fix for 16 s") == .warning)
  }

  @Test("In lines the age and the last place are said, again when it is twice as old")
  func lines() throws {
    receiver.drive()
    #expect(receiver.lines() == ["12:00:04 59.32540 N 18.07000 E 37.0 km/h"])
    var said: [String] = []
    for _ in 0..<60 {
      receiver.wait(1)
      said += receiver.lines()
    }
    let ages = ["3 s", "6 s", "12 s", "24 s", "48 s"]
    #expect(said == ages.map { "no fix for \($0); the last: 12:00:04 59.32540 N 18.07000 E" })
    receiver.tell(.disconnected(.closed(name: "/dev/ttyGPS")))
    #expect(receiver.lines() == [ReceiverError.closed(name: "/dev/ttyGPS").description])
    receiver.wait(1)
    receiver.drive(1)
    #expect(receiver.lines() == ["12:00:05 59.32550 N 18.07000 E 37.0 km/h"])
  }
}
