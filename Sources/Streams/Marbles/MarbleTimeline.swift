import Expressions
import Reactive
import ReactiveExtras

/// The events of publishers over time, a row for each.
///
///     let library = StreamDocumentFile(StreamDocument.defaults).library
///     try library.timeline(of: "serial-a").rows[0].marbles.count  // 5
public struct MarbleTimeline: Hashable, Sendable {
  /// The events of one publisher.
  public struct Row: Hashable, Sendable {
    /// The title of the row.
    public var title: String
    /// The events, in order of time.
    public var marbles: [Marble]
    /// True if the publisher had more events than the marbles show.
    public internal(set) var isCut: Bool

    /// Makes a row.
    public init(title: String = "", marbles: [Marble] = [], isCut: Bool = false) {
      (self.title, self.marbles, self.isCut) = (title, marbles, isCut)
    }
  }

  /// The rows, from top to bottom.
  public var rows: [Row]

  /// The maximum number of bytes of a document's marbles.
  static let sizeLimit = 4 << 20

  /// Makes a timeline.
  public init(rows: [Row] = []) { self.rows = rows }

  /// Nanoseconds until the last marble.
  public var nanoseconds: Int { rows.compactMap(\.marbles.last?.nanoseconds).max() ?? 0 }
}

extension StreamLibrary {
  /// Returns the events of a document's rows, computed immediately on virtual time.
  ///
  /// - Parameters:
  ///   - id: The document's id. A chain has a row for its source, and one for each operator with
  ///     the result up to there; a union or join has its sources, and the result.
  ///   - limit: The maximum number of values in a row; a row with more is cut. All rows together
  ///     have at most 4 MiB of marbles.
  ///   - budget: The limits for all rows together; a budget of their own by default.
  ///   - report: Receives a failure for each value that an operator could not process, and for a
  ///     limit that ended a row.
  public func timeline(
    of id: String, limit: Int = 10_000, budget: StreamBudget? = nil,
    report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws(StreamDocumentError) -> MarbleTimeline {
    let budget = budget ?? StreamBudget()
    var room = MarbleTimeline.sizeLimit
    // One after the other, to keep nothing but the marbles.
    return MarbleTimeline(
      rows: try rowParts(of: id).map { part in
        let time = VirtualTimeScheduler()
        var environment = StreamEnvironment(time, report: report)
        // For a reproducible picture, the wall clock of a drawing begins with 1970.
        environment.now = { time.now.nanoseconds }
        let running = row(part, environment, budget)
        var row = MarbleTimeline.Row(title: part.title)
        func add(_ event: Marble.Event) {
          row.marbles.append(Marble(nanoseconds: time.now.nanoseconds, event: event))
        }
        let subscription = running.publisher
          .prefix { _ in
            row.isCut = row.marbles.count >= limit || room <= 0
            return !row.isCut
          }
          .sink { _ in
            // A stream that ends at a limit has not finished.
            if running.meter.hasEnded { row.isCut = true }
            if !row.isCut { add(.finished) }
          } receiveValue: { value in
            let text = value.description
            room -= MemoryLayout<Marble>.stride + text.utf8.count
            add(.value(text))
          }
        time.run()
        subscription.cancel()
        return row
      })
  }
}
