import Reactive
import Testing

/// One operator, applied to an upstream of numbers so that it sends numbers, with what is special
/// about it; the law suites run over all of them.
struct OperatorEntry: Sendable, CustomTestStringConvertible {
  typealias Stream = AnyPublisher<Int, TestError>

  let name: String
  let traits: Traits
  let build: @Sendable (Stream, VirtualTimeScheduler) -> Stream

  init(
    _ name: String, _ traits: Traits = [],
    _ build: @escaping @Sendable (Stream, VirtualTimeScheduler) -> Stream
  ) {
    self.name = name
    self.traits = traits
    self.build = build
  }

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ traits: Traits = [],
    erasing build: @escaping @Sendable (Stream, VirtualTimeScheduler) -> P
  ) where P.Output == Int, P.Failure == TestError {
    self.init(name, traits) { build($0, $1).eraseToAnyPublisher() }
  }

  var testDescription: String { name }

  func has(_ trait: Traits) -> Bool { traits.contains(trait) }

  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Hands the upstream's own subscription through, and so relies on it to go silent at the end.
    static let transparent = Traits(rawValue: 1 << 0)
    /// Sends one value for each that it receives.
    static let oneToOne = Traits(rawValue: 1 << 1)
    /// Sends its only value at the end.
    static let folds = Traits(rawValue: 1 << 2)
    /// Never sends more than was asked for, even if its upstream does.
    static let limits = Traits(rawValue: 1 << 3)
    /// Turns a failure into something else.
    static let recovers = Traits(rawValue: 1 << 4)
    /// Works on streams that cannot fail alone.
    static let infallible = Traits(rawValue: 1 << 5)
    /// Asks its upstream for everything.
    static let asksForAll = Traits(rawValue: 1 << 6)
    /// May end before its upstream does.
    static let endsEarly = Traits(rawValue: 1 << 7)
    /// Loses values for which there is no demand when they come.
    static let loses = Traits(rawValue: 1 << 8)
    /// Asks upstream by way of a scheduler.
    static let asksLater = Traits(rawValue: 1 << 9)
    /// Ends before any value.
    static let endsAtOnce = Traits(rawValue: 1 << 10)
    /// Does not subscribe to the upstream under test first.
    static let comesLater = Traits(rawValue: 1 << 11)
    /// Attaches its upstream by way of a subject, which lives on.
    static let shares = Traits(rawValue: 1 << 12)
    /// Mixes the values of several upstreams, in an order that depends on demand.
    static let interleaves = Traits(rawValue: 1 << 13)
  }
}

extension Publisher where Failure == any Error {
  /// The test error in place of any.
  func testError() -> Publishers.MapError<Self, TestError> {
    mapError { $0 as? TestError ?? .other }
  }
}

extension Publisher where Failure == TestError {
  func assumedInfallible() -> AssumedInfallible<Self> { AssumedInfallible(upstream: self) }
}

extension OperatorEntry {
  static let all: [OperatorEntry] =
    mapping + filtering + folding + slicing + chaining + recovering + combining + flattening
    + timed + sharing + debugging

  static let mapping: [OperatorEntry] = [
    .init("map", [.transparent, .oneToOne]) { up, _ in up.map { $0 * 2 }.eraseToAnyPublisher() },
    .init(
      "map map map", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map { $0 * 2 }.map { $0 + 1 }.map { $0 * 3 }
      }),
    .init("map key path", [.transparent, .oneToOne], erasing: { up, _ in up.map(\.byteSwapped) }),
    .init(
      "map two key paths", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map(\.self, \.byteSwapped).map { $0.0 }
      }),
    .init(
      "map three key paths", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map(\.self, \.byteSwapped, \.leadingZeroBitCount).map { $0.0 + $0.2 }
      }),
    .init("tryMap", [.oneToOne], erasing: { up, _ in up.tryMap { $0 + 1 }.testError() }),
    .init(
      "map tryMap map", [.oneToOne],
      erasing: { up, _ in
        up.map { $0 + 1 }.tryMap { $0 + 1 }.map { $0 + 1 }.tryMap { $0 }.testError()
      }),
    .init("mapError", [.transparent, .oneToOne], erasing: { up, _ in up.mapError { $0 } }),
    .init(
      "replaceNil", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map { $0 % 2 == 0 ? nil : $0 }.replaceNil(with: 0)
      }),
    .init(
      "setFailureType", [.transparent, .oneToOne, .infallible],
      erasing: { up, _ in
        up.assumedInfallible().setFailureType(to: TestError.self)
      }),
    .init(
      "eraseToAnyPublisher", [.transparent, .oneToOne],
      erasing: { up, _ in
        up.map { $0 }.eraseToAnyPublisher()
      }),
  ]

  static let filtering: [OperatorEntry] = [
    .init("filter", [.transparent], erasing: { up, _ in up.filter { $0 % 3 != 0 } }),
    .init(
      "filter filter", [.transparent],
      erasing: { up, _ in
        up.filter { $0 % 3 != 0 }.filter { $0 % 2 != 0 }
      }),
    .init(
      "compactMap", [.transparent],
      erasing: { up, _ in
        up.compactMap { $0 % 2 == 0 ? $0 : nil }
      }),
    .init(
      "compactMap map compactMap", [.transparent],
      erasing: { up, _ in
        up.compactMap { $0 % 2 == 0 ? $0 : nil }.map { $0 + 1 }.compactMap { $0 }
      }),
    .init("removeDuplicates", erasing: { up, _ in up.map { $0 / 2 }.removeDuplicates() }),
    .init(
      "removeDuplicates(by:)",
      erasing: { up, _ in
        up.removeDuplicates { $0 / 2 == $1 / 2 }
      }),
  ]

  static let folding: [OperatorEntry] = [
    .init("scan", [.oneToOne], erasing: { up, _ in up.scan(0, +) }),
    .init("reduce", [.folds, .asksForAll, .limits], erasing: { up, _ in up.reduce(0, +) }),
    .init(
      "collect", [.folds, .asksForAll, .limits],
      erasing: { up, _ in
        up.collect().map(\.count)
      }),
  ]

  static let slicing: [OperatorEntry] = [
    .init("dropFirst", erasing: { up, _ in up.dropFirst(2) }),
    .init("dropFirst(0)", [.oneToOne], erasing: { up, _ in up.dropFirst(0) }),
    .init("prefix(3)", [.endsEarly], erasing: { up, _ in up.prefix(3) }),
    .init("prefix(0)", [.endsEarly, .endsAtOnce], erasing: { up, _ in up.prefix(0) }),
    .init("prefix(while:)", [.endsEarly], erasing: { up, _ in up.prefix { $0 < 4 } }),
    .init("first", [.endsEarly, .asksForAll, .limits], erasing: { up, _ in up.first() }),
  ]

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
  ]

  static let debugging: [OperatorEntry] = [
    .init(
      "handleEvents", [.oneToOne],
      erasing: { up, _ in up.handleEvents(receiveOutput: { _ in })
      }),
    .init("print", [.oneToOne], erasing: { up, _ in up.print("law", to: Discarded()) }),
  ]

  private struct Discarded: TextOutputStream {
    mutating func write(_ string: String) {}
  }
}
