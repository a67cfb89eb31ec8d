import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, listing users", .mostlyWaiting)
struct UsersEndToEndTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
    let store = HtpasswdAccountStore(path: folder.file("accounts"))
    try store.add("ann", password: "correct horse")
    try store.add("bea", password: "battery staple")
  }

  private var arguments: [String] { ["users", "--accounts", folder.file("accounts")] }

  @Test("A user is refused, signs in, sees the list and leaves")
  func screen() throws {
    try terminal.start(program, arguments)
    #expect(terminal.shows("Sign in"))
    terminal.type("ann\twrong\r")
    #expect(terminal.shows("The name or the password is wrong; check both."))
    terminal.type("correct horse\r")
    #expect(terminal.shows("signed in as ann"))
    #expect(terminal.shows("bea"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("horse"))
  }

  @Test("A file that goes before somebody signs in is missing, and nobody is refused")
  func gone() throws {
    try terminal.start(program, arguments)
    #expect(terminal.shows("Sign in"))
    remove(folder.file("accounts"))
    terminal.type("ann\tcorrect horse\r")
    #expect(terminal.shows("there is no such file"))
    #expect(!terminal.screen.text.contains("is wrong"))
  }

  @Test("Line by line, without an escape sequence and without an echo of the password")
  func accessible() throws {
    try terminal.start(program, arguments + ["--accessible"])
    func answer(_ question: String, _ text: String) {
      #expect(terminal.waits { $0.written.hasSuffix(question) }, "\(question)")
      terminal.type(text + "\r")
    }
    answer("Username:", "nobody")
    answer("typed):", "correct horse")
    #expect(terminal.shows("The name or the password is wrong; check both."))
    answer("Username:", "ann")
    answer("typed):", "correct horse")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(
      terminal.screen.written.hasSuffix(
        "2 accounts:\nann: open, yescrypt, strong\nbea: open, yescrypt, strong"))
    #expect(!terminal.output.contains(0x1B))
    #expect(!terminal.screen.text.contains("horse"))
    #expect(terminal.leftovers().isEmpty)
  }

  private func json(_ username: String, _ password: String) -> PipedProgram {
    PipedProgram(
      program, arguments + ["--json", "--username", username, "--password-stdin"],
      input: password + "\n")
  }

  @Test("JSON has a line for each user")
  func json() {
    let run = json("ann", "correct horse")
    #expect(
      run.output == """
        {"name":"ann","access":"open","scheme":"yescrypt","strength":"strong"}
        {"name":"bea","access":"open","scheme":"yescrypt","strength":"strong"}

        """)
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test("A wrong password and an unknown name are told the same, and the status is 1")
  func refused() {
    for run in [json("ann", "wrong"), json("nobody", "correct horse")] {
      #expect(run.output.isEmpty)
      #expect(run.errors == "SignupTUI: The name or the password is wrong; check both.\n")
      #expect(run.status == 1)
    }
  }

  @Test("A file that is not there is an error of its own, before anything is asked")
  func missingFile() {
    let run = PipedProgram(
      program,
      ["users", "--accounts", "/none/accounts", "--json", "--username", "ann", "--password-stdin"],
      input: "secret\n")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("/none/accounts"))
    #expect(run.status == 4)
  }

  @Test("Options that need each other say so, and the status is 2")
  func usage() {
    for options in [["--json"], ["--json", "--username", "ann"], ["--username", "ann"]] {
      let run = PipedProgram(program, ["users"] + options)
      #expect(run.status == 2)
      #expect(run.errors.contains("users --help"))
    }
  }

  #if os(Linux)
    @Test("The screen of users starts no process")
    func noProcess() throws {
      try terminal.start(program, arguments)
      #expect(terminal.shows("Sign in"))
      let id = terminal.processID
      #expect(Disk.bytes(at: "/proc/\(id)/task/\(id)/children") == [])
      terminal.type("\u{3}")
      #expect(terminal.waitForExit() == .killed(SIGINT))
    }
  #endif
}
