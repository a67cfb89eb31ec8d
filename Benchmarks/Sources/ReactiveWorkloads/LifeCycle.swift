import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// What it costs to attach and to let go.
var lifeCycle: [Workload] {
  [
    Workload("subscribe and cancel subject → sink") { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      for _ in 0..<count {
        let cancellable = subject.sink { tally.add($0) }
        cancellable.cancel()
      }
      subject.send(1)
      return tally.finish()
    },
    Workload("subscribe and cancel map → filter → sink") { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      for _ in 0..<count {
        let cancellable = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { tally.add($0) }
        cancellable.cancel()
      }
      subject.send(2)
      return tally.finish()
    },
    Workload("subscribe and cancel 5 operators") { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      for _ in 0..<count {
        let half = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 }
        let cancellable = half.removeDuplicates().dropFirst().sink { tally.add($0) }
        cancellable.cancel()
      }
      subject.send(2)
      return tally.finish()
    },
    Workload("100 sinks attached, then cancelled, per sink") { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      for _ in 0..<max(1, count / 100) {
        var cancellables: Set<AnyCancellable> = []
        for _ in 0..<100 { subject.sink { tally.add($0) }.store(in: &cancellables) }
        subject.send(1)
      }
      return tally.finish()
    },
    Workload("Just → sink, from creation to completion") { count in
      let tally = Tally()
      for value in 0..<count {
        let cancellable = Just(value).sink { tally.add($0) }
        withExtendedLifetime(cancellable) {}
      }
      return tally.finish()
    },
    Workload("Just → map → eraseToAnyPublisher → sink") { count in
      let tally = Tally()
      for value in 0..<count {
        let cancellable = Just(value).map { $0 &* 3 }.eraseToAnyPublisher().sink { tally.add($0) }
        withExtendedLifetime(cancellable) {}
      }
      return tally.finish()
    },
  ]
}
