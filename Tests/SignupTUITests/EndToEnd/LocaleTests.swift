import TerminalKit
import TestSupport
import Testing

@testable import SignupTUI

/// What an 8-bit terminal would take for a control code must not reach it: a file's name is not
/// chosen by whoever looks at it.
@Suite("In a locale without UTF-8 nothing that is shown is a control code", .mostlyWaiting)
struct LocaleTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private static let plain = ["LC_ALL": "C"]

  /// Names that would steer a terminal, as ESC, as C1 and in the last byte of UTF-8.
  private static let names = ["e\u{1B}[31mvil", "c\u{9B}31m1", "picture ␛", "ą – ě", "漢字"]

  private func isSafe(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }
  }

  @Test("Messages of every command about a file", arguments: names)
  func messages(name: String) {
    let file = folder.file(name)
    let calls: [[String]] = [
      ["export", file], ["stats", file], ["replay", file, "--accessible"], ["login", name],
      ["streams", "run", file], ["streams", "check", file],
      ["accounts", "remove", name, "--accounts", file], ["strength", "--word-list", file],
      ["weather", "--file", "\(file),\(file)", "--json"], ["generate", "--policy", name],
      [name], ["track", "--theme", name], ["track", "--" + name], ["simulate", "--to", name],
    ]
    for call in calls {
      let run = PipedProgram(program, call, environment: Self.plain)
      #expect(run.status != 0 && !run.errors.isEmpty, "\(call)")
      #expect(isSafe(run.errors) && isSafe(run.output), "\(call): \(run.errors)")
    }
    let variable = PipedProgram(
      program, ["track"], environment: ["LC_ALL": "C", "SIGNUP_TUI_THEME": name])
    #expect(isSafe(variable.errors) && variable.errors.contains("SIGNUP_TUI_THEME"))
  }

  @Test("Help, the manual and JSON")
  func texts() {
    let trace = folder.write("ě \u{1B} ␛.nmea", "$GPRMC,235234,V,,,,,,,250905,,,N*59\r\n".utf8)
    var calls = Program.commands.map {
      $0.specification.name.split(separator: " ").map(String.init) + ["--help"]
    }
    calls += [["--help"], ["help", "streams"], ["manual"], ["stats", trace, "--json", "-q"]]
    for call in calls {
      let run = PipedProgram(program, call, environment: Self.plain)
      #expect(run.status == 0 && !run.output.isEmpty)
      #expect(isSafe(run.output) && isSafe(run.errors), "\(call)")
    }
    // JSON stays what it says.
    let json = PipedProgram(program, ["stats", trace, "--json"], environment: Self.plain)
    #expect(json.output.contains("\\u011b"))
  }

  @Test("Screens and lines, with such a name in them", arguments: names)
  func screens(name: String) throws {
    let trace = folder.write("\(name).nmea", TraceFixture.drive.bytes)
    for arguments in [["replay", trace], ["replay", trace, "--accessible"]] {
      let terminal = try PseudoTerminal(size: Size(80, 24))
      try terminal.start(program, arguments, environment: Self.plain)
      if arguments.count == 2 { #expect(terminal.shows("? keys")) }
      terminal.type(arguments.count == 2 ? "q" : "q\r")
      #expect(terminal.waitForExit() != nil)
      #expect(terminal.output.allSatisfy { $0 < 0x7F })
      #expect(terminal.leftovers().isEmpty)
    }
  }

  @Test("The console of Linux gets the signs of its font, and no question")
  func console() throws {
    let terminal = try PseudoTerminal(size: Size(80, 24))
    try terminal.start(program, ["track"], environment: ["TERM": "linux", "COLORTERM": ""])
    #expect(terminal.shows("? keys"))
    #expect(terminal.screen.text.contains("┌") && terminal.screen.questions.isEmpty)
    for sign in ["⇥", "▸", "✓", "…", "⣿"] { #expect(!terminal.screen.text.contains(sign)) }
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }
}
