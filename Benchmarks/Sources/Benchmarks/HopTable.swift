import Dispatch
import Foundation
import Harness
import Reactive
import ReactiveFoundation
import Synchronization

/// Measures what `receive(on:)` takes beside a closure for each value that is handed to the same
/// scheduler by hand, and prints the table.
func printHopTable(_ isWanted: (String) -> Bool) {
  let rows = [serialHop, mainHop, runLoopHop, concurrentHop].filter { isWanted($0.name) }
  guard !rows.isEmpty else { return }
  var table = MarkdownTable(
    heading: ["Nanoseconds per value", "by hand", "±", "receive(on:)", "±", "of by hand"])
  for row in rows {
    let result = row.measure(rounds: 25, turn: .milliseconds(8))
    table.append([
      result.name,
      result.peer.nanoseconds.formatted(decimals: 1), percent(result.peer.spread),
      result.reactive.nanoseconds.formatted(decimals: 1), percent(result.reactive.spread),
      (1 / result.ratio).formatted(decimals: 2) + "×",
    ])
  }
  print("\n" + table.text)
  print("The median of 8 long turns of each, taken in turns; ± is how far it lies above the least.")
}

private var serialHop: Row {
  let queue = DispatchQueue(label: "hop")
  return row("a hop to a serial queue", on: queue, by: { queue.async(execute: $0) }) {
    queue.sync {}
  }
}

private var mainHop: Row {
  row(
    "a hop to the main queue", on: DispatchQueue.main, by: { DispatchQueue.main.async(execute: $0) }
  ) {
    turnRunLoop()
  }
}

private var runLoopHop: Row {
  row("a hop to RunLoop.main", on: RunLoop.main, by: { RunLoop.main.perform($0) }) { turnRunLoop() }
}

private var concurrentHop: Row {
  let queue = DispatchQueue(label: "hop", attributes: .concurrent)
  return row("a hop to a concurrent queue", on: queue, by: { queue.async(execute: $0) }) {
    sched_yield()
  }
}

/// The values that have come: atomic for both, since closures on a concurrent queue run at once.
private final class Arrivals: Sendable {
  let count = Atomic(0)
  let sum = Atomic(0)
}

/// Hands numbers over both ways; `wait` is called until the last has come.
private func row<S: Scheduler>(
  _ name: String, on scheduler: S, by hand: @escaping (@escaping @Sendable () -> Void) -> Void,
  wait: @escaping () -> Void
) -> Row {
  func arrivals(_ count: Int, _ send: (@escaping @Sendable (Int) -> Void) -> AnyCancellable?) -> Int
  {
    let arrivals = Arrivals()
    let cancellable = send { value in
      arrivals.sum.wrappingAdd(value, ordering: .relaxed)
      arrivals.count.wrappingAdd(1, ordering: .releasing)
    }
    while arrivals.count.load(ordering: .acquiring) < count { wait() }
    cancellable?.cancel()
    return arrivals.sum.load(ordering: .relaxed)
  }
  return Row(name, by: .median) { count in
    arrivals(count) { take in
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.receive(on: scheduler).sink { take($0) }
      for value in 0..<count { subject.send(value) }
      return cancellable
    }
  } peer: { count in
    arrivals(count) { take in
      for value in 0..<count { hand { take(value) } }
      return nil
    }
  }
}

private func turnRunLoop() {
  _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
}
