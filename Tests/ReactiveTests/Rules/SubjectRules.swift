import TestSupport
import Reactive
import Testing

/// What the subjects do: rules 22 to 27.
@Suite("Rules: subjects")
struct SubjectRules {
  typealias Probe = ProbeSubscriber<Int, TestError>

  @Test("Rule 22a: a passthrough subject drops a value for whoever has no demand at that instant")
  func dropsWithoutDemand() {
    let subject = PassthroughSubject<Int, TestError>()
    let (slow, fast) = (Probe(demand: .none), Probe())
    subject.subscribe(slow)
    subject.subscribe(fast)
    subject.send(1)
    slow.request(.max(1))
    subject.send(2)
    subject.send(3)
    #expect(slow.values == [2])
    #expect(fast.values == [1, 2, 3])
  }

  @Test(
    "Rule 22b: a completed subject ignores sends and gives newcomers its completion alone",
    arguments: CoreContractRules.endings)
  func afterCompletion(_ ending: Subscribers.Completion<TestError>) {
    let subject = PassthroughSubject<Int, TestError>()
    let early = Probe()
    subject.subscribe(early)
    subject.send(completion: ending)
    subject.send(1)
    subject.send(completion: .failure(.other))
    let end = ending == .finished ? "finished" : "failure expected"
    #expect(early.log == ["subscription", end])
    #expect(subject.unaskedLog() == ["subscription", end])
    #expect(subject.subscriptionName() == "Empty")
  }

  @Test("Rule 23a: a current value subject keeps the newest value for whoever could not take it")
  func keepsNewest() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let probe = Probe(demand: .none)
    subject.subscribe(probe)
    subject.send(1)
    subject.value = 2
    #expect(probe.values.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [2])
  }

  @Test("Rule 23b: a value that was delivered is not repeated at the next request")
  func repeatsNone() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let probe = Probe(demand: .max(1))
    subject.subscribe(probe)
    probe.request(.max(2))
    #expect(probe.values == [0])
    subject.send(1)
    #expect(probe.values == [0, 1])
  }

  @Test("Rule 23c: after the completion a set changes nothing, and newcomers get no value")
  func currentValueAfterCompletion() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let early = Probe()
    subject.subscribe(early)
    subject.send(completion: .finished)
    subject.value = 1
    #expect(early.log == ["subscription", "value 0", "finished"])
    #expect(subject.log() == ["subscription", "finished"])
  }

  @Test("Rule 24a: a send from inside a value nests, and returns after it was delivered")
  func nests() {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe()
    var log: [String] = []
    probe.onValue = { value in
      log.append("\(value) in")
      if value < 3 { subject.send(value + 1) }
      log.append("\(value) out")
      return .none
    }
    subject.subscribe(probe)
    subject.send(1)
    #expect(log == ["1 in", "2 in", "3 in", "3 out", "2 out", "1 out"])
  }

  @Test("Rule 24b: subscribers further down see the value sent from inside first")
  func newerFirst() {
    let subject = PassthroughSubject<Int, Never>()
    var log: [String] = []
    let first = subject.sink { value in
      log.append("first \(value)")
      if value == 1 { subject.send(2) }
    }
    let second = subject.sink { log.append("second \($0)") }
    subject.send(1)
    #expect(log == ["first 1", "first 2", "second 2", "second 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("Rule 24c: sends from two threads do not overlap in one subscriber")
  func concurrentSends() {
    let subject = Unchecked(CurrentValueSubject<Numbered, Never>(Numbered(sender: 9, number: 0)))
    let probes = (0..<2).map { _ in ConcurrentProbe<Numbered, Never>() }
    for probe in probes { subject.value.subscribe(probe) }
    Threads.run(2) { sender in
      for number in 0..<1000 { subject.value.send(Numbered(sender: sender, number: number)) }
    }
    for probe in probes {
      probe.checkSerial()
      probe.checkOrder()
      #expect(probe.values.count == 2001)
    }
  }

  @Test("Rule 25: a send reaches those who were there at its start and have not cancelled since")
  func snapshot() {
    let subject = PassthroughSubject<Int, TestError>()
    let (removed, added) = (Probe(), Probe())
    let first = Probe()
    first.onValue = { value in
      if value == 1 {
        subject.subscribe(added)
        removed.cancel()
      }
      return .none
    }
    subject.subscribe(first)
    subject.subscribe(removed)
    subject.send(1)
    #expect(removed.values.isEmpty)
    #expect(added.values.isEmpty)
    subject.send(2)
    #expect(first.values == [1, 2])
    #expect(removed.values.isEmpty)
    #expect(added.values == [2])
  }

  @Test("Rule 26: subscribers are served in the order they came, also after some have left")
  func order() {
    let subject = CurrentValueSubject<Int, Never>(0)
    var log: [Int] = []
    var all = (0..<6).map { number in subject.dropFirst().sink { _ in log.append(number) } }
    all.remove(at: 4).cancel()
    all.remove(at: 0).cancel()
    all.append(subject.dropFirst().sink { _ in log.append(6) })
    subject.send(1)
    #expect(log == [1, 2, 3, 5, 6])
    withExtendedLifetime(all) {}
  }

  @Test("Rule 27: demand is counted for each subscriber of a subject and of share apart")
  func demandApart() {
    let subject = PassthroughSubject<Int, TestError>()
    for publisher in [subject.eraseToAnyPublisher(), subject.share().eraseToAnyPublisher()] {
      let (one, three) = (Probe(demand: .max(1)), Probe(demand: .max(2)))
      three.onValue = { $0 == 1 ? .max(1) : .none }
      publisher.subscribe(one)
      publisher.subscribe(three)
      for value in 1...5 { subject.send(value) }
      #expect(one.values == [1])
      #expect(three.values == [1, 2, 3])
      one.cancel()
      three.cancel()
    }
  }
}
