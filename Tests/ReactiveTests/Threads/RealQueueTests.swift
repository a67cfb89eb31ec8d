import Dispatch
import Reactive
import TestSupport
import Testing

/// The main queue's turn comes in `RealSchedulerTests`.
@Suite("Threads: operators that go by a dispatch queue, in real time")
struct RealQueueTests {
  @Test(
    "on a queue nothing is lost, out of order or at once, be it serial or concurrent",
    arguments: [
      DispatchQueue(label: "serial"), DispatchQueue(label: "many", attributes: .concurrent),
      .global(),
    ])
  func queue(_ queue: DispatchQueue) {
    #expect(SchedulerTrial.problems(of: SchedulerTrial.begin(on: queue)) == [])
  }

  /// Operators whose scheduler may run a value while the subscription is still being handed over.
  static let handingOver:
    [(name: String, build: @Sendable (Just<Int>, DispatchQueue) -> AnyPublisher<Int, Never>)] = [
      ("receive(on:)", { $0.receive(on: $1).eraseToAnyPublisher() }),
      ("delay", { $0.delay(for: 0, scheduler: $1).eraseToAnyPublisher() }),
      ("timeout", { $0.timeout(3600, scheduler: $1).eraseToAnyPublisher() }),
      ("throttle", { $0.throttle(for: 0, scheduler: $1, latest: true).eraseToAnyPublisher() }),
      (
        "collect by time",
        {
          $0.collect(.byTimeOrCount($1, 3600, 1)).flatMap { $0.publisher }.eraseToAnyPublisher()
        }
      ),
    ]

  @Test("a subscriber has taken its subscription before it gets a value", arguments: handingOver)
  func handsOverFirst(
    _ operation: (
      name: String, build: @Sendable (Just<Int>, DispatchQueue) -> AnyPublisher<Int, Never>
    )
  ) {
    let queue = DispatchQueue(label: "many", attributes: .concurrent)
    let ended = DispatchSemaphore(value: 0)
    let probe = ConcurrentProbe<Int, Never>(
      // What the request has put on the queue has run when the barrier is through.
      onSubscription: { queue.sync(flags: .barrier) {} }, onCompletion: { ended.signal() })
    operation.build(Just(7), queue).subscribe(probe)
    ended.wait()
    #expect(probe.values == [7])
    probe.checkSerial()
  }

  @Test("an upstream that never ends is heard while it is asked, on the immediate scheduler, too")
  func endless() {
    let immediate = ImmediateScheduler.shared
    for publisher: AnyPublisher<Int, Never> in [
      (1...).publisher.receive(on: immediate).eraseToAnyPublisher(),
      (1...).publisher.delay(for: 1, scheduler: immediate).eraseToAnyPublisher(),
      (1...).publisher.subscribe(on: immediate).eraseToAnyPublisher(),
      (1...).publisher.collect(.byTimeOrCount(immediate, 1, 1)).map { $0[0] }
        .eraseToAnyPublisher(),
    ] {
      let probe = ProbeSubscriber<Int, Never>()
      publisher.prefix(3).subscribe(probe)
      #expect(probe.log == ["subscription", "value 1", "value 2", "value 3", "finished"])
    }
  }

  @Test("requests made on four threads reach the upstream of subscribe(on:) one at a time, all")
  func serialRequests() {
    let queue = DispatchQueue(label: "many", attributes: .concurrent)
    let upstream = RequestMeter()
    let (isSubscribed, early) = (DispatchSemaphore(value: 0), Counter())
    let own = Locked<Unchecked<ConcurrentProbe<Int, Never>?>>(Unchecked(nil))
    let probe = ConcurrentProbe<Int, Never>(
      demand: .none,
      onSubscription: {
        // While the subscription is still being handed over.
        Threads.run(4) { _ in own.withLock { $0 }.value?.request(.max(1)) }
        SchedulerTrial.pause()
        early.add(upstream.requests.value)
        isSubscribed.signal()
      })
    let kept = Unchecked<ConcurrentProbe<Int, Never>?>(probe)
    own.withLock { $0 = kept }
    let all = DispatchSemaphore(value: 0)
    // Inside a request, so one after another.
    upstream.onRequest = { [requests = upstream.requests] in
      if requests.value == 2004 { all.signal() }
    }
    upstream.subscribe(on: queue).subscribe(probe)
    isSubscribed.wait()
    Threads.run(4) { _ in
      for _ in 0..<500 { probe.request(.max(2)) }
    }
    #expect(all.comes())
    #expect(early.value == 0)
    #expect(upstream.requests.value == 2004)
    #expect(upstream.asked.value == 4004)
    #expect(upstream.overlaps.value == 0)
    own.withLock { $0 = Unchecked(nil) }
  }

  @Test("a cancel reaches the upstream of subscribe(on:) once, while a request still runs, too")
  func cancelsOnce() {
    let queue = DispatchQueue(label: "many", attributes: .concurrent)
    let (isAsking, isSubscribed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (upstream, hasBeenFreed) = (RequestMeter(), DispatchSemaphore(value: 0))
    // Such a request is one to an upstream that never ends, until it is cancelled.
    upstream.onRequest = {
      isAsking.signal()
      #expect(hasBeenFreed.comes())
    }
    upstream.onCancel = { hasBeenFreed.signal() }
    let probe = ConcurrentProbe<Int, Never>(
      demand: .none, onSubscription: { isSubscribed.signal() })
    upstream.subscribe(on: queue).subscribe(probe)
    isSubscribed.wait()
    probe.request(.unlimited)
    isAsking.wait()
    probe.request(.max(1))
    Threads.run(4) { _ in probe.cancel() }
    probe.request(.max(1))
    queue.sync(flags: .barrier) {}
    #expect(upstream.cancels.value == 1)
    #expect(upstream.requests.value == 1)
  }
}

/// A publisher that sends nothing, and counts what it is asked for, and whether by one at a time.
private final class RequestMeter: Publisher, Subscription, @unchecked Sendable {
  // Sendable because the closures are set before it is subscribed to.
  typealias Output = Int
  typealias Failure = Never

  let (requests, asked, overlaps, cancels) = (Counter(), Counter(), Counter(), Counter())
  var onRequest: () -> Void = {}
  var onCancel: () -> Void = {}
  private let inside = Counter()

  func receive(subscriber: some Subscriber<Int, Never>) { subscriber.receive(subscription: self) }

  func request(_ demand: Subscribers.Demand) {
    inside.add()
    if inside.value > 1 { overlaps.add() }
    requests.add()
    asked.add(demand.max ?? 0)
    onRequest()
    inside.add(-1)
  }

  func cancel() {
    cancels.add()
    onCancel()
  }
}
