import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The pseudo-terminal the end-to-end tests stand on", .mostlyWaiting)
struct PseudoTerminalTests {
  @Test("A program reads what is typed, and its output is on the screen")
  func typing() throws {
    let terminal = try PseudoTerminal(size: Size(40, 5))
    try terminal.start("/bin/cat")
    terminal.type("hello\r")
    // Once echoed by the terminal and once written by cat.
    #expect(terminal.waits { $0.lines.starts(with: ["hello", "hello"]) })
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("The program has a controlling terminal of the size that was asked for")
  func size() throws {
    let terminal = try PseudoTerminal(size: Size(51, 7))
    try terminal.start("/bin/sh", ["-c", "stty size < /dev/tty; read line; stty size"])
    #expect(terminal.shows("7 51"))
    terminal.resize(to: Size(60, 9))
    terminal.type("\r")
    #expect(terminal.shows("9 60"))
    #expect(terminal.waitForExit() == .exited(0))
  }

  @Test("Signals arrive, and the way of ending is told apart from a status")
  func signals() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("/bin/cat")
    terminal.send(signal: SIGTERM)
    #expect(terminal.waitForExit() == .killed(SIGTERM))
    let other = try PseudoTerminal()
    try other.start("/bin/sh", ["-c", "exit 7"])
    #expect(other.waitForExit() == .exited(7))
  }

  @Test("^C on the terminal interrupts, as the settings of a shell have it")
  func interrupt() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("/bin/sh", ["-c", "echo ready; exec cat"])
    #expect(terminal.shows("ready"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
  }

  @Test("A terminal that is not put back is found out")
  func leftovers() throws {
    let terminal = try PseudoTerminal()
    try terminal.start(
      "/bin/sh", ["-c", "stty -echo; printf '\\033[?1049h\\033[?25l\\033[?2004h\\033[?7l'"])
    #expect(terminal.waitForExit() == .exited(0))
    #expect(
      terminal.leftovers() == [
        "local flags", "cursor hidden", "autowrap off", "mode 1049 on", "mode 2004 on",
      ])
  }

  @Test("A program that does not exist is an error that says so")
  func notStarted() throws {
    let terminal = try PseudoTerminal()
    #expect(throws: PseudoTerminal.Failure.self) { try terminal.start("/nonexistent/program") }
  }

  @Test("Waiting ends at its deadline")
  func deadline() throws {
    let terminal = try PseudoTerminal()
    try terminal.start("/bin/cat")
    #expect(!terminal.shows("never", seconds: 0.05))
    #expect(terminal.waitForExit(seconds: 0.01) == nil)
  }
}
