import Expressions
import Formats
import Reactive
import ReactiveExtras

/// A running document, with the rows that show how its values are made.
@MainActor final class RunningStream {
  /// The number of the contents of the document and its references, which reveals changes.
  let version: Int?
  /// The rows, the last of them the document's own.
  private(set) var rows: [WorkspaceRow] = []
  /// The rows that have not been started, in order.
  private var waiting: [StreamRow] = []
  private var startedCount = 0
  private var subscriptions: [AnyCancellable] = []
  private let time: VirtualTimeScheduler
  private let title: String
  private let listener: Listener
  private let onMarble: () -> Void

  /// The maximum number of values that a row may send within one instant before it is ended: an
  /// error in a document must not block the program.
  static let burstLimit = 50_000
  /// The maximum number of steps that it may take at once, for the same reason.
  static let stepLimit = 50_000

  /// Receives the events of a document: its own values and its end, with the clock's instant.
  typealias Listener = (StreamEmission) -> Void

  /// Prepares a document for a clock; ``startNext()`` starts its rows.
  ///
  /// - Parameters:
  ///   - key: The document's key.
  ///   - content: The documents of its file.
  ///   - time: The clock.
  ///   - budget: The limits for all documents together.
  ///   - recording: The number of marbles that a row keeps.
  ///   - isWhole: True if there is room for one row alone.
  ///   - input: Returns the values of a bound input, by its id.
  /// - report: Receives a failure for each dropped value.
  /// - onMarble: Called when a row shows something new.
  /// - listener: Receives the document's own values.
  init(
    _ key: StreamKey, of content: StreamWorkspaceContent, on time: VirtualTimeScheduler,
    budget: StreamBudget, recording: Int, isWhole: Bool,
    input: @escaping (String) -> AnyPublisher<StreamValue, Never>?,
    report: @escaping (StreamFailure) -> Void,
    onMarble: @escaping () -> Void, listener: @escaping Listener
  ) throws(StreamDocumentError) {
    version = content.versions[key.id]
    (self.time, self.onMarble, self.listener) = (time, onMarble, listener)
    guard let document = content.library.documents[key.id] else {
      title = ""
      return
    }
    title = document.title
    var environment = StreamEnvironment(time, report: report)
    environment.input = input
    environment.isBound = { input($0) != nil }
    waiting = try content.library.rowParts(of: key.id)
      .map { content.library.row($0, environment, budget) }
    // The sources of unions and joins have their own rows elsewhere.
    let showsSteps = if case .chain = document { !isWhole } else { false }
    if !showsSteps { waiting = Array(waiting.suffix(1)) }
    let start = time.now.nanoseconds
    for (index, row) in waiting.enumerated() {
      let part: WorkspaceRow.Part =
        waiting.count == 1 ? .whole : index == 0 ? .input : .step(index - 1)
      rows.append(
        WorkspaceRow(
          stream: key, part: part,
          title: (index == 0 ? document.title : row.title).cut(to: WorkspaceRow.titleLimit),
          note: index == 0 ? Self.note(on: document, content, input) : "",
          recording: MarbleRecording(start: start, limit: recording)))
    }
  }

  /// The parts of a document in words, or the type of a bound input.
  private static func note(
    on document: StreamDocument, _ content: StreamWorkspaceContent,
    _ input: (String) -> AnyPublisher<StreamValue, Never>?
  ) -> String {
    if case .input(let own) = document, input(own.id) != nil { return own.boundNote }
    return document.composition(in: content.names)
  }

  /// True if there are rows that have not been started.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Starts the next row; returns false if it was the last.
  func startNext() -> Bool {
    guard startedCount < waiting.count else { return false }
    let index = startedCount
    startedCount += 1
    let isLast = startedCount == waiting.count
    run(waiting[index], index, listener: isLast ? listener : nil)
    if isLast { waiting = [] }
    return !isLast
  }

  private func run(_ row: StreamRow, _ index: Int, listener: Listener?) {
    var burst = (instant: -1, count: 0)
    var isCut = false
    let (time, title, meter) = (time, title, row.meter)
    row.publisher
      .prefix { _ in
        let now = time.now.nanoseconds
        burst = now == burst.instant ? (now, burst.count + 1) : (now, 1)
        isCut = burst.count > RunningStream.burstLimit
        return !isCut
      }
      .sink { [weak self] _ in
        // Only the main thread advances the clock.
        MainActor.assumeIsolated {
          let event: Marble.Event = isCut || meter.hasEnded ? .failed : .finished
          self?.append(Marble(nanoseconds: time.now.nanoseconds, event: event), index)
          listener?(StreamEmission(instant: time.now, stream: title, value: nil))
        }
      } receiveValue: { [weak self] value in
        MainActor.assumeIsolated {
          let text = value.description(limit: MarbleRecording.listLimit)
          self?.append(Marble(nanoseconds: time.now.nanoseconds, event: .value(text)), index)
          listener?(StreamEmission(instant: time.now, stream: title, value: value))
        }
      }
      .store(in: &subscriptions)
  }

  private func append(_ marble: Marble, _ index: Int) {
    rows[index].recording.append(marble)
    onMarble()
  }
}

/// An event of a running document.
public struct StreamEmission: Hashable, Sendable {
  /// The time on the streams' clock.
  public let instant: MonotonicInstant
  /// The document's name.
  public let stream: String
  /// The value that it sent; nil for its end.
  public let value: StreamValue?
}
