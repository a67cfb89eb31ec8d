import Expressions
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Documents over inputs")
struct LiveStreamTests {
  private let time = VirtualTimeScheduler()
  private let prices = PassthroughSubject<StreamValue, Never>()

  private func file(
    _ operators: [Operator], type: StreamInput.ValueType = .number,
    _ others: [StreamDocument] = []
  ) -> StreamDocumentFile {
    StreamDocumentFile(
      [
        .input(StreamInput(id: "prices", name: "Prices", type: type)),
        .chain(StreamChain(id: "c", source: "prices", operators: operators)),
      ] + others)
  }

  /// What a subscription has got.
  private final class Log {
    var values: [StreamValue] = []
    var failures: [String] = []
    var hasFinished = false
    var subscription: AnyCancellable?
  }

  private func run(
    _ file: StreamDocumentFile, _ id: String = "c",
    _ inputs: [String: any Publisher<StreamValue, Never>]? = nil
  ) throws -> Log {
    let log = Log()
    log.subscription = try file.library.publisher(
      of: id, inputs: inputs ?? ["prices": prices], on: time
    ) { log.failures.append($0.description) }.sink { _ in
      log.hasFinished = true
    } receiveValue: {
      log.values.append($0)
    }
    return log
  }

  private func send(_ values: StreamValue...) { for value in values { prices.send(value) } }

  @Test("A chain over an input computes what a publisher sends, and ends with it")
  func chain() throws {
    let log = try run(file([.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 10")]))
    send(1, 2, 3)
    #expect(log.values == [10, 30] && !log.hasFinished)
    prices.send(completion: .finished)
    #expect(log.hasFinished && log.failures.isEmpty)
  }

  @Test("An input itself can be subscribed to, and so can a document that needs none")
  func direct() throws {
    let source = StreamDocument.source(StreamModel(id: "a", items: [StreamItem(value: 7)]))
    let log = try run(file([], [source]), "prices")
    send(1)
    #expect(log.values == [1])
    #expect(try run(file([], [source]), "a").values == [7])
    // A chain without operators stands for its source.
    let same = try run(file([]))
    send(2)
    #expect(same.values == [2])
  }

  @Test("A missing input, and a binding of something else, are errors before anything runs")
  func unbound() {
    func error(_ inputs: [String: any Publisher<StreamValue, Never>]) -> String? {
      do {
        _ = try file([.count]).library.publisher(of: "c", inputs: inputs)
        return nil
      } catch { return "\(error)" }
    }
    #expect(error([:]) == "“c” needs the input “prices”, which is not bound to anything")
    #expect(error(["prices": prices, "x": prices]) == "there is no input “x”")
    #expect(error(["prices": prices, "c": prices]) == "there is no input “c”")
    #expect(throws: StreamDocumentError.self) { try file([]).library.publisher(of: "c") }
  }

  @Test("A value of another type is reported and left out")
  func types() throws {
    let log = try run(file([.map(expression: "%@")]))
    send(1, "two", 3.5, [4])
    #expect(log.values == [1, 3.5])
    #expect(
      log.failures == [
        "Prices, input: a number was expected, not text",
        "Prices, input: a number was expected, not a list",
      ])
  }

  @Test("An input that two parts use is subscribed to once, when both are there")
  func shared() throws {
    var subscriptions = 0
    let values = [1, 2, 3].map { StreamValue.integer($0) }.publisher
      .handleEvents(receiveSubscription: { _ in subscriptions += 1 })
    let double = StreamDocument.chain(
      StreamChain(id: "d", source: "prices", operators: [.map(expression: "value * 2")]))
    let join = StreamDocument.join(
      StreamJoin(id: "j", kind: .zip, sources: ["prices", "d"], expression: "a + b"))
    let log = try run(file([], [double, join]), "j", ["prices": values])
    #expect(log.values == [3, 6, 9] && log.hasFinished && subscriptions == 1)
  }

  @Test("Nothing is lost to a subscriber that asks for one value at a time, and little waits")
  func demand() throws {
    var asked = 0
    let values = (0..<100_000).lazy.map { StreamValue.integer($0) }.publisher
      .handleEvents(receiveOutput: { _ in asked += 1 })
    let publisher = try file([.filter(expression: "value % 2 == 0")]).library
      .publisher(of: "c", inputs: ["prices": values], on: time)
    let taker = Taker()
    publisher.subscribe(taker)
    for _ in 0..<1_000 { taker.subscription?.request(.max(1)) }
    #expect(taker.values.map { $0 } == (0..<1_000).map { .integer(2 * $0) })
    #expect(asked < 10_000)
    taker.subscription?.cancel()
  }

  private final class Taker: Subscriber {
    var subscription: (any Subscription)?
    var values: [StreamValue] = []
    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ value: StreamValue) -> Subscribers.Demand {
      values.append(value)
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
  }

  @Test("A cancelled stream lets go of its inputs")
  func cancelled() throws {
    var cancels = 0
    let input = prices.handleEvents(receiveCancel: { cancels += 1 })
    let log = try run(file([.scan(initialValue: 0, expression: "%d + %d")]), "c", ["prices": input])
    send(1)
    log.subscription?.cancel()
    send(2)
    #expect(log.values == [1] && cancels == 1)
  }

  @Test("No number of values is too many, while what is kept is limited as ever")
  func endless() throws {
    let log = Log()
    let small = StreamBudget(bytes: 100_000, steps: 1_000)
    log.subscription = try file([.map(expression: "%@ + '!'")], type: .text).library
      .publisher(of: "c", inputs: ["prices": prices], on: time, budget: small) {
        log.failures.append($0.description)
      }.sink { log.values.append($0) }
    for _ in 0..<2_000 { send("a text that is longer than a short one") }
    #expect(log.values.count == 2_000 && log.failures.isEmpty)
    let list = Log()
    list.subscription = try file([.collect(count: 10_000)]).library
      .publisher(of: "c", inputs: ["prices": prices], on: time, budget: small) {
        list.failures.append($0.description)
      }.sink { list.values.append($0) }
    for value in 0..<5_000 { send(.integer(value)) }
    #expect(list.failures == ["c, run: it would keep more than 100000 bytes"])
  }
}
