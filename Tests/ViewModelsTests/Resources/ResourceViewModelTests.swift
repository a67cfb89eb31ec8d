import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("A value that is fetched") @MainActor
struct ResourceViewModelTests {
  private let clock = VirtualTimeScheduler()
  private let source = ManualPublisher<Int, TestError>(letsGo: true)
  private let model: ResourceViewModel<Int>

  init() {
    let source = source
    model = ResourceViewModel(scheduler: clock) { source }
  }

  /// A state in a few words.
  private var state: String { Self.words(model.state) }

  private static func words(_ state: ResourceState<Int>) -> String {
    let last = state.value.map { " \($0)" } ?? ""
    return switch state {
    case .idle: "idle"
    case .loading: "loading\(last)"
    case .loaded: "loaded\(last)"
    case .failed(let error, _): "failed: \(error)\(last)"
    }
  }

  private func finish(_ value: Int) {
    source.connections.last?.send(value)
    source.connections.last?.send(completion: .finished)
    clock.run()
  }

  private func fail(_ error: TestError = .expected) {
    source.connections.last?.send(completion: .failure(error))
    clock.run()
  }

  @Test("A closure makes a new publisher for each try, and none before load()")
  func closure() {
    #expect(state == "idle")
    #expect(source.connections.isEmpty)
    model.load()
    finish(1)
    model.load()
    finish(2)
    #expect(source.connections.count == 2)
    #expect(state == "loaded 2")
  }

  @Test("The model does not outlive its owner, and its end cancels the try")
  func leak() {
    let source = source
    var model: ResourceViewModel<Int>? = ResourceViewModel(scheduler: clock) { source }
    weak var observed: ResourceViewModel<Int>?
    observed = model
    model?.load()
    model = nil
    #expect(observed == nil)
    #expect(source.cancelCount == 1)
  }

  @Test("A resource is loading from load() until it finishes or fails")
  func loading() {
    model.load()
    #expect(model.state.isLoading)
    finish(1)
    #expect(!model.state.isLoading)
    model.load()
    #expect(model.state.isLoading)
    fail()
    #expect(!model.state.isLoading)
  }

  @Test("A publisher that finishes without a value ends the loading, too")
  func empty() {
    model.load()
    source.connections.last?.send(completion: .finished)
    clock.run()
    #expect(state == "idle")
  }

  @Test("Answers arrive on the scheduler, not where they were sent")
  func scheduler() {
    model.load()
    source.connections.last?.send(1)
    source.connections.last?.send(completion: .finished)
    #expect(state == "loading")
    clock.run()
    #expect(state == "loaded 1")
  }

  @Test("A source that answers at once is no different")
  func immediate() {
    let model = ResourceViewModel(scheduler: clock) { Just(7) }
    model.load()
    clock.run()
    #expect(model.state.value == 7)
    #expect(!model.state.isLoading)
  }

  @Test("A loaded value stays while it is loaded again and after that has failed")
  func stale() {
    model.load()
    finish(1)
    model.load()
    #expect(state == "loading 1")
    fail()
    #expect(state == "failed: expected 1")
    model.retry()
    #expect(state == "loading 1")
    finish(2)
    #expect(state == "loaded 2")
  }

  @Test("The error of the last try goes as soon as the next begins")
  func errorIsCleared() {
    model.load()
    fail()
    #expect(model.state.message == "expected")
    model.load()
    #expect(model.state.message == nil)
    finish(1)
    #expect(model.state.error == nil)
  }

  @Test("The error is kept for the screen")
  func errorIsKept() {
    model.load()
    fail(.other)
    #expect(model.state.error as? TestError == .other)
    #expect(model.state.message == "other")
  }

  @Test("It says when the value came, not when it was asked for or failed to come")
  func date() {
    clock.advance(by: .seconds(10))
    model.load()
    clock.advance(by: .seconds(5))
    finish(1)
    #expect(model.state.fetched?.date.nanoseconds == 15_000_000_000)
    clock.advance(by: .seconds(60))
    model.load()
    fail()
    #expect(model.state.fetched?.date.nanoseconds == 15_000_000_000)
  }

  @Test("One try at a time: load() while one is under way does nothing")
  func oneFlight() {
    model.load()
    model.load()
    #expect(source.connections.count == 1)
    finish(1)
    #expect(state == "loaded 1")
  }

  @Test("reload() puts a new try in the place of the one under way, whose answer comes to nothing")
  func reload() {
    model.load()
    source.connections[0].send(1)
    model.reload()
    #expect(source.connections[0].cancelCount == 1)
    clock.run()
    #expect(state == "loading")
    finish(2)
    #expect(state == "loaded 2")
  }

  @Test("retry() is of use after a failure alone")
  func retry() {
    model.retry()
    #expect(source.connections.isEmpty)
    model.load()
    finish(1)
    model.retry()
    #expect(source.connections.count == 1)
  }

  @Test("cancel() gives up the try, and what there was stays")
  func cancel() {
    model.load()
    model.cancel()
    #expect(state == "idle")
    #expect(source.cancelCount == 1)
    model.load()
    finish(1)
    model.load()
    source.connections.last?.send(2)
    model.cancel()
    clock.run()
    #expect(state == "loaded 1")
    model.cancel()
    #expect(source.connections.count == 3)
  }

  @Test("reset() forgets everything")
  func reset() {
    model.load()
    finish(1)
    model.load()
    model.reset()
    clock.run()
    #expect(state == "idle")
    #expect(source.cancelCount == 1)
  }

  @Test("Of several values each is shown, and the last stays")
  func several() {
    model.load()
    source.connections.last?.send(1)
    clock.run()
    #expect(state == "loading 1")
    finish(2)
    #expect(state == "loaded 2")
  }

  @Test("An observer may begin the next try when one has ended")
  func chain() {
    let model = model
    var tries = 0
    let cancellable = model.objectDidChange.receive(on: clock).sink {
      if model.state.error != nil, tries < 3 {
        tries += 1
        model.retry()
      }
    }
    model.load()
    for _ in 0..<4 { fail() }
    #expect(source.connections.count == 4)
    #expect(state == "failed: expected")
    cancellable.cancel()
  }
}
