import Reactive
import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, with inputs that are bound on its screen", .mostlyWaiting)
struct StreamsScreenInputTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private let path: String

  init() {
    path = folder.write(
      "streams.json",
      #"""
      [{"input": {"id": "in", "name": "In", "type": "any"}},
       {"chain": {"id": "tens", "name": "Tens", "source": "in", "operators": [
         {"map": {"expression": "value * 10"}}]}},
       {"chain": {"id": "speeds", "name": "Speeds", "source": "in", "operators": [
         {"filter": {"expression": "has(value, 'speed')"}},
         {"map": {"expression": "'now ' + text(round(value.speed * 3.6))"}}]}},
       {"chain": {"id": "prices", "name": "Prices", "source": "in", "operators": [
         {"filter": {"expression": "has(value, 'price')"}},
         {"map": {"expression": "'at ' + text(value.price)"}}]}}]
      """#.utf8)
  }

  private func screen(
    _ options: String..., size: Size = Size(100, 24)
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(size: size)
    try terminal.start(
      program, ["streams", path] + options, environment: ["XDG_DATA_HOME": folder.path])
    return terminal
  }

  private func quit(_ terminal: PseudoTerminal) {
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  private func position(_ knots: String, at second: Int) -> String {
    nmeaSentence(
      "GPRMC,1200\(second < 10 ? "0" : "")\(second).00,A,5920.0000,N,01803.0000,E,"
        + "\(knots),90.0,010124,,,A") + "\r\n"
  }

  @Test("A program's output is a row, computed with as it comes; its end and failure are said")
  func command() throws {
    let terminal = try screen(
      "--input-command", "in=sh -c 'echo 4; read x < \(fifo()); echo 5; exit 3'")
    #expect(terminal.shows("40"))
    #expect(terminal.shows("In"))
    // Values that come within one column are one marble, which shows none of them.
    _ = PipedProgram("/bin/sh", ["-c", "sleep 1; echo > \(folder.file("fifo"))"])
    #expect(terminal.shows("50"))
    #expect(terminal.shows("in: sh ended with status 3"))
    quit(terminal)
  }

  /// Makes a pipe with a name.
  private func fifo() -> String {
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    return path
  }

  @Test("A page is requested again and again, and a failure is said and does not stop the screen")
  func page() throws {
    try #require(PipedProgram.path(named: "curl") != nil, "curl must be installed.")
    let answer = Locked<LoopbackHTTPServer.Answer>(.page("7\n"))
    let server = LoopbackHTTPServer { _ in answer.withLock { $0 } }
    let terminal = try screen("--input", "in=\(server.url("/prices"))")
    #expect(terminal.shows("70"))
    answer.withLock { $0 = .page("nothing here", status: 404) }
    #expect(terminal.shows("returns status 404; trying again"))
    answer.withLock { $0 = .page("8\n") }
    #expect(terminal.shows("80"), "\(terminal.screen.text)")
    quit(terminal)
  }

  @Test(
    "A receiver at a port is a row of positions, which goes on when it is back",
    .untilStandstill)
  func receiver() throws {
    var server: SentenceServer? = SentenceServer()
    let port = try #require(server?.port)
    let terminal = try screen("--input", "in:tcp:127.0.0.1:\(port)")
    #expect(server?.waitsForClient() == true)
    // An epoch ends when the next one begins, and positions that come within one column are one
    // marble, which shows none of their values.
    func shows(_ text: String, speed: String, at seconds: ClosedRange<Int>) -> Bool {
      seconds.contains { second in
        server?.say(position(speed, at: second))
        return terminal.shows(text, seconds: 1)
      }
    }
    #expect(shows("now 19", speed: "10.0", at: 0...19), "\(terminal.screen.text)")
    server?.stop()
    #expect(terminal.shows("in: "), "the loss is said")
    server = SentenceServer(port: port)
    #expect(server?.waitsForClient() == true)
    #expect(shows("now 37", speed: "20.0", at: 20...39), "\(terminal.screen.text)")
    quit(terminal)
  }

  @Test("A trace comes at its own times on the screen's clock, which + makes faster")
  func trace() throws {
    let log = folder.write(
      "drive.nmea", (0...59).map { position("\($0).0", at: $0) }.joined().utf8)
    let terminal = try screen("--input", "in=trace:\(log)")
    #expect(terminal.shows("now 0"))
    terminal.type("++++++")
    #expect(terminal.shows("64×"))
    #expect(terminal.shows("now 109"), "\(terminal.screen.text)")
    #expect(terminal.shows("■ end"))
    quit(terminal)
  }

  @Test("Values come when a field of theirs says, and a pause holds them back")
  func paced() throws {
    let lines = (0..<40).map { #"{"at": \#($0), "price": \#($0)}"# + "\n" }.joined()
    let terminal = try screen("--input", "in=\(folder.write("prices", lines.utf8))", "--time", "at")
    #expect(terminal.shows("at 0"))
    terminal.type(" ")
    #expect(terminal.shows("paused"))
    #expect(!terminal.screen.text.contains("at 39"))
    terminal.type(" ++++++")
    #expect(terminal.shows("at 39"), "\(terminal.screen.text)")
    quit(terminal)
  }

  @Test(
    "What cannot be bound is refused before anything is drawn",
    arguments: [
      (["--input", "in=-"], "The screen reads keys from standard input"),
      (["--input", "on=x"], "did you mean “in”?"),
      (["--input", "in=x", "--input", "in=y"], "is bound twice"),
      (["--input-command", "in"], "--input-command takes ID=PROGRAM"),
      (["--input", "in=tcp:x"], "a host and a port"),
    ])
  func refused(options: [String], sentence: String) throws {
    let terminal = try PseudoTerminal(size: Size(120, 20))
    try terminal.start(program, ["streams", path] + options)
    #expect(terminal.waitForExit() == .exited(2))
    #expect(terminal.screen.written.contains(sentence), "\(terminal.screen.written)")
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("The smallest window shows an input, too")
  func smallest() throws {
    let terminal = try screen("--input-command", "in=echo 4", size: Size(20, 6))
    #expect(terminal.shows("4") && terminal.shows("In"))
    quit(terminal)
  }
}
