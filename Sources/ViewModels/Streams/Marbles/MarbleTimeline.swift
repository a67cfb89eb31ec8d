import ReactiveExtras

/// What publishers did over time, a row for each.
///
///     let library = StreamDocumentFile(StreamDocument.defaults).library
///     try library.timeline(of: "serial-a").text()  // -123(4|)  Serial Stream A
public struct MarbleTimeline: Hashable, Sendable {
  /// What one publisher did.
  public struct Row: Hashable, Sendable {
    /// What is written beside the row.
    public var title: String
    /// What the publisher did, in the order of time.
    public var marbles: [Marble]
    /// Whether the publisher did more than the marbles show.
    public var isCut: Bool

    /// Makes a row.
    public init(title: String = "", marbles: [Marble] = [], isCut: Bool = false) {
      self.title = title
      self.marbles = marbles
      self.isCut = isCut
    }
  }

  /// The rows, from top to bottom.
  public var rows: [Row]

  /// Makes a timeline.
  public init(rows: [Row] = []) { self.rows = rows }

  /// Nanoseconds until the last marble.
  public var nanoseconds: Int { rows.compactMap(\.marbles.last?.nanoseconds).max() ?? 0 }
}

extension StreamLibrary {
  /// What a document's rows do, computed at once on virtual time.
  ///
  /// - Parameters:
  ///   - id: The document's id; for its rows, see ``rows(of:on:report:)``.
  ///   - limit: How many values of a row are taken at most; a row that has more is cut.
  ///   - report: Hears of each value that is left out because nothing could be made of it.
  public func timeline(
    of id: String, limit: Int = 10_000, report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws(StreamDocumentError) -> MarbleTimeline {
    let time = VirtualTimeScheduler()
    let rows = try rows(of: id, on: time, report: report)
    var timeline = MarbleTimeline(rows: rows.map { MarbleTimeline.Row(title: $0.title) })
    let subscriptions = rows.enumerated().map { index, row in
      row.publisher.marbles(on: time).prefix(limit + 1).sink { marble in
        if timeline.rows[index].marbles.count == limit, case .value = marble.event {
          timeline.rows[index].isCut = true
        } else {
          timeline.rows[index].marbles.append(marble)
        }
      }
    }
    time.run()
    withExtendedLifetime(subscriptions) {}
    return timeline
  }
}
