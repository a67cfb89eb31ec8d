import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: publishers, subjects and subscribers")
struct SourceExamples: ExampleSuite {
  let page = PrintedPage()

  @Test("publishers of one value or of none")
  func small() {
    shows("3") {
      Just(3).sink { print($0) }  // 3
    }
    shows("3") {
      Optional(3).publisher  // 3
    }
    shows("3") {
      Result<Int, ParseError>.success(3).publisher  // 3
    }
    shows("finishes") {
      Empty<Int, Never>()  // finishes
    }
    shows("fails with empty") {
      Fail<Int, ParseError>(error: .empty)  // fails with empty
    }
  }

  @Test("publishers of many values")
  func many() {
    shows("1, 2, 3") {
      [1, 2, 3].publisher.sink { print($0) }  // 1, 2, 3
    }
    page.lines = []
    shows("1, 2, 3") {
      Record<Int, Never>(output: [1, 2, 3], completion: .finished).sink { print($0) }  // 1, 2, 3
    }
    page.lines = []
    shows("10, 20, 30") {
      let cancellable = [1, 2, 3].publisher
        .map { $0 * 10 }
        .sink { print($0) }  // 10, 20, 30
      return cancellable
    }
  }

  @Test("a future runs once, what is deferred each time")
  func futures() {
    shows("3") {
      let future = Future<Int, Never> { promise in promise(.success(3)) }
      let cancellable = future.sink { print($0) }  // 3
      return cancellable
    }
    var loads = 0
    func load(_ promise: Future<Int, Never>.Promise) {
      loads += 1
      promise(.success(loads))
    }
    let deferred = example {
      Deferred { Future { promise in load(promise) } }  // loads once per subscription
    }
    shows("1") { deferred }
    shows("2") { deferred }
  }

  @Test("a subject that remembers nothing")
  func passthrough() {
    let subject = PassthroughSubject<String, Never>()
    subject.send("first value")  // nobody listens: dropped
    let cancellable = subject.sink { print($0) }
    subject.send("second value")  // prints "second value"
    #expect(printed == ["second value"])
    cancellable.cancel()
  }

  @Test("a subject that remembers the latest")
  func currentValue() {
    let subject = CurrentValueSubject<String, Never>("first value")
    let cancellable = subject.sink { print($0) }  // prints "first value"
    subject.send("second value")  // prints "second value"
    #expect(printed == ["first value", "second value"])
    cancellable.cancel()
  }

  @Test("a subject that remembers several")
  func replay() {
    shows("2, 3") {
      let subject = ReplaySubject<Int, Never>(bufferSize: 2)
      for number in 1...3 { subject.send(number) }
      let cancellable = subject.sink { print($0) }  // 2, 3
      return cancellable
    }
  }

  @Test("feeding a subject")
  func feeding() {
    let names = PassthroughSubject<String, Never>()
    let subject = CurrentValueSubject<String, Never>("")
    let feeding = names.subscribe(subject)  // cancel it, or free it, to stop
    names.send("Ann")
    feeding.cancel()
    names.send("Ben")
    #expect(subject.value == "Ann")
  }

  @Test("a subscriber of one's own choice")
  func subscribing() {
    let printer = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }) { print($0) }
    [1, 2].publisher.subscribe(printer)  // 1, 2
    #expect(printed.joined(separator: ", ") == "1, 2")
  }

  @Test("keeping cancellables")
  func keeping() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var cancellables: Set<AnyCancellable> = []
    subject.sink { print($0) }.store(in: &cancellables)
    cancellables.removeAll()  // cancels
    subject.send(2)
    #expect(printed == ["1"])
  }

  @Test("hiding a publisher's type")
  func erasing() {
    struct Person { let name: String }
    let subject = CurrentValueSubject<Person, Never>(Person(name: "Ann"))
    func names() -> AnyPublisher<String, Never> { subject.map(\.name).eraseToAnyPublisher() }
    let cancellable = names().sink { print($0) }
    #expect(printed == ["Ann"])
    cancellable.cancel()
  }

  @Test("demand")
  func demand() {
    shows("max(3)") {
      Subscribers.Demand.max(1) + 2  // max(3)
    }
  }

  @Test("sharing one subscription")
  func sharing() {
    var loads = 0
    func load() -> some Publisher<Int, Never> {
      Deferred {
        loads += 1
        return PassthroughSubject<Int, Never>()
      }
    }
    let shared = example {
      load().multicast { PassthroughSubject() }.autoconnect()
    }
    let first = [shared.sink { _ in }, shared.sink { _ in }]
    #expect(loads == 1)
    let report = load().share()  // loads once for all who listen at the same time
    let second = [report.sink { _ in }, report.sink { _ in }]
    #expect(loads == 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test("sharing with a replay")
  func replaying() {
    let locations = PassthroughSubject<Int, Never>()
    let shared = locations.share(replay: 1)
    let early = shared.sink { _ in }
    locations.send(1)
    let late = shared.sink { print($0) }
    #expect(printed == ["1"])
    withExtendedLifetime((early, late)) {}
  }

  @Test("connecting")
  func connecting() {
    var cancellables: Set<AnyCancellable> = []
    let numbers = [1, 2].publisher.makeConnectable()
    numbers.sink { print($0) }.store(in: &cancellables)
    numbers.connect().store(in: &cancellables)  // 1, 2
    #expect(printed.joined(separator: ", ") == "1, 2")
  }
}
