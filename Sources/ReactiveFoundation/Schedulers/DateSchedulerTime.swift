import Foundation
import Reactive

/// An instant on the clock of a run loop or of an operation queue: a date.
///
/// It moves with the system's clock, so it jumps when that is set.
public struct DateSchedulerTime: Strideable, Codable, Hashable, Sendable {
  /// The instant in Foundation's type.
  public var date: Date

  /// Makes an instant.
  public init(_ date: Date) { self.date = date }

  /// The time from this instant to another.
  public func distance(to other: Self) -> Stride { Stride(other.date.timeIntervalSince(date)) }

  /// The instant at a distance from this one.
  public func advanced(by stride: Stride) -> Self {
    Self(date.addingTimeInterval(stride.magnitude))
  }

  /// A length of time in seconds; literals count seconds, too.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
    ExpressibleByFloatLiteral, Hashable, Codable, Sendable
  {
    /// The length in seconds.
    public var magnitude: TimeInterval

    /// The length in seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Makes a length of a number of seconds.
    public init(_ timeInterval: TimeInterval) { magnitude = timeInterval }
    /// Makes a length of a number of seconds.
    public init(integerLiteral value: TimeInterval) { magnitude = value }
    /// Makes a length of a number of seconds.
    public init(floatLiteral value: TimeInterval) { magnitude = value }
    /// Makes a length from a number of seconds, if a `TimeInterval` can represent it exactly.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = TimeInterval(exactly: source) else { return nil }
      magnitude = seconds
    }

    /// Returns true if one length is less than another.
    public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }
    /// The sum of two lengths.
    public static func + (left: Self, right: Self) -> Self {
      Self(left.magnitude + right.magnitude)
    }
    /// The difference of two lengths.
    public static func - (left: Self, right: Self) -> Self {
      Self(left.magnitude - right.magnitude)
    }
    /// The product of two lengths, counted in seconds.
    public static func * (left: Self, right: Self) -> Self {
      Self(left.magnitude * right.magnitude)
    }
    /// Multiplies by a length, counted in seconds.
    public static func *= (left: inout Self, right: Self) { left = left * right }

    /// A number of seconds.
    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }
    /// A number of seconds.
    public static func seconds(_ s: Double) -> Self { Self(s) }
    /// A number of thousandths of a second.
    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1e3) }
    /// A number of millionths of a second.
    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1e6) }
    /// A number of thousand-millionths of a second.
    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1e9) }
  }
}
