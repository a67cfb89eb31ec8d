// A client of Reactive: many threads send to subjects at once; nothing may be lost or come twice.
//
//     Threads 4
import Dispatch
import Reactive
import Synchronization

extension PassthroughSubject: @retroactive @unchecked Sendable {}
extension CurrentValueSubject: @retroactive @unchecked Sendable {}

let threads = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
let count = 20_000

/// The number of values that have come, and their sum.
final class Totals: Sendable {
  let number = Atomic(0)
  let sum = Atomic(0)

  func add(_ value: Int) {
    number.add(1, ordering: .relaxed)
    sum.add(value, ordering: .relaxed)
  }

  func check(_ name: String, _ expected: Int) {
    let (number, sum) = (number.load(ordering: .relaxed), sum.load(ordering: .relaxed))
    guard number == expected, sum == threads * count * (count - 1) / 2 else {
      fatalError("\(name): \(number) values, whose sum is \(sum)")
    }
  }
}

func fromAllThreads(_ body: @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: threads, execute: body)
}

let plain = Totals()
let subject = PassthroughSubject<Int, Never>()
let sink = subject.map { $0 * 2 }.filter { $0 >= 0 }.sink { plain.add($0 / 2) }
fromAllThreads { _ in for value in 0..<count { subject.send(value) } }
plain.check("PassthroughSubject", threads * count)

let grouped = Totals()
let groups = PassthroughSubject<Int, Never>()
let groupSink = groups.collect(7).sink { $0.forEach(grouped.add) }
fromAllThreads { _ in for value in 0..<count { groups.send(value) } }
groups.send(completion: .finished)
grouped.check("collect", threads * count)

let merged = Totals()
let subjects = (0..<threads).map { _ in PassthroughSubject<Int, Never>() }
let mergeSink = Publishers.MergeMany(subjects).sink { merged.add($0) }
fromAllThreads { thread in for value in 0..<count { subjects[thread].send(value) } }
merged.check("merge", threads * count)

let current = Totals()
let state = CurrentValueSubject<Int, Never>(0)
let stateSink = state.sink { current.add($0) }
fromAllThreads { _ in for value in 0..<count { state.send(value) } }
current.check("CurrentValueSubject", threads * count + 1)

let hopped = Totals()
let source = PassthroughSubject<Int, Never>()
let queue = DispatchQueue(label: "queue")
let hopSink = source.receive(on: queue).sink { hopped.add($0) }
fromAllThreads { _ in for value in 0..<count { source.send(value) } }
queue.sync {}
hopped.check("receive(on:)", threads * count)

withExtendedLifetime((sink, groupSink, mergeSink, stateSink, hopSink)) {}
print("\(threads) threads: nothing was lost of \(5 * threads * count) values.")
