import Platform
import Reactive
import TestSupport
import Testing

@testable import Fetching

@Suite("The output of programs")
struct ProgramOutputTests {
  private func outcome(
    _ words: [String], limit: Int = 4 << 20, timeout: Duration = .seconds(3600)
  ) async -> Result<String, ProgramFailure>? {
    await ProgramOutput(words, limit: limit, timeout: timeout).bytes()
      .map { String(decoding: $0, as: UTF8.self) }.outcome()
  }

  @Test("It is what the program has written; no shell reads its arguments")
  func output() async {
    #expect(await outcome(["printf", "%s|", "a b", "$HOME", "*"]) == .success("a b|$HOME|*|"))
    #expect(await outcome(["cat"]) == .success(""), "there is nothing to read")
  }

  @Test("A program that fails is named with its status and its last complaint")
  func failure() async {
    let failed = await outcome(["sh", "-c", "echo one >&2; echo two >&2; exit 3"])
    #expect(failed == .failure(.failed("sh", ProcessStatus(3 << 8), message: "two")))
    #expect(
      "\(ProgramFailure.failed("sh", ProcessStatus(3 << 8), message: "two"))"
        == "sh ended with status 3: two")
    #expect(
      await outcome(["sh", "-c", "kill -9 $$"])
        == .failure(.failed("sh", ProcessStatus(9), message: nil)))
    #expect(
      "\(ProgramFailure.failed("sh", ProcessStatus(9), message: nil))"
        == "sh was ended by signal 9.")
    guard case .failure(.notStarted("no-such-program", _)) = await outcome(["no-such-program"])
    else {
      return _ = Issue.record("it was started")
    }
  }

  @Test("One that writes too much or takes too long is stopped")
  func limits() async {
    #expect(await outcome(["yes"], limit: 1 << 16) == .failure(.tooLarge("yes", limit: 1 << 16)))
    let slow = await outcome(["sleep", "60"], timeout: .milliseconds(50))
    #expect(slow == .failure(.timedOut("sleep", after: .milliseconds(50))))
  }

  @Test("A cancel kills it")
  func cancel() {
    let subscription = ProgramOutput(["sleep", "60"]).bytes()
      .sink { _ in
      } receiveValue: { _ in
      }
    subscription.cancel()
    ProgramOutput.flights.wait()
  }
}
