import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ways in which a terminal program ends: a key, ^C, ^\, ^Z and SIGTSTP with a return, every
/// signal that ends a process and can be caught, and the terminal gone with and without SIGHUP.
@Suite("However the built program ends, the terminal is as it was", .mostlyWaiting)
struct RestoreTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
  }

  /// The form with something typed, which is the harder case: there is something to lose.
  private func startForm() throws {
    try terminal.start(program, ["--accounts", folder.file("accounts")])
    fill()
  }

  private func fill() {
    #expect(terminal.shows("Create an account"))
    terminal.type("annika")
    #expect(terminal.shows("annika"))
    #expect(terminal.isRaw)
    #expect(terminal.screen.modes.isSuperset(of: [1049, 2004, 1004]))
  }

  private func expectRestored() {
    #expect(terminal.leftovers().isEmpty)
    #expect(!terminal.screen.text.contains("Create an account"))
  }

  @Test("By its key, with what had been typed given up", arguments: ["\u{1B}", "\u{3}"])
  func keys(key: String) throws {
    try startForm()
    terminal.type(key)
    #expect(terminal.shows("Discard what you typed?"))
    terminal.type("\u{1B}[D\r")
    #expect(terminal.waitForExit() == (key == "\u{3}" ? .killed(SIGINT) : .exited(1)))
    #expect(terminal.screen.text.contains("Nothing was created."))
    expectRestored()
  }

  @Test("The track's screen by q and by ^C", arguments: [("q", nil), ("\u{3}", SIGINT)])
  func track(key: String, number: Int32?) throws {
    try terminal.start(program, ["track"])
    #expect(terminal.shows("Simulated GPS"))
    terminal.type(key)
    #expect(terminal.waitForExit() == (number.map { .killed($0) } ?? .exited(0)))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("By q where the terminal takes nothing for a while: it waits until it does again")
  func stalled() throws {
    try terminal.start(program, ["track"])
    #expect(terminal.shows("Simulated GPS"))
    terminal.stall()
    terminal.typeUnread("q")
    // It waits for half a second at a time, and a program that must end does so once.
    #expect(terminal.sleeps(times: 3))
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("By a signal where the terminal takes nothing: it does not wait for long")
  func stalledForGood() throws {
    try terminal.start(program, ["track"])
    #expect(terminal.shows("Simulated GPS"))
    terminal.stall()
    terminal.typeUnread("q")
    terminal.send(signal: SIGTERM)
    #expect(terminal.waitForExit(reads: false) != nil)
  }

  @Test(
    "By a signal, by which a shell sees it die",
    arguments: [
      SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS,
      SIGALRM, SIGPIPE, SIGPROF, SIGVTALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGIO, SIGPWR,
      SIGSTKFLT, 34, 50, 64,
    ])
  func signals(number: Int32) throws {
    try startForm()
    terminal.send(signal: number)
    #expect(terminal.waitForExit() == .killed(number))
    let asks = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(number)
    #expect(terminal.screen.text.contains("Nothing was created.") == asks)
    expectRestored()
  }

  @Test("By SIGXFSZ, which the form ignores because it writes a file")
  func fileSizeLimit() throws {
    try terminal.start(program, ["track"])
    #expect(terminal.shows("Simulated GPS"))
    terminal.send(signal: SIGXFSZ)
    #expect(terminal.waitForExit() == .killed(SIGXFSZ))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("By ^\\, whatever has the focus")
  func quit() throws {
    try startForm()
    terminal.type("\u{1C}")
    #expect(terminal.waitForExit() == .killed(SIGQUIT))
    expectRestored()
  }

  @Test(
    "By ^Z and SIGTSTP for a while: it comes back with all of its screen", arguments: [true, false])
  func suspends(byKey: Bool) throws {
    // A shell with job control, for without one nobody could continue the job.
    let script = "set -m; \"$0\" \"$@\"; echo stopped $?; read go; fg >/dev/null; echo ended $?"
    try terminal.start(
      "/bin/sh", ["-c", script, program, "--accounts", folder.file("accounts")])
    fill()
    let job = terminal.foregroundGroup
    if byKey { terminal.type("\u{1A}") } else { kill(job, SIGTSTP) }
    #expect(terminal.shows("stopped \(128 + SIGTSTP)"))
    expectRestored()
    terminal.type("\r")
    #expect(terminal.shows("Create an account") && terminal.shows("annika"))
    #expect(terminal.isRaw && terminal.foregroundGroup == job)
    #expect(terminal.screen.modes.isSuperset(of: [1049, 2004, 1004]))
    kill(job, SIGTERM)
    #expect(terminal.shows("ended \(128 + SIGTERM)"))
    #expect(terminal.waitForExit() == .exited(0))
    expectRestored()
  }

  @Test("When the terminal hangs up, it is gone")
  func hangUp() throws {
    try startForm()
    terminal.closeMaster()
    #expect(terminal.waitForExit() == .killed(SIGHUP))
  }

  @Test("When the terminal is lost without a word, it is gone too, and never spins")
  func lost() throws {
    let script = "trap '' HUP; exec \"$0\" \"$@\""
    try terminal.start("/bin/sh", ["-c", script, program, "--accounts", folder.file("accounts")])
    fill()
    terminal.closeMaster()
    #expect(terminal.waitForExit() == .killed(SIGHUP))
    #expect(terminal.processorTime < 1)
  }
}
