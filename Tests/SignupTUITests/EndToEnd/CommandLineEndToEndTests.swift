import CommandLineKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The built program, without a terminal", .mostlyWaiting)
struct CommandLineEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private func run(_ arguments: String..., input: String = "") -> PipedProgram {
    PipedProgram(program, arguments, input: input, in: folder)
  }

  @Test("--help and --version write to standard output and succeed")
  func help() {
    let help = run("--help")
    #expect(help.status == 0 && help.output.contains("Usage:") && help.errors.isEmpty)
    let version = run("--version")
    #expect(version.status == 0 && version.output == "\(Program.help.version)\n")
  }

  @Test("An unknown command and an unknown option name themselves and exit 2")
  func unknown() {
    let command = run("frobnicate")
    #expect(command.status == 2 && command.errors.contains("'frobnicate'"))
    let option = run("track", "--frob")
    #expect(option.status == 2 && option.errors.contains("'--frob'"))
    #expect(command.output.isEmpty && option.output.isEmpty)
    let misspelt = run("--acounts", "x")
    #expect(
      misspelt.errors == """
        SignupTUI: signup has no option '--acounts'. Did you mean '--accounts'?
        Try 'SignupTUI signup --help'.

        """)
    #expect(misspelt.status == 2 && misspelt.output.isEmpty)
  }

  @Test("An account is made from standard input, and a second one of its name is refused")
  func signupFromInput() throws {
    let accounts = folder.file("accounts")
    let arguments = ["--accounts", accounts, "--username", "annika", "--password-stdin"]
    let first = PipedProgram(program, arguments, input: "Correct-horse-7\n", in: folder)
    #expect(first.status == 0)
    let lines = first.output.split(separator: "\n").map(String.init)
    let made = "Account annika created in \(accounts). The file is new; only "
    #expect(lines.first?.hasPrefix(made) == true)
    #expect(lines.count <= 2)
    #expect(
      try HtpasswdAccountStore(path: accounts).verify("annika", password: "Correct-horse-7"))
    let second = PipedProgram(program, arguments, input: "Correct-horse-8\n", in: folder)
    #expect(second.status == 3)
    #expect(second.errors == "username: The name “annika” is taken; choose another.\n")
  }

  @Test("A weak password on standard input is refused with every fault, and nothing is written")
  func weak() {
    let run = run(
      "--accounts", folder.file("accounts"), "--username", "an", "--password-stdin",
      input: "short")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("username: needs at least 6 characters.\n"))
    #expect(run.errors.contains("\npassword: needs at least 8 characters.\n"))
    #expect(folder.read("accounts") == nil)
  }

  @Test("A file that is no account file is left alone")
  func foreignFile() {
    let notes = folder.write("notes", "Dear diary\n".utf8)
    let run = run(
      "--accounts", notes, "--username", "annika", "--password-stdin", input: "Correct-horse-7")
    #expect(run.status == 4)
    #expect(run.errors.contains("none of its lines is an account"))
    #expect(folder.read("notes") == "Dear diary\n")
  }

  @Test("A password that is no text, and an empty file name, are called what they are")
  func unusable() {
    let password = folder.write("password", [0xC3, 0x28, 0x0A])
    let shell = PipedProgram(
      "/bin/sh",
      ["-c", "exec '\(program)' --username annika --password-stdin < '\(password)'"], in: folder)
    #expect(shell.status == 1 && shell.errors.contains("not UTF-8"))
    let closed = PipedProgram(
      "/bin/sh", ["-c", "exec '\(program)' --username annika --password-stdin <&-"], in: folder)
    #expect(closed.status == 1 && closed.errors.contains("cannot be read"))
    let nameless = run("--accounts", "", "--username", "annika", "--password-stdin")
    #expect(nameless.status == 2 && nameless.errors.contains("--accounts"))
  }

  @Test("A trace is exported with one line for each fix, and damage is reported on standard error")
  func export() throws {
    let trace = folder.write(
      "trace.nmea",
      """
      $GPRMC,235234,A,3925.9702,N,11945.9354,W,45.1,153.1,250905,15.2,E,A*01
      $GPGGA,235234,3925.9702,N,11945.9354,W,1,10,0.8,1378.6,M,-22.1,M,,*4D
      $GPRMC,235236,A,3925.9479,N,11945.9211,W,44.7,153.6,250905,15.2,E,A*FF

      """.utf8)
    let run = run("export", trace, "--to", "csv")
    #expect(run.status == 0)
    #expect(
      run.output == """
        \(TraceCommandTests.header)
        2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.2014,153.100,10,0.80,gps,\
        1356.500,,,,,,,,15.200,1,,,,,,

        """)
    #expect(run.errors == "SignupTUI: \(trace): 1 damaged or unknown line was skipped.\n")
  }

  @Test("A trace without a fix is a table without rows, which is said, and a failure")
  func exportWithoutFix() {
    let trace = folder.write("indoors.nmea", "$GPRMC,235234,V,,,,,,,250905,,,N*59\r\n".utf8)
    let run = run("export", trace, "--to", "csv")
    #expect(run.status == 1)
    #expect(run.output == TraceCommandTests.header + "\n")
    #expect(
      run.errors
        == "SignupTUI: \(trace): it has no fixes, so only the header was written.\n")
  }

  @Test(
    "A file that is no trace gets one sentence with its name, exit 1, and nothing else",
    arguments: [
      ("empty.nmea", [UInt8](), "empty"),
      ("binary.csv", [0, 1, 2, 255, 254, 0, 7, 8, 0, 0, 0, 0, 127, 69, 76, 70], "binary"),
      ("notes.txt", Array("Dear diary,\ntoday I went for a walk.\n".utf8), "is not a trace"),
      ("e\u{1B}[2Jvil.txt", Array("x\n".utf8), "is not a trace"),
    ])
  func noTrace(name: String, bytes: [UInt8], word: String) {
    let file = folder.write(name, bytes)
    let run = run("export", file, "--to", "csv")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(word))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(!run.errors.utf8.contains(0x1B), "A file's name is never a control sequence.")
  }

  @Test("A missing file and a folder are told apart")
  func missing() {
    let missing = run("export", folder.file("nowhere.nmea"), "--to", "csv")
    #expect(missing.status == 1 && missing.errors.contains("nowhere.nmea"))
    let directory = run("export", folder.path, "--to", "csv")
    #expect(directory.status == 1 && directory.errors.contains("directory"))
  }
}
