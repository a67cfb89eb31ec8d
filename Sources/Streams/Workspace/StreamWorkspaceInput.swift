import Expressions
import Reactive
import ReactiveExtras

/// An input of a workspace that is bound to a source: its values, for all rows that need them, and
/// the latest of them as they came, for another run and to be kept as test data.
@MainActor final class StreamWorkspaceInput {
  /// The values of the present run.
  private(set) var values = PassthroughSubject<StreamValue, Never>()
  /// The values that came, in order, and those that wait for their time: nanoseconds on the
  /// streams' clock.
  private(set) var received: [(nanoseconds: Int, value: StreamValue)] = []
  /// The time when its source ended; nil as long as it goes on.
  private(set) var end: Int?
  private var size = 0

  /// The most values that are remembered.
  static let limit = 2_000
  /// The most bytes of them.
  private static let sizeLimit = 1 << 20

  /// Takes a value, which is sent at an instant of a clock, or at once if that is past.
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

  /// The number of values that wait for their time.
  func waiting(at nanoseconds: Int) -> Int { received.count { $0.nanoseconds > nanoseconds } }

  /// Forgets the received values, and begins again on a clock.
  func begin() {
    (received, size) = ([], 0)
    end = end.map { _ in 0 }
    values = PassthroughSubject()
  }

  /// Sends what came again, at the same times of a clock that is at zero.
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

/// Inputs that are bound to sources outside of the workspace, and their values as test data.
extension StreamWorkspace {
  /// Takes values of a bound input.
  ///
  /// - Parameters:
  ///   - values: The values, each with its time on the streams' clock in nanoseconds; those without
  ///     one come now, and while the clock stands still they wait.
  ///   - id: The input's id, one of those that the workspace was made with.
  package func send(_ values: [(value: StreamValue, nanoseconds: Int?)], to id: String) {
    streams.send(values, to: id)
  }

  /// Ends the values of a bound input.
  package func finish(_ id: String) { streams.finish(id) }

  /// Returns the number of values of a bound input that wait for their time.
  package func waitingCount(of id: String) -> Int { streams.waitingCount(of: id) }

  /// Stages what a bound input has sent so far as the test data of its document; they are values of
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
  /// Replaces the test data of an input by values at their times in whole milliseconds, the first
  /// at 0.
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
