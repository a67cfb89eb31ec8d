import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// A repository with a completion handler, which counts its calls.
private final class CallbackRepository {
  private(set) var calls: [(Result<Int, TestError>) -> Void] = []

  func load(completion: @escaping (Result<Int, TestError>) -> Void) { calls.append(completion) }
}

@Suite("Composing a resource out of operators")
struct ComposingTests {
  private let repository = CallbackRepository()

  @Test("A callback becomes a publisher: Deferred calls once for each subscription")
  func deferred() {
    let repository = repository
    let publisher = Deferred { Future { repository.load(completion: $0) } }
    #expect(repository.calls.isEmpty)
    let probes = [ProbeSubscriber<Int, TestError>(), ProbeSubscriber<Int, TestError>()]
    for probe in probes { publisher.subscribe(probe) }
    #expect(repository.calls.count == 2)
    repository.calls[0](.success(1))
    repository.calls[1](.failure(.expected))
    #expect(probes[0].log == ["subscription", "value 1", "finished"])
    #expect(probes[1].log == ["subscription", "failure expected"])
  }

  @Test("A bare Future calls once, when it is made")
  func future() {
    let future = Future { self.repository.load(completion: $0) }
    #expect(repository.calls.count == 1)
    repository.calls[0](.success(1))
    #expect(future.allValues() == [1])
    #expect(future.allValues() == [1])
    #expect(repository.calls.count == 1)
  }

  @Test("An asynchronous function becomes a publisher of its result or error")
  func task() async {
    let calls = Counter()
    let publisher = TaskPublisher { () throws(TestError) -> Int in
      calls.add()
      if calls.value > 1 { throw .expected }
      return 5
    }
    #expect(calls.value == 0)
    #expect(await publisher.outcome() == .success(5))
    #expect(await publisher.outcome() == .failure(.expected))
  }

  @Test("Cancelling the subscription cancels the task behind it")
  func taskIsCancelled() async {
    let (events, report) = AsyncStream<String>.makeStream()
    let publisher = TaskPublisher<Int, Never> {
      await withTaskCancellationHandler {
        report.yield("begun")
        // Ends with the task alone.
        try? await Task.sleep(for: .seconds(3_600))
        return 1
      } onCancel: {
        report.yield("cancelled")
      }
    }
    let cancellable = publisher.sink { _ in report.yield("value") }
    var log: [String] = []
    for await event in events {
      log.append(event)
      if event == "begun" { cancellable.cancel() }
      if event == "cancelled" { break }
    }
    #expect(log == ["begun", "cancelled"])
  }

  @Test("Releasing a resource cancels the task behind it")
  @MainActor func resourceCancelsTask() async {
    let (events, report) = AsyncStream<String>.makeStream()
    let model = ResourceViewModel(scheduler: VirtualTimeScheduler()) {
      TaskPublisher<Int, Never> {
        await withTaskCancellationHandler {
          report.yield("begun")
          try? await Task.sleep(for: .seconds(3_600))
          return 1
        } onCancel: {
          report.yield("cancelled")
        }
      }
    }
    model.load()
    for await event in events {
      if event == "begun" { model.cancel() }
      if event == "cancelled" { break }
    }
    #expect(!model.state.isLoading)
  }

  @Test("The first value can be awaited; cancelling the task cancels the subscription")
  func firstValue() async throws {
    #expect(try await [1, 2].publisher.firstValue() == 1)
    #expect(try await Empty<Int, Never>().firstValue() == nil)
    await #expect(throws: TestError.expected) {
      try await Fail<Int, TestError>(error: .expected).firstValue()
    }
    let (events, report) = AsyncStream<String>.makeStream()
    let task = Task {
      try await Empty<Int, Never>(completeImmediately: false)
        .handleEvents(
          receiveCancel: { report.yield("cancelled") },
          receiveRequest: { _ in report.yield("asked") }
        )
        .firstValue()
    }
    for await event in events {
      if event == "asked" { task.cancel() }
      if event == "cancelled" { break }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A publisher calls back once, with its last value, nil, or its failure")
  func callback() {
    var answers: [Result<Int?, TestError>] = []
    let values = [1, 2].publisher.setFailureType(to: TestError.self)
    values.callback { answers.append($0) }
    Empty(outputType: Int.self, failureType: TestError.self).callback { answers.append($0) }
    Fail(outputType: Int.self, failure: TestError.other).callback { answers.append($0) }
    #expect(answers == [.success(2), .success(nil), .failure(.other)])
  }

  @Test("A second call does not cancel the first: both are called back, though nothing is kept")
  func callbacks() {
    var answers: [String] = []
    let sources = [PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>()]
    sources[0].callback { answers.append("first \($0)") }
    sources[1].callback { answers.append("second \($0)") }
    for (number, source) in sources.enumerated() {
      source.send(number)
      source.send(completion: .finished)
    }
    #expect(answers.count == 2)
    #expect(answers.first?.hasPrefix("first") == true)
  }

  @Test("A cancelled call is not called back")
  func cancelledCallback() {
    let source = ManualPublisher<Int, TestError>()
    let call = source.callback { _ in Issue.record("called back") }
    call.cancel()
    source.send(1)
    source.send(completion: .finished)
    #expect(source.cancelCount == 1)
  }
}
