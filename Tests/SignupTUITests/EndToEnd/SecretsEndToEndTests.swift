import Platform
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

#if os(Linux)
  import Glibc

  /// The passwords are of bytes that nothing else has: one that a `String` keeps in itself, and one
  /// that it keeps in memory of its own.
  @Suite(
    "The built program's memory after a password",
    .enabled(if: !ThreadSanitizer.isOn, "the sanitizer's shadow of the memory is too large"))
  struct SecretsEndToEndTests {
    static let passwords = ["Zq7!Otter-wm9x", "Zq7!vermilion-Otter-wm9-canoe"]

    private let folder = ScratchFolder()
    private let terminal: PseudoTerminal
    private let program = BuiltProgram.path
    private var accounts: String { folder.file("accounts") }

    init() throws {
      terminal = try PseudoTerminal(size: Size(80, 24))
    }

    /// A password as it is, and as an estimate of its strength reads it.
    private func traces(of password: String) -> [String] {
      [password, password.lowercased(), String(password.reversed())]
    }

    /// Lets the program end by some keys, and looks for what it has left.
    private func expectNothing(of password: String, byTyping keys: String) throws {
      for name in ["environ", "cmdline"] {
        #expect(!Disk.text(at: "/proc/\(terminal.processID)/\(name)").contains(password))
      }
      // Only root may look into a program that holds a secret.
      if let memory = ProgramMemory(of: terminal.processID) {
        #expect(!memory.find([password]).isEmpty || keys == password + "\n", "It was there before.")
        terminal.type(keys)
        let left = memory.findAtExit(traces(of: password)) {
          _ = terminal.waits(seconds: 0.01) { _ in false }
        }
        #expect(left.isEmpty, "\(left.joined(separator: "\n"))")
      } else {
        #expect(geteuid() != 0)
        terminal.type(keys)
      }
      let written = String(decoding: terminal.output, as: UTF8.self)
      for trace in traces(of: password) { #expect(!written.contains(trace)) }
    }

    @Test("Nothing is left by the form on the screen", arguments: passwords)
    func screen(password: String) throws {
      try terminal.start(program, ["--accounts", accounts])
      #expect(terminal.shows("Create an account"))
      terminal.type("annika\t\(password)\t\(password)")
      #expect(terminal.shows("✓ match"))
      try expectNothing(of: password, byTyping: "\r")
      #expect(terminal.waitForExit() == .exited(0))
      #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
    }

    @Test("Nothing is left by a form that was given up", arguments: passwords)
    func cancelled(password: String) throws {
      try terminal.start(program, ["--accounts", accounts])
      #expect(terminal.shows("Create an account"))
      // As typed by hand and corrected, and pasted.
      terminal.type("annika\t")
      for character in password { terminal.type("\(character)x\u{7F}") }
      terminal.type("\t\u{1B}[200~\(password)\u{1B}[201~")
      #expect(terminal.shows("✓ match"))
      try expectNothing(of: password, byTyping: "\u{3}\u{3}")
      #expect(terminal.waitForExit() == .killed(SIGINT))
    }

    @Test("Nothing is left by questions and answers", arguments: passwords)
    func accessible(password: String) throws {
      try terminal.start(program, ["--accessible", "--accounts", accounts])
      #expect(terminal.waits { $0.written.hasSuffix("first):") })
      terminal.type("annika\n")
      #expect(terminal.waits { $0.written.hasSuffix("typed):") })
      terminal.type(password + "\n")
      #expect(terminal.waits { $0.written.hasSuffix("again:") })
      terminal.type(password + "\n")
      #expect(terminal.waits { $0.written.hasSuffix("now? (y/n)") })
      try expectNothing(of: password, byTyping: "y\n")
      #expect(terminal.waitForExit() == .exited(0))
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
      "Nothing is left of a password on standard input", arguments: passwords,
      [
        ["--username", "annika"], ["login", "robert"], ["accounts", "passwd", "robert"],
        ["users", "--json", "--username", "robert"],
      ])
    func standardInput(password: String, command: [String]) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: password)
      let pipe = try startPiped(command + ["--accounts", accounts, "--password-stdin"])
      defer { close(pipe) }
      guard let memory = ProgramMemory(of: terminal.processID) else { return }
      let line = password + "\n"
      _ = write(pipe, line, line.utf8.count)
      let left = memory.findAtExit(traces(of: password)) {
        _ = terminal.waits(seconds: 0.01) { _ in false }
      }
      #expect(left.isEmpty, "\(left.joined(separator: "\n"))")
      #expect(terminal.waitForExit() == .exited(0))
      #expect(!String(decoding: terminal.output, as: UTF8.self).contains(password))
    }

    @Test("Nothing is left while the users are looked at", arguments: passwords)
    func users(password: String) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: password)
      try terminal.start(program, ["users", "--accounts", accounts])
      #expect(terminal.shows("Sign in"))
      terminal.type("robert\t\(password)\r")
      #expect(terminal.shows("Access"))
      // What is swept in the turn after the list was there is gone a moment after it is seen.
      expectSwept(password)
      terminal.type("q")
      #expect(terminal.waitForExit() == .exited(0))
    }

    /// Looks until nothing is left of a password.
    private func expectSwept(_ password: String) {
      guard geteuid() == 0 else { return }
      var left = ["nobody has looked"]
      for _ in 0..<2000 where !left.isEmpty {
        _ = terminal.waits(seconds: 0.005) { _ in false }
        left = ProgramMemory.find(traces(of: password), in: terminal.processID)
      }
      #expect(left.isEmpty, "\(left.joined(separator: "\n"))")
    }

    @Test(
      "Nothing is left of a password that was refused, while the form is looked at",
      arguments: passwords)
    func refused(password: String) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: "another-Otter-7")
      try terminal.start(program, ["users", "--accounts", accounts])
      #expect(terminal.shows("Sign in"))
      terminal.type("robert\t\(password)\r")
      #expect(terminal.shows("is wrong"))
      expectSwept(password)
      terminal.type("another-Otter-7\r")
      #expect(terminal.shows("Access"), "The next one is not swept away with it.")
    }

    @Test("Nothing is left of it while the question is asked again", arguments: passwords)
    func refusedInLines(password: String) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: "another-Otter-7")
      try terminal.start(program, ["users", "--accessible", "--accounts", accounts])
      #expect(terminal.waits { $0.written.hasSuffix("Username:") })
      terminal.type("robert\n")
      #expect(terminal.waits { $0.written.hasSuffix("typed):") })
      terminal.type(password + "\n")
      #expect(
        terminal.waits { $0.written.contains("is wrong") && $0.written.hasSuffix("Username:") })
      expectSwept(password)
    }

    @Test("Nothing is left of a new password that was not repeated", arguments: passwords)
    func notRepeated(password: String) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: "another-Otter-7")
      try terminal.start(
        program, ["accounts", "passwd", "robert", "--accessible", "--accounts", accounts])
      #expect(terminal.waits { $0.written.hasSuffix("typed):") })
      terminal.type(password + "\n")
      #expect(terminal.waits { $0.written.hasSuffix("again:") })
      terminal.type("something-Else-7\n")
      #expect(terminal.waits { $0.written.contains("Type it again") })
      terminal.type("\n")
      #expect(
        terminal.waits { $0.written.contains("typed):\n") && $0.written.hasSuffix("typed):") })
      expectSwept(password)
    }

    @Test("Nothing is left by whoever gives up at a question", arguments: passwords)
    func interrupted(password: String) throws {
      let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
      try store.add("robert", password: "another-Otter-7")
      try terminal.start(
        program, ["accounts", "passwd", "robert", "--accessible", "--accounts", accounts])
      #expect(terminal.waits { $0.written.hasSuffix("typed):") })
      terminal.type(password + "\n")
      #expect(terminal.waits { $0.written.hasSuffix("again:") })
      try expectNothing(of: password, byTyping: "\u{3}")
      #expect(terminal.waitForExit() == .killed(SIGINT))
    }

    @Test(
      "Until its end is read nothing is left, and no signal makes a failure of what is done",
      arguments: [SIGTERM, SIGINT, SIGHUP])
    func slowReader(number: CInt) throws {
      let password = Self.passwords[1]
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
      var left = ["it has not begun"]
      for _ in 0..<2000 where !left.isEmpty {
        poll(nil, 0, 5)
        guard folder.read("accounts")?.hasSuffix("\n") == true else { continue }
        left = geteuid() == 0 ? ProgramMemory.find([password], in: terminal.processID) : []
      }
      #expect(left.isEmpty, "\(left.joined(separator: "\n"))")
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
