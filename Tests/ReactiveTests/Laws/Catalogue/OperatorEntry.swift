import Reactive
import ReactiveExtras
import TestSupport
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

  /// The last event, when the upstream finishes.
  var ending: String { has(.throws) ? "failure expected" : "finished" }

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
    /// Ends early by a failure of its own.
    static let `throws` = Traits(rawValue: 1 << 14)
  }
}

extension Int {
  /// The number itself, if it is small.
  func checked() throws -> Int {
    if self > 3 { throw TestError.expected }
    return self
  }
}

extension String {
  /// The string itself, if it is not `x`.
  func letter() throws -> String {
    if self == "x" { throw TestError.expected }
    return self
  }
}

/// A scheduler that does at once what is due, and whose time never passes.
struct StoppedClock: Scheduler {
  typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType

  var now: SchedulerTimeType { SchedulerTimeType(nanoseconds: 0) }
  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { if date <= now { action() } }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    if date <= now { action() }
    return AnyCancellable {}
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
