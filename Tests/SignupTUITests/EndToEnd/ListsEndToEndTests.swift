import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, with lists", .mostlyWaiting)
struct ListsEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private static let ann = "ann:$2y$05$abcdefghijklmnopqrstuuu0GYsW0q3xE9Vtm8N8KcnyDbS9Hn5Bu\n"
  private static let bob = "bob:$6$salt$hash\n"

  private func accounts(_ text: String) -> String { folder.write("accounts", text.utf8) }

  @Test("The accounts are lines of JSON, in the order of the file")
  func json() {
    let path = accounts(Self.bob + Self.ann)
    let run = PipedProgram(program, ["accounts", "--accounts", path, "--json"], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.output == """
        {"name":"bob","access":"open","scheme":"sha512","strength":"fair","line":1}
        {"name":"ann","access":"open","scheme":"bcrypt","strength":"fair","line":2}

        """)
    let none = PipedProgram(
      program, ["accounts", "--accounts", folder.file("nowhere"), "--json"], in: folder)
    #expect(none.status == 4 && none.output.isEmpty)
    #expect(none.errors.contains("\(folder.file("nowhere")): there is no such file"))
    let directory = PipedProgram(
      program, ["accounts", "--accounts", folder.path, "--json"], in: folder)
    #expect(directory.status == 4 && directory.errors.contains(folder.path))
    #expect(directory.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("Without a terminal to type on, the accessible list is told once")
  func lines() {
    let path = accounts(Self.bob + Self.ann)
    let run = PipedProgram(
      program, ["accounts", "--accounts", path, "--accessible"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        2 accounts in \(path).
        bob: open, sha512, fair: few rounds
        ann: open, bcrypt, fair: cost 5

        """)
    let directory = PipedProgram(
      program, ["accounts", "--accounts", folder.path, "--accessible"], in: folder)
    #expect(directory.status == 4 && directory.output.isEmpty)
    #expect(directory.errors.hasPrefix("SignupTUI: Cannot read the account file \(folder.path)"))
  }

  @Test("An account that another process adds appears on the screen by itself")
  func live() throws {
    let path = accounts(Self.bob)
    let terminal = try PseudoTerminal(size: Size(60, 10))
    try terminal.start(program, ["accounts", "--accounts", path])
    #expect(terminal.shows("bob"))
    let password = folder.write("password", "Correct-horse-7\n".utf8)
    let adding = PipedProgram(
      "/bin/sh",
      [
        "-c",
        "'\(program)' --accounts '\(path)' --username annika --password-stdin < '\(password)'",
      ],
      in: folder)
    #expect(adding.status == 0, "\(adding.errors)")
    #expect(terminal.shows("annika") && terminal.shows("2 accounts"))
    terminal.type("/bob\r")
    #expect(terminal.waits { $0.lines.contains { $0.contains("▸ bob") } })
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("In accessible mode a change is a line, without an escape")
  func liveLines() throws {
    let path = accounts(Self.bob)
    let terminal = try PseudoTerminal(size: Size(70, 20))
    try terminal.start(program, ["accounts", "--accounts", path, "--accessible"])
    #expect(terminal.shows("bob: open, sha512, fair: few rounds"))
    _ = accounts(Self.bob + Self.ann)
    #expect(terminal.shows("ann: open, bcrypt, fair: cost 5, was added."))
    _ = accounts(Self.ann)
    #expect(terminal.shows("bob was removed."))
    remove(path)
    #expect(terminal.shows("there is no such file"))
    #expect(!terminal.screen.text.contains("ann was removed."))
    _ = accounts(Self.ann)
    #expect(
      terminal.waits {
        $0.written.hasSuffix("1 account in \(path).\nann: open, bcrypt, fair: cost 5")
      })
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("What is typed ahead is answered once the file has been read, or cannot be")
  func typedAhead() throws {
    let path = accounts(Self.bob)
    for (line, answer) in [
      ("\r", "1 account in \(path).\nbob: open, sha512, fair: few rounds\n1 account in \(path)."),
      ("find b\r", "1 of 1 account:"),
    ] {
      let terminal = try PseudoTerminal(size: Size(70, 20))
      terminal.type(line)
      try terminal.start(program, ["accounts", "--accounts", path, "--accessible"])
      #expect(
        terminal.waits { $0.written.hasSuffix("\(answer)\nbob: open, sha512, fair: few rounds") })
      terminal.type("q\r")
      #expect(terminal.waitForExit() == .exited(0))
    }
    let terminal = try PseudoTerminal(size: Size(70, 20))
    try terminal.start(program, ["accounts", "--accounts", folder.path, "--accessible"])
    #expect(terminal.shows("Cannot read the account file"))
    terminal.type("\r")
    #expect(
      terminal.waits { $0.written.ranges(of: "Cannot read the account file").count == 2 })
    #expect(!terminal.screen.text.contains("0 account"))
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(4))
  }

  @Test("A hundred thousand accounts are scrolled and searched, and one more is seen")
  func many() throws {
    let lines = (0..<100_000).map { "u\($0):$6$s$h\n" }
    let path = accounts(lines.joined())
    let terminal = try PseudoTerminal(size: Size(60, 10))
    try terminal.start(program, ["accounts", "--accounts", path])
    #expect(terminal.shows("100000 accounts"))
    terminal.type("\u{1B}[F")
    #expect(terminal.shows("u99999"))
    terminal.type("/u4242\r")
    #expect(terminal.waits { $0.lines.contains { $0.contains("▸ u4242 ") } })
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
  }

  @Test("Pages are lines of JSON to their end, and an error is status 1")
  func pages() {
    let single = PipedProgram(program, ["pages", "--source", "single", "--json"], in: folder)
    #expect(single.status == 0)
    #expect(
      single.output == """
        {"state":"loading"}
        {"item":1,"title":"Item 1"}
        {"state":"loadedContent"}

        """)
    let error = PipedProgram(program, ["pages", "--source=error", "--json"], in: folder)
    #expect(error.status == 1)
    #expect(error.output.contains(#"{"state":"error","message":"The service does not respond"#))
    let wrong = PipedProgram(program, ["pages", "--source", "x", "--json"], in: folder)
    #expect(wrong.status == 2 && wrong.errors.contains("not 'x'"))
    let lines = PipedProgram(
      program, ["pages", "--source", "empty", "--accessible"], in: folder)
    #expect(lines.status == 0 && lines.output == "Loading.\nNo items.\n")
  }

  @Test("On the screen pages are loaded, another source is chosen, and the terminal is put back")
  func pagesOnScreen() throws {
    let terminal = try PseudoTerminal(size: Size(60, 10))
    try terminal.start(program, ["pages"])
    #expect(terminal.shows("Item 1"))
    terminal.type("\u{1B}[F")
    #expect(terminal.shows("20 items"))
    terminal.type("3")
    #expect(terminal.shows("No items"))
    terminal.type("2")
    #expect(terminal.shows("[Retry]"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }
}
