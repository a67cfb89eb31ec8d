import Reactive
import ReactiveExtras
import ViewModels

/// Streams that run side by side on virtual time, and are written as they go.
///
/// Virtual time gives every emission its exact instant; the caller decides how fast it is moved on.
final class StreamRun {
  /// True if a value of a stream could not be computed.
  private(set) var hasFailed = false
  private let time = VirtualTimeScheduler()
  private let budget: StreamBudget
  private let lines: EmissionLines
  private let report: (StreamFailure) -> Void
  private var subscriptions: [AnyCancellable] = []

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

  /// Starts a stream, which sends undelayed values at once.
  func add(_ document: StreamDocument, of library: StreamLibrary) throws(StreamDocumentError) {
    let title = document.title
    let publisher = try library.publisher(of: document.id, on: time, budget: budget) {
      [unowned self] failure in
      hasFailed = true
      lines.flush()
      report(failure)
    }
    publisher
      .prefix { [lines] _ in lines.failure == nil }
      .sink { [lines, time] _ in
        lines.writeEnd(of: title, at: time.now)
      } receiveValue: { [lines, time] value in
        lines.write(value, of: title, at: time.now)
      }
      .store(in: &subscriptions)
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
