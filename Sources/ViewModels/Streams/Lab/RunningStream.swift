import Reactive
import ReactiveExtras

/// A document that runs, with the rows that show how its values come about.
@MainActor final class RunningStream {
  /// The document and all that it refers to, by which it is known whether it has become another
  /// one.
  let documents: [StreamDocument]
  /// The rows, the last of them the document's own.
  private(set) var lanes: [StreamLane]
  private var subscriptions: [AnyCancellable] = []

  /// How many values a row may send within one instant before it is ended: a mistake in a document
  /// must not keep the program from everything else.
  static let burstLimit = 200_000

  /// Hears of what a document does: its own values and its end, with the clock's instant.
  typealias Listener = (StreamEmission) -> Void

  /// Starts a document on a clock.
  ///
  /// - Parameters:
  ///   - key: Which document it is.
  ///   - documents: The document, and all that it refers to.
  ///   - names: The names of documents by their ids.
  ///   - library: Whose rows are run.
  ///   - time: The clock.
  ///   - report: Hears of values that are left out.
  ///   - listener: Hears of the document's own values.
  init(
    _ key: StreamKey, documents: [StreamDocument], names: [String: String],
    library: StreamLibrary, on time: VirtualTimeScheduler,
    report: @escaping (StreamFailure) -> Void, listener: @escaping Listener
  ) throws(StreamDocumentError) {
    self.documents = documents
    lanes = []
    guard let document = documents.first(where: { $0.id == key.id }) else { return }
    var rows = try library.rows(of: key.id, on: time, report: report)
    // The sources of unions and joins have rows of their own elsewhere.
    if case .chain = document {} else { rows = Array(rows.suffix(1)) }
    let start = time.now.nanoseconds
    for (index, row) in rows.enumerated() {
      let part: StreamLane.Part =
        rows.count == 1 ? .whole : index == 0 ? .input : .step(index - 1)
      lanes.append(
        StreamLane(
          stream: key, part: part, title: index == 0 ? document.title : row.title,
          note: index == 0 ? document.composition(in: names) : "",
          tape: MarbleTape(start: start)))
    }
    for (index, row) in rows.enumerated() {
      run(
        row.publisher, index, on: time,
        listener: index == rows.count - 1 ? listener : nil, title: document.title)
    }
  }

  private func run(
    _ publisher: AnyPublisher<StreamValue, Never>, _ index: Int, on time: VirtualTimeScheduler,
    listener: Listener?, title: String
  ) {
    var burst = (instant: -1, count: 0)
    var isCut = false
    publisher
      .prefix { _ in
        let now = time.now.nanoseconds
        burst = now == burst.instant ? (now, burst.count + 1) : (now, 1)
        isCut = burst.count > RunningStream.burstLimit
        return !isCut
      }
      .sink { [weak self] _ in
        // The clock is moved on by the main thread alone.
        MainActor.assumeIsolated {
          self?.append(
            Marble(nanoseconds: time.now.nanoseconds, event: isCut ? .failed : .finished), index)
          listener?(StreamEmission(instant: time.now, stream: title, value: nil))
        }
      } receiveValue: { [weak self] value in
        MainActor.assumeIsolated {
          self?.append(
            Marble(nanoseconds: time.now.nanoseconds, event: .value(value.description)), index)
          listener?(StreamEmission(instant: time.now, stream: title, value: value))
        }
      }
      .store(in: &subscriptions)
  }

  private func append(_ marble: Marble, _ index: Int) { lanes[index].tape.append(marble) }
}

/// What a running document did.
public struct StreamEmission: Hashable, Sendable {
  /// When, on the streams' clock.
  public let instant: MonotonicInstant
  /// The document's name.
  public let stream: String
  /// The value that it sent; nil for its end.
  public let value: StreamValue?
}
