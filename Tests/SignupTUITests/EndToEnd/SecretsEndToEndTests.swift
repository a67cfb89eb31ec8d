import Platform
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

#if os(Linux)
  import Glibc

  @Suite("The built program's passwords", .mostlyWaiting)
  struct SecretsEndToEndTests {
    private let password = "Zq7!vermilion-Otter-wm9-canoe"

    private let folder = ScratchFolder()
    private let terminal: PseudoTerminal
    private let program = BuiltProgram.path
    private var accounts: String { folder.file("accounts") }

    init() throws {
      terminal = try PseudoTerminal(size: Size(80, 24))
    }

    /// Expects that other users' programs see nothing of the password while the form is open, and
    /// the terminal nothing after it has ended by some keys.
    private func expectNothingShown(byTyping keys: String, end: PseudoTerminal.Exit) {
      for name in ["environ", "cmdline"] {
        #expect(!Disk.text(at: "/proc/\(terminal.processID)/\(name)").contains(password))
      }
      terminal.type(keys)
      #expect(terminal.waitForExit() == end)
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains(password))
    }

    @Test("The form on the screen shows nothing of a password")
    func screen() throws {
      try terminal.start(program, ["--accounts", accounts])
      #expect(terminal.shows("Create an account"))
      terminal.type("annika\t\(password)\t\(password)")
      #expect(terminal.shows("✓ match"))
      expectNothingShown(byTyping: "\r", end: .exited(0))
      #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
    }

    @Test("A form that was given up shows nothing of a password")
    func cancelled() throws {
      try terminal.start(program, ["--accounts", accounts])
      #expect(terminal.shows("Create an account"))
      // As typed by hand and corrected, and pasted.
      terminal.type("annika\t")
      for character in password { terminal.type("\(character)x\u{7F}") }
      terminal.type("\t\u{1B}[200~\(password)\u{1B}[201~")
      #expect(terminal.shows("✓ match"))
      expectNothingShown(byTyping: "\u{3}\u{3}", end: .killed(SIGINT))
    }

    @Test("Questions and answers show nothing of a password")
    func accessible() throws {
      try terminal.start(program, ["--accessible", "--accounts", accounts])
      #expect(terminal.waits { $0.written.hasSuffix("first):") })
      terminal.type("annika\n")
      #expect(terminal.waits { $0.written.hasSuffix("typed):") })
      terminal.type(password + "\n")
      #expect(terminal.waits { $0.written.hasSuffix("again:") })
      terminal.type(password + "\n")
      #expect(terminal.waits { $0.written.hasSuffix("now? (y/n)") })
      expectNothingShown(byTyping: "y\n", end: .exited(0))
    }

    /// Starts the program with a pipe for its standard input, which is returned.
    private func startPiped(
      _ arguments: [String], environment: [String: String] = [:], output: String? = nil
    ) throws -> CInt {
      mkfifo(folder.file("input"), 0o600)
      // For reading, too, so that nobody has to be there yet.
      let pipe = open(folder.file("input"), O_RDWR | O_CLOEXEC)
      try terminal.start(
        program, arguments, environment: environment, input: folder.file("input"),
        output: output)
      return pipe
    }

    @Test(
      "A password on standard input is shown nowhere",
      arguments: [
        ["--username", "annika"], ["login", "robert"], ["accounts", "passwd", "robert"],
        ["users", "--json", "--username", "robert"],
      ])
    func standardInput(command: [String]) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: password)
      let pipe = try startPiped(command + ["--accounts", accounts, "--password-stdin"])
      defer { close(pipe) }
      let line = password + "\n"
      _ = write(pipe, line, line.utf8.count)
      #expect(terminal.waitForExit() == .exited(0))
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains(password))
    }

    @Test("A password that was refused is left out of the next try")
    func refused() throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: "another-Otter-7")
      try terminal.start(program, ["users", "--accounts", accounts])
      #expect(terminal.shows("Sign in"))
      terminal.type("robert\t\(password)\r")
      #expect(terminal.shows("is wrong"))
      terminal.type("another-Otter-7\r")
      #expect(terminal.shows("Access"))
      expectNothingShown(byTyping: "q", end: .exited(0))
    }

    @Test(
      "Until its end is read no signal makes a failure of what is done",
      arguments: [SIGTERM, SIGINT, SIGHUP])
    func slowReader(number: CInt) throws {
      mkfifo(folder.file("output"), 0o600)
      let output = open(folder.file("output"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
      defer { close(output) }
      let filling = [UInt8](repeating: 0x2E, count: 4096)
      while write(output, filling, filling.count) > 0 {}
      let input = try startPiped(
        ["--username", "annika", "--accounts", accounts, "--password-stdin"],
        output: folder.file("output"))
      defer { close(input) }
      let line = password + "\n"
      _ = write(input, line, line.utf8.count)
      for _ in 0..<2000 where folder.read("accounts")?.hasSuffix("\n") != true {
        poll(nil, 0, 5)
      }
      terminal.send(signal: number)
      #expect(terminal.waitForExit() == .exited(0))
      #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
    }

    @Test("A crash shows no registers and no memory, whatever Swift's backtracer is told")
    func backtrace() throws {
      let variables = ["SWIFT_BACKTRACE": "enable=yes,registers=all,images=all,color=no"]
      let pipe = try startPiped(
        ["--username", "annika", "--accounts", accounts, "--password-stdin"],
        environment: variables)
      defer { close(pipe) }
      _ = write(pipe, "Zq7!Otter", 9)
      // It has read the half of a password when the pipe is empty.
      var left: CInt = 1
      while left > 0 {
        _ = ioctl(pipe, UInt(FIONREAD), &left)
        poll(nil, 0, 1)
      }
      terminal.send(signal: SIGSEGV)
      #expect(terminal.waitForExit() == .killed(SIGSEGV))
      #expect(terminal.output.isEmpty, "\(terminal.screen.text)")
    }

    @Test("A crash between two questions says nothing either")
    func backtraceInLines() throws {
      try terminal.start(
        program, ["--accessible", "--accounts", accounts],
        environment: ["SWIFT_BACKTRACE": "enable=yes,registers=all"])
      #expect(terminal.waits { $0.written.hasSuffix("first):") })
      terminal.send(signal: SIGSEGV)
      #expect(terminal.waitForExit() == .killed(SIGSEGV))
      #expect(terminal.screen.written.hasSuffix("first):"))
      #expect(terminal.leftovers().isEmpty)
    }

    @Test("While it holds a secret nobody of the same user may look into the process")
    func dumpable() async {
      await #expect(processExitsWith: .exitCode(7)) {
        Secrets.protect()
        exit(CoreDumps.areAllowed ? 1 : 7)
      }
    }
  }
#endif
