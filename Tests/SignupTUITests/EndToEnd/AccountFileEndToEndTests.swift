import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program on a pseudo-terminal, with an account file that is as it is")
struct AccountFileEndToEndTests {
  private let folder: ScratchFolder
  private let terminal: PseudoTerminal
  private var accounts: String { folder.file("accounts") }

  init() throws {
    folder = ScratchFolder()
    terminal = try PseudoTerminal(size: Size(80, 24))
  }

  private func start(_ arguments: String...) throws {
    let program = try #require(BuiltProgram.path, "SignupTUI has to be built beside the tests.")
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
    let program = try #require(BuiltProgram.path)
    try terminal.start(program, options + ["--accounts", accounts])
    #expect(terminal.waitForExit() == .exited(4))
    #expect(terminal.screen.text.contains("SignupTUI: Cannot read the account file"))
    #expect(!hasDrawn && terminal.leftovers().isEmpty)
  }

  @Test("A lock that another program has is waited for, which is said before anything is drawn")
  func locked() throws {
    folder.write("accounts", [])
    let file = open(accounts, O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    try start()
    #expect(terminal.shows("SignupTUI: Waiting for another program"))
    #expect(!hasDrawn)
    flock(file, LOCK_UN)
    #expect(terminal.shows("Create an account"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(SIGINT))
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
    #expect(terminal.shows("Waiting for another program that writes"))
    flock(file, LOCK_UN)
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("Account annika created"))
    #expect(folder.read("accounts")?.hasPrefix("annika:$y$") == true)
  }

  @Test("Whoever leaves while the lock is waited for leaves no account behind")
  func leftWhileLocked() throws {
    folder.write("accounts", [])
    let file = open(accounts, O_RDWR)
    defer { close(file) }
    try start("--username", "annika")
    #expect(terminal.shows("annika"))
    #expect(flock(file, LOCK_EX) == 0)
    terminal.type("Correct-horse-7\tCorrect-horse-7\r")
    #expect(terminal.shows("Waiting for another program that writes"))
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
    #expect(terminal.shows("Password of annika (not shown while typed):"))
    terminal.type("Correct-horse-7\n")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.screen.text.contains("The password of annika is right."))
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("Correct-horse"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A new password is asked for until it is one, and twice the same")
  func passwd() throws {
    let store = HtpasswdAccountStore(path: accounts, hasher: .sha512Crypt(rounds: 1000))
    try store.add("annika", password: "Correct-horse-7")
    try start("accounts", "passwd", "annika")
    #expect(terminal.shows("New password of annika"))
    terminal.type("short\n")
    #expect(terminal.shows("at least"))
    terminal.type("Staple-battery-8\nStaple-battery-9\n")
    #expect(terminal.shows("The two differ."))
    terminal.type("Staple-battery-8\nStaple-battery-8\n")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(try store.verify("annika", password: "Staple-battery-8"))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Giving up a new password changes nothing")
  func passwdLeft() throws {
    folder.write("accounts", "annika:X\n".utf8)
    try start("accounts", "passwd", "annika")
    #expect(terminal.shows("New password of annika"))
    terminal.type("\u{4}")
    #expect(terminal.waitForExit() == .exited(1))
    #expect(folder.read("accounts") == "annika:X\n")
    #expect(terminal.leftovers().isEmpty)
  }
}
