import Positioning
import ReactiveExtras

/// Turns a receiver's bytes into epochs, each delivered as early as possible: at the sentence that
/// ends the receiver's cycle, once that is known, or when the receiver has been silent for a part
/// of its period.
///
/// A value without a clock: it returns the length of a silence, and the caller reports it.
struct LiveReading: Sendable {
  private var reader: TraceReader
  private var cycleEnd = CycleEnd()
  private var last: TraceEpoch?
  private var lastArrival = MonotonicInstant(nanoseconds: 0)
  /// The time from one epoch to the next; a second until two of them were seen.
  private var period = Duration.seconds(1)
  private var clock = Duration.zero
  /// True if bytes came since everything was delivered.
  private(set) var isWaiting = false
  private var endsWithLine = true
  /// True if the source was opened again since the last fix: the path in between is unknown.
  private var owesBreak = false
  private let format: TraceFormat?
  private let options: TraceOptions

  /// - Parameters:
  ///   - format: The format, if known; nil to detect it.
  ///   - options: The user's settings for the source.
  init(format: TraceFormat?, options: TraceOptions) {
    (self.format, self.options) = (format, options)
    reader = TraceReader(format: format, options: options)
  }

  /// Statistics of the bytes read since the receiver was opened.
  var statistics: TraceStatistics { reader.statistics }
  /// The format; nil until it is known.
  var foundFormat: TraceFormat? { reader.format }
  /// True if the source has none of the formats.
  var isRefused: Bool { reader.isRefused }

  /// The time without bytes after which the current data count as complete: a quarter of the
  /// period, because the pieces of a line are close together.
  var silence: Duration { min(max(period / 4, .milliseconds(20)), .milliseconds(250)) }

  /// Reads the bytes that have come at an instant.
  mutating func read(_ bytes: [UInt8], at now: MonotonicInstant) -> [LocationEpoch] {
    var epochs: [TraceEpoch] = []
    var rest = bytes[...]
    isWaiting = true
    // The end of a cycle is one of NMEA's sentences; tables deliver each row by themselves.
    while reader.format == .nmea, let length = cycleEnd.length(in: rest) {
      reader.read(rest.prefix(length)) { epochs.append($0) }
      reader.flush { epochs.append($0) }
      rest = rest.dropFirst(length)
      isWaiting = !rest.isEmpty
    }
    endsWithLine = bytes.last == 0x0A
    if !rest.isEmpty { reader.read(rest) { epochs.append($0) } }
    return pass(epochs, at: now)
  }

  /// Delivers the current data after a silence.
  mutating func pause(at now: MonotonicInstant) -> [LocationEpoch] {
    var epochs: [TraceEpoch] = []
    isWaiting = false
    if reader.format == .nmea { cycleEnd.pause() }
    if !reader.isUnderstood { settleFormat { epochs.append($0) } }
    reader.flush { epochs.append($0) }
    return pass(epochs, at: now)
  }

  /// Delivers the remaining data at the end.
  mutating func finish(at now: MonotonicInstant) -> [LocationEpoch] {
    var epochs: [TraceEpoch] = []
    isWaiting = false
    reader.finish { epochs.append($0) }
    return pass(epochs, at: now)
  }

  /// Begins again, with a source that was opened again: an unfinished sentence is not continued,
  /// and neither is the line of the track.
  mutating func restart() {
    // The end of nothing looks like a table's.
    let known = reader.isUnderstood ? reader.format : format
    reader = TraceReader(format: known, options: options)
    cycleEnd.restart()
    endsWithLine = true
    isWaiting = false
    owesBreak = last != nil
  }

  /// Takes the bytes so far for the whole, because the format of a table shows only at its end, and
  /// continues from there.
  private mutating func settleFormat(_ emit: (TraceEpoch) -> Void) {
    // Half a line may still get its other half.
    guard endsWithLine else { return }
    var whole = reader
    var epochs: [TraceEpoch] = []
    whole.finish { epochs.append($0) }
    guard whole.isUnderstood else { return }
    reader = whole
    epochs.forEach(emit)
  }

  private mutating func pass(_ epochs: [TraceEpoch], at now: MonotonicInstant) -> [LocationEpoch] {
    // A receiver has not been at its destination, nor at a position that it names.
    epochs.filter { $0.kind == .track }.map { epoch in
      if let last {
        // Without times in the data, the time of arrival counts.
        let interval = epoch.interval(since: last, untimed: lastArrival.duration(to: now))
        clock += interval
        // Longer ones are pauses.
        if interval > .zero, interval <= .seconds(2) { period = interval }
      }
      last = epoch
      lastArrival = now
      var report = LocationEpoch(epoch, clock: clock)
      report.startsSegment = epoch.startsSegment || owesBreak
      if epoch.location != nil { owesBreak = false }
      return report
    }
  }
}

extension TraceReader {
  /// True if any data of the source's format were found in it.
  fileprivate var isUnderstood: Bool { format != nil && !isRefused && statistics.sentences > 0 }

  /// Reads the next piece of the source.
  fileprivate mutating func read(_ bytes: ArraySlice<UInt8>, _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }
}
