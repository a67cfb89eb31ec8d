import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program, changing accounts where it lists them", .mostlyWaiting)
struct AccountsEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private let terminal: PseudoTerminal
  private static let file = "# staff\nann:$1$s$h\nJörg M:$6$s$h\nzoe:!\n"
  private var path: String { folder.file("accounts") }

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
    folder.write("accounts", Self.file.utf8)
  }

  @Test("A removed account comes back to its line, while another program adds one")
  func undo() throws {
    try terminal.start(program, ["accounts", "--accounts", path])
    #expect(terminal.shows("▸ ann"))
    terminal.type("x")
    #expect(terminal.shows("Remove the account ann?"))
    terminal.type("\u{1B}[D\r")
    #expect(terminal.shows("ann removed"))
    #expect(folder.read("accounts") == "# staff\nJörg M:$6$s$h\nzoe:!\n")
    folder.write("accounts", "new:$6$s$h\n# staff\nJörg M:$6$s$h\nzoe:!\n".utf8)
    #expect(terminal.shows("new"))
    terminal.type("u")
    #expect(terminal.shows("ann restored"))
    #expect(folder.read("accounts") == "new:$6$s$h\n" + Self.file)
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A name goes to the clipboard by OSC 52, and nothing of a hash is ever written")
  func copy() throws {
    try terminal.start(program, ["accounts", "--accounts", path])
    #expect(terminal.shows("▸ ann"))
    terminal.type("\u{1B}[Bc")
    #expect(terminal.shows("Sent the name Jörg M"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.contains("\u{1B}]52;c;SsO2cmcgTQ==\u{1B}\\"))
    #expect(!output.contains("$6$") && !output.contains("$1$"))
  }

  @Test("In lines accounts are made, changed, removed, put back and found by what is typed")
  func lines() throws {
    try terminal.start(program, ["accounts", "--accounts", path, "--accessible"])
    func answer(_ question: String, _ line: String) {
      #expect(
        terminal.waits { $0.written.replacing("\n", with: " ").hasSuffix(question) },
        "\(question): \(terminal.screen.written)")
      terminal.type(line + "\r")
    }
    answer("zoe: closed, locked", "remove ANN")
    answer("(y/n)", "y")
    answer("within ten seconds.", "undo")
    answer("ann restored.", "passwd jörg m")
    answer("typed):", "Staple-battery-8")
    answer("again:", "Staple-battery-9")
    answer("again:", "Staple-battery-8")
    answer("Password of Jörg M changed.", "find md5")
    answer("ann: open, md5, weak: MD5", "new")
    answer("first):", "robert")
    answer("typed):", "Staple-battery-8")
    answer("again:", "Staple-battery-8")
    answer("now? (y/n)", "y")
    answer("this spelling to log in.", "remove nobody")
    answer("check the name.", "passwd zoe")
    answer("typed):", "back")
    answer("Nothing was changed.", "new")
    answer("first):", "back")
    answer("Nothing was created.", "q")
    #expect(terminal.waitForExit() == .exited(0))
    let text = folder.read("accounts") ?? ""
    #expect(text.hasPrefix("# staff\nann:$1$s$h\nJörg M:$6$rounds="))
    #expect(text.contains("\nzoe:!\nrobert:$y$"))
    #expect(terminal.screen.written.contains("at the first one to the list"))
    #expect(!terminal.output.contains(0x1B))
    #expect(!terminal.screen.written.contains("battery"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("What others change is said, and nothing else, though htpasswd empties the file to fill it")
  func emptied() throws {
    try terminal.start(program, ["accounts", "--accounts", path, "--accessible"])
    #expect(terminal.shows("zoe: closed, locked"))
    var text = Self.file
    for number in 1...30 {
      // It opens the file to see if it can, and then writes all lines anew.
      fclose(fopen(path, "a"))
      text += "new\(number):$1$s$h\n"
      folder.write("accounts", text.utf8)
    }
    #expect(terminal.shows("new30: open, md5, weak: MD5, was added."))
    folder.write("accounts", text.replacing("ann:$1$s$h", with: "ann:$1$s$i").utf8)
    #expect(terminal.shows("ann has a new password."))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(!output.contains("was removed"), "\(output)")
    terminal.type("passwd ann\r")
    for _ in 1...2 {
      #expect(terminal.waits { $0.written.hasSuffix("typed):") || $0.written.hasSuffix("again:") })
      terminal.type("Staple-battery-8\r")
    }
    #expect(terminal.shows("Password of ann changed."))
    terminal.type("find yes\r")
    #expect(terminal.shows("1 of 33 accounts:") && terminal.shows("ann: open, yescrypt, strong"))
    folder.write("accounts", "ann:$1$s$j\n".utf8)
    #expect(terminal.shows("ann: open, md5, weak: MD5, has changed."))
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
  }
}
