import Expressions
import Platform
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Logic that changes under running inputs")
struct LiveSwitchTests {
  private let time = VirtualTimeScheduler()

  /// A stream over the inputs `a` and `b`, whose documents change.
  private final class Client {
    let inputs = ["a": PassthroughSubject<StreamValue, Never>(), "b": .init()]
    var values: [StreamValue] = []
    var problems: [String] = []
    var switches = 0
    private var versions = StreamVersions()
    private var stream: LiveStream!

    init(_ time: VirtualTimeScheduler) {
      stream = LiveStream(
        on: time, StreamBudget(), report: { [unowned self] in problems.append("\($0)") },
        input: { [unowned self] in inputs[$0]?.eraseToAnyPublisher() },
        send: { [unowned self] in values.append($0) }, end: {})
    }

    /// Switches to documents; what is sent is that of `c`.
    func adopt(_ documents: [StreamDocument]) {
      let library = StreamDocumentFile(
        documents + ["a", "b"].map { .input(StreamInput(id: $0, type: .any)) }
      ).library
      do throws(StreamDocumentError) {
        try stream.adopt("c", of: library, versions.numbers(of: library)) { switches += 1 }
      } catch { problems.append("\(error)") }
    }

    /// Switches to a chain over `a`.
    func adopt(_ operators: [Operator], named name: String? = nil) {
      adopt([.chain(StreamChain(id: "c", name: name, source: "a", operators: operators))])
    }

    /// Sends values into `a`, and returns what comes out.
    func send(_ values: StreamValue..., to id: String = "a") -> [StreamValue] {
      self.values = []
      for value in values { inputs[id]!.send(value) }
      return self.values
    }
  }

