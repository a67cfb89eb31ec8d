import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Operators over several publishers.
var combining: [Workload] {
  [
    Workload("zip of two subjects, per pair") { count in
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
    Workload("combineLatest of two subjects, per value") { count in
      let tally = Tally()
      let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let cancellable = left.combineLatest(right).sink { tally.add($0 &* $1) }
      return withExtendedLifetime(cancellable) {
        for value in 0..<count { (value & 1 == 0 ? left : right).send(value) }
        return tally.finish()
      }
    },
    Workload("combineLatest of three subjects, per value") { count in
      let tally = Tally()
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      let cancellable = subjects[0].combineLatest(subjects[1], subjects[2])
        .sink { tally.add($0 &* $1 &+ $2) }
      return withExtendedLifetime(cancellable) {
        for value in 0..<count { subjects[value % 3].send(value) }
        return tally.finish()
      }
    },
    Workload("merge of two subjects, per value") { count in
      let tally = Tally()
      let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
      let cancellable = left.merge(with: right).sink { tally.add($0) }
      return withExtendedLifetime(cancellable) {
        for value in 0..<count { (value & 1 == 0 ? left : right).send(value) }
        return tally.finish()
      }
    },
    through("flatMap to Just") { $0.flatMap { Just($0 &* 3) } },
    through("flatMap to an erased Just") { $0.flatMap { Just($0 &* 3).eraseToAnyPublisher() } },
    through("map to Just → switchToLatest") { $0.map { Just($0 &* 3) }.switchToLatest() },
    Workload("flatMap over 4 subjects, per value") { count in
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
