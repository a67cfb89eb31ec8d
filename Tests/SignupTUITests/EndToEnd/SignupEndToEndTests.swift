import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, signing up on a pseudo-terminal", .mostlyWaiting)
struct SignupEndToEndTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
  }

  private func start(_ arguments: String...) throws {
    try terminal.start(
      program, arguments.isEmpty ? ["--accounts", folder.file("accounts")] : arguments)
  }

  @Test("A signup typed by hand makes an account, and the terminal is as it was")
  func signup() throws {
    try start()
    #expect(terminal.shows("Create an account"))
    #expect(terminal.isRaw)
    terminal.type("annika")
    #expect(terminal.shows("✓ free"))
    terminal.type("\tCorrect-horse-7")
    #expect(terminal.shows("✓ a digit"))
    terminal.type("\tCorrect-horse-7")
    #expect(terminal.shows("✓ match"))
    terminal.type("\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("Account annika created in \(folder.file("accounts"))."))
    #expect(!terminal.screen.text.contains("Create an account"), "The form left with its screen.")
    #expect(terminal.leftovers().isEmpty)
    #expect(
      !String(decoding: terminal.output, as: UTF8.self).contains("Correct-horse"),
      "A password is never written to the terminal.")

    let line = try #require(folder.read("accounts"))
    #expect(line.hasPrefix("annika:$y$") && line.hasSuffix("\n"))
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("annika", password: "Correct-horse-7"))
  }

  @Test("A name that is taken says so in the form")
  func taken() throws {
    folder.write("accounts", "annika:$y$j9T$x$x\n".utf8)
    try start()
    #expect(terminal.shows("Username"))
    terminal.type("Annika")
    #expect(terminal.shows("taken; choose another – try Annika2"))
    terminal.type("\u{1B}")
    #expect(terminal.shows("Discard what you typed?"))
    terminal.type("\u{1B}[D\r")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.text.contains("Nothing was created."))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("^C on an empty form ends it as an interrupt")
  func interrupt() throws {
    try start()
    #expect(terminal.shows("Create an account"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    #expect(terminal.screen.text.contains("Nothing was created."))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test(
    "A password that is shown is hidden before a signal ends the form", arguments: [true, false])
  func hidesBeforeEnding(byKey: Bool) throws {
    try start()
    #expect(terminal.shows("Create an account"))
    terminal.type("\tCorrect-horse-7\u{12}")
    #expect(terminal.shows("Correct-horse-7"))
    if byKey { terminal.type("\u{1C}") } else { terminal.send(signal: SIGTERM) }
    #expect(terminal.waitForExit() == .killed(byKey ? SIGQUIT : SIGTERM))
    let output = String(decoding: terminal.output, as: UTF8.self)
    let shown = try #require(output.firstRange(of: "Correct-horse-7"))
    let left = try #require(output.firstRange(of: "\u{1B}[?1049l"))
    #expect(output[shown.upperBound..<left.lowerBound].contains("•••••••••••••••"))
    #expect(terminal.leftovers().isEmpty)
  }

  #if os(Linux)
    @Test("A crash leaves no file with what was typed", arguments: [[], ["--accessible"]])
    func coreDumps(options: [String]) throws {
      try terminal.start(program, ["--accounts", folder.file("accounts")] + options)
      #expect(terminal.shows("Create an account"))
      let limits = Disk.lines(at: "/proc/\(terminal.processID)/limits")
      let core = limits.first { $0.hasPrefix("Max core file size") }
      #expect(core?.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
      terminal.type("\u{3}")
      #expect(terminal.waitForExit() == .killed(SIGINT))
    }
  #endif

  @Test("A smaller terminal shows what has the focus, and a larger one everything again")
  func resize() throws {
    try start()
    #expect(terminal.shows("[ Register ]"))
    terminal.resize(to: Size(40, 8))
    #expect(terminal.waits { $0.text.contains("Username") && !$0.text.contains("Register ]") })
    terminal.type("\t\t\t")
    #expect(terminal.shows("[ Register ]"))
    terminal.resize(to: Size(100, 30))
    #expect(terminal.waits { $0.text.contains("Create an account") && $0.text.contains("help") })
    terminal.type("\u{1B}")
    #expect(terminal.waitForExit() == .exited(1))
  }

  @Test("Keys typed while the program is getting ready do not show, and are not lost")
  func typedAhead() throws {
    // A file of many accounts takes a while to be checked.
    let line = "user:$y$j9T$x$x\n"
    folder.write("accounts", String(repeating: line, count: 400_000).utf8)
    try start()
    var isQuiet = false
    for _ in 0..<360_000 where !isQuiet {
      isQuiet = terminal.waits(seconds: 0.005) { _ in terminal.hidesTyping || terminal.isRaw }
    }
    #expect(isQuiet)
    terminal.type("annika")
    #expect(terminal.shows("annika"))
    terminal.type("\t")
    #expect(terminal.shows("✓ free"))
    let output = String(decoding: terminal.output, as: UTF8.self)
    let screen = try #require(output.firstRange(of: "\u{1B}[?1049h"))
    #expect(!output[..<screen.lowerBound].contains("annika"))
    terminal.send(signal: SIGTERM)
    #expect(terminal.waitForExit() != nil)
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A form that is refused before it is shown leaves the echo on")
  func refusedBefore() throws {
    try start("--accounts", "/dev/null")
    #expect(terminal.waitForExit() == .exited(4))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A suggested password is on the screen while it is shown, and makes an account")
  func suggestion() throws {
    try start()
    #expect(terminal.shows("Create an account"))
    terminal.type("annika\t\u{F}")
    #expect(terminal.shows("Save it now"))
    let row = try #require(terminal.screen.text.split(separator: "\n").first { $0.contains("▸ ") })
    let password = String(row.drop { $0 == " " || $0 == "▸" }.prefix { $0 != " " })
    #expect(password.count >= 20)
    terminal.type("\t")
    #expect(terminal.waits { !$0.text.contains(password) && $0.text.contains("✓ match") })
    terminal.type("\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(!terminal.screen.text.contains(password))
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    #expect(try store.verify("annika", password: password))
  }
}
