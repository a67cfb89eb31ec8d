import Expressions
import Reactive
import ReactiveExtras

/// Inputs that are bound to sources, open, with the values that go from them to the streams.
package final class StreamInputs {
  /// Gets a sentence, on any thread.
  package typealias Report = @Sendable (String) -> Void

  /// Opens a source, whose errors are reported; notices are not errors.
  package typealias Opening = (_ report: @escaping Report, _ notice: @escaping Report) throws ->
    any InputFeed

  /// An input that is to be bound: its id, the source of the time of a value, nil if values come at
  /// their own pace, and true if a value without a time is an error.
  package typealias Binding = (id: String, time: InputTime?, expectsTimes: Bool, open: Opening)

  /// An input with its source.
  package final class Bound {
    package let id: String
    package let feed: any InputFeed
    /// The values, for all streams that need them.
    package let values = PassthroughSubject<StreamValue, Never>()
    /// The times of the values; nil if they come at their own pace.
    private var pace: InputPace?
    /// True once a stream needs it; nothing is read before.
    fileprivate(set) var isUsed = false
    fileprivate(set) var isFinished = false
    /// A value that waits for its time.
    package private(set) var next: InputPace.Timed?
    private let clock: InputClock

    fileprivate init(_ id: String, _ feed: any InputFeed, _ pace: InputPace?, on clock: InputClock)
    { (self.id, self.feed, self.pace, self.clock) = (id, feed, pace, clock) }

    /// True if something may come from it.
    package var isOpen: Bool { isUsed && !isFinished }

    /// True if it has nothing before its feed is filled, and may have something then.
    package var isEmpty: Bool { isOpen && !feed.hasValues && next == nil && !feed.hasEnded }

    /// True if it has no value, and will have none.
    fileprivate var isSpent: Bool { feed.hasEnded && next == nil && pace?.isEmpty ?? true }

    /// True if its values have times of their own.
    package var isPaced: Bool { pace != nil }

    /// True if ``takeNext()`` may have another value.
    package var mayHaveNext: Bool {
      next == nil && (feed.hasValues || feed.hasEnded && !isFinished && pace?.isEmpty == false)
    }

    /// The date of the value that waits, on the streams' clock.
    package var nextDate: MonotonicInstant? { next.map { clock.date(of: $0.seconds) } }

    /// Takes the next value that has come, with its time.
    package func takeNext() {
      guard next == nil, pace != nil else { return }
      next = pace!.next()
      if next == nil {
        feed.read { value in
          pace!.take(value, at: feed.position)
          next = pace!.next()
          return next == nil
        }
      }
      if next == nil, feed.hasEnded {
        pace!.finish()
        next = pace!.next()
      }
    }

    /// Takes the value that waits, if its time has come.
    package func passNext(at date: MonotonicInstant) -> StreamValue? {
      guard let next, let due = nextDate, due <= date else { return nil }
      clock.pass(due)
      self.next = nil
      return next.value
    }

    /// Ends its values if it has no more; returns true if it has ended now.
    package func finishIfEnded() -> Bool {
      guard !isFinished, isSpent else { return false }
      isFinished = true
      pace?.end()
      values.send(completion: .finished)
      return true
    }
  }

  /// The inputs, in the order of the command line.
  package private(set) var all: [Bound] = []
  /// The clock of those whose values have times.
  private let clock = InputClock()
  /// True if a line was left out, or a source has failed.
  package var hasFailed: Bool { failed.withLock { $0 } }

  private let failed = Locked(false)

  /// Opens the sources.
  ///
  /// - Parameters:
  ///   - now: The seconds since 1970.
  ///   - report: Gets a sentence for each error.
  package init(_ bindings: [Binding], now: @escaping () -> Double, report: @escaping Report) throws
  {
    for binding in bindings {
      let notice: Report = { [id = binding.id] in report("\(id): \($0)") }
      let fail: Report = { [failed] problem in
        failed.withLock { $0 = true }
        notice(problem)
      }
      let feed = try binding.open(fail, notice)
      let pace = binding.time.map {
        InputPace($0, isExpected: binding.expectsTimes, report: fail, notice: notice, now: now)
      }
      all.append(Bound(binding.id, feed, pace, on: clock))
    }
  }

  /// Returns the values of an input; nil if it is not bound. From then on it is read.
  package func values(of id: String) -> AnyPublisher<StreamValue, Never>? {
    guard let bound = all.first(where: { $0.id == id }) else { return nil }
    bound.isUsed = true
    return bound.values.eraseToAnyPublisher()
  }

  /// Returns the nanoseconds since 1970 at a date of the streams' clock, by the times of values;
  /// nil if they have none.
  package func nanosecondsSince1970(at date: MonotonicInstant) -> Int? {
    clock.nanoseconds(at: date)
  }

  /// Returns true if an input is bound.
  package func contains(_ id: String) -> Bool { all.contains { $0.id == id } }

  /// Takes over the types of the inputs of documents.
  package func adopt(_ inputs: [StreamInput]) {
    for input in inputs { all.first { $0.id == input.id }?.feed.type = input.type }
  }

  /// Takes the next value of each input with times, and starts their clock, at the first time of
  /// all, once none of them has anything to read before it has a value.
  ///
  /// - Parameter fill: Reads what there is, without waiting.
  /// - Returns: False if something is to be read before a value is chosen by its time.
  package func chooseNext(filling fill: () -> Void) -> Bool {
    let paced = all.filter { $0.isOpen && $0.isPaced && !$0.isSpent }
    for input in paced where input.mayHaveNext { input.takeNext() }
    if paced.contains(where: { $0.next == nil }) {
      fill()
      if paced.contains(where: \.mayHaveNext) { return false }
    }
    if let first = paced.compactMap({ $0.next?.seconds }).min() { clock.begin(at: first) }
    return true
  }

  /// The ids of inputs with times that have no value now, and have not ended.
  package var awaited: [String] {
    all.filter { $0.isOpen && $0.isPaced && $0.next == nil && !$0.isSpent && !$0.mayHaveNext }
      .map(\.id)
  }

  /// True if a value waits for its time.
  package var hasNext: Bool { all.contains { $0.next != nil } }

  /// True if nothing more can come from those that streams need.
  package var haveEnded: Bool { all.allSatisfy { $0.isFinished || !$0.isUsed } }
}
