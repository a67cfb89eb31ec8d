import Dispatch

extension DispatchQueue: Scheduler {
  /// An instant on the queue's clock, which stops while the machine sleeps.
  public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
    /// The instant in Dispatch's type.
    public var dispatchTime: DispatchTime
    /// Makes an instant.
    public init(_ time: DispatchTime) { dispatchTime = time }
    public init(from decoder: any Decoder) throws {
      let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
      dispatchTime = DispatchTime(uptimeNanoseconds: nanoseconds)
    }

    /// Writes the nanoseconds since the machine started.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// The length of time to another instant; the longest possible if that or both are out of
    /// range, like `distantFuture`.
    public func distance(to other: Self) -> Stride {
      let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      if from == to { return 0 }
      guard let from = Int(exactly: from), let to = Int(exactly: to) else {
        return .nanoseconds(.max)
      }
      return .nanoseconds(to - from)
    }

    public func advanced(by stride: Stride) -> Self { Self(dispatchTime + stride.timeInterval) }
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.rawValue) }

    /// A length of time, to the nanosecond. Literals and `init(exactly:)` count seconds; so does a
    /// product: a second times ten seconds is ten.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric,
      ExpressibleByFloatLiteral, Hashable, Codable, Sendable
    {
      /// The length in nanoseconds.
      public private(set) var magnitude: Int
      private enum CodingKeys: String, CodingKey { case magnitude = "_nanoseconds" }
      init(nanoseconds: Int) { magnitude = nanoseconds }
      /// The length in Dispatch's type.
      public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

      /// Makes a length from Dispatch's; `.never` becomes the longest possible.
      public init(_ timeInterval: DispatchTimeInterval) {
        switch timeInterval {
        case .seconds(let seconds): self = .seconds(seconds)
        case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
        case .microseconds(let microseconds): self = .microseconds(microseconds)
        case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
        default: magnitude = .max
        }
      }

      public init(integerLiteral value: Int) { self = .seconds(value) }
      public init(floatLiteral value: Double) { self = .seconds(value) }
      public init?<T: BinaryInteger>(exactly source: T) {
        guard let seconds = Int(exactly: source) else { return nil }
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return nil }
        magnitude = nanoseconds
      }

      public static func < (a: Self, b: Self) -> Bool { a.magnitude < b.magnitude }
      public static func + (a: Self, b: Self) -> Self { .nanoseconds(a.magnitude + b.magnitude) }
      public static func - (a: Self, b: Self) -> Self { .nanoseconds(a.magnitude - b.magnitude) }
      public static func * (a: Self, b: Self) -> Self {
        .nanoseconds(Int(clamping: Int128(a.magnitude) * Int128(b.magnitude) / 1_000_000_000))
      }
      /// Multiplies by a length.
      public static func *= (a: inout Self, b: Self) { a = a * b }
      public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }
      public static func seconds(_ s: Double) -> Self {
        // More than 64 bits of nanoseconds, 292 years, becomes the longest possible.
        Self(nanoseconds: Int(exactly: (s * 1e9).rounded(.towardZero)) ?? (s < 0 ? .min : .max))
      }
      public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }
      public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1000) }
      public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
      private static func scaled(_ count: Int, by factor: Int) -> Self {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return Self(nanoseconds: overflow ? (count < 0 ? .min : .max) : product)
      }
    }
  }

  /// The options for a piece of work.
  public struct SchedulerOptions {
    /// The urgency of the work.
    public var qos: DispatchQoS
    /// The flags that the work is run with.
    public var flags: DispatchWorkItemFlags
    /// The group that the work belongs to, if any.
    public var group: DispatchGroup?
    /// Makes options.
    public init(
      qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
      group: DispatchGroup? = nil
    ) { (self.qos, self.flags, self.group) = (qos, flags, group) }
  }

  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }
  /// Zero: one-shot work is run when it is due.
  public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(nanoseconds: 0) }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let work = assumedSendable(action)
    guard let options else { return async(execute: work) }
    async(group: options.group, qos: options.qos, flags: options.flags, execute: work)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) {
    asyncAfter(
      deadline: date.dispatchTime, qos: options?.qos ?? .unspecified, flags: options?.flags ?? [],
      execute: assumedSendable(action))
  }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let timer = DispatchSource.makeTimerSource(queue: self)
    let (period, leeway) = (interval.timeInterval, tolerance.timeInterval)
    timer.schedule(deadline: date.dispatchTime, repeating: period, leeway: leeway)
    timer.setEventHandler(
      qos: options?.qos ?? .unspecified, flags: options?.flags ?? [],
      handler: assumedSendable(action))
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }

  /// A closure on its way to a queue. As in Combine, whose signatures take closures that are not
  /// marked as sendable, the caller is responsible for the use of their captures there. It is a
  /// block, cast directly: casting or wrapping the closure would need another allocation per value.
  private func assumedSendable(
    _ action: @escaping () -> Void
  ) -> @Sendable @convention(block) () -> Void {
    let block: @convention(block) () -> Void = action
    return unsafeBitCast(block, to: (@Sendable @convention(block) () -> Void).self)
  }
}
