/// A scheduler that runs each closure at once, on the caller's thread.
///
///     [1, 2].publisher.delay(for: .seconds(9), scheduler: ImmediateScheduler.shared)  // 1, 2
public struct ImmediateScheduler: Scheduler, Sendable {
  /// The only instant.
  public struct SchedulerTimeType: Strideable, Sendable {
    fileprivate init() {}
    public func distance(to other: Self) -> Stride { 0 }
    public func advanced(by stride: Stride) -> Self { self }

    /// A length of time without meaning: the immediate scheduler waits for nothing.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable,
      SchedulerTimeIntervalConvertible, Sendable
    {
      /// The number that this length was made of.
      public var magnitude: Int
      /// Makes a length.
      public init(_ value: Int) { magnitude = value }
      public init(integerLiteral value: Int) { magnitude = value }
      public init(floatLiteral value: Double) { magnitude = Int(value) }
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let value = Int(exactly: source) else { return nil }
        magnitude = value
      }

      public static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
      public static func + (a: Self, b: Self) -> Self { Self(a.magnitude + b.magnitude) }
      public static func - (a: Self, b: Self) -> Self { Self(a.magnitude - b.magnitude) }
      public static func * (a: Self, b: Self) -> Self { Self(a.magnitude * b.magnitude) }
      /// Multiplies by a length.
      public static func *= (a: inout Self, b: Self) { a = a * b }
      public static func seconds(_ s: Int) -> Self { 0 }
      public static func seconds(_ s: Double) -> Self { 0 }
      public static func milliseconds(_ ms: Int) -> Self { 0 }
      public static func microseconds(_ us: Int) -> Self { 0 }
      public static func nanoseconds(_ ns: Int) -> Self { 0 }
    }
  }

  public typealias SchedulerOptions = Never

  /// The immediate scheduler.
  public static let shared = ImmediateScheduler()
  public var now: SchedulerTimeType { SchedulerTimeType() }
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { action() }
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}
