import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program and what the terminal says of itself", .mostlyWaiting)
struct TerminalAnswerTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
  }

  private func start(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws {
    try terminal.start(
      program, ["--accounts", folder.file("accounts")] + arguments, environment: variables)
    #expect(terminal.shows("Create an account"))
  }

  private func leave() {
    terminal.type("\u{1B}")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.leftovers().isEmpty)
    #expect(terminal.unreadInput == 0)
  }

  /// The colour that headings have in the dark theme and in the light one.
  private static let dark = "38:5;75"
  private static let light = "38:5;25"

  private func hasColor(_ color: String) -> Bool {
    terminal.waits { screen in screen.cells.contains { $0.sgr.contains(color) } }
  }

  @Test(
    "The colours are for the background there is; COLORFGBG is asked where it does not say",
    arguments: [
      ("rgb:ffff/ffff/ffff", "15;0", light), ("rgb:0000/0000/0000", "0;15", dark),
      (nil, "0;15", light), (nil, "", dark),
    ] as [(String?, String, String)])
  func background(answer: String?, variable: String, color: String) throws {
    terminal.answers.background = answer
    try start([], ["COLORFGBG": variable])
    #expect(terminal.waits { $0.questions.count == 3 })
    #expect(hasColor(color))
    #expect(terminal.waits { !$0.text.contains("rgb") && !$0.text.contains("62;22c") })
    leave()
  }

  @Test("A theme that was asked for stays, by option and by variable", arguments: [true, false])
  func override(isOption: Bool) throws {
    terminal.answers.background = "rgb:ffff/ffff/ffff"
    try start(
      isOption ? ["--theme", "dark"] : [], isOption ? [:] : ["SIGNUP_TUI_THEME": "dark"])
    #expect(terminal.waits { $0.questions.count == 3 })
    terminal.type("annika")
    #expect(terminal.shows("annika"))
    #expect(hasColor(Self.dark) && !terminal.screen.cells.contains { $0.sgr.contains(Self.light) })
    terminal.type("\u{3}\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("An answer of a slow terminal is nothing typed, nor left for the shell")
  func late() throws {
    terminal.answers.namesAttributes = false
    try start()
    terminal.typeUnread("\u{1B}]11;rgb:ffff")
    #expect(terminal.waits { $0.questions.count == 3 })
    terminal.typeUnread("/ffff/ffff\u{1B}\\")
    #expect(hasColor(Self.light))
    terminal.typeUnread("\u{1B}[?62;22c")
    leave()
  }

  @Test("A terminal that never answers is left all the same")
  func silent() throws {
    terminal.answers.namesAttributes = false
    try start()
    leave()
  }

  @Test("With the kitty keyboard protocol keys work, and it is given back")
  func keyboard() throws {
    terminal.answers.knowsKeyboardProtocol = true
    try start()
    #expect(terminal.waits { $0.keyboardLevels == 1 })
    terminal.type("ann\u{1B}[57404u\u{1B}[103;5u")
    #expect(terminal.shows("Help"))
    terminal.type("\u{1B}[27u\u{1B}[27u")
    #expect(terminal.shows("Discard what you typed?"))
    terminal.type("\u{1B}[99;5u")
    #expect(terminal.waitForExit() != nil)
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("The mouse goes to a field and presses a button; with --no-mouse it is the terminal's")
  func mouse() throws {
    try start()
    #expect(terminal.screen.modes.isSuperset(of: [1002, 1006]))
    func click(_ text: String) {
      let y = terminal.screen.lines.firstIndex { $0.contains(text) } ?? 0
      let line = terminal.screen.lines[y]
      let x = line.firstRange(of: text).map { line[..<$0.lowerBound].count } ?? 0
      terminal.type("\u{1B}[<0;\(x + 1);\(y + 1)M\u{1B}[<0;\(x + 1);\(y + 1)m")
    }
    click("^G help")
    #expect(terminal.shows("─ Help ─"))
    terminal.type("\u{1B}")
    #expect(terminal.waits { !$0.text.contains("─ Help ─") })
    click("Cancel")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.leftovers().isEmpty)
    let other = try PseudoTerminal(size: Size(80, 24))
    try other.start(program, ["track", "--no-mouse"])
    #expect(other.shows("? keys"))
    #expect(other.screen.modes.isDisjoint(with: [1000, 1002, 1003, 1006]))
    other.type("q")
    #expect(other.waitForExit() == .exited(0))
  }
}
