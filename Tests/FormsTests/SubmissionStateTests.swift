import Forms
import Credentials
import Testing

@Suite("A submission")
struct SubmissionStateTests {
  typealias State = SubmissionState<Int, AccountError>

  /// The result of a step, and where it leads.
  private func step(_ state: State, _ body: (inout State) -> Bool) -> (taken: Bool, state: State) {
    var state = state
    return (body(&state), state)
  }

  @Test("goes from idle through validating and submitting to its outcome")
  func life() {
    #expect(step(.idle) { $0.begin() } == (true, .validating))
    #expect(step(.validating) { $0.send() } == (true, .submitting))
    #expect(step(.submitting) { $0.finish(with: .success(7)) } == (true, .succeeded(7)))
    #expect(
      step(.submitting) { $0.finish(with: .failure(.noDefaultPath)) }
        == (true, .failed(.noDefaultPath)))
    #expect([State.validating, .submitting].allSatisfy { $0.isUnderWay })
    #expect(![State.idle, .succeeded(7), .failed(.noDefaultPath)].contains { $0.isUnderWay })
  }

  @Test(
    "that is under way, or done, is not begun again",
    arguments: [State.validating, .submitting, .succeeded(1)])
  func second(state: State) {
    #expect(step(state) { $0.begin() } == (false, state))
  }

  @Test("that failed can be tried again")
  func again() {
    #expect(step(.failed(.noDefaultPath)) { $0.begin() } == (true, .validating))
  }

  @Test("drops an outcome that comes after it was abandoned, and keeps a success")
  func abandoned() {
    var state = State.submitting
    state.abandon()
    #expect(state == .idle)
    #expect(step(.idle) { $0.finish(with: .success(7)) } == (false, .idle))
    #expect(step(.idle) { $0.send() } == (false, .idle))
    var done = State.succeeded(7)
    done.abandon()
    #expect(done == .succeeded(7))
  }
}
