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
