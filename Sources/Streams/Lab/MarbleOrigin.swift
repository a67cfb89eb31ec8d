/// The value of a source, or of an input's test data, that made a marble of a computed row.
///
/// Operators such as `filter`, `scan` and `take` send a value when one comes, and `delay` so much
/// later: the marble moves with the value that made it. What is made of several values, or at times
/// of its own, has no such value.
struct MarbleOrigin: Hashable {
  /// The document whose value it is.
  let stream: StreamKey
  /// The number of the marble in that document's row.
  let marble: Int
}

/// The reason why a marble has no origin, in a sentence.
struct NoMarbleOrigin: Error, Hashable {
  let reason: String
}

/// The rows of a lab, in which the marbles are found that others were made of.
struct MarbleOrigins {
  private let lanes: [StreamLane]
  private let document: (StreamKey) -> StreamDocument?

  /// - Parameters:
  ///   - lanes: The rows.
  ///   - document: Returns a document as it runs.
  init(_ lanes: [StreamLane], document: @escaping (StreamKey) -> StreamDocument?) {
    (self.lanes, self.document) = (lanes, document)
  }

  /// A marble of one of the rows.
  private typealias Found = (lane: StreamLane, marble: Int)

  /// Returns the value that made a marble. O(marbles of the rows that it came through).
  ///
  /// - Parameters:
  ///   - marble: The number of the marble in its row since the beginning.
  ///   - lane: The row.
  func origin(of marble: Int, in lane: StreamLane) throws(NoMarbleOrigin) -> MarbleOrigin {
    var found = (lane: lane, marble: marble)
    _ = try self.marble(found)
    // Documents refer to others in no circle, so each step comes nearer to a source.
    while let document = document(found.lane.stream) {
      switch (document, found.lane.part) {
      case (.source, _), (.input, _):
        return MarbleOrigin(stream: found.lane.stream, marble: found.marble)
      case (_, .idle): throw NoMarbleOrigin(reason: "This document does not run.")
      case (.chain(let chain), .whole) where !chain.operators.isEmpty:
        throw NoMarbleOrigin(reason: "There are too many rows to tell what made this value.")
      case (.chain(let chain), .input), (.chain(let chain), .whole):
        found = try same(as: found, in: end(of: chain.source, besides: found.lane), chain.source)
      case (.chain(let chain), .step(let place)):
        guard chain.operators.indices.contains(place), let before = row(before: found.lane) else {
          throw NoMarbleOrigin(reason: "This document is edited, and does not run like that yet.")
        }
        found = try source(of: found, by: chain.operators[place], in: before)
      case (.union(let union), _):
        found = try member(of: union, found)
      case (.join(let join), _):
        throw NoMarbleOrigin(reason: Self.severalNote(join.kind.rawValue))
      }
    }
    throw NoMarbleOrigin(reason: "This document cannot be read.")
  }

  // MARK: Rows

  /// The row above one of the same document.
  private func row(before lane: StreamLane) -> StreamLane? {
    let part: StreamLane.Part =
      if case .step(let place) = lane.part, place > 0 { .step(place - 1) } else { .input }
    return lanes.first { $0.stream == lane.stream && $0.part == part }
  }

  /// The last row of a document beside another of its file.
  private func end(of id: String, besides lane: StreamLane) -> StreamLane? {
    lanes.last { $0.stream == StreamKey(file: lane.stream.file, id: id) }
  }

  // MARK: Operators

  private func source(
    of found: Found, by step: Operator, in before: StreamLane
  ) throws(NoMarbleOrigin) -> Found {
    switch step {
    case .filter, .removeDuplicates, .distinct, .dropFirst, .prefix, .first:
      // These send values as they are.
      return try matched(found, in: before, 0, bySameText: true, step)
    case .map, .scan, .timestamp, .groupBy(_, .some), .withLatestFrom:
      return try matched(found, in: before, 0, bySameText: false, step)
    case .delay(let seconds):
      return try matched(
        found, in: before, Int((seconds * 1e9).rounded()), bySameText: true, step)
    case .debounce, .throttle, .sample, .last:
      return try latest(found, in: before, step)
    case .merge(let id), .append(let id), .prepend(let id):
      return try either(found, before, end(of: id, besides: found.lane), step)
    case .reduce, .groupBy(_, nil), .window, .rate, .sort, .flatMap, .zip, .combineLatest, .collect,
      .count:
      throw NoMarbleOrigin(reason: Self.severalNote(step.kind.rawValue))
    }
  }

