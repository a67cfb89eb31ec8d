import Harness

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// One subject through one operator, or a chain of them, to a sink.
var operators: [Workload] {
  [
    through("8 maps") {
      let half = $0.map { $0 &+ 1 }.map { $0 &* 3 }.map { $0 &- 2 }.map { $0 &+ 4 }
      return half.map { $0 &* 5 }.map { $0 &- 6 }.map { $0 &+ 7 }.map { $0 &* 9 }
    },
    through("map, filter, scan, removeDuplicates, dropFirst, compactMap") {
      let half = $0.map { $0 &* 3 }.filter { $0 & 1 == 0 }.scan(0) { $0 &+ $1 }
      return half.removeDuplicates().dropFirst(2).compactMap { $0 & 2 == 0 ? nil : $0 }
    },
    through("scan") { $0.scan(0) { $0 &+ $1 } },
    Workload("reduce", run: reducing),
    Workload("CurrentValueSubject → removeDuplicates", run: removingDuplicates),
    through("dropFirst → prefix") { $0.dropFirst(1).prefix(1 << 60) },
    through("tryMap → catch") { values in
      values.tryMap { value -> Int in
        if value < 0 { throw NegativeNumber() }
        return value &* 3
      }
      .catch { _ in Just(0) }
    },
    through("append and prepend") { $0.prepend(1, 2, 3).append(4, 5, 6) },
    through("handleEvents(receiveOutput:)") { $0.handleEvents(receiveOutput: { _ in }) },
  ]
}

private func reducing(_ count: Int) -> Int {
  let tally = Tally()
  let subject = PassthroughSubject<Int, Never>()
  let cancellable = subject.reduce(0) { $0 &+ $1 }.sink { tally.add($0) }
  withExtendedLifetime(cancellable) {
    for value in 0..<count { subject.send(value) }
    subject.send(completion: .finished)
  }
  return tally.finish()
}

private func removingDuplicates(_ count: Int) -> Int {
  let tally = Tally()
  let subject = CurrentValueSubject<Int, Never>(0)
  let cancellable = subject.removeDuplicates().sink { tally.add($0) }
  withExtendedLifetime(cancellable) {
    for value in 0..<count { subject.send(value >> 1) }
  }
  return tally.finish()
}

struct NegativeNumber: Error {}

/// Sends numbers through a pipeline; the closure is called once, before the numbers are sent.
func through<Pipeline: Publisher>(
  _ name: String, _ pipeline: @escaping (PassthroughSubject<Int, Never>) -> Pipeline
) -> Workload where Pipeline.Output == Int, Pipeline.Failure == Never {
  Workload(name) { count in
    let tally = Tally()
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = pipeline(subject).sink { tally.add($0) }
    withExtendedLifetime(cancellable) {
      for value in 0..<count { subject.send(value) }
      subject.send(completion: .finished)
    }
    return tally.finish()
  }
}
