import Dispatch
import Harness

#if OPENCOMBINE
  import OpenCombine
  import OpenCombineDispatch
#else
  import Reactive
#endif

/// Operators that hand values to a queue, or wait by its clock.
var scheduling: [Workload] {
  [
    Workload("receive(on: a serial queue)") { count in
      let tally = Tally()
      let queue = DispatchQueue(label: "benchmark")
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.receive(on: queue).sink { tally.add($0) }
      withExtendedLifetime(cancellable) {
        for value in 0..<count { subject.send(value) }
        queue.sync {}
      }
      return tally.finish()
    },
    through("receive(on: ImmediateScheduler)") { $0.receive(on: ImmediateScheduler.shared) },
    Workload("debounce, a value that restarts the wait") { count in
      waiting(count) { $0.debounce(for: .seconds(3600), scheduler: $1).eraseToAnyPublisher() }
    },
    Workload("throttle, a value within the window") { count in
      waiting(count) {
        $0.throttle(for: .seconds(3600), scheduler: $1, latest: true).eraseToAnyPublisher()
      }
    },
  ]
}

/// Sends values to an operator that holds them back for an hour, and cancels before that.
private func waiting(
  _ count: Int,
  _ pipeline: (AnyPublisher<Int, Never>, DispatchQueue) -> AnyPublisher<Int, Never>
) -> Int {
  let tally = Tally()
  let queue = DispatchQueue(label: "benchmark")
  let subject = PassthroughSubject<Int, Never>()
  let counted = subject.map { value -> Int in
    tally.add(value)
    return value
  }
  let cancellable = pipeline(counted.eraseToAnyPublisher(), queue).sink { _ in }
  for value in 0..<count { subject.send(value) }
  cancellable.cancel()
  queue.sync {}
  return tally.finish()
}
