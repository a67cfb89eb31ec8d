/// A scheduler that runs each closure at once, on the caller's thread.
///
///     [1, 2].publisher.delay(for: .seconds(9), scheduler: ImmediateScheduler.shared)  // 1, 2
///
/// Its clock stands still, so delayed work runs at once, too.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// An instant; there is but one, so any two differ by zero unless made otherwise.
  public struct SchedulerTimeType: Strideable, Sendable {
    fileprivate let position: Int

    fileprivate init(_ position: Int) { self.position = position }

    /// The distance to another instant.
    public func distance(to other: Self) -> Stride { Stride(other.position - position) }

    /// The instant at a distance from this one.
    public func advanced(by stride: Stride) -> Self { Self(position + stride.magnitude) }

    /// A length of time without meaning: the immediate scheduler waits for nothing.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
      SchedulerTimeIntervalConvertible, Sendable
    {
      /// The number that this length was made of.
      public var magnitude: Int

      /// Makes a length.
      public init(_ value: Int) { magnitude = value }
      /// Makes a length.
      public init(integerLiteral value: Int) { magnitude = value }
      /// Makes a length, rounded towards zero.
      public init(floatLiteral value: Double) { magnitude = Int(value) }
      /// Makes a length, if the number fits.
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        magnitude = value
      }

      /// Whether one length is less than another.
      public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }
      /// The sum of two lengths.
      public static func + (left: Self, right: Self) -> Self {
        Self(left.magnitude + right.magnitude)
      }
      /// The difference of two lengths.
      public static func - (left: Self, right: Self) -> Self {
        Self(left.magnitude - right.magnitude)
      }
      /// The product of two lengths.
      public static func * (left: Self, right: Self) -> Self {
        Self(left.magnitude * right.magnitude)
      }
      /// Adds a length.
      public static func += (left: inout Self, right: Self) { left = left + right }
      /// Takes a length off.
      public static func -= (left: inout Self, right: Self) { left = left - right }
      /// Multiplies by a length.
      public static func *= (left: inout Self, right: Self) { left = left * right }

      /// No time.
      public static func seconds(_ s: Int) -> Self { 0 }
      /// No time.
      public static func seconds(_ s: Double) -> Self { 0 }
      /// No time.
      public static func milliseconds(_ ms: Int) -> Self { 0 }
      /// No time.
      public static func microseconds(_ us: Int) -> Self { 0 }
      /// No time.
      public static func nanoseconds(_ ns: Int) -> Self { 0 }
    }
  }

  public typealias SchedulerOptions = Never

  /// The immediate scheduler.
  public static let shared = ImmediateScheduler()

  /// The one instant.
  public var now: SchedulerTimeType { SchedulerTimeType(0) }

  /// None.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Runs a closure at once.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  /// Runs a closure at once.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  /// Runs a closure at once, and not again.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
