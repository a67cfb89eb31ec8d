import TestSupport
import Testing

/// What the article “Swift 6 and actors” says of a closure of the main actor on another thread.
@Suite("A closure of the main actor on another thread")
struct WrongThreadTests {
  private func run(_ variables: [String: String] = [:]) -> PipedProgram {
    PipedProgram(
      BuiltProgram.path(named: "AsyncMain"), ["wrong-thread"],
      environment: variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
  }

  private let sentence = "data race detected: @MainActor function at AsyncMain/WrongThread.swift:9 "

  @Test("stops the program with signal 4, and the program says nothing")
  func trap() {
    let program = run()
    #expect(program.status == -4)
    #expect(!program.errors.contains("WrongThread.swift"))
  }

  @Test("is named with its line, by variables of Swift's runtime, before the program stops")
  func named() {
    let program = run([
      "SWIFT_IS_CURRENT_EXECUTOR_LEGACY_MODE_OVERRIDE": "legacy",
      "SWIFT_UNEXPECTED_EXECUTOR_LOG_LEVEL": "2",
    ])
    #expect(program.errors.contains("error: " + sentence))
    #expect(program.status == -6)
  }

  @Test("or while the program goes on")
  func goesOn() {
    let program = run([
      "SWIFT_IS_CURRENT_EXECUTOR_LEGACY_MODE_OVERRIDE": "legacy",
      "SWIFT_UNEXPECTED_EXECUTOR_LOG_LEVEL": "1",
    ])
    #expect(program.errors.contains("warning: " + sentence))
    #expect(program.output == "[2]\n")
    #expect(program.status == 0)
  }
}
