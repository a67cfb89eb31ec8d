import Dispatch
import Reactive
import TestSupport
import Testing

/// The output of an operator for 20,000 values that four threads send at once.
private enum FourThreadTrial: String, CaseIterable, Sendable {
  case merge, flatMap, share, zip, prefix, scan, buffer, combineLatest, currentValue

  typealias Source = AnyPublisher<Numbered, Never>

  static let each = 5000

  /// True if each thread has a subject of its own.
  var hasOwnSubjects: Bool {
    switch self {
    case .merge, .flatMap, .zip, .combineLatest: true
    case .share, .prefix, .scan, .buffer, .currentValue: false
    }
  }

  /// The operator, of four publishers or of one.
  func build(_ sources: [Source]) -> AnyPublisher<[Numbered], Never> {
    switch self {
    case .merge: Publishers.MergeMany(sources).map { [$0] }.eraseToAnyPublisher()
    case .flatMap: sources.publisher.flatMap { $0 }.map { [$0] }.eraseToAnyPublisher()
    case .share:
      { shared in shared.merge(with: shared).map { [$0] }.eraseToAnyPublisher() }(
        sources[0].share())
    case .zip:
      sources[0].zip(sources[1], sources[2], sources[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
    case .prefix: sources[0].prefix(2 * Self.each).map { [$0] }.eraseToAnyPublisher()
    case .scan:
      sources[0].scan([]) { [$1, Numbered(sender: 0, number: ($0.last?.number ?? 0) + 1)] }
        .eraseToAnyPublisher()
    case .buffer:
      sources[0].buffer(size: 4 * Self.each, prefetch: .byRequest, whenFull: .dropNewest)
        .map { [$0] }.eraseToAnyPublisher()
    case .combineLatest:
      sources[0].combineLatest(sources[1], sources[2], sources[3]) { [$0, $1, $2, $3] }
        .eraseToAnyPublisher()
    case .currentValue: sources[0].dropFirst().map { [$0] }.eraseToAnyPublisher()
    }
  }

  /// True if what came is all that has to come, in a possible order.
  func isRight(_ values: [[Numbered]]) -> Bool {
    let firsts = values.map { $0[0] }
    return switch self {
    case .merge, .flatMap, .buffer, .currentValue: isComplete(firsts)
    case .share:
      isComplete(firsts.indices.filter { $0 % 2 == 0 }.map { firsts[$0] })
        && firsts.indices.filter { $0 % 2 == 1 }.allSatisfy { firsts[$0] == firsts[$0 - 1] }
    case .scan: isComplete(firsts) && values.map { $0[1].number } == Array(1...4 * Self.each)
    case .prefix: values.count == 2 * Self.each && rises(firsts)
    case .zip:
      values.map { $0.map(\.number) } == (0..<Self.each).map { Array(repeating: $0, count: 4) }
    case .combineLatest:
      values.last?.map(\.number) == Array(repeating: Self.each - 1, count: 4)
        && Swift.zip(values, values.dropFirst()).allSatisfy { before, after in
          // One of the four has a newer value, at least.
          before != after && Swift.zip(before, after).allSatisfy { $0.number <= $1.number }
        }
    }
  }

  private func isComplete(_ values: [Numbered]) -> Bool {
    values.count == 4 * Self.each && rises(values)
  }

  /// True if each thread's values come in the order they were sent, each once.
  private func rises(_ values: [Numbered]) -> Bool {
    var last = Array(repeating: -1, count: 4)
    return values.allSatisfy { value in
      defer { last[value.sender] = value.number }
      return value.number > last[value.sender]
    }
  }
}

@Suite("Threads: four at once", .serialized)
struct FourThreadTests {
  @Test(
    "of 20,000 values none is lost and none comes while another does, on any thread",
    arguments: FourThreadTrial.allCases)
  fileprivate func direct(_ trial: FourThreadTrial) { check(trial) { $0 } }

  @Test(
    "nor on a queue that runs work concurrently", arguments: FourThreadTrial.allCases)
  fileprivate func onQueue(_ trial: FourThreadTrial) {
    let queue = DispatchQueue(label: "many", attributes: .concurrent)
    check(trial) { $0.receive(on: queue).eraseToAnyPublisher() }
  }

  private func check(
    _ trial: FourThreadTrial,
    behind hop: (AnyPublisher<[Numbered], Never>) -> AnyPublisher<[Numbered], Never>
  ) {
    let beginning = Numbered(sender: 0, number: -1)
    let subjects = Unchecked(
      (0..<(trial.hasOwnSubjects ? 4 : 1)).map { _ in PassthroughSubject<Numbered, Never>() })
    let current = Unchecked(CurrentValueSubject<Numbered, Never>(beginning))
    let sources =
      trial == .currentValue
      ? [current.value.eraseToAnyPublisher()]
      : subjects.value.map { $0.eraseToAnyPublisher() }
    let ended = DispatchSemaphore(value: 0)
    // One value after another behind the buffer, so that it has something to keep.
    let isOneByOne = trial == .buffer
    let probe = ConcurrentProbe<[Numbered], Never>(
      demand: isOneByOne ? .max(1) : .unlimited, onValue: { _ in isOneByOne ? .max(1) : .none },
      onCompletion: { ended.signal() })
    hop(trial.build(sources)).subscribe(probe)
    Threads.run(4) { thread in
      for number in 0..<FourThreadTrial.each {
        let value = Numbered(sender: thread, number: number)
        if trial == .currentValue {
          current.value.send(value)
        } else {
          subjects.value[thread % subjects.value.count].send(value)
        }
      }
    }
    current.value.send(completion: .finished)
    for subject in subjects.value { subject.send(completion: .finished) }
    ended.wait()
    probe.checkSerial()
    #expect(trial.isRight(probe.values), "\(probe.values.count) values came")
  }
}
