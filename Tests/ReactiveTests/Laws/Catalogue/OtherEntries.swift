import Reactive
import ReactiveExtras
import TestSupport

/// The operators that need other publishers, a clock, or several subscribers, or that only look on.
extension OperatorEntry {
  static let chaining: [OperatorEntry] = [
    .init("append values", erasing: { up, _ in up.append(101, 102) }),
    .init("append a sequence", erasing: { up, _ in up.append([101, 102]) }),
    .init(
      "append a publisher",
      erasing: { up, _ in
        up.append(Just(101).setFailureType(to: TestError.self))
      }),
    .init("prepend values", [.comesLater], erasing: { up, _ in up.prepend(101, 102) }),
    .init("prepend a sequence", [.comesLater], erasing: { up, _ in up.prepend([101, 102]) }),
    .init(
      "prepend a publisher", [.comesLater],
      erasing: { up, _ in
        up.prepend(Just(101).setFailureType(to: TestError.self))
      }),
  ]

  static let recovering: [OperatorEntry] = [
    .init(
      "catch", [.recovers, .oneToOne],
      erasing: { up, _ in
        up.catch { _ in Just(-1).setFailureType(to: TestError.self) }
      }),
    .init(
      "replaceError", [.recovers, .oneToOne],
      erasing: { up, _ in
        up.replaceError(with: -1).setFailureType(to: TestError.self)
      }),
    .init("retry", [.recovers, .oneToOne], erasing: { up, _ in up.retry(1) }),
    .init(
      "tryCatch", [.recovers, .oneToOne],
      erasing: { up, _ in
        up.tryCatch { _ in Just(-1).setFailureType(to: TestError.self) }.testError()
      }),
    .init(
      "tryCatch that throws", [.oneToOne],
      erasing: { up, _ in up.tryCatch { error throws -> Just<Int> in throw error }.testError() }),
    .init(
      "assertNoFailure", [.transparent, .oneToOne, .infallible],
      erasing: { up, _ in up.assertNoFailure().setFailureType(to: TestError.self) }),
  ]

  static let combining: [OperatorEntry] = [
    .init(
      "merge", [.limits, .oneToOne],
      erasing: { up, _ in
        up.merge(with: Empty<Int, TestError>())
      }),
    .init(
      "merge of eight", [.limits, .oneToOne],
      erasing: { up, _ in
        let none = Empty<Int, TestError>()
        return up.merge(with: none, none, none, none, none, none, none)
      }),
    .init(
      "merge many", [.limits, .oneToOne],
      erasing: { up, _ in
        Publishers.MergeMany([up, Empty().eraseToAnyPublisher()])
      }),
    .init(
      "combineLatest", [.limits, .loses],
      erasing: { up, _ in
        up.combineLatest(Just(0).setFailureType(to: TestError.self)).map { $0.0 }
      }),
    .init(
      "combineLatest of four", [.limits, .loses],
      erasing: { up, _ in
        let one = Just(0).setFailureType(to: TestError.self)
        return up.combineLatest(one, one, one).map { $0.0 }
      }),
    .init(
      "zip", [.limits, .oneToOne],
      erasing: { up, _ in
        up.zip(Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<1000)).map { $0.0 }
      }),
    .init(
      "zip of four", [.limits, .oneToOne],
      erasing: { up, _ in
        let many = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<1000)
        return up.zip(many, many, many).map { $0.0 + $0.3 }
      }),
  ]

  static let flattening: [OperatorEntry] = [
    .init(
      "flatMap", [.limits, .asksForAll, .interleaves],
      erasing: { up, _ in
        up.flatMap { Publishers.Sequence<[Int], TestError>(sequence: [$0, $0 + 1]) }
      }),
    .init(
      "flatMap one at a time", [.limits],
      erasing: { up, _ in
        up.flatMap(maxPublishers: .max(1)) {
          Publishers.Sequence<[Int], TestError>(sequence: [$0, $0 + 1])
        }
      }),
    .init(
      "switchToLatest", [.limits, .asksForAll, .loses],
      erasing: { up, _ in
        up.map { Just($0).setFailureType(to: TestError.self) }.switchToLatest()
      }),
  ]

  static let timed: [OperatorEntry] = [
    .init(
      "debounce", [.limits, .asksForAll, .loses],
      erasing: { up, time in
        up.debounce(for: 2, scheduler: time)
      }),
    .init(
      "throttle latest", [.limits, .asksForAll, .loses],
      erasing: { up, time in
        up.throttle(for: 2, scheduler: time, latest: true)
      }),
    .init(
      "throttle first", [.limits, .asksForAll, .loses],
      erasing: { up, time in
        up.throttle(for: 2, scheduler: time, latest: false)
      }),
    .init("delay", [.oneToOne], erasing: { up, time in up.delay(for: 2, scheduler: time) }),
    .init("receive(on:)", [.oneToOne], erasing: { up, time in up.receive(on: time) }),
    .init(
      "receive(on: immediate)", [.oneToOne],
      erasing: { up, _ in
        up.receive(on: ImmediateScheduler.shared)
      }),
    .init(
      "subscribe(on:)", [.oneToOne, .asksLater],
      erasing: { up, time in
        up.subscribe(on: time)
      }),
    .init(
      "measureInterval", [.oneToOne],
      erasing: { up, time in up.measureInterval(using: time).map { _ in 1 } }),
    .init(
      "timeout", [.oneToOne], erasing: { up, time in up.timeout(1, scheduler: StoppedClock()) }),
  ]

  static let sharing: [OperatorEntry] = [
    .init("share", [.asksForAll, .loses, .limits, .shares], erasing: { up, _ in up.share() }),
    .init(
      "multicast autoconnect", [.asksForAll, .loses, .limits, .shares],
      erasing: { up, _ in
        up.multicast { PassthroughSubject<Int, TestError>() }.autoconnect()
      }),
    .init(
      "multicast current value", [.asksForAll, .loses, .limits, .shares],
      erasing: { up, _ in
        up.multicast(subject: CurrentValueSubject<Int, TestError>(0)).autoconnect()
      }),
    .init(
      "makeConnectable", [.asksForAll, .loses, .limits, .shares, .infallible],
      erasing: { up, _ in
        up.assumedInfallible().makeConnectable().autoconnect().setFailureType(to: TestError.self)
      }),
  ]

  static let debugging: [OperatorEntry] = [
    .init(
      "handleEvents", [.oneToOne],
      erasing: { up, _ in up.handleEvents(receiveOutput: { _ in })
      }),
    .init("print", [.oneToOne], erasing: { up, _ in up.print("law", to: Discarded()) }),
    .init(
      "breakpoint", [.oneToOne],
      erasing: { up, _ in up.breakpoint(receiveOutput: { _ in false }) }),
    .init(
      "breakpointOnError", [.oneToOne, .infallible], erasing: { up, _ in up.breakpointOnError() }),
  ]

  private struct Discarded: TextOutputStream {
    mutating func write(_ string: String) {}
  }
}
