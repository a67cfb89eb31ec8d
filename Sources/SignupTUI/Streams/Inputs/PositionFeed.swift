/// The positions of a trace, as objects.
final class TraceFeed: InputFeed {
  private var trace: TraceFile
  private let report: InputReport
  var type = StreamInput.ValueType.object
  private(set) var hasEnded = false
  var hasValues: Bool { !hasEnded }
  var descriptor: Int32? { nil }
  var isFillable: Bool { false }

  init(path: String, report: @escaping InputReport) throws {
    trace = try TraceFile(path: path)
    self.report = report
  }

  func read(_ body: (StreamValue) -> Bool) {
    do {
      while let epoch = try trace.next(beforeWaiting: {}) {
        guard let location = epoch.location else { continue }
        if !body(.object(StreamObject(location, epoch.timestamp))) { return }
      }
      if let truncation = trace.truncation {
        report("\(TraceError.incomplete(path: trace.name, truncation))")
      }
    } catch { report("\(error)") }
    hasEnded = true
  }

  func fill() {}
}

/// The positions of a receiver, as objects.
///
/// The receiver is never kept waiting: up to a number of positions wait for a slow reader, then the
/// oldest are dropped, which is reported.
final class ReceiverFeed: InputFeed {
  private let queue: InputQueue<StreamValue>
  private let name: String
  private let report: InputReport
  private var values: ArraySlice<StreamValue> = []
  private var isAtEnd = false
  private var hasSentAny = false
  private let receiver: Receiver
  var type = StreamInput.ValueType.object

  /// The number of positions that wait.
  static let limit = 10_000

  /// The receiver, on a queue of its own.
  ///
  /// Unchecked, because it is used only there.
  private final class Receiver: @unchecked Sendable {
    let thread = DispatchQueue(label: "receiver-input")
    var provider: ReceiverLocationProvider?
    var subscriptions: Set<AnyCancellable> = []
  }

  init(
    _ choice: ReceiverChoice, name: String, _ wake: LoopWake,
    report: @escaping InputReport, problem: @escaping @Sendable (String) -> Void
  ) {
    let queue = InputQueue<StreamValue>(limit: Self.limit, wake)
    let receiver = Receiver()
    (self.queue, self.name, self.report, self.receiver) = (queue, name, report, receiver)
    receiver.thread.async {
      let provider = ReceiverLocationProvider(
        source: choice.makeSource(), format: choice.format,
        scheduler: AnyScheduler<MonotonicInstant, Never>.queue(receiver.thread))
      receiver.provider = provider
      provider.updates.sink { update in
        switch update {
        case .epochs(let epochs), .history(let epochs):
          for epoch in epochs {
            guard let location = epoch.location else { continue }
            queue.addDropping(.object(StreamObject(location, epoch.timestamp)))
          }
        case .restarted, .resumed, .ended: break
        case .failed(let error):
          problem("\(error)")
          if !error.isTransient { queue.end() }
        }
      }
      .store(in: &receiver.subscriptions)
      // The end may be reported as a failure about bytes in an unknown format; and it comes before
      // the last positions.
      provider.connection.sink { connection in
        if connection == .ended { receiver.thread.async { queue.end() } }
      }
      .store(in: &receiver.subscriptions)
      provider.start()
    }
  }

  var hasValues: Bool { !values.isEmpty }
  var hasEnded: Bool { isAtEnd && values.isEmpty }
  var descriptor: Int32? { nil }
  var isFillable: Bool { !isAtEnd && queue.isReadable }

  func fill() {
    guard values.isEmpty, !isAtEnd else { return }
    let taken = queue.take()
    (values, isAtEnd) = (taken.elements[...], taken.hasEnded)
    hasSentAny = hasSentAny || !values.isEmpty
    if isAtEnd, !hasSentAny { report("no position has arrived") }
    if taken.dropped > 0 {
      report(
        "\(taken.dropped) positions of \(name) were dropped, because at most \(Self.limit) can "
          + "wait for a slow reader")
    }
  }

  func read(_ body: (StreamValue) -> Bool) {
    while let value = values.popFirst() { if !body(value) { return } }
  }
}

extension StreamObject {
  /// Makes the object of a position: its `time`, its `position` with `latitude` and `longitude` in
  /// degrees, `speed` in metres per second, and all other known values.
  fileprivate init(_ location: Location, _ time: Timestamp?) {
    var members: [(String, StreamValue)] = []
    if let time = time ?? location.timestamp { members.append(("time", .text("\(time)"))) }
    members.append(
      (
        "position",
        [
          "latitude": .decimal(location.coordinate.latitude),
          "longitude": .decimal(location.coordinate.longitude),
        ]
      ))
    let metrics: [(String, Double?)] = [
      ("speed", location.speed), ("altitude", location.altitude), ("course", location.course),
      ("heading", location.heading), ("accuracy", location.horizontalAccuracy),
      ("hdop", location.hdop),
    ]
    for (name, metric) in metrics {
      if let metric, metric.isFinite { members.append((name, .decimal(metric))) }
    }
    if let satellites = location.satellitesUsed {
      members.append(("satellites", .integer(satellites)))
    }
    self.init(members)
  }
}
