import Dispatch
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: schedulers and concurrency")
struct InteropExamples: ExampleSuite {
  let page = PrintedPage()

  @Test("a scheduler as a parameter")
  func erasedScheduler() {
    let virtualTime = VirtualTimeScheduler()
    final class Search {
      let scheduler: AnySchedulerOf<DispatchQueue>
      init(scheduler: AnySchedulerOf<DispatchQueue>) { self.scheduler = scheduler }
    }
    let search = Search(scheduler: DispatchQueue.main.eraseToAnyScheduler())
    let tested = Search(scheduler: virtualTime.eraseToAnyScheduler(of: DispatchQueue.self))
    tested.scheduler.schedule { page.lines.append("ran") }
    virtualTime.advance()
    #expect(printed == ["ran"])
    withExtendedLifetime(search) {}
  }

  private final class Search {
    let scheduler: AnySchedulerOf<DispatchQueue>
    var favourite = false
    init(scheduler: AnySchedulerOf<DispatchQueue>) { self.scheduler = scheduler }
  }

  @Test("virtual time in a queue's place")
  func standIn() {
    let time = VirtualTimeScheduler()
    let model = Search(scheduler: time.eraseToAnyScheduler(of: DispatchQueue.self))
    time.advance(by: .milliseconds(300))
    let start = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
    #expect(start.distance(to: model.scheduler.now) == .milliseconds(300))
  }

  @Test("a scheduler that is not to be used")
  func unimplemented() {
    let model = Search(scheduler: .unimplemented("Search") { Issue.record("\($0)") })
    model.favourite.toggle()  // the test fails if this schedules anything
    #expect(model.favourite)
  }

  private final class Label {
    var text = ""
  }

  private final class Model {
    @Published var title = "first"
  }

  @Test("the main queue, at once if already there")
  @MainActor
  func uiScheduler() {
    let (model, label) = (Model(), Label())
    let cancellable = example {
      model.$title.receive(on: UIScheduler.shared).sink { label.text = $0 }
    }
    #expect(label.text == "first")
    cancellable.cancel()
  }

  @Test("the value of a future")
  func futureValue() async throws {
    let future = Future<Int, Never> { promise in promise(.success(3)) }
    print(await future.value)  // 3
    #expect(printed.joined(separator: ", ") == "3")
    let sizeOfFile = Future<Int, LoadError> { $0(.success(12)) }
    let size = try await sizeOfFile.value
    #expect(size == 12)
  }

  @Test("a publisher's values in a loop")
  @MainActor
  func values() async throws {
    final class Model {
      @Published var name = "Ann"
    }
    let model = Model()
    let reading = Task {
      for await name in model.$name.values { print(name) }
    }
    while printed.isEmpty { await Task.yield() }
    reading.cancel()
    await reading.value
    #expect(printed == ["Ann"])

    let log = ["one", "two"].publisher.setFailureType(to: LoadError.self)
    for try await line in log.values { print(line) }
    #expect(printed == ["Ann", "one", "two"])
  }

  @Test("a publisher's values, kept until the loop comes to them")
  func bufferedValues() async throws {
    let locations = (1...20).publisher
    var uploaded: [Int] = []
    func upload(_ location: Int) async { uploaded.append(location) }
    for try await location in locations.bufferedValues(.bufferingNewest(10)) {
      await upload(location)  // what comes meanwhile is kept
    }
    #expect(uploaded == Array(11...20))
  }

  @Test("a publisher of an asynchronous sequence")
  func publisherOfSequence() async {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let shown = AsyncStream.makeStream(of: String.self)
    let output = shown.continuation
    @Sendable func show(_ line: String) { output.yield(line) }
    continuation.yield("one")
    continuation.finish()
    let cancellable = lines.publisher.receive(on: DispatchQueue.main).sink { show($0) }
    for await line in shown.stream {
      #expect(line == "one")
      break
    }
    cancellable.cancel()
  }
}
