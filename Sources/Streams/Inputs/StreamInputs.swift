import Expressions
import Reactive
import ReactiveExtras

/// Open inputs that are bound to sources, and pass their values to the streams.
package final class StreamInputs {
  /// Receives a message, on any thread.
  package typealias Report = @Sendable (String) -> Void

  /// Opens a source, whose errors are reported; notices are not errors.
  package typealias Opening = (_ report: @escaping Report, _ notice: @escaping Report) throws ->
    any InputFeed

  /// An input to bind: its id; the source of the time of a value, or nil if values arrive at their
  /// own pace; and true if a value without a time is an error.
  package typealias Binding = (id: String, time: InputTime?, expectsTimes: Bool, open: Opening)

  /// An input with its source.
  package final class Bound {
    package let id: String
    package let feed: any InputFeed
    /// The values, for all streams that need them.
    package let values = PassthroughSubject<StreamValue, Never>()
    /// The times of the values; nil if they arrive at their own pace.
    private var pace: InputPace?
    /// True once a stream needs it; it is not read before.
    fileprivate(set) var isUsed = false
    fileprivate(set) var isFinished = false
    /// A value that is waiting for its time.
    package private(set) var next: InputPace.Timed?
    private let clock: InputClock

    fileprivate init(_ id: String, _ feed: any InputFeed, _ pace: InputPace?, on clock: InputClock)
    { (self.id, self.feed, self.pace, self.clock) = (id, feed, pace, clock) }

    /// True if it may have more values.
    package var isOpen: Bool { isUsed && !isFinished }

    /// True if it has no value now, but may have one after its feed is filled.
    package var isEmpty: Bool { isOpen && !feed.hasValues && next == nil && !feed.hasEnded }

    /// True if it has no value and will have no more.
    fileprivate var isSpent: Bool { feed.hasEnded && next == nil && pace?.isEmpty ?? true }

    /// True if its values have times.
    package var isPaced: Bool { pace != nil }

    /// True if ``takeNext()`` may have another value.
    package var mayHaveNext: Bool {
      next == nil && (feed.hasValues || feed.hasEnded && !isFinished && pace?.isEmpty == false)
    }

    /// The date of the waiting value on the streams' clock.
    package var nextDate: MonotonicInstant? { next.map { clock.date(of: $0.seconds) } }

    /// Takes the next available value, with its time.
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

    /// Returns the waiting value if its time has come.
    package func passNext(at date: MonotonicInstant) -> StreamValue? {
      guard let next, let due = nextDate, due <= date else { return nil }
      clock.pass(due)
      self.next = nil
      return next.value
    }

    /// Finishes if there are no more values; returns true if this call did so.
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
  /// The clock of the inputs whose values have times.
  private let clock = InputClock()
  /// True if a line was dropped or a source has failed.
  package var hasFailed: Bool { failed.withLock { $0 } }

  private let failed = Locked(false)

  /// Opens the sources.
  ///
  /// - Parameters:
  ///   - now: The seconds since 1970.
  ///   - report: Receives a message for each error.
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

  /// Returns the values of an input, which is read from then on; nil if it is not bound.
  package func values(of id: String) -> AnyPublisher<StreamValue, Never>? {
    guard let bound = all.first(where: { $0.id == id }) else { return nil }
    bound.isUsed = true
    return bound.values.eraseToAnyPublisher()
  }

  /// Returns the nanoseconds since 1970 at a date of the streams' clock, by the times of values;
  /// nil if values have no times.
  package func nanosecondsSince1970(at date: MonotonicInstant) -> Int? {
    clock.nanoseconds(at: date)
  }

  /// Returns true if an input is bound.
  package func contains(_ id: String) -> Bool { all.contains { $0.id == id } }

  /// Adopts the types of the documents' inputs.
  package func adopt(_ inputs: [StreamInput]) {
    for input in inputs { all.first { $0.id == input.id }?.feed.type = input.type }
  }

  /// Takes the next value of each input with times. Starts their clock at the earliest time, once
  /// no input without a value has anything to read.
  ///
  /// - Parameter fill: Reads the available data without waiting.
  /// - Returns: False if data must be read before a value can be chosen by its time.
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

  /// The ids of the inputs with times that have no value now but have not ended.
  package var awaited: [String] {
    all.filter { $0.isOpen && $0.isPaced && $0.next == nil && !$0.isSpent && !$0.mayHaveNext }
      .map(\.id)
  }

  /// True if a value is waiting for its time.
  package var hasNext: Bool { all.contains { $0.next != nil } }

  /// True if the inputs that streams need have no more values.
  package var haveEnded: Bool { all.allSatisfy { $0.isFinished || !$0.isUsed } }
}
