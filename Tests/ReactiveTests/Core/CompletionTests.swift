import Reactive
import TestSupport
import Testing

@Suite("Completion")
struct CompletionTests {
  @Test("completions compare by what ended the stream")
  func equality() {
    typealias Completion = Subscribers.Completion<TestError>
    #expect(Completion.finished == .finished)
    #expect(Completion.failure(.expected) == .failure(.expected))
    #expect(Completion.failure(.expected) != .failure(.other))
    #expect(Set([Completion.finished, .failure(.expected), .finished]).count == 2)
  }
}
