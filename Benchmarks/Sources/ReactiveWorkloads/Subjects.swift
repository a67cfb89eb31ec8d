import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// One subject and its sinks.
var subjects: [Workload] {
  [
    Workload("subject → sink") { subjectToSinks(1, count: $0) },
    Workload("one send to 8 sinks") { subjectToSinks(8, count: $0) },
    Workload("one send to 100 sinks") { subjectToSinks(100, count: $0) },
    Workload("send to a subject without sinks") { subjectToSinks(0, count: $0) },
    Workload("CurrentValueSubject → sink") { count in
      let tally = Tally()
      let subject = CurrentValueSubject<Int, Never>(0)
      let cancellable = subject.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        for value in 0..<count { subject.send(value) }
      }
      return tally.finish()
    },
    Workload("CurrentValueSubject.value, set and read → sink") { count in
      let tally = Tally()
      let subject = CurrentValueSubject<Int, Never>(0)
      let cancellable = subject.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        for _ in 0..<count { subject.value &+= 1 }
      }
      return tally.finish()
    },
  ]
}

private func subjectToSinks(_ sinks: Int, count: Int) -> Int {
  let tally = Tally()
  let subject = PassthroughSubject<Int, Never>()
  let cancellables = (0..<sinks).map { _ in subject.sink { tally.add($0) } }
  withExtendedLifetime(cancellables) {
    for value in 0..<count { subject.send(value) }
  }
  return tally.finish()
}
