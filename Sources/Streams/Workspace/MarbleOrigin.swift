/// The value of a source, or of an input's test data, from which a computed marble was made.
///
/// Operators such as `filter`, `scan` and `prefix` send a value when one arrives, and `delay` some
/// time later: the marble moves with its original value. A marble made from several values, or sent
/// at a time of its own, has no such value.
struct MarbleOrigin: Hashable {
  /// The document that the value belongs to.
  let stream: StreamKey
  /// The number of the marble in that document's row.
  let marble: Int
}

/// The reason why an action is impossible, as a sentence.
package struct StreamRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence.
  package let reason: String

  /// The sentence.
  package var description: String { reason }

  init(_ reason: String) { self.reason = reason }
}

/// The rows in which the origins of marbles are found.
struct MarbleOrigins {
  /// The rows.
  let rows: [WorkspaceRow]
  /// Returns a document as it runs.
  let document: (StreamKey) -> StreamDocument?

  /// Returns the value from which a marble was made. O(marbles of the rows in between).
  ///
  /// - Parameters:
  ///   - number: The number of the marble in its row since the beginning.
  ///   - row: The row.
  func origin(of number: Int, in row: WorkspaceRow) throws(StreamRefusal) -> MarbleOrigin {
    var (row, number) = (row, number)
    _ = try time(of: number, in: row)
    // References are never circular, so each step leads closer to a source.
    while let document = document(row.stream) {
      switch (document, row.part) {
      case (.source, _), (.input, _): return MarbleOrigin(stream: row.stream, marble: number)
      case (_, .idle): throw StreamRefusal("This document does not run.")
      case (.chain(let chain), .whole) where !chain.operators.isEmpty:
        throw StreamRefusal("Cannot tell where this value comes from: there are too many rows.")
      case (.chain(let chain), .input), (.chain(let chain), .whole):
        row = try source(of: number, in: row, chain.source)
      case (.chain(let chain), .step(let index)):
        let before: WorkspaceRow.Part = index > 0 ? .step(index - 1) : .input
        guard chain.operators.indices.contains(index),
          let above = rows.first(where: { $0.stream == row.stream && $0.part == before })
        else { throw StreamRefusal("This document has been edited, but does not run yet.") }
        number = try self.number(in: above, of: number, in: row, by: chain.operators[index])
        row = above
      case (.union(let union), _): throw Self.several(union.kind.rawValue)
      case (.join(let join), _): throw Self.several(join.kind.rawValue)
      }
    }
    throw StreamRefusal("This document cannot be read.")
  }

  private static func several(_ name: String) -> StreamRefusal {
    StreamRefusal(
      "“\(name)” combines values, or sets its own times; move one of its input values."
    )
  }

  /// Returns the number, in the row above, of the value from which a marble was made: it has the
  /// same time, or is earlier by the delay; of several simultaneous values, it has the same rank.
  private func number(
    in above: WorkspaceRow, of marble: Int, in row: WorkspaceRow, by step: Operator
  ) throws(StreamRefusal) -> Int {
    let delay: Int
    switch step {
    case .filter, .removeDuplicates, .distinct, .dropFirst, .prefix, .first, .map, .scan,
      .timestamp, .groupBy(_, .some), .withLatestFrom, .each:
      delay = 0
    case .delay(let seconds): delay = Int((seconds * 1e9).rounded())
    case .debounce, .throttle, .sample, .last, .merge, .append, .prepend, .reduce,
      .groupBy(_, nil), .window, .rate, .sort, .flatMap, .zip, .combineLatest, .collect, .count:
      throw Self.several(step.kind.rawValue)
    }
    let time = try time(of: marble, in: row)
    let (values, results) = (numbers(in: above, at: time - delay), numbers(in: row, at: time))
    guard values.count == results.count, let rank = results.firstIndex(of: marble) else {
      throw StreamRefusal(
        "Cannot tell which of several values “\(step.kind.rawValue)” made this from.")
    }
    return values[rank]
  }

  /// Returns the last row of a chain's source, which shows the same marble.
  private func source(
    of marble: Int, in row: WorkspaceRow, _ id: String
  ) throws(StreamRefusal) -> WorkspaceRow {
    let time = try time(of: marble, in: row)
    let key = StreamKey(file: row.stream.file, id: id)
    guard let source = rows.last(where: { $0.stream == key }), source.time(of: marble) == time
    else { throw StreamRefusal("The row of “\(id)” does not show this value any more.") }
    return source
  }

  /// The time of a value from the beginning of its row.
  private func time(of marble: Int, in row: WorkspaceRow) throws(StreamRefusal) -> Int {
    guard row.recording.marble(marble)?.text != nil, let time = row.time(of: marble) else {
      throw StreamRefusal("The end comes with the last value.")
    }
    return time
  }

  /// The numbers of the values at a time from the beginning of a row.
  private func numbers(in row: WorkspaceRow, at nanoseconds: Int) -> [Int] {
    let recording = row.recording
    let time = recording.start + nanoseconds
    let later = recording.marbles(from: time)
    return later.indices.prefix { later[$0].nanoseconds == time }
      .filter { later[$0].text != nil }.map { recording.droppedCount + $0 }
  }
}

extension WorkspaceRow {
  /// Returns the time of a marble from the beginning of its row.
  func time(of marble: Int) -> Int? {
    recording.marble(marble).map { $0.nanoseconds - recording.start }
  }
}
