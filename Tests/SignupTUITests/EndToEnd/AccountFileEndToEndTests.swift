import TerminalKit
import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(
  "The built program on a pseudo-terminal, with an account file that is as it is", .mostlyWaiting)
struct AccountFileEndToEndTests {
  private let folder = ScratchFolder()
  private let terminal: PseudoTerminal
  private let program = BuiltProgram.path
  private var accounts: String { folder.file("accounts") }

  init() throws {
    terminal = try PseudoTerminal(size: Size(80, 24))
  }

  private func start(_ arguments: String...) throws {
    try terminal.start(program, arguments + ["--accounts", accounts])
  }

  private var hasDrawn: Bool { terminal.output.contains(0x1B) }

  @Test(
    "A file that cannot be used is said in a sentence before the form, with exit 4",
    arguments: [[], ["--accessible"]], ["folder", "text", "pipe"])
  func hopeless(options: [String], what: String) throws {
    switch what {
    case "folder": mkdir(accounts, 0o700)
    case "pipe": mkfifo(accounts, 0o600)
    default: folder.write("accounts", "Dear diary\n".utf8)
    }
    try terminal.start(program, options + ["--accounts", accounts])
    #expect(terminal.waitForExit() == .exited(4))
    #expect(terminal.screen.text.contains("SignupTUI: Cannot read the account file"))
    #expect(!hasDrawn && terminal.leftovers().isEmpty)
  }

