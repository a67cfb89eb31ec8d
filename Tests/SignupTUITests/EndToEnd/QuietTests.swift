import TerminalKit
import TestSupport
import Testing

@Suite("Nothing is said of what goes well, if that is asked for", .mostlyWaiting)
struct QuietTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private var accounts: String { folder.file("accounts") }

  private func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) -> PipedProgram {
    PipedProgram(program, arguments, input: input, environment: environment, in: folder)
  }

  private func signUp(
    _ option: String, as name: String = "annika", environment: [String: String] = [:]
  ) -> PipedProgram {
    PipedProgram(
      program, ["--accounts", accounts, "--username", name, "--password-stdin", option],
      input: "Correct-horse-7\n", environment: environment, in: folder)
  }

  @Test(
    "An account is made, checked, changed and removed without a word", arguments: ["-q", "--quiet"])
  func accounts(option: String) {
    let runs = [
      signUp(option),
      run(
        "login", "ANNIKA", "--accounts", accounts, "--password-stdin", option,
        input: "Correct-horse-7"),
      run(
        "accounts", "passwd", "annika", "--accounts", accounts, "--password-stdin", option,
        input: "Staple-battery-8"),
      run("accounts", "remove", "annika", "--accounts", accounts, option),
    ]
    for run in runs { #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty) }
    #expect(folder.read("accounts") == "")
  }

  @Test("The environment variable of its name is the same, until it is 0")
  func variable() {
    let quiet = signUp("--hash=sha512", environment: ["SIGNUP_TUI_QUIET": "1"])
    #expect(quiet.status == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
    let loud = signUp("--hash=sha512", as: "robert", environment: ["SIGNUP_TUI_QUIET": "0"])
    #expect(loud.status == 0 && loud.output.hasPrefix("Account robert created in "))
  }

  @Test("The form is shown as ever, and nothing stays of it")
  func form() throws {
    let terminal = try PseudoTerminal(size: Size(80, 24))
    try terminal.start(
      program, ["--accounts", accounts, "--quiet", "--record", folder.file("demo.cast")])
    #expect(terminal.shows("Create an account"))
    terminal.type("annika\tCorrect-horse-7\tCorrect-horse-7")
    #expect(terminal.shows("✓ match"))
    terminal.type("\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.lines.allSatisfy { $0.isEmpty })
    #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
  }

  @Test("A failure says why and ends with the same status")
  func failures() {
    #expect(signUp("--quiet").status == 0)
    let taken = signUp("--quiet")
    #expect(taken.status == 3)
    #expect(taken.errors == "username: The name “annika” is taken; choose another.\n")
    let wrong = run(
      "login", "annika", "--accounts", accounts, "--password-stdin", "--quiet", input: "x")
    #expect(wrong.status == 1 && wrong.errors == "SignupTUI: Wrong name or password.\n")
    let unknown = run("accounts", "remove", "nobody", "--accounts", accounts, "--quiet")
    #expect(unknown.status == 1 && unknown.errors.contains("There is no account “nobody”"))
    let missing = run("export", folder.file("nowhere"), "--quiet")
    #expect(missing.status == 1 && missing.errors.contains("nowhere"))
  }

  @Test("Where standard output is full nothing is wrong, since nothing is written")
  func fullOutput() {
    let command =
      "printf 'Correct-horse-7\\n' | '\(program)' --accounts '\(accounts)' "
      + "--username annika --password-stdin --quiet >/dev/full"
    let run = PipedProgram("/bin/sh", ["-c", command], in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test("A password is made without its bits")
  func generate() {
    let run = run("generate", "--length", "12", "--quiet")
    #expect(run.status == 0 && run.output.count == 13 && run.errors.isEmpty)
  }

  @Test("A trace is converted without a word of damage, and counted with it")
  func traces() {
    let trace = folder.write(
      "trace.nmea",
      """
      $GPRMC,235234,A,3925.9702,N,11945.9354,W,45.1,153.1,250905,15.2,E,A*01
      $GPRMC,235236,A,3925.9479,N,11945.9211,W,44.7,153.6,250905,15.2,E,A*FF

      """.utf8)
    let loud = run("export", trace)
    #expect(loud.status == 0 && loud.errors.contains("1 damaged or unknown line was skipped"))
    let quiet = run("export", trace, "--quiet")
    #expect(quiet.status == 0 && quiet.output == loud.output && quiet.errors.isEmpty)
    let indoors = folder.write("indoors.nmea", "$GPRMC,235234,V,,,,,,,250905,,,N*59\r\n".utf8)
    let empty = run("export", indoors, "-q")
    #expect(empty.status == 0 && empty.errors.isEmpty)
    #expect(run("stats", trace, "-q").output == run("stats", trace).output)
  }
}
