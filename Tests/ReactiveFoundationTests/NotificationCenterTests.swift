import Foundation
import Reactive
import ReactiveFoundation
import TestSupport
import Testing

@Suite("Publisher of a notification center")
struct NotificationCenterTests {
  let center = NotificationCenter()
  let name = Notification.Name("saved")

  private final class Sender {}

  @Test("sends what is posted under its name from the subscription on")
  func sendsPosts() {
    center.post(name: name, object: nil, userInfo: ["number": 0])
    var numbers: [Int] = []
    let cancellable = center.publisher(for: name).sink {
      numbers.append($0.userInfo?["number"] as? Int ?? -1)
    }
    center.post(name: name, object: nil, userInfo: ["number": 1])
    center.post(name: Notification.Name("other"), object: nil, userInfo: ["number": 2])
    center.post(name: name, object: nil, userInfo: ["number": 3])
    #expect(numbers == [1, 3])
    cancellable.cancel()
    center.post(name: name, object: nil, userInfo: ["number": 4])
    #expect(numbers == [1, 3])
  }

  @Test("registers at the subscription, not when it is made")
  func registersAtSubscription() {
    let publisher = center.publisher(for: name)
    center.post(name: name, object: nil)
    let subscriber = ProbeSubscriber<Notification, Never>()
    publisher.subscribe(subscriber)
    #expect(subscriber.values.isEmpty)
    center.post(name: name, object: nil)
    #expect(subscriber.values.count == 1)
    subscriber.cancel()
  }

  @Test("sends the notifications of its object alone")
  func filtersByObject() {
    let (wanted, unwanted) = (Sender(), Sender())
    var count = 0
    let cancellable = center.publisher(for: name, object: wanted).sink { _ in count += 1 }
    center.post(name: name, object: unwanted)
    center.post(name: name, object: nil)
    #expect(count == 0)
    center.post(name: name, object: wanted)
    #expect(count == 1)
    cancellable.cancel()
  }

  @Test("keeps its object alive until the subscription is cancelled")
  func keepsObject() {
    weak var observed: Sender?
    var cancellable: AnyCancellable?
    do {
      let sender = Sender()
      observed = sender
      cancellable = center.publisher(for: name, object: sender).sink { _ in }
    }
    #expect(observed != nil)
    cancellable?.cancel()
    #expect(observed == nil)
  }

  @Test("drops for each subscriber what it has no demand for")
  func dropsWithoutDemand() {
    let eager = ProbeSubscriber<Int, Never>()
    let slow = ProbeSubscriber<Int, Never>(demand: .max(1))
    let numbers = center.publisher(for: name).map { $0.userInfo?["number"] as? Int ?? -1 }
    numbers.subscribe(eager)
    numbers.subscribe(slow)
    for number in 1...3 { center.post(name: name, object: nil, userInfo: ["number": number]) }
    slow.request(.max(2))
    for number in 4...6 { center.post(name: name, object: nil, userInfo: ["number": number]) }
    #expect(eager.values == [1, 2, 3, 4, 5, 6])
    #expect(slow.values == [1, 4, 5])
    #expect(!eager.hasEnded)
    eager.cancel()
    slow.cancel()
  }

  @Test("adds the demand that a subscriber returns")
  func addsReturnedDemand() {
    let subscriber = ProbeSubscriber<Notification, Never>(demand: .max(1))
    subscriber.onValue = { $0.userInfo?["more"] == nil ? .none : .max(1) }
    center.publisher(for: name).subscribe(subscriber)
    center.post(name: name, object: nil, userInfo: ["more": true])
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(subscriber.values.count == 2)
    subscriber.cancel()
  }

  @Test("nests a post from inside a delivery, and delivers on the posting thread")
  func nests() {
    var order: [String] = []
    let cancellable = center.publisher(for: name).sink { [center, name] notification in
      let depth = notification.userInfo?["depth"] as? Int ?? 0
      order.append("\(depth) begins")
      if depth < 2 { center.post(name: name, object: nil, userInfo: ["depth": depth + 1]) }
      order.append("\(depth) ends")
    }
    center.post(name: name, object: nil, userInfo: ["depth": 0])
    #expect(
      order == ["0 begins", "1 begins", "2 begins", "2 ends", "1 ends", "0 ends"])
    cancellable.cancel()
  }

  @Test("delivers nothing more once cancelled from inside a delivery")
  func cancelsInside() {
    var count = 0
    var cancellable: AnyCancellable?
    cancellable = center.publisher(for: name).sink { _ in
      count += 1
      cancellable?.cancel()
    }
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(count == 1)
  }

  @Test("frees the subscriber when it cancels")
  func freesSubscriber() {
    weak var freed: ProbeSubscriber<Notification, Never>?
    do {
      let subscriber = ProbeSubscriber<Notification, Never>()
      freed = subscriber
      center.publisher(for: name).subscribe(subscriber)
      subscriber.cancel()
    }
    #expect(freed == nil)
  }

  @Test("serialises posts from several threads and loses none")
  func serialises() {
    let probe = ConcurrentProbe<Notification, Never>()
    center.publisher(for: name).subscribe(probe)
    DispatchQueue.concurrentPerform(iterations: 4) { [center, name] _ in
      for _ in 0..<500 { center.post(name: name, object: nil) }
    }
    probe.checkSerial()
    #expect(probe.values.count == 2000)
    probe.cancel()
  }

  @Test("is equal to one of the same center, name and object")
  func equality() {
    let sender = Sender()
    let publisher = center.publisher(for: name, object: sender)
    #expect(publisher == center.publisher(for: name, object: sender))
    #expect(publisher != center.publisher(for: name))
    #expect(publisher != center.publisher(for: Notification.Name("other"), object: sender))
    #expect(publisher != NotificationCenter().publisher(for: name, object: sender))
  }

  @Test("calls its subscription what Combine calls it")
  func description() {
    let subscriber = ProbeSubscriber<Notification, Never>(demand: .none)
    center.publisher(for: name).subscribe(subscriber)
    #expect(subscriber.subscription.map { "\($0)" } == "NotificationCenter Observer")
    subscriber.cancel()
  }

  @Test("delivers on the thread that posts")
  func postingThread() {
    var threads: [Thread] = []
    let cancellable = center.publisher(for: name).sink { _ in threads.append(Thread.current) }
    let done = DispatchSemaphore(value: 0)
    let thread = Thread { [center, name] in
      center.post(name: name, object: nil)
      done.signal()
    }
    thread.start()
    done.wait()
    #expect(threads == [thread])
    cancellable.cancel()
  }
}
