import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// No lock is held while the library calls out.
@Suite("Laws of callouts")
struct CalloutLawTests {
  typealias Probe = ProbeSubscriber<Int, TestError>

  let time = VirtualTimeScheduler()

  @Test(
    "no lock is held during a callout: another thread may use the subscription meanwhile",
    arguments: OperatorEntry.all)
  func calloutsOutside(_ entry: OperatorEntry) {
    let subject = PassthroughSubject<Int, TestError>()
    let probe = Probe(keeping: .forever)
    let shared = Unchecked(probe)
    probe.onValue = { _ in
      // A lock held here would make this thread wait for ever.
      Threads.run(1) { _ in shared.value.request(.max(1)) }
      return .none
    }
    probe.onCompletion = {
      Threads.run(1) { _ in shared.value.request(.max(1)) }
    }
    entry.build(subject.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    for value in 1...4 {
      subject.send(value)
      time.run()
    }
    subject.send(completion: .finished)
    time.run()
    Threads.run(1) { _ in shared.value.cancel() }
    #expect(probe.hasEnded)
  }

  @Test("no lock is held while children are cancelled", arguments: [true, false])
  func cancellingChildren(fails: Bool) {
    for build: (Probe, AnyPublisher<Int, TestError>, PassthroughSubject<Int, TestError>) -> Void
      in [
        { $1.merge(with: $2).subscribe($0) },
        { $1.zip($2) { $0 + $1 }.subscribe($0) },
        { $1.combineLatest($2) { $0 + $1 }.subscribe($0) },
        { probe, child, subject in
          [child, subject.eraseToAnyPublisher()].publisher.setFailureType(to: TestError.self)
            .flatMap { $0 }.subscribe(probe)
        },
        { $1.prefix(untilOutputFrom: $2.catch { _ in Just(0) }).subscribe($0) },
      ]
    {
      let probe = Probe(keeping: .forever)
      let shared = Unchecked(probe)
      var cancels = 0
      let child = PassthroughSubject<Int, TestError>()
        .handleEvents(receiveCancel: {
          cancels += 1
          Threads.run(1) { _ in shared.value.request(.max(1)) }
        })
      let subject = PassthroughSubject<Int, TestError>()
      build(probe, child.eraseToAnyPublisher(), subject)
      if fails { subject.send(completion: .failure(.expected)) } else { probe.cancel() }
      #expect(cancels == 1)
    }
  }
}
