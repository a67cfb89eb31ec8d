import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// One upstream for many.
var sharing: [Workload] {
  [
    Workload("share to 3 sinks") { count in
      let tally = Tally()
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.map { $0 &* 3 }.share()
      let cancellables = (0..<3).map { _ in shared.sink { tally.add($0) } }
      withExtendedLifetime(cancellables) {
        for value in 0..<count { subject.send(value) }
      }
      return tally.finish()
    }
  ]
}
