import Positioning

/// A trace that is read once, from its beginning to its end: a file, which may be packed with gzip,
/// a pipe, or standard input.
struct TraceInput {
  /// What it is called in messages.
  let name: String
  private var file: TraceFile
  private var head: TraceEpoch?
  private var hasHead = false

  /// What stands for standard input on a command line.
  static let standardInput = "-"

  /// Opens a file, or standard input where the path is `-`.
  ///
  /// What comes through a pipe is first copied to its end.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - options: How the trace is read.
  ///   - isReadAhead: Whether other threads read ahead.
  init(path: String, options: TraceOptions, isReadAhead: Bool = false) throws(TraceError) {
    name = path == TraceInput.standardInput ? "standard input" : path
    file = try TraceFile(path: path, options: options)
    if isReadAhead { file.startReadingAhead() }
  }

  /// How much of it has been read, 0…1.
  var progress: Double { file.size > 0 ? Double(file.position) / Double(file.size) : 0 }

  /// How many bytes there are.
  var size: Int { file.size }

  /// The format.
  var format: TraceFormat { file.format }

  /// What was read so far.
  var statistics: TraceStatistics { file.statistics }

  /// The epoch that `next` would give.
  mutating func peek() throws(TraceError) -> TraceEpoch? {
    if !hasHead {
      head = try file.next()
      hasHead = true
    }
    return head
  }

  /// The next epoch; nil at the end.
  mutating func next() throws(TraceError) -> TraceEpoch? {
    guard hasHead else { return try file.next() }
    hasHead = false
    return head
  }
}
