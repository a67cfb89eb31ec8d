import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, line by line", .mostlyWaiting)
struct AccessibleTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(120, 40))
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

  private func answerUpToTheReview(_ password: String = "Correct-horse-7") {
    answer("first):", "annika")
    answer("typed):", password, isSecret: true)
    answer("again:", password, isSecret: true)
    #expect(terminal.waits { $0.written.hasSuffix("now? (y/n)") })
  }

  @Test("From every question the word back goes to the one before, and the first one says so")
  func back() throws {
    try terminal.start(program, arguments)
    answer("first):", "back")
    #expect(terminal.shows("This is the first question."))
    answer("first):", "annika")
    answer("typed):", "back", isSecret: true)
    answer("first) [annika]:", "bertil")
    #expect(terminal.shows("bertil is free."))
    answer("typed):", "Correct-horse-7", isSecret: true)
    answer("again:", "back", isSecret: true)
    answer("typed):", "Staple-battery-8", isSecret: true)
    answer("again:", "Staple-battery-8", isSecret: true)
    answer("now? (y/n)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    expectPlain()
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("bertil", password: "Staple-battery-8"))
  }

  @Test("Before the account is made all answers are shown, and each can be changed")
  func review() throws {
    try terminal.start(program, arguments)
    answerUpToTheReview()
    #expect(terminal.screen.written.contains("\n1. Username: annika\n2. Password: 15 characters,"))
    answer("now? (y/n)", "n")
    answer("an account)", "3")
    #expect(terminal.shows("Type 1 for the username, 2 for the password"))
    answer("an account)", "1")
    answer("first) [annika]:", "bertil")
    // Only what was to be changed is asked again.
    #expect(terminal.shows("1. Username: bertil"))
    answer("now? (y/n)", "2")
    answer("typed):", "Staple-battery-8", isSecret: true)
    answer("again:", "Staple-battery-8", isSecret: true)
    answer("now? (y/n)", "n")
    answer("an account)", "back")
    answer("now? (y/n)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    expectPlain()
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("bertil", password: "Staple-battery-8"))
    #expect(try store.list().count == 1)
  }

  @Test("After a password that is refused it says what to do, and makes one that is taken")
  func generate() throws {
    try terminal.start(program, arguments)
    answer("first):", "annika")
    answer("typed):", "Password1!", isSecret: true)
    #expect(terminal.shows("Type another password, or generate for a suggestion."))
    #expect(terminal.screen.written.contains("\nTip: "))
    answer("typed):", "generate", isSecret: true)
    #expect(terminal.waits { $0.written.hasSuffix("for another)") })
    let lines = terminal.screen.written.split(separator: "\n")
    let password = String(lines[lines.count - 2])
    answer("for another)", "y")
    answer("now? (y/n)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("annika", password: password))
    #expect(!terminal.output.contains(0x1B) && terminal.leftovers().isEmpty)
  }

  @Test("For a name that is taken Enter alone takes the free one that is offered")
  func offeredName() throws {
    folder.write("accounts", "racer1:x\n".utf8)
    try terminal.start(program, arguments)
    answer("first):", "racer1")
    #expect(terminal.shows("Username is taken; choose another – try racer2."))
    answer("first) [racer2]:", "")
    #expect(terminal.shows("racer2 is free."))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(2))
  }

  @Test("A password that was made stays offered after Enter alone")
  func keepsOffer() throws {
    try terminal.start(program, arguments)
    answer("first):", "annika")
    answer("typed):", "generate", isSecret: true)
    #expect(terminal.waits { $0.written.hasSuffix("for another)") })
    let lines = terminal.screen.written.split(separator: "\n")
    let password = String(lines[lines.count - 2])
    answer("for another)", "")
    #expect(terminal.shows("Type y to use it"))
    answer("for another)", "y")
    answer("now? (y/n)", "y")
    #expect(terminal.waitForExit() == .exited(0))
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("annika", password: password))
  }

  @Test("A passphrase that is refused is told the policy that takes it, which does")
  func passphrase() throws {
    try terminal.start(program, arguments)
    answer("first):", "annika")
    answer("typed):", "correct horse battery staple", isSecret: true)
    #expect(terminal.shows("--policy passphrase accepts it as it is."))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(2))
    let arguments = arguments + ["--username", "annika", "--password-stdin"]
    let input = "correct horse battery staple\n"
    let refused = PipedProgram(program, Array(arguments.dropFirst()), input: input, in: folder)
    #expect(refused.errors.hasSuffix("; --policy passphrase accepts it as it is.\n"))
    let taken = PipedProgram(
      program, ["--policy", "passphrase"] + arguments.dropFirst(), input: input, in: folder)
    #expect(taken.status == 0, "\(taken.errors)")
  }

  @Test("A password that contains the name that was changed to is asked for again")
  func nameInPassword() throws {
    try terminal.start(program, arguments)
    answerUpToTheReview("1!Kvorblixa")
    answer("now? (y/n)", "1")
    answer("first) [annika]:", "kvorblixa")
    #expect(terminal.waits { $0.written.hasSuffix("typed):") })
    #expect(terminal.screen.written.contains("or generate for a suggestion."))
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(1))
    expectPlain()
  }

  @Test("No word is broken at the edge of the terminal", arguments: [20, 33, 40, 60])
  func words(width: Int) throws {
    let terminal = try PseudoTerminal(size: Size(width, 200))
    try terminal.start(program, arguments)
    func answer(_ question: String, _ text: String) {
      #expect(
        terminal.waits { $0.written.replacing("\n", with: " ").hasSuffix(question) }, "\(question)")
      terminal.type(text + "\n")
    }
    answer("first):", "an")
    answer("first):", "annika")
    answer("typed):", "Password1!")
    answer("for a suggestion. Password (not shown while typed):", "Correct-horse-7")
    answer("again:", "Correct-horse-8")
    answer("a new password. Password again:", "Correct-horse-7")
    #expect(terminal.waits { $0.written.replacing("\n", with: " ").hasSuffix("now? (y/n)") })
    let spaced = terminal.screen.written.replacing("\n", with: " ")
    for phrase in [
      "Ctrl-C or Ctrl-D quits without creating anything.",
      "Password (not shown while typed):",
      "Type another password, or generate for a suggestion.",
    ] {
      #expect(spaced.contains(phrase), "\(phrase)")
    }
    for line in String(decoding: terminal.output, as: UTF8.self).split(whereSeparator: \.isNewline)
    {
      // The terminal itself breaks what is typed behind a question.
      if line.contains("first): ") { continue }
      #expect(line.count <= width || !line.dropLast(1).contains(" "), "\(line)")
    }
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(1))
  }

  @Test("Keys that are no answer change nothing: empty lines, bytes that are no text, pastes")
  func odd() throws {
    try terminal.start(program, arguments)
    #expect(terminal.waits { $0.written.hasSuffix("first):") })
    terminal.type(bytes: [0x66, 0xFF, 0x0A])
    #expect(terminal.shows("That was not UTF-8 text; try again."))
    answer("first):", "")
    #expect(terminal.shows("Username needs at least 6 characters."))
    #expect(terminal.waits { $0.written.hasSuffix("first):") })
    // Lines pasted at once answer one question after the other.
    terminal.type("annika\nCorrect-horse-7\nCorrect-horse-7\n")
    #expect(terminal.waits { $0.written.hasSuffix("now? (y/n)") })
    answer("now? (y/n)", "")
    #expect(terminal.shows("Type y, n, or the number"))
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.written.hasSuffix("Nothing was created."))
    #expect(!terminal.output.contains(0x1B) && terminal.leftovers().isEmpty)
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

  @Test("^D leaves without an account")
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
    let run = PipedProgram(
      program, ["replay", trace, "--accessible", "--keep-outliers"], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["playing at 1 times the speed", "12:00:00 59.32930 N 18.06860 E"])
    #expect(
      lines.dropFirst(2).prefix(2) == ["12:00:00 33.50000 S 70.25000 W", "end of the trace"])
    #expect(lines.last?.hasPrefix("2 fixes, ") == true)
    #expect(!run.output.utf8.contains(0x1B))
    let sifted = PipedProgram(program, ["replay", trace, "--accessible"], in: folder)
    #expect(sifted.output.hasSuffix("1 fix, 0 m, in 0:00, 1 left out.\n"))
  }

  @Test("A trace that is piped in is told, too")
  func replayOfPipe() {
    let trace = "time,latitude,longitude\n2026-06-01T12:00:00.000Z,59.3293,18.0686\n"
    let run = PipedProgram(program, ["replay", "-", "--accessible"], input: trace, in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("12:00:00 59.32930 N 18.06860 E"))
  }
}
