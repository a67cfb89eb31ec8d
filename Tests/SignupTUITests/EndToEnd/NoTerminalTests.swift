import TerminalKit
import TestSupport
import Testing

@Suite("The built program where there is no terminal", .mostlyWaiting)
struct NoTerminalTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path

  init() throws {
    terminal = try PseudoTerminal(size: Size(100, 24))
  }

  static let commands: [(arguments: [String], advice: String)] = [
    ([], "--password-stdin"), (["signup"], "--password-stdin"), (["track"], "--accessible"),
    (["replay", "a.nmea"], "--accessible"), (["accounts"], "--json"), (["pages"], "--json"),
    (["weather", "--file", "a,b"], "--json"),
  ]
  /// What shows itself elsewhere, or as a list, where standard output is no terminal.
  private static let othersInPipes = ["signup", "accounts", "pages", "weather"]

  @Test(
    "Standard input or output that is none: it says what to use instead, draws nothing, exits 2",
    arguments: commands, [(true, false), (false, true), (false, false)])
  func refuses(
    command: (arguments: [String], advice: String), standard: (input: Bool, output: Bool)
  ) throws {
    let name = command.arguments.first ?? "signup"
    if !standard.output, Self.othersInPipes.contains(name) {
      // A form needs keys all the same.
      guard name == "signup", !standard.input else { return }
    }
    // A character device, but no terminal.
    let output = folder.write("stdout", [])
    try terminal.start(
      program, command.arguments, input: standard.input ? nil : "/dev/null",
      output: standard.output ? nil : output)
    #expect(terminal.waitForExit() == .exited(2))
    let wrong = standard.input ? "output" : "input"
    let shown = terminal.screen.lines.joined()
    #expect(shown.contains("Standard \(wrong) is not a terminal."))
    #expect(shown.contains(command.advice))
    #expect(!terminal.output.contains(0x1B))
    #expect(folder.read("stdout") == "")
    #expect(terminal.leftovers().isEmpty)
  }

  @Test(
    "Where standard output is none, lists are written plainly, and end",
    arguments: [
      (["accounts", "--accounts", "accounts"], "2 accounts in accounts.\nannika"),
      (["pages"], "End of the list.\n"),
    ], [true, false])
  func plainList(command: (arguments: [String], text: String), hasKeys: Bool) throws {
    folder.write("accounts", "annika:x\nrobert:x\n".utf8)
    let output = folder.write("stdout", [])
    let call = command.arguments.map { "'\($0)'" }.joined(separator: " ")
    try terminal.start(
      "/bin/sh", ["-c", "cd '\(folder.path)'; exec '\(program)' \(call)"],
      input: hasKeys ? nil : "/dev/null", output: output)
    #expect(terminal.waitForExit() == .exited(0))
    #expect(folder.read("stdout")?.contains(command.text) == true, "\(folder.read("stdout") ?? "")")
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("Where standard output is none, the form of sign-up is on standard error")
  func formBesidePipe() throws {
    let output = folder.write("stdout", [])
    let accounts = folder.file("accounts")
    try terminal.start(program, ["--accounts", accounts, "--username", "annika"], output: output)
    #expect(terminal.shows("Create an account"))
    terminal.type("kT7#pQ2z-Lw9\tkT7#pQ2z-Lw9\u{13}")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(folder.read("stdout")?.hasPrefix("Account annika created in \(accounts).") == true)
    #expect(terminal.leftovers().isEmpty)
  }

  @Test(
    "No terminal at all, not even for errors",
    arguments: commands.filter { !othersInPipes.dropFirst().contains($0.arguments.first ?? "") })
  func pipes(arguments: [String], advice: String) {
    let run = PipedProgram(program, arguments, in: folder)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("SignupTUI: Standard input is not a terminal."))
    #expect(run.errors.contains(advice))
    #expect(!run.errors.utf8.contains(0x1B))
  }

  @Test("Where a terminal stands for the file with the password, it says so and exits 2")
  func passwordFromTerminal() throws {
    try terminal.start(program, ["--username", "annika", "--password-stdin"])
    #expect(terminal.waitForExit() == .exited(2))
    let shown = terminal.screen.text
    #expect(shown.contains("--password-stdin reads a file or a pipe, not a terminal."))
    #expect(shown.contains("Try 'SignupTUI signup --help'."))
    #expect(!terminal.output.contains(0x1B) && terminal.leftovers().isEmpty)
  }

  @Test("With both, the screen is drawn")
  func draws() throws {
    try terminal.start(program, ["track"])
    #expect(terminal.shows("Simulated GPS"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
  }
}
