import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Two threads that use one subject at the same time.
var contention: [Workload] {
  [
    Workload("2 threads send to one subject → sink", by: .median) { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        onTwoThreads(count, subject) { $0.send($1) }
      }
      return tally.finish()
    },
    Workload("2 threads send to one subject → 8 sinks", by: .median) { count in
      let tallies = (0..<8).map { _ in Tally() }
      let subject = PassthroughSubject<Int, Never>()
      let cancellables = tallies.map { tally in subject.sink { tally.add($0) } }
      withExtendedLifetime(cancellables) {
        onTwoThreads(count, subject) { $0.send($1) }
      }
      return tallies.reduce(0) { $0 &+ $1.finish() }
    },
    Workload("2 threads set one @Published → sink", by: .median) { count in
      let tally = Tally()
      let counter = Counter()
      let cancellable = counter.$count.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        onTwoThreads(count, counter) { $0.count = $1 }
      }
      return tally.finish()
    },
    Workload("2 threads, a subject each", by: .median) { count in
      let tallies = (Tally(), Tally())
      let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let cancellables = [
        left.sink { tallies.0.add($0) }, right.sink { tallies.1.add($0) },
      ]
      withExtendedLifetime(cancellables) {
        onTwoThreads(count, (left, right)) { ($1 & 1 == 0 ? $0.0 : $0.1).send($1) }
      }
      return tallies.0.finish() &+ tallies.1.finish()
    },
  ]
}

/// Does half of the work on this thread, the even numbers, and the other half on another.
private func onTwoThreads<Target>(
  _ count: Int, _ target: Target, _ work: @escaping (Target, Int) -> Void
) {
  let shared = Unchecked((target, work))
  SecondThread.together { half in
    let (target, work) = shared.value
    for value in 0..<count / 2 { work(target, value * 2 + half) }
  }
}

/// Takes objects to another thread.
private struct Unchecked<Value>: @unchecked Sendable {
  // Sendable because subjects and published properties are made for use from any thread.
  let value: Value
  init(_ value: Value) { self.value = value }
}
