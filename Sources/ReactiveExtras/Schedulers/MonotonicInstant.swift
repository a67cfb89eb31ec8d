import Reactive

/// An instant on a clock that counts nanoseconds from a start of its own.
///
/// The time type of the schedulers that keep their own clock, such as ``VirtualTimeScheduler``.
public struct NanosecondInstant: Strideable, Hashable, Sendable {
  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int

  /// Makes the instant a number of nanoseconds after the clock's start.
  @inlinable public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// The distance to another instant.
  public func distance(to other: Self) -> Stride {
    Stride(nanoseconds: other.nanoseconds - nanoseconds)
  }

  /// The instant at a distance from this one; the first or last there is if it lies beyond.
  public func advanced(by stride: Stride) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(stride.nanoseconds)
    return Self(nanoseconds: overflow ? (stride.nanoseconds < 0 ? .min : .max) : sum)
  }

  /// A length of time in nanoseconds. A literal counts seconds, as `DispatchQueue`'s does.
  public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Hashable,
    SchedulerTimeIntervalConvertible, Sendable
  {
    /// The length in nanoseconds.
    public var nanoseconds: Int

    /// Makes a length of a number of nanoseconds.
    @inlinable public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }
    /// Makes a length of a number of seconds.
    public init(integerLiteral value: Int) { self = .seconds(value) }
    /// Makes a length of a number of seconds.
    public init(floatLiteral value: Double) { self = .seconds(value) }
    /// Makes a length of a number of nanoseconds, if it fits.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      nanoseconds = value
    }

    /// The length in nanoseconds, without its sign.
    public var magnitude: Int { abs(nanoseconds) }

    /// Whether one length is less than another.
    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The sum of two lengths.
    public static func + (left: Self, right: Self) -> Self {
      Self(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
    /// The difference of two lengths.
    public static func - (left: Self, right: Self) -> Self {
      Self(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
    /// The product of two lengths, counted in nanoseconds.
    public static func * (left: Self, right: Self) -> Self {
      Self(nanoseconds: left.nanoseconds * right.nanoseconds)
    }
    /// Adds a length.
    public static func += (left: inout Self, right: Self) { left = left + right }
    /// Takes a length off.
    public static func -= (left: inout Self, right: Self) { left = left - right }
    /// Multiplies by a length.
    public static func *= (left: inout Self, right: Self) { left = left * right }

    /// A number of seconds.
    public static func seconds(_ s: Int) -> Self { Self(nanoseconds: s * 1_000_000_000) }
    /// A number of seconds, to the nanosecond below.
    public static func seconds(_ s: Double) -> Self { Self(nanoseconds: Int(s * 1e9)) }
    /// A number of thousandths of a second.
    public static func milliseconds(_ ms: Int) -> Self { Self(nanoseconds: ms * 1_000_000) }
    /// A number of millionths of a second.
    public static func microseconds(_ us: Int) -> Self { Self(nanoseconds: us * 1000) }
    /// A number of thousand-millionths of a second.
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
  }
}
