#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// A time that passes only when the script says so, in nanoseconds.
struct VirtualTime: Strideable {
  var ticks = 0

  func distance(to other: VirtualTime) -> Stride { Stride(ticks: other.ticks - ticks) }
  func advanced(by stride: Stride) -> VirtualTime { VirtualTime(ticks: ticks + stride.ticks) }

  /// A length of time.
  struct Stride: Comparable, SignedNumeric, SchedulerTimeIntervalConvertible {
    var ticks: Int

    init(ticks: Int) { self.ticks = ticks }
    init(integerLiteral value: Int) { ticks = value }
    init?<T: BinaryInteger>(exactly source: T) {
      guard let ticks = Int(exactly: source) else { return nil }
      self.ticks = ticks
    }

    var magnitude: UInt { ticks.magnitude }
    static func < (a: Stride, b: Stride) -> Bool { a.ticks < b.ticks }
    static func + (a: Stride, b: Stride) -> Stride { Stride(ticks: a.ticks + b.ticks) }
    static func - (a: Stride, b: Stride) -> Stride { Stride(ticks: a.ticks - b.ticks) }
    static func * (a: Stride, b: Stride) -> Stride { Stride(ticks: a.ticks * b.ticks) }
    static func *= (a: inout Stride, b: Stride) { a = a * b }

    static func seconds(_ s: Int) -> Stride { Stride(ticks: s * 1_000_000_000) }
    static func seconds(_ s: Double) -> Stride { Stride(ticks: Int(s * 1_000_000_000)) }
    static func milliseconds(_ ms: Int) -> Stride { Stride(ticks: ms * 1_000_000) }
    static func microseconds(_ us: Int) -> Stride { Stride(ticks: us * 1_000) }
    static func nanoseconds(_ ns: Int) -> Stride { Stride(ticks: ns) }
  }
}

/// A serial scheduler in virtual time: work is done in the order in which it is due, and what is
/// due at the same time in the order in which it was scheduled.
final class VirtualScheduler: Scheduler {
  typealias SchedulerOptions = Never

  private(set) var now = VirtualTime()
  private var entries: [Entry] = []
  private var count = 0

  private struct Entry {
    let number: Int
    let due: Int
    let interval: Int?
    let action: () -> Void
  }

  var minimumTolerance: VirtualTime.Stride { .nanoseconds(0) }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    add(at: now, action)
  }

  func schedule(
    after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { add(at: date, action) }

  func schedule(
    after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let number = add(at: date, every: interval.ticks, action)
    return AnyCancellable { [weak self] in self?.entries.removeAll { $0.number == number } }
  }

  /// Moves the time on and does all that is due on the way.
  func advance(by ticks: Int) {
    let end = now.ticks + ticks
    while let index = nextIndex, entries[index].due <= end {
      let entry = entries.remove(at: index)
      now.ticks = max(now.ticks, entry.due)
      if let interval = entry.interval {
        entries.append(
          Entry(
            number: entry.number, due: entry.due + max(interval, 1), interval: interval,
            action: entry.action))
      }
      entry.action()
    }
    now.ticks = end
  }

  /// Drops all work.
  func clear() { entries = [] }

  private var nextIndex: Int? {
    entries.indices.min {
      (entries[$0].due, entries[$0].number) < (entries[$1].due, entries[$1].number)
    }
  }

  @discardableResult
  private func add(at date: VirtualTime, every interval: Int? = nil, _ action: @escaping () -> Void)
    -> Int
  {
    count += 1
    entries.append(
      Entry(number: count, due: max(date.ticks, now.ticks), interval: interval, action: action))
    return count
  }
}
