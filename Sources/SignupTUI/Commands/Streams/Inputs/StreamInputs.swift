import Fetching
import Reactive
import ReactiveExtras
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
    fileprivate(set) var pace: InputPace?
    /// True once a stream needs it; nothing is read before.
    fileprivate(set) var isUsed = false
    fileprivate(set) var isFinished = false
    /// A value that waits for its time.
    var next: (value: StreamValue, date: MonotonicInstant)?

    private let report: InputReport

    fileprivate init(
      _ id: String, _ feed: any InputFeed, _ pace: InputPace?, _ report: @escaping InputReport
    ) {
      (self.id, self.feed, self.pace, self.report) = (id, feed, pace, report)
    }

    /// True if something may come from it.
    var isOpen: Bool { isUsed && !isFinished }

    /// Takes the next value that has come, with its time.
    func takeNext() {
      guard next == nil, pace != nil else { return }
      feed.read { value in
        next = (value, pace!.date(of: value))
        return false
      }
    }

    /// Ends its values if it has no more; returns true if it has ended now.
    func finishIfEnded() -> Bool {
      guard !isFinished, feed.hasEnded, next == nil else { return false }
      isFinished = true
      if let problem = pace?.problem { report(problem) }
      values.send(completion: .finished)
      return true
    }
  }

  /// The inputs, in the order of the command line.
  private(set) var all: [Bound] = []
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
      let pace: InputPace? =
        if case .trace = binding.place {
          InputPace(field: "time")
        } else {
          options.timeField.map { InputPace(field: $0, isExpected: true) }
        }
      all.append(Bound(binding.id, feed, pace, fail))
    }
  }

  private func feed(
    _ binding: InputBinding, _ options: InputOptions, _ type: StreamInput.ValueType,
    _ wake: LoopWake, report: @escaping @Sendable (String) -> Void,
    notice: @escaping @Sendable (String) -> Void
  ) throws -> any InputFeed {
    let name = binding.place.name
    let reader = LineReader(of: type, format: options.lines)
    func lines(_ origin: any ByteOrigin) -> LineFeed {
      LineFeed(origin, name: name, reader, report: report)
    }
    switch binding.place {
    case .standardInput: return lines(DescriptorOrigin(0, name: name, closes: false))
    case .file(let path) where options.follows:
      let queue = InputQueue<[UInt8]>(limit: 4, wake)
      let sender = FollowedBytes(path: path, to: queue, report: report)
      return lines(QueueOrigin(queue, sender: sender))
    case .file(let path): return lines(try DescriptorOrigin(path: path))
    case .command(let words): return lines(try DescriptorOrigin(command: words))
    case .web(let url):
      let queue = InputQueue<[UInt8]>(limit: 1, wake)
      let sender = PolledBytes(
        url: url, every: options.interval, by: CurlTransport(userAgent: Program.name), to: queue,
        report: notice)
      return lines(QueueOrigin(queue, sender: sender))
    case .trace(let path): return try TraceFeed(path: path, report: report)
    case .receiver(let choice):
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

  /// True if nothing more can come from those that streams need.
  var haveEnded: Bool { all.allSatisfy { $0.isFinished || !$0.isUsed } }
}

/// The times at which values come on the streams' clock, by one of their fields: the first at 0.
///
/// A value without a time, or with one before that of the value before, comes at once.
struct InputPace {
  private let field: String
  private let isExpected: Bool
  private var hasValues = false
  private var first: Double?
  private var last = MonotonicInstant(nanoseconds: 0)
  private let evaluation: ExpressionEvaluation?

  /// Takes the times from a field: seconds since 1970, or a time in ISO 8601.
  ///
  /// - Parameters:
  ///   - field: The name of the field.
  ///   - isExpected: True if it is a ``problem`` when no value has it.
  init(field: String, isExpected: Bool = false) {
    (self.field, self.isExpected) = (field, isExpected)
    evaluation = try? ExpressionEvaluation("time(value)", for: .map)
  }

  /// A sentence if there were values, and none of them had a time: their field has another name.
  var problem: String? {
    guard isExpected, hasValues, first == nil else { return nil }
    return "no value has a time in its field “\(field)”; all came at once"
  }

  /// Returns the time of the next value.
  mutating func date(of value: StreamValue) -> MonotonicInstant {
    hasValues = true
    guard case .object(let object) = value, let time = object[field].flatMap(seconds) else {
      return last
    }
    let start = first ?? time
    first = start
    last = max(last, MonotonicInstant(nanoseconds: 0).advanced(by: .seconds(time - start)))
    return last
  }

  private func seconds(_ value: StreamValue) -> Double? {
    switch value {
    case .text:
      guard let time = try? evaluation?.result(of: value), time != value else { return nil }
      return Double(time)
    case .integer, .decimal, .exact: return Double(value)
    case .truth, .null, .list, .object: return nil
    }
  }
}
