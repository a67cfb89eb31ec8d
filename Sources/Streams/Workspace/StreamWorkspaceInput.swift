import Expressions
import Reactive
import ReactiveExtras

/// A bound input of a workspace: its values, for all rows that need them, and the latest of them as
/// they were received, for another run and as test data.
@MainActor final class StreamWorkspaceInput {
  /// The values of the current run.
  private(set) var values = PassthroughSubject<StreamValue, Never>()
  /// The received values, in order, including those that are waiting for their time: nanoseconds on
  /// the streams' clock.
  private(set) var received: [(nanoseconds: Int, value: StreamValue)] = []
  /// The time when its source ended; nil before that.
  private(set) var end: Int?
  private var size = 0

  /// The maximum number of values that are kept.
  static let limit = 2_000
  /// The maximum number of bytes of these values.
  private static let sizeLimit = 1 << 20

  /// Takes a value, which is sent at an instant of a clock, or immediately if that has passed.
  func add(_ value: StreamValue, at nanoseconds: Int, on time: VirtualTimeScheduler) {
    received.append((nanoseconds, value))
    size += value.size
    if received.count > Self.limit || size > Self.sizeLimit {
      received.removeFirst(received.count / 2)
      size = received.reduce(0) { $0 + $1.value.size }
    }
    send(value, at: nanoseconds, on: time)
  }

  /// Ends its values at an instant of a clock.
  func finish(at nanoseconds: Int, on time: VirtualTimeScheduler) {
    guard end == nil else { return }
    end = nanoseconds
    sendEnd(at: nanoseconds, on: time)
  }

  /// The number of values that are waiting for their time.
  func waiting(at nanoseconds: Int) -> Int { received.count { $0.nanoseconds > nanoseconds } }

  /// Forgets the received values, and begins a new run.
  func begin() {
    (received, size) = ([], 0)
    end = end.map { _ in 0 }
    values = PassthroughSubject()
  }

  /// Sends the received values again, at the same times of a clock that is at zero.
  func repeatValues(on time: VirtualTimeScheduler) {
    values = PassthroughSubject()
    for (nanoseconds, value) in received { send(value, at: nanoseconds, on: time) }
    if let end { sendEnd(at: end, on: time) }
  }

  private func send(_ value: StreamValue, at nanoseconds: Int, on time: VirtualTimeScheduler) {
    let values = values
    guard nanoseconds > time.now.nanoseconds || time.now.nanoseconds == 0 else {
      return values.send(value)
    }
    time.schedule(after: MonotonicInstant(nanoseconds: nanoseconds)) { values.send(value) }
  }

  private func sendEnd(at nanoseconds: Int, on time: VirtualTimeScheduler) {
    let values = values
    time.schedule(after: MonotonicInstant(nanoseconds: nanoseconds)) {
      values.send(completion: .finished)
    }
  }
}

/// Inputs that are bound to sources outside the workspace, and their values as test data.
extension StreamWorkspace {
  /// Takes values of a bound input.
  ///
  /// - Parameters:
  ///   - values: The values, each with its time on the streams' clock in nanoseconds; values
  ///     without one are sent now, or when a stopped clock resumes.
  ///   - id: The input's id, one of those with which the workspace was made.
  package func send(_ values: [(value: StreamValue, nanoseconds: Int?)], to id: String) {
    streams.send(values, to: id)
  }

  /// Ends the values of a bound input.
  package func finish(_ id: String) { streams.finish(id) }

  /// Returns the number of values of a bound input that are waiting for their time.
  package func waitingCount(of id: String) -> Int { streams.waitingCount(of: id) }

  /// Stages the values that a bound input has sent so far as its document's test data: values of
  /// the document's type, at most the latest 2,000.
  ///
  /// - Returns: The number of values.
  package func record(_ key: StreamKey) throws(StreamRefusal) -> Int {
    guard var form = form(of: key), form.kind == .input else {
      throw StreamRefusal("Only inputs can be recorded; this is not one.")
    }
    guard let received = streams.received(of: key.id) else {
      throw StreamRefusal(
        "“\(form.title)” is not bound: start the program with --input \(key.id)=SOURCE.")
    }
    let past = received.filter { $0.nanoseconds <= position }
    guard !past.isEmpty else { throw StreamRefusal("Nothing has come from “\(form.title)” yet.") }
    form.setTestValues(past)
    history.endGesture()
    change(key, as: .other) { $0.edits.stage(form, in: $0.saved) }
    return past.count
  }
}

extension StreamForm {
  /// Replaces an input's test data by values with their times in whole milliseconds; the first time
  /// is 0.
  mutating func setTestValues(_ values: [(nanoseconds: Int, value: StreamValue)]) {
    func milliseconds(_ nanoseconds: Int) -> Int { (nanoseconds + 500_000) / 1_000_000 }
    var before = milliseconds(values.first?.nanoseconds ?? 0)
    items = values.map { nanoseconds, value in
      let after = Double(milliseconds(nanoseconds) - before) / 1e3
      before = milliseconds(nanoseconds)
      return Item(text: value.editedText, operators: [OperatorForm(.delay(seconds: after))])
    }
  }
}
