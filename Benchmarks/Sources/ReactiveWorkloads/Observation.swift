import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// A class as view models are.
final class Counter: ObservableObject {
  @Published var count = 0
}

/// Published properties and the objects they belong to.
var observation: [Workload] {
  [
    Workload("@Published read") { count in
      let tally = Tally()
      let counter = Counter()
      for _ in 0..<count { tally.add(counter.count &+ 1) }
      return tally.finish()
    },
    Workload("@Published set, no subscribers") { count in
      let counter = Counter()
      for value in 0..<count { counter.count = value }
      return counter.count
    },
    Workload("@Published set → objectWillChange → sink") { count in
      let tally = Tally()
      let counter = Counter()
      let cancellable = counter.objectWillChange.sink { tally.add(1) }
      withExtendedLifetime(cancellable) {
        for value in 0..<count { counter.count = value }
      }
      return tally.finish()
    },
    Workload("@Published set → both") { count in
      let tally = Tally()
      let counter = Counter()
      let cancellables = [
        counter.objectWillChange.sink { tally.add(1) }, counter.$count.sink { tally.add($0) },
      ]
      withExtendedLifetime(cancellables) {
        for value in 0..<count { counter.count = value }
      }
      return tally.finish()
    },
    Workload("access to objectWillChange") { count in
      let counter = Counter()
      var last = counter.objectWillChange
      for _ in 0..<count { last = counter.objectWillChange }
      return last === counter.objectWillChange ? count : 0
    },
    Workload("create an object with @Published, set it, release it") { count in
      var sum = 0
      for value in 0..<count {
        let counter = Counter()
        counter.count = value
        sum &+= counter.count
      }
      return sum
    },
  ]
}
