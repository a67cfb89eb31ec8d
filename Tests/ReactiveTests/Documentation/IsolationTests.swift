import Dispatch
import Reactive
import Testing

/// As clients write it who pass subjects between threads, with `@retroactive` from another package.
extension PassthroughSubject: @unchecked Sendable {}
extension CurrentValueSubject: @unchecked Sendable {}

/// Closures that belong to the main actor; see the article "Swift 6 and actors".
@Suite("Isolation")
struct IsolationTests {
  @MainActor
  final class Screen {
    var title = ""
    private var cancellables: Set<AnyCancellable> = []

    /// The closure is made on the main actor, so it belongs to it, and does not say so.
    func showInherited(_ titles: some Publisher<String, Never>) {
      titles.sink { self.title = $0 }.store(in: &cancellables)
    }

    /// The same, with a closure in it that the compiler has the program check.
    func showLarge(_ numbers: some Publisher<[Int], Never>) {
      numbers
        .map { $0.filter { $0 > 1 } }  // the inner closure is the main actor's
        .sink { self.title = "\($0)" }
        .store(in: &cancellables)
    }

    /// The same, and it belongs to no actor.
    func largeOnes(
      of numbers: some Publisher<[Int], Never>
    ) -> some Publisher<[Int], Never> {
      numbers
        .map { @Sendable in $0.filter { $0 > 1 } }
        .receive(on: DispatchQueue.main)
    }

    /// The same, and it finds out when that is not true.
    func showChecked(_ titles: some Publisher<String, Never>) {
      titles
        .sink {
          MainActor.preconditionIsolated()
          self.title = $0
        }
        .store(in: &cancellables)
    }

    /// The closure belongs to no actor, and says that it runs on the main one.
    func showAssumed(_ titles: some Publisher<String, Never>, on scheduler: some Scheduler) {
      titles
        .receive(on: scheduler)
        .sink { @Sendable title in MainActor.assumeIsolated { self.title = title } }
        .store(in: &cancellables)
    }

    /// The closure belongs to no actor, and goes to the main one by itself.
    func showLater(_ titles: some Publisher<String, Never>) {
      titles
        .sink { @Sendable title in Task { @MainActor in self.title = title } }
        .store(in: &cancellables)
    }

    /// No closure at all: the loop runs on the main actor.
    func show(_ titles: AnyPublisher<String, Never>) async {
      for await title in titles.values { self.title = title }
    }
  }

  @Test("a closure of the main actor runs on the sender's thread, and nobody notices")
  func inheritedIsolation() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      screen.showInherited(subject)
      await Task.detached { subject.send("from another thread") }.value
      precondition(screen.title == "from another thread")
    }
  }

  @Test(
    "a closure inside of one of the main actor, given to the standard library, stops the program")
  func innerClosure() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let numbers = PassthroughSubject<[Int], Never>()
      let screen = Screen()
      screen.showLarge(numbers)
      await Task.detached { numbers.send([1, 2]) }.value
    }
  }

  @Test("behind receive(on:), or without an actor, it does its work")
  func innerClosureInPlace() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let numbers = PassthroughSubject<[Int], Never>()
      let (screen, other) = (Screen(), Screen())
      screen.showLarge(numbers.receive(on: DispatchQueue.main))
      other.showInherited(other.largeOnes(of: numbers).map { @Sendable in "\($0)" })
      await Task.detached { numbers.send([1, 2]) }.value
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      precondition(screen.title == "[2]")
      precondition(other.title == "[2]")
    }
  }

  @Test("a closure of the main actor that checks where it runs stops the program elsewhere")
  func checkedIsolation() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      screen.showChecked(subject)
      await Task.detached { subject.send("from another thread") }.value
    }
  }

  @Test("assuming the main actor stops the program elsewhere")
  func wrongAssumption() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let subject = PassthroughSubject<String, Never>()
      let screen = Screen()
      screen.showAssumed(subject, on: ImmediateScheduler.shared)
      await Task.detached { subject.send("from another thread") }.value
    }
  }

  @Test("by way of the main queue the same closure is where it belongs")
  @MainActor
  func receivedOnMain() async {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.showInherited(subject.receive(on: DispatchQueue.main))
    await Task.detached { subject.send("from another thread") }.value
    while screen.title.isEmpty { await Task.yield() }
    #expect(screen.title == "from another thread")
  }

  @Test("a closure that belongs to no actor may assume the main one")
  @MainActor
  func assumedIsolation() async {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.showAssumed(subject, on: DispatchQueue.main)
    await Task.detached { subject.send("from another thread") }.value
    while screen.title.isEmpty { await Task.yield() }
    #expect(screen.title == "from another thread")
  }

  @Test("a closure that belongs to no actor may go to the main one")
  @MainActor
  func hop() async {
    let subject = PassthroughSubject<String, Never>()
    let screen = Screen()
    screen.showLater(subject)
    await Task.detached { subject.send("from another thread") }.value
    while screen.title.isEmpty { await Task.yield() }
    #expect(screen.title == "from another thread")
  }

  @Test("a loop over values stays on its actor")
  @MainActor
  func loop() async {
    let subject = CurrentValueSubject<String, Never>("")
    let screen = Screen()
    let showing = Task { await screen.show(subject.eraseToAnyPublisher()) }
    await Task.detached { subject.send("from another thread") }.value
    while screen.title.isEmpty { await Task.yield() }
    #expect(screen.title == "from another thread")
    showing.cancel()
    await showing.value
  }
}
