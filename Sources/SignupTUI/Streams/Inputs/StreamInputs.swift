import Expressions
import Fetching
import Reactive
import ReactiveExtras
import Streams
import ViewModels

/// The inputs that a command line binds, open, with the values that go from them to the streams.
final class StreamInputs {
  /// An input with its source.
  final class Bound {
    let id: String
    let feed: any InputFeed
    /// The values, for all streams that need them.
    let values = PassthroughSubject<StreamValue, Never>()
    /// The times of the values; nil if they come at their own pace.
    private var pace: InputPace?
    /// True once a stream needs it; nothing is read before.
    fileprivate(set) var isUsed = false
    fileprivate(set) var isFinished = false
    /// A value that waits for its time.
    private(set) var next: InputPace.Timed?
    private let clock: InputClock

    fileprivate init(
      _ id: String, _ feed: any InputFeed, _ pace: InputPace?, on clock: InputClock
    ) {
      (self.id, self.feed, self.pace, self.clock) = (id, feed, pace, clock)
    }

    /// True if something may come from it.
    var isOpen: Bool { isUsed && !isFinished }

    /// True if it has no value, and will have none.
    fileprivate var isSpent: Bool { feed.hasEnded && next == nil && pace?.isEmpty ?? true }

    /// True if its values have times of their own.
    var isPaced: Bool { pace != nil }

    /// True if ``takeNext()`` may have another value.
    var mayHaveNext: Bool {
      next == nil && (feed.hasValues || feed.hasEnded && !isFinished && pace?.isEmpty == false)
    }

    /// The date of the value that waits, on the streams' clock.
    var nextDate: MonotonicInstant? { next.map { clock.date(of: $0.seconds) } }

    /// Takes the next value that has come, with its time.
    func takeNext() {
      guard next == nil, pace != nil else { return }
      next = pace!.next()
      if next == nil {
        feed.read { value in
          pace!.take(value, at: feed.place)
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
    func passNext(at date: MonotonicInstant) -> StreamValue? {
      guard let next, let due = nextDate, due <= date else { return nil }
      clock.pass(due)
      self.next = nil
      return next.value
    }

    /// Ends its values if it has no more; returns true if it has ended now.
    func finishIfEnded() -> Bool {
      guard !isFinished, isSpent else { return false }
      isFinished = true
      pace?.end()
      values.send(completion: .finished)
      return true
    }
  }

  /// The inputs, in the order of the command line.
  private(set) var all: [Bound] = []
  /// The clock of those whose values have times.
  private let clock = InputClock()
  /// True if a line was left out, or a source has failed.
  private(set) var hasFailed: Bool {
    get { failed.withLock { $0 } }
    set { failed.withLock { $0 = newValue } }
  }

  private let failed = Locked(false)
  private let report: @Sendable (String) -> Void

  /// Opens the sources.
  ///
  /// - Parameters:
  ///   - types: The types of the inputs by their ids, as far as they are known.
  ///   - wake: Wakes the loop that reads them.
  ///   - report: Gets a sentence for each thing that goes wrong.
  init(
    _ options: InputOptions, types: [String: StreamInput.ValueType], _ wake: LoopWake,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    self.report = report
    for binding in options.bindings {
      let fail: @Sendable (String) -> Void = { [failed] problem in
        failed.withLock { $0 = true }
        report("\(binding.id): \(problem)")
      }
      let feed = try feed(
        binding, options, types[binding.id] ?? .any, wake, report: fail,
        notice: { report("\(binding.id): \($0)") })
      func pace(_ time: InputTime, isExpected: Bool) -> InputPace {
        InputPace(time, isExpected: isExpected, report: fail) { report("\(binding.id): \($0)") }
      }
      let times: InputPace? =
        if case .trace = binding.place {
          pace(.positions, isExpected: false)
        } else {
          options.time.map { pace($0, isExpected: true) }
        }
      all.append(Bound(binding.id, feed, times, on: clock))
    }
  }

  private func feed(
    _ binding: InputBinding, _ options: InputOptions, _ type: StreamInput.ValueType,
    _ wake: LoopWake, report: @escaping @Sendable (String) -> Void,
    notice: @escaping @Sendable (String) -> Void
  ) throws -> any InputFeed {
    let name = binding.place.name
    let reader = LineReader(of: type, format: options.lines, returnsLines: true)
    func lines(_ origin: any ByteOrigin) -> LineFeed {
      LineFeed(origin, name: name, reader, report: report)
    }
    switch binding.place {
    case .standardInput: return lines(DescriptorOrigin(0, name: name, closes: false))
    case .file(let path) where options.follows:
      try ThreadSupply.check()
      let queue = InputQueue<[UInt8]>(limit: 4, wake)
      let sender = FollowedBytes(path: path, to: queue, report: report)
      return lines(QueueOrigin(queue, sender: sender))
    case .file(let path): return lines(try DescriptorOrigin(path: path))
    case .command(let words): return lines(try CommandOrigin(words, wake))
    case .web(let url):
      try ThreadSupply.check()
      let queue = InputQueue<[UInt8]>(limit: 1, wake)
      let sender = PolledBytes(
        url: url, every: options.interval, by: CurlTransport(userAgent: Program.name), to: queue,
        report: notice)
      return lines(QueueOrigin(queue, sender: sender))
    case .trace(let path): return try TraceFeed(path: path, report: report)
    case .receiver(let choice):
      try ThreadSupply.check()
      return ReceiverFeed(choice, name: name, wake, report: report, problem: notice)
    }
  }

  /// Returns the values of an input; nil if it is not bound. From then on it is read.
  func values(of id: String) -> AnyPublisher<StreamValue, Never>? {
    guard let bound = all.first(where: { $0.id == id }) else { return nil }
    bound.isUsed = true
    return bound.values.eraseToAnyPublisher()
  }

  /// Returns true if an input is bound.
  func contains(_ id: String) -> Bool { all.contains { $0.id == id } }

  /// Takes over the types of the inputs of documents.
  func adopt(_ inputs: [StreamInput]) {
    for input in inputs { all.first { $0.id == input.id }?.feed.type = input.type }
  }

  /// Takes the next value of each input with times, and starts their clock, at the first time of
  /// all, once none of them has anything to read before it has a value.
  ///
  /// - Parameter fill: Reads what there is, without waiting.
  /// - Returns: False if something is to be read before a value is chosen by its time.
  func chooseNext(filling fill: () -> Void) -> Bool {
    let paced = all.filter { $0.isOpen && $0.isPaced && !$0.isSpent }
    for input in paced where input.mayHaveNext { input.takeNext() }
    if paced.contains(where: { $0.next == nil }) {
      fill()
      if paced.contains(where: \.mayHaveNext) { return false }
    }
    if let first = paced.compactMap({ $0.next?.seconds }).min() { clock.begin(at: first) }
    return true
  }

  /// True if nothing more can come from those that streams need.
  var haveEnded: Bool { all.allSatisfy { $0.isFinished || !$0.isUsed } }
}
