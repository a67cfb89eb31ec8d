import TestSupport
import Reactive
import Testing

@Suite("Subscribers")
struct SubscriberTests {
  final class Label {
    var text = ""
    var count = 0
  }

  @Test("sink asks for everything at once and hands on values and completion")
  func sink() {
    let upstream = ManualPublisher<Int, TestError>()
    var log: [String] = []
    let cancellable = upstream.sink(
      receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    #expect(upstream.requests == [.unlimited])
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .failure(.expected))
    #expect(log == ["1", "finished"])
    cancellable.cancel()
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

  @Test("a second subscription to Sink or Assign is cancelled, and the first kept")
  func secondSubscription() {
    let label = Label()
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    let assign = Subscribers.Assign(object: label, keyPath: \Label.count)
    let (first, second) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
    first.subscribe(sink)
    second.subscribe(sink)
    first.subscribe(assign)
    second.subscribe(assign)
    #expect(first.cancelCount == 0)
    #expect(second.cancelCount == 2)
  }

  @Test("Sink frees its closures at the end, also when the end comes from inside one")
  func sinkFreesClosures() {
    for ending in 0..<3 {
      weak var weakLabel: Label?
      let upstream = ManualPublisher<Int, Never>()
      var sink: Subscribers.Sink<Int, Never>?
      do {
        let label = Label()
        weakLabel = label
        sink = Subscribers.Sink(
          receiveCompletion: { _ in label.count += 1 },
          receiveValue: { _ in
            label.count += 1
            if ending == 2 { sink?.cancel() }
          })
        upstream.subscribe(sink!)
      }
      upstream.send(1)
      if ending == 0 { upstream.send(completion: .finished) }
      if ending == 1 { sink?.cancel() }
      #expect(weakLabel == nil)
      upstream.send(2)
      sink?.receiveValue(3)
      sink?.receiveCompletion(.finished)
    }
  }

  @Test("assign sets the property, and holds the object until the end")
  func assign() {
    for cancels in [true, false] {
      weak var weakLabel: Label?
      let upstream = ManualPublisher<String, Never>()
      let cancellable: AnyCancellable
      do {
        let label = Label()
        weakLabel = label
        cancellable = upstream.assign(to: \.text, on: label)
        upstream.send("a")
        #expect(label.text == "a")
      }
      #expect(weakLabel != nil)
      if cancels { cancellable.cancel() } else { upstream.send(completion: .finished) }
      #expect(weakLabel == nil)
      #expect(upstream.cancelCount == (cancels ? 1 : 0))
      #expect(upstream.cancelCountAfterEnd == 0)
    }
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
}
