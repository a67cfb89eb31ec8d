import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Threads: ReplaySubject", .serialized)
struct ReplaySubjectThreadTests {
  static let count = 600

  @Test(
    "a replaying subject delivers every value once, in one order for all", arguments: [2, 4, 8])
  func replay(senders: Int) {
    let subject = Unchecked(ReplaySubject<Numbered, Never>(bufferSize: 50))
    let early = (0..<3).map { _ in ConcurrentProbe<Numbered, Never>() }
    for probe in early { subject.value.subscribe(probe) }
    let late = (0..<senders * 3).map { _ in ConcurrentProbe<Numbered, Never>() }
    Threads.run(senders) { sender in
      for number in 0..<Self.count {
        subject.value.send(Numbered(sender: sender, number: number))
        // Each thread subscribes as well, in the midst of the sends.
        if number % 200 == 100 { subject.value.subscribe(late[sender * 3 + number / 200]) }
      }
    }
    subject.value.send(completion: .finished)
    for probe in early { probe.checkComplete(senders: senders, each: Self.count) }
    for probe in early + late {
      probe.checkSerial()
      #expect(probe.completions == 1)
      // What came late misses the beginning alone.
      #expect(probe.values == Array(early[0].values.suffix(probe.values.count)))
      #expect(probe.values.count >= 50)
    }
  }

  @Test("a replaying subject keeps to demand made on other threads, and loses nothing")
  func replayDemand() {
    for round in 0..<10 {
      let subject = Unchecked(ReplaySubject<Numbered, Never>(bufferSize: 1))
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      subject.value.subscribe(probe)
      let asked = Counter()
      Threads.run(4) { thread in
        var random = SplitMix(seed: UInt64(round * 10 + thread))
        for number in 0..<200 {
          if thread < 2 {
            subject.value.send(Numbered(sender: thread, number: number))
          } else {
            let amount = Int.random(in: 0...1, using: &random)
            asked.add(amount)
            if amount > 0 { probe.request(.max(amount)) }
          }
        }
      }
      #expect(probe.values.count == min(asked.value, 400))
      probe.request(.unlimited)
      probe.checkComplete(senders: 2, each: 200)
    }
  }

  @Test("subscribing to a replaying subject and cancelling at random frees everything")
  func replayChurn() {
    final class Held: Sendable {
      let counter: Counter
      init(_ counter: Counter) {
        self.counter = counter
        counter.add()
      }
      deinit { counter.add(-1) }
    }
    let alive = Counter()
    do {
      let subject = Unchecked(ReplaySubject<Held, Never>(bufferSize: 3))
      Threads.run(6) { thread in
        var random = SplitMix(seed: UInt64(thread))
        var cancellables: [AnyCancellable] = []
        for _ in 0..<300 {
          if thread < 2 {
            subject.value.send(Held(alive))
          } else {
            cancellables.append(subject.value.sink { _ in })
            if Bool.random(using: &random) {
              cancellables.remove(at: Int.random(in: cancellables.indices, using: &random)).cancel()
            }
          }
        }
      }
      #expect(alive.value == 3)
    }
    #expect(alive.value == 0)
  }
}
