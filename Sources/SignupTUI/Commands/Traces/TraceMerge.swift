import CommandLineKit
import Positioning

/// Several traces as one: by time, if they have dates.
///
/// Each trace keeps its own order. An epoch without a date goes with the one before it in its
/// trace, so that a trace without any comes first, as a whole. A segment begins whenever the next
/// epoch is of another trace than the last.
struct TraceMerge {
  /// The traces.
  private(set) var inputs: [TraceInput]
  /// The time that each has reached; the earliest there is before its first date.
  private var times: [Timestamp]
  private var current = 0

  /// Merges unread traces.
  init(_ inputs: [TraceInput]) {
    self.inputs = inputs
    times = inputs.map { _ in Timestamp(nanosecondsSince1970: .min) }
  }

  /// Returns the next epoch; nil if all have ended.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
  mutating func next(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    guard inputs.count > 1 else { return try inputs[0].next(beforeWaiting: pause) }
    var best: (input: Int, time: Timestamp)?
    for index in inputs.indices {
      guard let epoch = try inputs[index].peek(beforeWaiting: pause) else { continue }
      let time = max(times[index], epoch.timestamp ?? times[index])
      // Of two that are equal, the last one goes on.
      let isEarlier = best.map { (time, index == current ? 0 : 1) < ($0.time, 1) } ?? true
      if isEarlier { best = (index, time) }
    }
    guard let best, var epoch = try inputs[best.input].next() else { return nil }
    if best.input != current { epoch.startsSegment = true }
    current = best.input
    times[best.input] = best.time
    return epoch
  }

  /// The part that has been read, 0…1; nil if the total is not known.
  var progress: Double? {
    var (read, total) = (0, 0)
    for input in inputs {
      guard let size = input.size else { return nil }
      read += input.position
      total += size
    }
    return total > 0 ? Double(read) / Double(total) : 0
  }
}

extension TraceMerge {
  /// Opens traces.
  ///
  /// - Parameters:
  ///   - paths: Their paths; `-` is standard input.
  ///   - options: The options for reading them.
  init(paths: [String], options: TraceOptions) throws(TraceError) {
    var inputs: [TraceInput] = []
    for path in paths {
      inputs.append(try TraceInput(path: path, options: options, isAlone: paths.count == 1))
    }
    self.init(inputs)
  }
}

extension Arguments {
  /// The paths of traces among the operands, with standard input at most once.
  var traces: [String] {
    get throws(UsageError) {
      guard operands.count(where: { $0 == TraceInput.standardInput }) > 1 else { return operands }
      throw UsageError("Standard input can be read once; leave out one -.")
    }
  }
}
