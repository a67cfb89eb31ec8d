import Dispatch
import Reactive

/// An instant on a clock that only goes forward: the machine's, or one of virtual time.
///
///     let start = MonotonicInstant(nanoseconds: 0)
///     let deadline = start + .milliseconds(80)
///     print(start.duration(to: deadline))  // prints "0.08 seconds"
///
/// The time type of the event loop, of ``VirtualTimeScheduler`` and of Dispatch queues as
/// `Scheduler.queue(_:)`, so code written for one runs on all. The machine's clock does not jump
/// when the wall clock is set, and stops while the machine sleeps. Instants of different clocks
/// cannot be compared. Arithmetic is clamped to the first and the last possible instant, some 292
/// years from the clock's start.
public struct MonotonicInstant: Strideable, Hashable, Sendable {
  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int

  /// Makes the instant a number of nanoseconds after the clock's start.
  @inlinable public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// The current instant on the machine's clock.
  public static var now: Self {
    Self(nanoseconds: Int(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// The distance to another instant.
  public func distance(to other: Self) -> Stride {
    Stride(nanoseconds: other.nanoseconds.subtractingUpToLimit(nanoseconds))
  }

  /// The instant at a distance from this one, clamped to the first or last possible.
  public func advanced(by stride: Stride) -> Self {
    Self(nanoseconds: nanoseconds.addingUpToLimit(stride.nanoseconds))
  }

  /// The exact time from this instant to another; negative if that one is earlier.
  public func duration(to other: Self) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Returns true if one instant is before another.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant a duration after another, to the nanosecond.
  public static func + (instant: Self, duration: Duration) -> Self {
    instant.advanced(by: Stride(duration))
  }

  /// The instant a duration before another, to the nanosecond.
  public static func - (instant: Self, duration: Duration) -> Self {
    instant.advanced(by: Stride(.zero - duration))
  }

  /// A length of time in nanoseconds. A literal counts seconds, as `DispatchQueue`'s does.
  ///
  /// Operators take it if ``MonotonicInstant`` is their scheduler's time; elsewhere use `Duration`,
  /// which it converts to and from.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    /// The length in nanoseconds.
    public var nanoseconds: Int

    /// Makes a length of a number of nanoseconds.
    @inlinable public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }
    /// Makes a length of a duration: exactly, except that parts of a nanosecond are dropped, as is
    /// the excess over 292 years.
    public init(_ duration: Duration) {
      let (seconds, attoseconds) = duration.components
      nanoseconds = Int(clamping: seconds).multipliedUpToLimit(by: 1_000_000_000)
        .addingUpToLimit(Int(attoseconds / 1_000_000_000))
    }
    /// Makes a length of a number of seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }
    /// Makes a length of a number of seconds.
    public init(floatLiteral value: Double) { self = .seconds(value) }
    /// Makes a length of a number of nanoseconds, if it fits.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      nanoseconds = value
    }

    /// The length as a duration, exactly.
    public var duration: Duration { .nanoseconds(nanoseconds) }

    /// The length in nanoseconds, without its sign.
    public var magnitude: Int { Int(clamping: nanoseconds.magnitude) }

    /// Returns true if one length is less than another.
    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The sum of two lengths.
    public static func + (left: Self, right: Self) -> Self {
      Self(nanoseconds: left.nanoseconds.addingUpToLimit(right.nanoseconds))
    }
    /// The difference of two lengths.
    public static func - (left: Self, right: Self) -> Self {
      Self(nanoseconds: left.nanoseconds.subtractingUpToLimit(right.nanoseconds))
    }
    /// The product of two lengths, counted in nanoseconds.
    public static func * (left: Self, right: Self) -> Self {
      Self(nanoseconds: left.nanoseconds.multipliedUpToLimit(by: right.nanoseconds))
    }
    /// Adds a length. Subtracts a length. Multiplies by a length.
    public static func *= (left: inout Self, right: Self) { left = left * right }

    /// A number of seconds.
    public static func seconds(_ s: Int) -> Self {
      Self(nanoseconds: s.multipliedUpToLimit(by: 1_000_000_000))
    }
    /// A number of seconds, to the nanosecond towards zero.
    public static func seconds(_ s: Double) -> Self {
      Self(nanoseconds: Int(exactly: (s * 1e9).rounded(.towardZero)) ?? (s < 0 ? .min : .max))
    }
    /// A number of thousandths of a second.
    public static func milliseconds(_ ms: Int) -> Self {
      Self(nanoseconds: ms.multipliedUpToLimit(by: 1_000_000))
    }
    /// A number of millionths of a second.
    public static func microseconds(_ us: Int) -> Self {
      Self(nanoseconds: us.multipliedUpToLimit(by: 1000))
    }
    /// A number of thousand-millionths of a second.
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
  }
}

extension Int {
  /// The sum, clamped to the greatest or least number.
  fileprivate func addingUpToLimit(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, clamped to the greatest or least number.
  fileprivate func subtractingUpToLimit(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, clamped to the greatest or least number.
  fileprivate func multipliedUpToLimit(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

extension SchedulerTimeIntervalConvertible {
  /// A duration as a length of time of any scheduler, to the nanosecond.
  package static func duration(_ duration: Duration) -> Self {
    .nanoseconds(MonotonicInstant.Stride(duration).nanoseconds)
  }
}
