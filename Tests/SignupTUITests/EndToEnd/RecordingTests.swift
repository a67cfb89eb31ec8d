import Foundation
import TerminalKit
import TestSupport
import Testing

@Suite("The built program, recording its screen", .mostlyWaiting)
struct RecordingTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
  }

  /// The header and the events of the recording, each line read as JSON of its own.
  private func recording() throws -> (header: [String: Any], events: [[Any]]) {
    var lines = try #require(folder.read("demo.cast")).split(separator: "\n").map(String.init)
    let header = try JSONSerialization.jsonObject(with: Data(lines.removeFirst().utf8))
    let events = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    return (try #require(header as? [String: Any]), events.compactMap { $0 as? [Any] })
  }

  private func start() throws {
    try terminal.start(
      program, ["--accounts", folder.file("accounts"), "--record", folder.file("demo.cast")])
    #expect(terminal.shows("Create an account"))
  }

  @Test("Every frame is in the file, in the order of time; no key is, and no password")
  func frames() throws {
    try start()
    terminal.type("annika\tCorrect-horse-7\t")
    #expect(terminal.shows("✓ a digit"))
    terminal.type("\u{12}")
    #expect(terminal.shows("Passwords stay hidden while the screen is recorded"))
    // Too small for the form, so that the new frame is known by its text.
    terminal.resize(to: Size(29, 5))
    #expect(terminal.shows("Esc cancels"))
    terminal.type("\u{3}")
    #expect(terminal.shows("^C discards"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    #expect(terminal.screen.lines.joined().contains("Recorded in \(folder.file("demo.cast"))."))

    let (header, events) = try recording()
    #expect(header["version"] as? Int == 2)
    #expect(header["width"] as? Int == 80 && header["height"] as? Int == 24)
    #expect(header["timestamp"] as? Int ?? 0 > 1_700_000_000)
    #expect((header["env"] as? [String: String])?["TERM"] == "xterm-256color")
    #expect(events.allSatisfy { $0.count == 3 })
    let times = events.compactMap { $0[0] as? Double }
    #expect(times.count == events.count && times == times.sorted() && times[0] >= 0)
    #expect(events.contains { $0[1] as? String == "r" && $0[2] as? String == "29x5" })

    // Played on a terminal of its own, the recording shows what was seen, and nothing secret.
    var screen = ModelTerminal(size: Size(80, 24))
    for event in events {
      let text = try #require(event[2] as? String)
      if event[1] as? String == "r" {
        screen.resize(to: Size(29, 5))
      } else {
        screen.feed(text.utf8)
      }
      #expect(!screen.text.contains("horse"))
    }
    #expect(screen.text.contains("Discard your text?"))
    #expect(screen.unknown.isEmpty)
  }

  @Test("A recording is for its owner alone, whatever the process's mask")
  func mode() throws {
    try start()
    var status = stat()
    #expect(stat(folder.file("demo.cast"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
  }

  @Test(
    "The parts of a password do not show key by key where the screen may be watched",
    arguments: ["--record", "--mask"])
  func makeUp(option: String) throws {
    let value = option == "--mask" ? "none" : folder.file("demo.cast")
    try terminal.start(program, ["--accounts", folder.file("accounts"), option, value])
    #expect(terminal.shows("Create an account"))
    terminal.type("annika\t")
    #expect(terminal.shows("✓ free"))
    // Each key is drawn before the next one; the last thing typed is seen by the help, which opens.
    let before = terminal.screen.text
    for key in "C7-o horse" {
      terminal.type(String(key))
      terminal.type("\u{1B}OP")
      #expect(terminal.shows("Help"))
      terminal.type("\u{1B}OP")
      #expect(terminal.waits { !$0.text.contains("Help") })
      let now = terminal.screen.text
      #expect(now.filter { $0 != "•" && $0 != " " } == before.filter { $0 != " " })
    }
    terminal.type("\t")
    #expect(terminal.shows("✓ a digit"))
    terminal.type("\u{3}\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
  }

  @Test("A program that is killed leaves a whole recording")
  func killed() throws {
    try start()
    terminal.type("annika")
    #expect(terminal.shows("annika"))
    terminal.send(signal: SIGKILL)
    #expect(terminal.waitForExit() == .killed(SIGKILL))
    let (_, events) = try recording()
    #expect(events.count >= 2)
    #expect(try #require(folder.read("demo.cast")).hasSuffix("]\n"))
  }

  @Test("A file that is there is left alone, a folder that is not is named; nothing is drawn")
  func unusable() throws {
    folder.write("demo.cast", "mine\n".utf8)
    try terminal.start(program, ["track", "--record", folder.file("demo.cast")])
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.lines.joined().contains("demo.cast already exists; give --record"))
    #expect(folder.read("demo.cast") == "mine\n")

    let other = try PseudoTerminal(size: Size(100, 24))
    try other.start(program, ["track", "--record", "/nowhere/demo.cast"])
    #expect(other.waitForExit() == .exited(1))
    #expect(other.screen.text.contains("Cannot record in /nowhere/demo.cast: No such file"))
    #expect(!other.output.contains(0x1B))
  }

  @Test("There is no screen to record in accessible mode, and it says so")
  func accessible() throws {
    try terminal.start(program, ["track", "--accessible", "--record", folder.file("demo.cast")])
    #expect(terminal.waitForExit() == .exited(2))
    #expect(terminal.screen.text.contains("--record needs a screen"))
    #expect(folder.read("demo.cast") == nil)
  }
}
