import Dispatch
import Reactive
import TestSupport
import Testing

@Suite("Threads: operators that keep values", .serialized)
struct BufferThreadTests {
  typealias Subject = PassthroughSubject<Numbered, Never>
  static let count = 800

  /// Two threads send by one subject while a third asks for a few values after another, until it
  /// has asked for all.
  private func race(_ subject: Subject, _ probe: ConcurrentProbe<Numbered, Never>) {
    let subject = Unchecked(subject)
    Threads.run(3) { thread in
      if thread < 2 {
        for number in 0..<Self.count {
          subject.value.send(Numbered(sender: thread, number: number))
        }
        return
      }
      var random = SplitMix(seed: 7)
      var asked = 0
      while asked < 2 * Self.count {
        let amount = Int.random(in: 1...3, using: &random)
        asked += amount
        probe.request(.max(amount))
      }
    }
  }

  @Test("a buffer loses nothing, doubles nothing and keeps each sender's order")
  func buffer() {
    for _ in 0..<5 {
      let subject = Subject()
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      subject.buffer(size: 2 * Self.count, prefetch: .byRequest, whenFull: .dropNewest)
        .subscribe(probe)
      race(subject, probe)
      probe.checkComplete(senders: 2, each: Self.count)
      subject.send(completion: .finished)
      probe.request(.max(1))
      #expect(probe.completions == 1)
    }
  }

  @Test(
    "a small buffer drops, but never out of turn and never twice, whichever it drops",
    arguments: [true, false])
  func smallBuffer(dropsOldest: Bool) {
    let subject = Subject()
    let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
    subject.buffer(
      size: 3, prefetch: .byRequest, whenFull: dropsOldest ? .dropOldest : .dropNewest
    ).subscribe(probe)
    race(subject, probe)
    probe.checkSerial()
    probe.checkOrder()
    #expect(!probe.values.isEmpty)
  }

  @Test("a buffer kept full passes on everything two sequences on two threads have")
  func keptFull() {
    for _ in 0..<5 {
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      let sequences = (0..<2).map { sender in
        (0..<Self.count).publisher.map { Numbered(sender: sender, number: $0) }
      }
      Publishers.MergeMany(sequences).buffer(size: 4, prefetch: .keepFull, whenFull: .dropNewest)
        .subscribe(probe)
      Threads.run(3) { _ in
        for _ in 0..<Self.count { probe.request(.max(1)) }
      }
      probe.checkComplete(senders: 2, each: Self.count)
      #expect(probe.completions == 1)
    }
  }

  @Test("a buffer that overflows on two threads fails once, and says nothing after")
  func overflow() {
    for _ in 0..<20 {
      let subject = PassthroughSubject<Numbered, TestError>()
      let probe = ConcurrentProbe<Numbered, TestError>(demand: .max(5))
      subject.buffer(size: 10, prefetch: .byRequest, whenFull: .customError { .other })
        .subscribe(probe)
      let shared = Unchecked(subject)
      Threads.run(2) { thread in
        for number in 0..<50 { shared.value.send(Numbered(sender: thread, number: number)) }
      }
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.count == 5)
      #expect(probe.completions == 0)
      probe.request(.max(3))
      probe.checkSerial()
      #expect(probe.values.count == 8)
      #expect(probe.completions == 1)
    }
  }

  @Test("collect by time keeps order and turn, even on a queue that runs work concurrently")
  func collectByTime() async {
    let queue = DispatchQueue(label: "collect", attributes: .concurrent)
    let subject = PassthroughSubject<Numbered, Never>()
    let (finished, onFinished) = AsyncStream.makeStream(of: Void.self)
    let probe = ConcurrentProbe<[Numbered], Never>(onCompletion: { onFinished.finish() })
    subject.collect(.byTimeOrCount(queue, .microseconds(50), 7)).subscribe(probe)
    let shared = Unchecked(subject)
    Threads.run(2) { thread in
      for number in 0..<Self.count {
        shared.value.send(Numbered(sender: thread, number: number))
      }
    }
    subject.send(completion: .finished)
    for await _ in finished {}
    probe.checkSerial()
    let flat = ConcurrentProbe<Numbered, Never>()
    probe.values.flatMap(\.self).publisher.subscribe(flat)
    flat.checkComplete(senders: 2, each: Self.count)
    #expect(probe.values.allSatisfy { (1...7).contains($0.count) })
  }

  @Test("a task gets every value that two threads send into the buffer before it")
  func values() async {
    let subject = Unchecked(PassthroughSubject<Numbered, Never>())
    let iterator = Unchecked(
      subject.value
        .buffer(size: 2 * Self.count, prefetch: .byRequest, whenFull: .dropNewest)
        .values.makeAsyncIterator())
    let task = Task {
      var (iterator, values) = (iterator.value, [Numbered]())
      while let value = await iterator.next() { values.append(value) }
      return values
    }
    let queue = DispatchQueue(label: "senders", attributes: .concurrent)
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for sender in 0..<2 {
        queue.async(group: group) {
          for number in 0..<Self.count {
            subject.value.send(Numbered(sender: sender, number: number))
          }
        }
      }
      group.notify(queue: queue) { continuation.resume() }
    }
    subject.value.send(completion: .finished)
    let flat = ConcurrentProbe<Numbered, Never>()
    await task.value.publisher.subscribe(flat)
    flat.checkComplete(senders: 2, each: Self.count)
  }

  @Test("a task that is cancelled while a thread sends ends, and the subscription with it")
  func cancelRace() async {
    for _ in 0..<50 {
      let subject = Unchecked(CurrentValueSubject<Int, Never>(0))
      let task = Task {
        var count = 0
        for await _ in subject.value.values { count += 1 }
        return count
      }
      Threads.run([
        { for number in 0..<20 { subject.value.send(number) } },
        { task.cancel() },
      ])
      #expect(await task.value <= 21)
    }
  }
}
