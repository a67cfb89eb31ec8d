import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Publishers whose types are hidden, as they are at the borders of modules.
var erasure: [Workload] {
  [
    through("map → filter → eraseToAnyPublisher") {
      $0.map { $0 &* 3 }.filter { $0 & 1 == 0 }.eraseToAnyPublisher()
    },
    through("4 maps, each erased") {
      $0.map { $0 &+ 1 }.eraseToAnyPublisher()
        .map { $0 &* 3 }.eraseToAnyPublisher()
        .map { $0 &- 2 }.eraseToAnyPublisher()
        .map { $0 &+ 4 }.eraseToAnyPublisher()
    },
    Workload("sequence, erased → map → filter → sink") { count in
      let tally = Tally()
      let cancellable = (0..<count).publisher.eraseToAnyPublisher()
        .map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { tally.add($0) }
      return withExtendedLifetime(cancellable) { tally.finish() }
    },
  ]
}
