import Expressions
import Reactive
import ReactiveExtras
import Testing

@testable import Streams

@Suite("Streams of inputs that reach a limit, and those that wait for their turn")
struct LiveLimitTests {
  private let time = VirtualTimeScheduler()
  private let a = PassthroughSubject<StreamValue, Never>()
  private let b = PassthroughSubject<StreamValue, Never>()

  private func library(_ documents: StreamDocument...) -> StreamLibrary {
    StreamDocumentFile(
      ["a", "b"].map { .input(StreamInput(id: $0, type: .any)) } + documents
    ).library
  }

  @Test(
    "A stream whose operators keep too much ends at once, says why, and keeps nothing",
    arguments: [
      Operator.distinct(key: nil), .distinct(key: "[value]"), .collect(count: 1 << 30),
      .sort(key: nil, descending: false), .sort(key: "value", descending: false),
      .groupBy(key: "value % 7", fold: nil), .zip(stream: "b", expression: nil),
      .delay(seconds: 1), .flatMap(stream: "b", expression: "a"),
      .scan(initialValue: "", expression: "result + 'a text of some bytes'"),
    ])
  func limits(step: Operator) throws {
    let budget = StreamBudget(bytes: 40_000)
    var (failures, hasEnded) = ([String](), false)
    let subscription = try library(
      .chain(StreamChain(id: "x", source: "a", operators: [step, .count]))
    ).publisher(of: "x", inputs: ["a": a, "b": b], on: time, budget: budget) {
      failures.append($0.reason)
    }.sink { _ in
      hasEnded = true
    } receiveValue: { _ in
      Issue.record("a value has come")
    }
    var sent = 0
    while !hasEnded, sent < 100_000 {
      a.send(.integer(sent))
      sent += 1
    }
    #expect(hasEnded && sent < 2_000)
    #expect(failures == ["it would keep more than 40000 bytes"])
    a.send(1)
    #expect(failures.count == 1)
    // Delayed values are kept until their time.
    time.run()
    #expect(budget.keptBytes == 0)
    subscription.cancel()
  }

  @Test(
    "Inputs one behind the other lose nothing while they wait",
    arguments: [
      (Operator.append(stream: "b"), [1, 2, 10, 20, 30]),
      (.prepend(stream: "b"), [10, 20, 30, 1, 2]),
    ])
  func appended(step: Operator, values: [StreamValue]) throws {
    var found: [StreamValue] = []
    let documents: [StreamDocument] = [
      .chain(StreamChain(id: "x", source: "a", operators: [step])),
      .union(
        StreamUnion(
          id: "x", kind: .append, sources: step.kind == .append ? ["a", "b"] : ["b", "a"])),
    ]
    for document in documents {
      found = []
      let (a, b) = (
        PassthroughSubject<StreamValue, Never>(), PassthroughSubject<StreamValue, Never>()
      )
      var hasEnded = false
      let budget = StreamBudget(bytes: 100_000)
      let subscription = try library(document)
        .publisher(of: "x", inputs: ["a": a, "b": b], on: time, budget: budget)
        .sink { _ in
          hasEnded = true
        } receiveValue: {
          found.append($0)
        }
      b.send(10)
      a.send(1)
      b.send(20)
      a.send(2)
      step.kind == .append ? a.send(completion: .finished) : b.send(30)
      step.kind == .append ? b.send(30) : b.send(completion: .finished)
      #expect(found == values)
      #expect(!hasEnded)
      step.kind == .append ? b.send(completion: .finished) : a.send(completion: .finished)
      #expect(hasEnded)
      // Nothing but the operators themselves.
      #expect(budget.keptBytes <= 3 * StreamExtent.bytesOfPart)
      subscription.cancel()
    }
  }

  @Test(
    "What waits for its time is sent at the end of the input",
    arguments: [
      (Operator.debounce(seconds: 1), [1, 3]), (.debounce(seconds: 0), [1, 2, 3]),
      (.sample(seconds: 1), [1, 3]), (.throttle(seconds: 1, latest: true), [1, 2, 3]),
      (.window(.seconds(1), function: .sum), [1, 5]), (.collect(count: 2), [[1, 2], [3]]),
      (.delay(seconds: 1), [1, 2, 3]), (.rate(seconds: 2), [0.5, 1.0]),
    ] as [(Operator, [StreamValue])])
  func ends(step: Operator, values: [StreamValue]) throws {
    var (found, hasEnded) = ([StreamValue](), false)
    let subscription = try library(.chain(StreamChain(id: "x", source: "a", operators: [step])))
      .publisher(of: "x", inputs: ["a": a], on: time)
      .sink { _ in
        hasEnded = true
      } receiveValue: {
        found.append($0)
      }
    a.send(1)
    time.advance(by: .seconds(2))
    a.send(2)
    time.advance(by: .milliseconds(10))
    a.send(3)
    a.send(completion: .finished)
    time.run()
    #expect(found == values && hasEnded)
    #expect(!time.hasWork)
    subscription.cancel()
  }
}
