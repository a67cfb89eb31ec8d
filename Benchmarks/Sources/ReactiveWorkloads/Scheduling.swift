import Dispatch
import Foundation
import Harness

#if OPENCOMBINE
  import OpenCombine
  import OpenCombineDispatch
  import OpenCombineFoundation
#else
  import Reactive
  import ReactiveFoundation
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
    Workload("receive(on: the main queue)") { count in
      onMainThread(count) { $0.receive(on: DispatchQueue.main).sink(receiveValue: $1) }
    },
    Workload("receive(on: RunLoop.main)") { count in
      onMainThread(count) { $0.receive(on: RunLoop.main).sink(receiveValue: $1) }
    },
    Workload("delay by 1 ms on a serial queue") { count in
      let tally = Tally()
      let queue = DispatchQueue(label: "benchmark")
      let done = DispatchSemaphore(value: 0)
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.delay(for: .milliseconds(1), scheduler: queue).sink {
        tally.add($0)
        if $0 == count - 1 { done.signal() }
      }
      withExtendedLifetime(cancellable) {
        for value in 0..<count { subject.send(value) }
        done.wait()
        queue.sync {}
      }
      return tally.finish()
    },
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

/// Sends values to the main thread from itself, and runs its loop until all have come.
private func onMainThread(
  _ count: Int,
  _ subscribe: (PassthroughSubject<Int, Never>, @escaping (Int) -> Void) -> AnyCancellable
) -> Int {
  let tally = Tally()
  var arrived = 0
  let subject = PassthroughSubject<Int, Never>()
  let cancellable = subscribe(subject) {
    tally.add($0)
    arrived += 1
  }
  withExtendedLifetime(cancellable) {
    for value in 0..<count { subject.send(value) }
    while arrived < count {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
  }
  return tally.finish()
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