  @Test(
    "While another program has the lock nothing is waited for, and nothing typed early shows",
    arguments: [
      ["--username", "early1"], ["--username", "early1", "--accessible"],
      ["accounts", "passwd", "bertil"], ["accounts", "passwd", "bertil", "--accessible"],
    ])
  func locked(arguments: [String]) throws {
    folder.write("accounts", "bertil:X\n".utf8)
    let file = open(accounts, O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    try terminal.start(program, arguments + ["--accounts", accounts])
    #expect(terminal.waits { _ in terminal.isRaw || terminal.hidesTyping })
    terminal.type("TypedSecret1!")
    #expect(terminal.waits { $0.text.contains("assword") })
    #expect(!terminal.screen.text.contains("Waiting for another program"))
    // On the screen the first one asks whether to discard what was typed.
    terminal.type(arguments.last == "--accessible" ? "\u{3}" : "\u{3}\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("Secret1"))
    #expect(terminal.leftovers().isEmpty)
    #expect(terminal.unreadInput == 0, "Half a password is left for the shell.")
  }

  @Test(
    "Typed text is dropped when the file cannot be used", arguments: [[], ["--accessible"]])
  func droppedOnFailure(options: [String]) throws {
    folder.write("accounts", "Dear diary\n".utf8)
    // The program sees what stands before it; a shell in its place sees what was left.
    try terminal.start(
      "/bin/sh",
      [
        "-c", "echo ready; stty -echo; head -c 1 >/dev/null; exec \"$0\" \"$@\"", program,
        "--username", "early1", "--accounts", accounts,
      ] + options)
    #expect(terminal.shows("ready"))
    #expect(terminal.waits { _ in terminal.hidesTyping })
    terminal.type("\nTypedSecret1!\n")
    #expect(terminal.waitForExit() == .exited(4))
    #expect(terminal.unreadInput == 0)
  }

  @Test("A lock that another program takes meanwhile is waited for in the form, which says so")
  func lockedMeanwhile() throws {
    folder.write("accounts", [])
    let file = open(accounts, O_RDWR)
    defer { close(file) }
    try start("--username", "annika")
    #expect(terminal.shows("annika"))
    #expect(flock(file, LOCK_EX) == 0)
    terminal.type("Correct-horse-7\tCorrect-horse-7\r")
    #expect(terminal.shows("Waiting for another program to finish writing"))
    flock(file, LOCK_UN)
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("Account annika created"))
    #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
  }

  @Test("Leaving while the lock is waited for leaves no account behind")
  func leftWhileLocked() throws {
    folder.write("accounts", [])
    let file = open(accounts, O_RDWR)
    defer { close(file) }
    try start("--username", "annika")
    #expect(terminal.shows("annika"))
    #expect(flock(file, LOCK_EX) == 0)
    terminal.type("Correct-horse-7\tCorrect-horse-7\r")
    #expect(terminal.shows("Waiting for another program to finish writing"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
    #expect(terminal.screen.text.contains("Nothing was created."))
    flock(file, LOCK_UN)
    #expect(folder.read("accounts") == "")
  }

  @Test("A name from the command line stands in the form, in lines too")
  func username() throws {
    try start("--username", "annika", "--accessible")
    #expect(terminal.shows("Username: annika"))
    #expect(terminal.shows("annika is free."))
    #expect(terminal.shows("Password (not shown while typed):"))
    terminal.type("Correct-horse-7\nCorrect-horse-7\n")
    #expect(terminal.shows("Create the account annika now?"))
    terminal.type("y\n")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
  }

  @Test("A login asks for the password, which is not shown")
  func login() throws {
    let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
    try store.add("annika", password: "Correct-horse-7")
    try start("login", "annika")
    #expect(terminal.shows("Password for annika (not shown while typed):"))
    terminal.type("Correct-horse-7\n")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("The password for annika is correct."))
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("Correct-horse"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A login whose output goes elsewhere asks on the terminal all the same")
  func loginElsewhere() throws {
    folder.write("accounts", "annika:$argon2id$v=19$m=65536$aa$bb\n".utf8)
    try terminal.start(
      program, ["login", "annika", "--accounts", accounts], output: folder.file("output"))
    #expect(terminal.shows("Password for annika (not shown while typed):"))
    terminal.type("Correct-horse-7\n")
    #expect(terminal.waitForExit() == .exited(4), "That is not the answer that it is wrong.")
    #expect(terminal.screen.text.contains("uses a method that cannot be checked here"))
    #expect(folder.read("output") == "")
  }

  @Test("In lines a new password is asked for until it is one; only the repetition is typed again")
  func passwd() throws {
    let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
    try store.add("annika", password: "Correct-horse-7")
    try start("accounts", "passwd", "Annika", "--accessible")
    func answer(_ question: String, _ password: String) {
      #expect(terminal.waits { $0.written.hasSuffix(question) }, "\(terminal.screen.written)")
      terminal.type(password + "\n")
    }
    answer("(not shown while typed):", "short")
    #expect(terminal.shows("at least"))
    answer("(not shown while typed):", "Staple-battery-8")
    answer("again:", "Staple-battery-9")
    #expect(terminal.shows("Type it again, or press Enter to choose a new password."))
    answer("again:", "Staple-battery-8")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("Password of annika changed in \(accounts)."))
    #expect(try store.verify("annika", password: "Staple-battery-8"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Giving up a new password changes nothing", arguments: [[], ["--accessible"]])
  func passwdLeft(options: [String]) throws {
    folder.write("accounts", "annika:X\n".utf8)
    try terminal.start(program, ["accounts", "passwd", "annika", "--accounts", accounts] + options)
    #expect(terminal.shows("New password for annika"))
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(terminal.screen.written.hasSuffix("Nothing was changed."))
    #expect(folder.read("accounts") == "annika:X\n")
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("On the screen a new password has the form of the sign-up, without the name")
  func passwdOnScreen() throws {
    let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
    try store.add("Jörg M", password: "Correct-horse-7")
    try start("accounts", "passwd", "jörg m")
    #expect(terminal.shows("New password for Jörg M"))
    #expect(!terminal.screen.text.contains("Username"))
    terminal.type("Staple-battery-8\tStaple-battery-9\r")
    #expect(terminal.shows("Differs from the password"))
    terminal.type("\u{7F}8\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("Password of Jörg M changed in \(accounts)."))
    #expect(try store.verify("Jörg M", password: "Staple-battery-8"))
    #expect(folder.read("accounts")?.hasPrefix("Jörg M:$6$") == true, "hashed as before")
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A new password whose report goes elsewhere is asked for on the terminal all the same")
  func passwdElsewhere() throws {
    folder.write("accounts", "annika:X\n".utf8)
    try terminal.start(
      program, ["accounts", "passwd", "annika", "--accounts", accounts],
      output: folder.file("output"))
    #expect(terminal.waits { $0.written.hasSuffix("typed):") })
    terminal.type("Staple-battery-8\n")
    #expect(terminal.waits { $0.written.hasSuffix("again:") })
    terminal.type("Staple-battery-8\n")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(folder.read("output")?.hasPrefix("Password of annika changed") == true)
  }
}
