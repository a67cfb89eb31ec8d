import Reactive
import ReactiveExtras
import ViewModels

/// Streams that run side by side on virtual time, and are written as they go.
///
/// Virtual time gives every emission its exact instant; the caller decides how fast it is moved on.
final class StreamRun {
  /// True if a value of a stream could not be computed.
  private(set) var hasFailed = false
  /// The time of the streams.
  let time = VirtualTimeScheduler()
  private let budget: StreamBudget
  private let lines: EmissionLines
  private let report: (StreamFailure) -> Void
  private var streams: [Stream] = []

  /// One stream, from its beginning to its end. Nothing is written of it any more when it is
  /// released.
  final class Stream {
    fileprivate let title: String
    fileprivate let start: MonotonicInstant
    fileprivate var isFinished = false
    fileprivate var subscription: AnyCancellable?

    fileprivate init(_ title: String, at start: MonotonicInstant) {
      (self.title, self.start) = (title, start)
    }
  }

  /// Makes a run without streams.
  ///
  /// - Parameters:
  ///   - budget: The limits for all of them together.
  ///   - report: Gets each value that could not be computed.
  init(
    lines: EmissionLines, budget: StreamBudget = .ofProgram,
    report: @escaping (StreamFailure) -> Void
  ) {
    (self.lines, self.budget, self.report) = (lines, budget, report)
  }

  /// Starts a stream, which sends undelayed values at once, and keeps it.
  func add(_ document: StreamDocument, of library: StreamLibrary) throws(StreamDocumentError) {
    let (stream, publisher) = try prepare(document, of: library)
    streams.append(stream)
    start(stream, publisher)
  }

  /// Makes a stream that ``start(_:_:)`` starts; its times count from now on.
  func prepare(
    _ document: StreamDocument, of library: StreamLibrary
  ) throws(StreamDocumentError) -> (Stream, AnyPublisher<StreamValue, Never>) {
    let publisher = try library.publisher(of: document.id, on: time, budget: budget) {
      [unowned self] failure in
      hasFailed = true
      lines.flush()
      report(failure)
    }
    return (Stream(document.title, at: time.now), publisher)
  }

  /// Starts a stream.
  func start(_ stream: Stream, _ publisher: AnyPublisher<StreamValue, Never>) {
    stream.subscription =
      publisher
      .prefix { [lines] _ in lines.failure == nil }
      .sink { [unowned self, unowned stream] _ in
        end(stream, "finished")
      } receiveValue: { [lines, time, unowned stream] value in
        lines.write(value, of: stream.title, at: time.now.since(stream.start))
      }
  }

  /// Ends a stream for a reason, unless it has ended.
  func end(_ stream: Stream, _ reason: String) {
    stream.subscription?.cancel()
    guard !stream.isFinished else { return }
    stream.isFinished = true
    lines.writeEnd(of: stream.title, reason, at: time.now.since(stream.start))
  }

  /// Moves virtual time on until all streams have ended, or nothing can be written any more.
  ///
  /// - Parameter wait: Waits until an instant of virtual time; nil to do everything at once.
  func finish(waiting wait: ((MonotonicInstant) -> Void)? = nil) {
    while lines.failure == nil, let next = time.nextDate {
      if let wait {
        lines.flush()
        wait(next)
      }
      time.advance(to: next)
    }
    lines.flush()
  }
}

extension StreamBudget {
  /// The limits for the streams of a command, besides the documents themselves and the program.
  static var ofProgram: StreamBudget { StreamBudget(bytes: 16 << 20) }
}

extension MonotonicInstant {
  /// This instant on a clock that was set to zero at another.
  fileprivate func since(_ start: MonotonicInstant) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: nanoseconds - start.nanoseconds)
  }
}
