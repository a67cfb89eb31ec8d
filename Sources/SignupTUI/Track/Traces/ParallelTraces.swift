/// Several traces in order of time: the next epoch is always the earliest of all traces.
///
/// Each trace keeps its own order, and its tracks and routes stay separate: they are numbered in
/// the order in which they begin. An epoch without a time follows the previous one of its trace.
struct ParallelTraces {
  /// The traces.
  private(set) var inputs: [TraceFile]
  private var heads: [TraceEpoch?]
  /// The time of each trace's next epoch or, if it has none, of the last one before it.
  private var times: [Timestamp]
  private var numbers: [Line: UInt32] = [:]
  private var counts: [TraceKind: UInt32] = [:]

  private struct Line: Hashable {
    var source: Int
    var kind: TraceKind
    var number: UInt32
  }

  /// The number of tracks that have begun.
  var trackCount: Int { Int(counts[.track] ?? 0) }

  /// Puts unread traces side by side.
  init(_ inputs: [TraceFile]) throws {
    self.inputs = inputs
    heads = []
    times = [Timestamp](repeating: Timestamp(nanosecondsSince1970: .min), count: inputs.count)
    for index in inputs.indices {
      let head = try self.inputs[index].next {}
      heads.append(head)
    }
    for index in inputs.indices { noteTime(of: index) }
  }

  /// Returns the next epoch, and which trace it is of; nil if all have ended.
  mutating func next() throws -> (epoch: TraceEpoch, source: Int)? {
    let open = heads.indices.filter { heads[$0] != nil }
    guard let source = open.min(by: { (times[$0], $0) < (times[$1], $1) }),
      var epoch = heads[source]
    else { return nil }
    heads[source] = try inputs[source].next {}
    noteTime(of: source)
    guard epoch.kind != .waypoint else { return (epoch, source) }
    let line = Line(source: source, kind: epoch.kind, number: epoch.number)
    if let number = numbers[line] {
      epoch.number = number
    } else {
      counts[epoch.kind, default: 0] += 1
      epoch.number = counts[epoch.kind] ?? 1
      numbers[line] = epoch.number
      epoch.startsSegment = true
    }
    return (epoch, source)
  }

  private mutating func noteTime(of source: Int) {
    if let time = heads[source]?.timestamp { times[source] = max(times[source], time) }
  }
}

extension [TraceFile] {
  /// True if some of them were recorded at the same time.
  var overlap: Bool {
    let spans = compactMap { input in
      input.start.flatMap { start in input.end.map { (start: start, end: $0) } }
    }.sorted { $0.start < $1.start }
    guard spans.count == count, var end = spans.first?.end else { return false }
    for span in spans.dropFirst() {
      if span.start < end { return true }
      end = Swift.max(end, span.end)
    }
    return false
  }
}
