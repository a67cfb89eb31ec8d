import Reactive
import TestSupport
import Testing

@Suite("Subscribers")
struct SubscriberTests {
  final class Label {
    var text = ""
    var count = 0
  }

  @Test("a sink asks for everything, hands on values and completion, and ignores what comes after")
  func sink() {
    let upstream = ManualPublisher<Int, TestError>()
    var log: [String] = []
    let cancellable = upstream.sink(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    let sink = Subscribers.Sink<Int, TestError>(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    upstream.subscribe(sink)
    #expect(upstream.requests == [.unlimited, .unlimited])
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .failure(.expected))
    #expect(log == ["1", "1", "finished", "finished"])
    cancellable.cancel()
    sink.cancel()
    #expect(upstream.cancelCountAfterEnd == 0)
  }

  @Test("nothing reaches a sink that was cancelled, also from inside")
  func sinkCancel() {
    let upstream = ManualPublisher<Int, Never>()
    var values: [Int] = []
    var cancellable: AnyCancellable?
    cancellable = upstream.sink { value in
      values.append(value)
      cancellable?.cancel()
    }
    upstream.send(1)
    upstream.send(2)
    #expect(values == [1])
    #expect(upstream.cancelCount == 1)
  }

  enum Ending: CaseIterable { case finish, cancel, cancelInside }

  @Test(
    "sinks free their closures at the end, also from inside one, and outside any lock",
    arguments: Ending.allCases)
  func sinkFreesClosures(_ ending: Ending) {
    let upstream = ManualPublisher<Int, TestError>()
    let source = ManualPublisher<Int, TestError>(letsGo: true)
    var freed = 0
    var sink: Subscribers.Sink<Int, TestError>?
    var cancellable: AnyCancellable?
    do {
      // What is freed calls back into the sink, which would hang under a lock.
      let held = DeinitHook {
        freed += 1
        sink?.cancel()
        _ = sink?.receive(3)
      }
      sink = .init(
        receiveCompletion: { _ in _ = held },
        receiveValue: { _ in
          _ = held
          if ending == .cancelInside { sink?.cancel() }
        })
      upstream.subscribe(sink!)
      let other = DeinitHook {
        freed += 1
        cancellable?.cancel()
      }
      cancellable = source.sink(
        receiveCompletion: { _ in _ = other },
        receiveValue: { _ in if ending == .cancelInside { cancellable?.cancel() } })
    }
    #expect(freed == 0)
    for publisher in [upstream, source] {
      publisher.send(1)
      if ending == .finish { publisher.send(completion: .finished) }
    }
    if ending == .cancel {
      sink?.cancel()
      cancellable?.cancel()
    }
    #expect(freed == 2)
    upstream.send(2)
    sink?.receiveValue(3)
    sink?.receiveCompletion(.finished)
  }

  @Test(
    "assignments set the property, and hold the object until the end", arguments: [true, false])
  func assign(byCancel: Bool) {
    let upstream = ManualPublisher<String, Never>()
    weak var held: Label?
    let cancellable: AnyCancellable
    let assign: Subscribers.Assign<Label, Int>
    do {
      let label = Label()
      held = label
      cancellable = upstream.assign(to: \.text, on: label)
      assign = .init(object: label, keyPath: \.count)
    }
    let counts = upstream.map(\.count)
    counts.subscribe(assign)
    #expect(upstream.requests == [.unlimited, .unlimited])
    upstream.send("abc")
    #expect(held?.text == "abc")
    #expect(held?.count == 3)
    #expect(assign.object === held)
    if byCancel {
      cancellable.cancel()
      assign.cancel()
    } else {
      upstream.send(completion: .finished)
    }
    #expect(held == nil)
    #expect(assign.object == nil)
    #expect(upstream.cancelCount == (byCancel ? 2 : 0))
    // An upstream that has completed is not cancelled.
    cancellable.cancel()
    assign.cancel()
    #expect(upstream.cancelCountAfterEnd == 0)
  }

  @Test("AnySubscriber of a subject feeds it")
  func anySubscriberOfSubject() {
    let subject = CurrentValueSubject<Int, Never>(0)
    [1, 2].publisher.subscribe(AnySubscriber(subject))
    #expect(subject.value == 2)
  }

  @Test("an AnySubscriber has the identity of the subscriber that it hides")
  func identity() {
    let probe = ProbeSubscriber<Int, Never>()
    #expect(AnySubscriber(probe).combineIdentifier == probe.combineIdentifier)
    #expect(
      AnySubscriber<Int, Never>().combineIdentifier != AnySubscriber<Int, Never>().combineIdentifier
    )
  }

  @Test("Sink and Assign cancel a second subscription at once and keep the first")
  func secondSubscription() {
    let label = Label()
    let upstreams = (ManualPublisher<String, Never>(), ManualPublisher<String, Never>())
    var values: [String] = []
    let sink = Subscribers.Sink<String, Never>(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    let assign = Subscribers.Assign(object: label, keyPath: \Label.text)
    upstreams.0.subscribe(sink)
    upstreams.1.subscribe(assign)
    #expect(upstreams.0.sendSecondSubscription().cancelCount == 1)
    #expect(upstreams.1.sendSecondSubscription().cancelCount == 1)
    upstreams.0.send("a")
    upstreams.1.send("b")
    #expect(values == ["a"])
    #expect(label.text == "b")
    #expect(upstreams.0.cancelCount + upstreams.1.cancelCount == 0)
  }

  @Test("inside an AnyPublisher the subscriber has the identity of the one outside")
  func erasedIdentity() {
    struct Asking: Publisher {
      typealias Output = Int
      typealias Failure = TestError
      let onSubscriber: (CombineIdentifier) -> Void
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        onSubscriber(subscriber.combineIdentifier)
      }
    }
    var seen: [CombineIdentifier] = []
    let probe = ProbeSubscriber<Int, TestError>()
    Asking { seen.append($0) }.eraseToAnyPublisher().subscribe(probe)
    #expect(seen == [probe.combineIdentifier])
  }
}
