import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, line by line")
struct AccessibleTests {
  private let folder: ScratchFolder
  private let terminal: PseudoTerminal
  private let program: String

  init() throws {
    folder = ScratchFolder()
    terminal = try PseudoTerminal(size: Size(120, 40))
    program = try #require(BuiltProgram.path, "SignupTUI has to be built beside the tests.")
  }

  private var arguments: [String] { ["--accessible", "--accounts", folder.file("accounts")] }

  /// Answers a question once it has been asked; a secret only while nothing is echoed.
  private func answer(_ question: String, _ text: String, isSecret: Bool = false) {
    #expect(terminal.waits { $0.written.hasSuffix(question) }, "\(question)")
    #expect(terminal.hidesTyping == isSecret)
    terminal.type(text + "\r")
  }

  private func answerUpToThePassword() {
    answer("first):", "annika")
    #expect(terminal.shows("annika is free."))
    #expect(terminal.waits { $0.written.hasSuffix("(not shown while typed):") })
    #expect(terminal.hidesTyping)
  }

  @Test("A sign-up asks, answers and asks again; it redraws nothing and echoes no secret")
  func signup() throws {
    try terminal.start(program, arguments)
    answer("Username (6–20 letters, digits, - . _; a letter first):", "an")
    #expect(terminal.shows("Username needs at least 6 characters."))
    answer("first):", "annika")
    answer("(not shown while typed):", "HORSE", isSecret: true)
    #expect(
      terminal.shows(
        "5 characters entered.\nAll capitals – is Caps Lock on?\nPassword needs at least 8"))
    answer("(not shown while typed):", "Correct-horse-7", isSecret: true)
    #expect(terminal.shows("15 characters entered.\nStrength: "))
    answer("again:", "Correct-horse-8", isSecret: true)
    #expect(terminal.shows("don’t match. Type it again"))
    answer("again:", "Correct-horse-7", isSecret: true)
    answer("now? (y/n)", "perhaps")
    answer("now? (y/n)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(
      terminal.screen.written.contains("Account annika created in \(folder.file("accounts"))."))
    expectPlain()
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("annika", password: "Correct-horse-7"))
  }

  private func expectPlain() {
    #expect(!terminal.output.contains(0x1B), "No escape sequence was written.")
    #expect(!terminal.screen.text.lowercased().contains("orse"), "No secret was echoed.")
    #expect(terminal.leftovers().isEmpty)
  }

  @Test(
    "A signal while a secret is typed puts the echo back and ends it",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGILL])
  func signals(number: Int32) throws {
    try terminal.start(program, arguments)
    answerUpToThePassword()
    terminal.type("Correct-horse")
    if number == SIGINT { terminal.type("\u{3}") } else { terminal.send(signal: number) }
    #expect(terminal.waitForExit() == .killed(number))
    let asks = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(number)
    #expect(terminal.screen.written.hasSuffix("Nothing was created.") == asks)
    expectPlain()
    #expect(terminal.unreadInput == 0, "Half a password is left for the shell.")
  }

  @Test("^Z while a secret is typed shows typing to the shell, and the question comes again")
  func suspends() throws {
    let script = "set -m; \"$0\" \"$@\"; echo stopped $?; read go; fg >/dev/null; echo ended $?"
    try terminal.start("/bin/sh", ["-c", script, program] + arguments)
    answerUpToThePassword()
    terminal.type("\u{1A}")
    #expect(terminal.shows("stopped \(128 + SIGTSTP)"))
    #expect(terminal.leftovers().isEmpty)
    terminal.type("\r")
    answer("(not shown while typed):", "Correct-horse-7", isSecret: true)
    #expect(terminal.waits { $0.written.hasSuffix("again:") })
    terminal.type("\u{4}")
    #expect(terminal.shows("Nothing was created.") && terminal.shows("ended 1"))
    #expect(terminal.waitForExit() == .exited(0))
    expectPlain()
  }

  @Test("With the mask off it does not say how long a password is")
  func maskNone() throws {
    try terminal.start(program, arguments + ["--mask", "none"])
    answerUpToThePassword()
    terminal.type("horse\r")
    #expect(terminal.shows("Password needs at least 8 characters."))
    #expect(!terminal.screen.text.contains("entered"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    expectPlain()
  }

  @Test("^D and n leave without an account")
  func leaves() throws {
    try terminal.start(program, arguments)
    #expect(terminal.waits { $0.written.hasSuffix("first):") })
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.written.hasSuffix("Nothing was created."))
    expectPlain()
  }

  @Test(
    "TERM=dumb, no TERM and ACCESSIBLE ask for lines, and ACCESSIBLE=0 does not",
    arguments: [
      (["TERM": "dumb"], true), (["TERM": ""], true), (["ACCESSIBLE": "1"], true),
      (["ACCESSIBLE": "0"], false),
      (["ACCESSIBLE": "false"], false), (["ACCESSIBLE": ""], false),
    ] as [([String: String], Bool)])
  func environment(variables: [String: String], isAccessible: Bool) throws {
    try terminal.start(
      program, ["--accounts", folder.file("accounts")], environment: variables)
    #expect(terminal.shows("Create an account"))
    #expect(terminal.output.contains(0x1B) != isAccessible)
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Without a terminal to type on, a sign-up names the flags to use")
  func noTerminal() {
    let run = PipedProgram(program, arguments, in: folder)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("--password-stdin"))
  }

  @Test("A track says what it does, and ends by q and Enter")
  func track() throws {
    try terminal.start(program, ["track", "--accessible"])
    #expect(terminal.shows("receiving, permission:"))
    terminal.type("\r")
    #expect(terminal.shows("stopped, permission:"))
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(["fix, ", "fixes, "].contains { terminal.screen.text.contains($0) })
    expectPlain()
  }

  @Test("A replay is told through a pipe to its end")
  func replay() {
    let trace = folder.write(
      "trace.csv",
      """
      time,latitude,longitude
      2026-06-01T12:00:00.000Z,59.3293,18.0686
      2026-06-01T12:00:00.050Z,-33.5,-70.25

      """.utf8)
    let run = PipedProgram(program, ["replay", trace, "--accessible"], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["playing at 1 times the speed", "12:00:00 59.3293 N 18.0686 E"])
    #expect(
      lines.dropFirst(2).prefix(2) == ["12:00:00 33.5000 S 70.2500 W", "end of the trace"])
    #expect(lines.last?.hasPrefix("2 fixes, ") == true)
    #expect(!run.output.utf8.contains(0x1B))
  }
}
