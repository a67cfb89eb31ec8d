import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Operators over several publishers.
var combining: [Workload] {
  [
    Workload("zip of two subjects, a pair") { count in
      let tally = Tally()
      let left = PassthroughSubject<Int, Never>()
      let right = PassthroughSubject<Int, Never>()
      let cancellable = left.zip(right).sink { tally.add($0 &* $1) }
      withExtendedLifetime(cancellable) {
        for value in 0..<count {
          left.send(value)
          right.send(value &+ 1)
        }
      }
      return tally.finish()
    },
    through("flatMap to Just") { $0.flatMap { Just($0 &* 3) } },
    through("map to Just → switchToLatest") { $0.map { Just($0 &* 3) }.switchToLatest() },
    Workload("flatMap over 4 subjects, one value") { count in
      let tally = Tally()
      let inner = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
      let outer = PassthroughSubject<Int, Never>()
      let cancellable = outer.flatMap { inner[$0] }.sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        for index in inner.indices { outer.send(index) }
        for value in 0..<count { inner[value & 3].send(value) }
      }
      return tally.finish()
    },
  ]
}
