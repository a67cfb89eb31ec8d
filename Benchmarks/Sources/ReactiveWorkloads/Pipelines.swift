import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// The pipelines that every view model is made of.
var requiredPipelines: [Workload] {
  [
    Workload("**PassthroughSubject → map → filter → sink**") { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        for value in 0..<count { subject.send(value) }
      }
      return tally.finish()
    },
    Workload("**@Published set → sink**") { count in
      let tally = Tally()
      let counter = Counter()
      let cancellable = counter.$count.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        for value in 0..<count { counter.count = value }
      }
      return tally.finish()
    },
    Workload("**sequence → map → filter → sink**") { count in
      let tally = Tally()
      let cancellable = (0..<count).publisher
        .map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { tally.add($0) }
      return withExtendedLifetime(cancellable) { tally.finish() }
    },
  ]
}
