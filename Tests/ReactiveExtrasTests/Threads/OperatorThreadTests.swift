import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Threads: operators of extras", .serialized)
struct OperatorThreadTests {
  typealias Subject = PassthroughSubject<Numbered, Never>
  static let count = 600

  @Test("withLatestFrom passes every value once and never looks an older one up", arguments: 2...4)
  func withLatestFrom(threads: Int) {
    let (upstream, other) = (Unchecked(Subject()), Unchecked(CurrentValueSubject<Int, Never>(0)))
    let probe = ConcurrentProbe<Pair, Never>()
    upstream.value.withLatestFrom(other.value, resultSelector: Pair.init).subscribe(probe)
    Threads.run(threads) { thread in
      for number in 0..<Self.count {
        if thread == 0 {
          other.value.send(number)
        } else {
          upstream.value.send(Numbered(sender: thread, number: number))
        }
      }
    }
    upstream.value.send(completion: .finished)
    probe.checkSerial()
    #expect(probe.completions == 1)
    #expect(probe.values.count == (threads - 1) * Self.count)
    #expect(zip(probe.values, probe.values.dropFirst()).allSatisfy { $0.latest <= $1.latest })
    for sender in 1..<threads {
      let numbers = probe.values.map(\.value).filter { $0.sender == sender }.map(\.number)
      #expect(numbers == Array(0..<Self.count))
    }
  }

  struct Pair: Sendable {
    let value: Numbered
    let latest: Int
  }

  @Test("withLatestFrom ends once, whoever ends it, and lets nothing through afterwards")
  func withLatestFromEnd() {
    for round in 0..<60 {
      let upstream = Unchecked(PassthroughSubject<Int, TestError>())
      let other = Unchecked(PassthroughSubject<Int, TestError>())
      let probe = ConcurrentProbe<Int, TestError>(demand: round % 2 == 0 ? .unlimited : .max(20))
      upstream.value.withLatestFrom(other.value) { $0 + $1 }.subscribe(probe)
      Threads.run([
        {
          for number in 0..<40 { upstream.value.send(number) }
          upstream.value.send(completion: .finished)
        },
        {
          for number in 0..<40 { other.value.send(number) }
          other.value.send(completion: .failure(.expected))
        },
        { if round % 3 == 0 { probe.cancel() } },
      ])
      probe.checkSerial()
      #expect(round % 3 == 0 || probe.completions == 1)
    }
  }

  @Test(
    "amb follows one of many that begin at once, from its first value to its end", arguments: 2...8)
  func amb(runners: Int) {
    for _ in 0..<20 {
      let subjects = Unchecked((0..<runners).map { _ in Subject() })
      let probe = ConcurrentProbe<Numbered, Never>()
      subjects.value.amb().subscribe(probe)
      Threads.run(runners) { sender in
        for number in 0..<100 {
          subjects.value[sender].send(Numbered(sender: sender, number: number))
        }
        subjects.value[sender].send(completion: .finished)
      }
      probe.checkComplete(senders: 1, each: 100)
      #expect(Set(probe.values.map(\.sender)).count == 1)
      #expect(probe.completions == 1)
    }
  }

  @Test("amb asked and cancelled on other threads stays serial and keeps to demand")
  func ambDemand() {
    for round in 0..<40 {
      let subjects = Unchecked([Subject(), Subject()])
      let probe = ConcurrentProbe<Numbered, Never>(demand: .none)
      subjects.value[0].amb(subjects.value[1]).subscribe(probe)
      Threads.run(4) { thread in
        for number in 0..<50 {
          if thread < 2 {
            subjects.value[thread].send(Numbered(sender: thread, number: number))
          } else if thread == 2 {
            probe.request(.max(1))
          } else if round % 2 == 0, number == 25 {
            probe.cancel()
          }
        }
      }
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.count <= 50)
      #expect(Set(probe.values.map(\.sender)).count <= 1)
    }
  }

  @Test("flatMapFirst never has two at once, and ends once")
  func flatMapFirst() {
    let upstream = Unchecked(PassthroughSubject<Int, Never>())
    let inner = Unchecked(Subject())
    let (active, most) = (Counter(), Counter())
    let probe = ConcurrentProbe<Numbered, Never>()
    upstream.value.flatMapFirst { _ in
      inner.value.prefix(3).handleEvents(
        receiveSubscription: { _ in
          active.add()
          if active.value > 1 { most.add() }
        },
        receiveCompletion: { _ in active.add(-1) })
    }.subscribe(probe)
    Threads.run(4) { thread in
      for number in 0..<Self.count {
        if thread < 2 {
          upstream.value.send(number)
        } else {
          inner.value.send(Numbered(sender: thread, number: number))
        }
      }
    }
    upstream.value.send(completion: .finished)
    inner.value.send(completion: .finished)
    probe.checkSerial()
    probe.checkOrder()
    #expect(probe.completions == 1)
    #expect(most.value == 0)
  }

  @Test("a retry that is cancelled while its delay ends is over")
  func retryCancel() {
    for _ in 0..<40 {
      let time = Unchecked(VirtualTimeScheduler())
      let probe = ConcurrentProbe<Int, TestError>()
      Fail<Int, TestError>(error: .expected).retry(delay: 1, scheduler: time.value)
        .subscribe(probe)
      Threads.run([
        { for _ in 0..<20 { time.value.advance(by: 1) } },
        { probe.cancel() },
      ])
      time.value.run()
      #expect(probe.completions == 0)
      #expect(!time.value.hasWork)
    }
  }
}
