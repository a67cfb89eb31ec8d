/// Streams that run side by side on virtual time, and are written as they run.
///
/// Virtual time gives every emission its exact instant; the caller decides how fast it advances.
final class StreamRun {
  /// True if a value of a stream could not be computed.
  private(set) var hasFailed = false
  /// The time of the streams.
  let time = VirtualTimeScheduler()
  private let budget: StreamBudget
  private let lines: EmissionLines
  private let inputs: StreamInputs?
  private let report: (StreamFailure) -> Void
  private var failures = ReportLimit()
  private var streams: [Stream] = []

  /// One stream, from its beginning to its end. Once released, it writes nothing more.
  final class Stream {
    fileprivate(set) var title: String
    fileprivate let start: MonotonicInstant
    fileprivate(set) var isFinished = false
    /// True if it has ended because a limit was reached.
    fileprivate var hasReachedLimit = false
    fileprivate var subscription: AnyCancellable?
    /// The stream, if it has inputs.
    fileprivate var live: LiveStream?
    fileprivate var begin: () -> Void = {}

    fileprivate init(_ title: String, at start: MonotonicInstant) {
      (self.title, self.start) = (title, start)
    }

    deinit { live?.stop() }

    /// True if it has inputs, and can continue with other logic.
    var isLive: Bool { live != nil }
  }

  /// Makes a run without streams.
  ///
  /// - Parameters:
  ///   - inputs: The inputs; nil if there are none.
  ///   - budget: The limits for all streams together.
  ///   - report: Receives each value that could not be computed.
  init(
    lines: EmissionLines, inputs: StreamInputs? = nil, budget: StreamBudget = .ofProgram,
    report: @escaping (StreamFailure) -> Void
  ) { (self.lines, self.inputs, self.budget, self.report) = (lines, inputs, budget, report) }

  /// Starts a stream from contents, which emits undelayed values at once, and keeps it.
  func add(_ stream: StreamContents.Stream) throws(StreamDocumentError) {
    let stream = try prepare(stream.document, of: stream.library, stream.numbers)
    streams.append(stream)
    start(stream)
  }

  /// Makes a stream to be started by ``start(_:)``; its times count from now on.
  ///
  /// - Parameter numbers: The numbers of the documents' contents.
  func prepare(
    _ document: StreamDocument, of library: StreamLibrary, _ numbers: [String: Int]
  ) throws(StreamDocumentError) -> Stream {
    let stream = Stream(document.title, at: time.now)
    let report = { [unowned self, unowned stream] (failure: StreamFailure) in
      if failure.isLimit { stream.hasReachedLimit = true }
      note(failure)
    }
    guard let inputs, library.isLive(document.id) else {
      let publisher = try library.publisher(
        of: document.id, on: time, budget: budget, report: report)
      stream.begin = { [unowned self, unowned stream] in
        stream.subscription =
          publisher
          .prefix { [lines] _ in lines.failure == nil }
          .sink { [unowned self, unowned stream] _ in
            end(stream)
          } receiveValue: { [unowned self, unowned stream] value in
            write(value, of: stream)
          }
      }
      return stream
    }
    try library.check(document.id)
    for input in library.inputs(of: document.id) where !inputs.contains(input.id) {
      throw library.unbound(input, for: document)
    }
    let live = LiveStream(
      on: time, budget, now: now, report: report, input: inputs.values(of:),
      send: { [unowned self, unowned stream] value in write(value, of: stream) },
      end: { [unowned self, unowned stream] in end(stream) })
    stream.live = live
    stream.begin = { [unowned stream] in
      // Checked above.
      try? stream.live?.adopt(document.id, of: library, numbers)
    }
    return stream
  }

  /// Returns the nanoseconds since 1970: the event's time if values have times, else the system's.
  private var now: () -> Int {
    { [inputs, time] in
      inputs?.nanosecondsSince1970(at: time.now) ?? SystemClock.nanoseconds()
    }
  }

  private func note(_ failure: StreamFailure) {
    hasFailed = true
    failures.note(failure.kind) { [lines, report] ending in
      lines.flush()
      var failure = failure
      failure.reason += ending
      report(failure)
    }
  }

  /// Reports how many failures of a kind were not reported one by one.
  func reportCounted(_ report: (String) -> Void) {
    failures.finish { step, count in report("\(step): and \(count) more") }
  }

  private func end(_ stream: Stream) { end(stream, stream.hasReachedLimit ? "failed" : "finished") }

  /// Starts a stream.
  func start(_ stream: Stream) {
    let begin = stream.begin
    stream.begin = {}
    begin()
  }

  /// Switches a stream with inputs to other logic, which applies from the next value on.
  func change(
    _ stream: Stream, to document: StreamDocument, of library: StreamLibrary,
    _ numbers: [String: Int]
  ) throws(StreamDocumentError) {
    try stream.live?.adopt(document.id, of: library, numbers) {
      if !stream.isFinished {
        lines.writeEnd(of: stream.title, "replaced", at: time.now.since(stream.start))
      }
      (stream.isFinished, stream.hasReachedLimit) = (false, false)
    }
    stream.title = document.title
  }

  /// Ends a stream for a reason, unless it has ended.
  func end(_ stream: Stream, _ reason: String) {
    stream.subscription?.cancel()
    guard !stream.isFinished else { return }
    stream.isFinished = true
    lines.writeEnd(of: stream.title, reason, at: time.now.since(stream.start))
  }

  /// True if all streams have ended.
  var areFinished: Bool { streams.allSatisfy(\.isFinished) }

  private func write(_ value: StreamValue, of stream: Stream) {
    lines.write(value, of: stream.title, at: time.now.since(stream.start))
  }
}

extension StreamBudget {
  /// The limits for a command's streams, in addition to those of the documents and the program.
  static var ofProgram: StreamBudget { StreamBudget(bytes: 16 << 20) }
}

extension MonotonicInstant {
  /// This instant on a clock that was set to zero at another.
  fileprivate func since(_ start: MonotonicInstant) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds - start.nanoseconds)
  }
}