  @Test("The next value goes through the new logic, and a version that cannot run changes nothing")
  func switched() {
    let client = Client(time)
    client.adopt([.map(expression: "value * 10")])
    #expect(client.send(1, 2) == [10, 20])
    client.adopt([.map(expression: "value * 100")])
    #expect(client.send(3) == [300] && client.switches == 1)
    client.adopt([.zip(stream: "nowhere", expression: nil)])
    #expect(
      client.problems == [
        "documents[0].chain.operators[0].zip.stream: "
          + "there is no document “nowhere” that can be read"
      ])
    #expect(client.send(4) == [400] && client.switches == 1)
  }

  @Test("A scan is kept while what is before it is the same, and otherwise begins anew")
  func scan() {
    let client = Client(time)
    let sum = Operator.scan(initialValue: 0, expression: "result + value")
    client.adopt([.filter(expression: "value > 0"), sum, .map(expression: "value * 10")])
    #expect(client.send(1, 2) == [10, 30])
    client.adopt([.filter(expression: "value > 0"), sum, .map(expression: "value * 100")])
    #expect(client.send(3) == [600], "the same before it")
    client.adopt([.filter(expression: "value > 1"), sum, .map(expression: "value * 100")])
    #expect(client.send(4) == [400], "another filter before it")
    client.adopt([
      .filter(expression: "value > 1"), .scan(initialValue: 10, expression: "result + value"),
    ])
    #expect(client.send(5) == [15], "another one")
  }

  @Test("A scan keeps text and decimals, too, and an expression counts on")
  func kinds() {
    let client = Client(time)
    let texts = Operator.scan(initialValue: "", expression: "%@ + %@")
    client.adopt([texts, .map(expression: "%@ + '!'")])
    #expect(client.send("a", "b") == ["a!", "ab!"])
    client.adopt([texts, .map(expression: "%@ + '?'")])
    #expect(client.send("c") == ["abc?"])
    let places = Operator.map(expression: "value * 10 + index")
    client.adopt([places])
    #expect(client.send(1, 1) == [10, 11])
    client.adopt([places, .filter(expression: "true")])
    #expect(client.send(1, 0.5) == [12, 8.0])
  }

  @Test("dropFirst, prefix and removeDuplicates keep their state behind what is unchanged")
  func counted() {
    let client = Client(time)
    client.adopt([.dropFirst(count: 3), .map(expression: "value")])
    #expect(client.send(1, 2) == [])
    client.adopt([.dropFirst(count: 3), .map(expression: "value * 2")])
    #expect(client.send(3, 4) == [8], "one of three was left")
    client.adopt([.dropFirst(count: 2), .map(expression: "value * 2")])
    #expect(client.send(5, 6, 7) == [14], "another number begins anew")
    client.adopt([.removeDuplicates, .map(expression: "value")])
    #expect(client.send(1, 1) == [1])
    client.adopt([.removeDuplicates, .map(expression: "value * 2")])
    #expect(client.send(1, 2) == [4])
    client.adopt([.prefix(count: 2), .map(expression: "value")])
    #expect(client.send(1) == [1])
    client.adopt([.prefix(count: 2), .map(expression: "value * 2")])
    #expect(client.send(2, 3) == [4])
  }

  @Test("Values that are kept are kept at a switch behind them, and gone at one before them")
  func pending() {
    let client = Client(time)
    client.adopt([.collect(count: 3), .map(expression: "value")])
    #expect(client.send(1, 2) == [])
    client.adopt([.collect(count: 3), .prefix(count: 9)])
    #expect(client.send(3) == [[1, 2, 3]])
    _ = client.send(4)
    client.adopt([.map(expression: "value"), .collect(count: 3), .prefix(count: 9)])
    #expect(client.send(5, 6, 7) == [[5, 6, 7]])
    client.adopt([.delay(seconds: 1), .map(expression: "value")])
    _ = client.send(1)
    client.adopt([.delay(seconds: 1), .map(expression: "value * 10")])
    time.advance(by: .seconds(1))
    #expect(client.values == [10])
    _ = client.send(2)
    client.adopt([.delay(seconds: 2), .map(expression: "value * 10")])
    time.advance(by: .seconds(5))
    #expect(client.values == [])
  }

  @Test("New names, and changes of what is not used, change nothing")
  func names() {
    let client = Client(time)
    let sum = Operator.scan(initialValue: 0, expression: "result + value")
    client.adopt([sum])
    #expect(client.send(1) == [1])
    client.adopt([sum], named: "Sum")
    client.adopt([
      .chain(StreamChain(id: "c", description: "a sum", source: "a", operators: [sum])),
      .chain(StreamChain(id: "d", source: "c", operators: [.count])),
    ])
    #expect(client.send(1) == [2] && client.switches == 0)
  }

  @Test("Of a join one side goes on when the other changes; the join itself begins anew")
  func joins() {
    let client = Client(time)
    func documents(_ right: StreamExpression) -> [StreamDocument] {
      [
        .chain(
          StreamChain(
            id: "l", source: "a",
            operators: [.scan(initialValue: 0, expression: "result + value")])),
        .chain(StreamChain(id: "r", source: "b", operators: [.map(expression: right)])),
        .join(StreamJoin(id: "c", kind: .combineLatest, sources: ["l", "r"])),
      ]
    }
    client.adopt(documents("value"))
    _ = client.send(1, 2)
    #expect(client.send(5, to: "b") == [[3, 5]])
    client.adopt(documents("value * 2"))
    _ = client.send(10)
    #expect(client.send(5, to: "b") == [[13, 10]])
  }

  @Test("Another document that a chain refers to is kept if it is the same")
  func others() {
    let client = Client(time)
    func documents(_ second: StreamExpression) -> [StreamDocument] {
      [
        .source(StreamModel(id: "k", items: [StreamItem(value: 100), StreamItem(value: 200)])),
        .chain(
          StreamChain(
            id: "c", source: "a",
            operators: [.zip(stream: "k", expression: "a + b"), .map(expression: second)])),
      ]
    }
    client.adopt(documents("value"))
    #expect(client.send(1) == [101])
    client.adopt(documents("-value"))
    #expect(client.send(2) == [-202], "the second of the constants")
  }

  @Test("An input that has ended has ended for new logic, too")
  func ended() {
    let client = Client(time)
    client.adopt([.count])
    _ = client.send(1, 2)
    client.inputs["a"]!.send(completion: .finished)
    #expect(client.values == [2])
    client.adopt([.reduce(initialValue: 7, expression: "result + value")])
    #expect(client.values == [2, 7])
  }

  @Test("A document may lose its inputs and get them back")
  func withoutInputs() {
    let client = Client(time)
    client.adopt([.map(expression: "value")])
    client.adopt([.source(StreamModel(id: "c", items: [StreamItem(value: 9)]))])
    #expect(client.values == [9])
    #expect(client.send(1) == [])
    client.adopt([.map(expression: "value + 1")])
    #expect(client.send(1) == [2])
  }

  @Test("Of a hundred thousand values none is lost or repeated in a thousand switches beside them")
  func concurrent() throws {
    func bytes(_ number: Int) -> [UInt8] {
      StreamDocumentFile([
        .input(StreamInput(id: "a", type: .number)),
        .chain(
          StreamChain(
            id: "c", source: "a",
            operators: [
              .scan(initialValue: 0, expression: "result + 1"),
              .map(expression: try! StreamExpression("value * 1000 + \(number)")),
            ])),
      ]).bytes
    }
    let contents = PassthroughSubject<StreamContents, Never>()
    func publish(_ number: Int) throws {
      let snapshot = try StreamStore.Snapshot(bytes: bytes(number), named: "s.json")
      contents.send(
        StreamContents(parts: [StreamContents.Part(name: "s.json", update: .success(snapshot))]))
    }
    let input = PassthroughSubject<StreamValue, Never>()
    let results = Locked<[Int]>([])
    let run = LiveRun.publisher(["a": input], time, nil, { Issue.record("\($0)") }) { run in
      run.follow(contents.eraseToAnyPublisher(), "c", "s.json") { Issue.record("\($0)") }
    }.sink { value in
      guard case .integer(let number) = value else { return }
      results.withLock { $0.append(number) }
    }
    try publish(0)
    let count = 100_000
    let sender = Locked(false)
    let (isHalfSent, hasSwitched) = (Locked(false), Locked(false))
    let thread = try WorkerThread {
      for number in 0..<count {
        // However the threads are scheduled, there is a switch between the halves.
        if number == count / 2 {
          isHalfSent.withLock { $0 = true }
          while !hasSwitched.withLock({ $0 }) {}
        }
        input.send(.integer(number))
      }
      sender.withLock { $0 = true }
    }
    var switches = 0
    while !sender.withLock({ $0 }) || switches < 1_000 {
      switches += 1
      let isBetween = isHalfSent.withLock { $0 }
      try publish(switches % 1_000)
      if isBetween { hasSwitched.withLock { $0 = true } }
    }
    thread.join()
    run.cancel()
    let found = results.withLock { $0 }
    #expect(found.map { $0 / 1_000 } == Array(1...count))
    #expect(Set(found.map { $0 % 1_000 }).count > 1)
  }
}