  private static func severalNote(_ name: String) -> String {
    "“\(name)” makes a value of several, or at a time of its own; move one of those that it takes."
  }

  /// A value that came so much earlier; of several of one instant that with the same place among
  /// them.
  private func matched(
    _ found: Found, in before: StreamLane, _ delay: Int, bySameText: Bool, _ step: Operator
  ) throws(NoMarbleOrigin) -> Found {
    let (marble, start) = try (marble(found), found.lane.tape.start)
    let time = marble.nanoseconds - start
    let inputs = numbers(in: before, at: time - delay)
    let outputs = numbers(in: found.lane, at: time)
    guard let place = outputs.firstIndex(of: found.marble) else { throw lost(step) }
    if inputs.count == outputs.count { return (before, inputs[place]) }
    guard bySameText else { throw lost(step) }
    // Equal values of one instant are as good as each other.
    let equals = inputs.filter { before.tape.marble($0)?.text == marble.text }
    let rank = outputs[..<place].count { found.lane.tape.marble($0)?.text == marble.text }
    guard equals.indices.contains(rank) else { throw lost(step) }
    return (before, equals[rank])
  }

  /// The latest value that is the same, at this time or before it.
  private func latest(
    _ found: Found, in before: StreamLane, _ step: Operator
  ) throws(NoMarbleOrigin) -> Found {
    let marble = try marble(found)
    let time = marble.nanoseconds - found.lane.tape.start + before.tape.start
    let index = before.tape.marbles.lastIndex { $0.nanoseconds <= time && $0.text == marble.text }
    guard let index else { throw lost(step) }
    return (before, before.tape.droppedCount + index)
  }

  /// A value of the row before, or of another stream that runs beside it.
  private func either(
    _ found: Found, _ before: StreamLane, _ other: StreamLane?, _ step: Operator
  ) throws(NoMarbleOrigin) -> Found {
    let marble = try marble(found)
    let time = marble.nanoseconds - found.lane.tape.start
    for lane in [before, other].compactMap({ $0 }) {
      let equals = numbers(in: lane, at: time).filter { lane.tape.marble($0)?.text == marble.text }
      if let first = equals.first { return (lane, first) }
    }
    throw NoMarbleOrigin(
      reason: "This value is one of the other stream of “\(step.kind.rawValue)”; move it there.")
  }

  private func member(
    of union: StreamUnion, _ found: Found
  ) throws(NoMarbleOrigin) -> Found {
    let marble = try marble(found)
    let time = marble.nanoseconds - found.lane.tape.start
    for id in union.kind == .merge ? union.sources[...] : union.sources.prefix(1) {
      guard let lane = end(of: id, besides: found.lane) else { continue }
      let equals = numbers(in: lane, at: time).filter { lane.tape.marble($0)?.text == marble.text }
      if let first = equals.first { return (lane, first) }
    }
    throw NoMarbleOrigin(
      reason: "This value is one of another stream, which “\(union.kind.rawValue)” begins later; "
        + "move it there.")
  }

  /// The marble with the same number and time in the row of another document.
  private func same(
    as found: Found, in lane: StreamLane?, _ id: String
  ) throws(NoMarbleOrigin) -> Found {
    let marble = try marble(found)
    guard let lane, let there = lane.tape.marble(found.marble),
      there.nanoseconds - lane.tape.start == marble.nanoseconds - found.lane.tape.start
    else { throw NoMarbleOrigin(reason: "The row of “\(id)” does not show this value any more.") }
    return (lane, found.marble)
  }

  private func marble(_ found: Found) throws(NoMarbleOrigin) -> Marble {
    guard let marble = found.lane.tape.marble(found.marble), marble.text != nil else {
      throw NoMarbleOrigin(reason: "The end comes with the last value.")
    }
    return marble
  }

  /// The numbers of the values at a time from the beginning of a row.
  private func numbers(in lane: StreamLane, at nanoseconds: Int) -> [Int] {
    let tape = lane.tape
    let time = tape.start + nanoseconds
    let later = tape.marbles(from: time)
    return later.indices.prefix { later[$0].nanoseconds == time }
      .filter { later[$0].text != nil }.map { tape.droppedCount + $0 }
  }

  private func lost(_ step: Operator) -> NoMarbleOrigin {
    NoMarbleOrigin(
      reason: "It cannot be told which of several values “\(step.kind.rawValue)” made this of.")
  }
}
