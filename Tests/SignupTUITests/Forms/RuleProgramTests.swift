import Platform
import TestSupport
import Testing

@testable import SignupTUI

@Suite("The program of a form's rule")
struct RuleProgramTests {
  private let folder = ScratchFolder()

  @Test("is fine with status 0, else its first line is the reason")
  func answers() {
    let program = RuleProgram()
    #expect(program.problem(["sh", "-c", "echo not this; exit 0"]) == nil)
    #expect(program.problem(["sh", "-c", "echo taken; echo more; exit 1"]) == "taken")
    #expect(program.problem(["sh", "-c", "echo taken >&2; exit 1"]) == "taken")
    #expect(program.problem(["/no/such/program"])?.contains("could not be run") == true)
  }

  @Test("has no options if it writes too much, or no text")
  func options() throws {
    let program = RuleProgram()
    #expect(try program.lines(["printf", "\u{FEFF}one\\ntwo"]) == ["one", "two"])
    for (script, reason) in [
      ("seq 10000000 10200000", "sh wrote more than 1 MiB of options"),
      ("printf 'a\\nb\\377'", "the output of sh is not UTF-8"),
    ] {
      let failure = #expect(throws: RuleProgram.Failure.self) {
        try program.lines(["sh", "-c", script])
      }
      #expect(failure?.description == reason)
    }
  }

  @Test("The options of a file are all of its lines, or none")
  func file() throws {
    let path = folder.write("one", "\u{FEFF}one\r\ntwo\n".utf8)
    #expect(try FormFile.lines(.file(path)) == ["one", "two"])
    let large = folder.write("large", [UInt8](repeating: 0x0A, count: (8 << 20) + 1))
    for (path, reason) in [
      (large, "\(large) cannot be read: it is larger than 8 MiB."),
      (folder.write("bad", [0x61, 0xFF]), "\(folder.file("bad")) is not UTF-8"),
    ] {
      var found = ""
      do { _ = try FormFile.lines(.file(path)) } catch { found = "\(error)" }
      #expect(found == reason)
    }
  }

  @Test("that takes too long is ended with all that it has started", .untilStandstill)
  func children() throws {
    let program = RuleProgram(timeout: .seconds(2))
    let path = folder.file("open")
    try #require(mkfifo(path, 0o600) == 0)
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    // The child of the shell, not only the shell, holds the pipe open.
    let words = ["sh", "-c", "exec 3>\"$1\"; echo begun >&3; sleep 100 & wait", "sh", path]
    #expect(program.problem(words) == "sh took longer than 2 seconds")
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(descriptor, &bytes, bytes.count) == 6)
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&entry, 1, 10_000) == 1)
    #expect(entry.revents & Int16(POLLHUP) != 0 && read(descriptor, &bytes, bytes.count) == 0)
  }
}
