import Positioning
import TerminalKit

/// A trace that is read once, from its beginning to its end: a file, which may be packed with gzip,
/// a pipe, or standard input.
struct TraceInput {
  /// What it is called in messages.
  let name: String
  // One of both, and no enumeration, so that the file is changed where it is and never copied.
  private var file: TraceFile?
  private var stream: TraceStream?
  private var head: TraceEpoch?
  private var hasHead = false

  /// What stands for standard input on a command line.
  static let standardInput = "-"

  /// Opens a file, a pipe, or standard input where the path is `-`.
  ///
  /// Alone, a pipe is read as it comes, unless a gzip file comes through it. One of several is read
  /// to its end first: whoever writes it may write the others, too, one after another.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - options: How the trace is read.
  ///   - isAlone: Whether there is no other input. Then other threads read ahead in a file.
  init(path: String, options: TraceOptions, isAlone: Bool = false) throws(TraceError) {
    name = path == TraceInput.standardInput ? "standard input" : path
    guard isAlone else {
      let file = try TraceFile(path: path, options: options)
      (self.file, format, size) = (file, file.format, file.size)
      return
    }
    switch try OpenedTrace(path: path, options: options) {
    case .file(let file):
      self.file = file
      self.file?.startReadingAhead()
      (format, size) = (file.format, file.size)
    case .stream(let stream):
      self.stream = stream
      (format, size) = (stream.format, nil)
    }
  }

  /// How many bytes there are; nil where that is not known before the end.
  let size: Int?

  /// The format.
  let format: TraceFormat

  /// How many bytes have been read.
  var position: Int { file?.position ?? 0 }

  /// What was read so far.
  var statistics: TraceStatistics {
    file?.statistics ?? stream?.statistics ?? TraceStatistics()
  }

  /// Why the trace is not whole; nil where it is, and until that is known.
  var damage: TraceDamage? {
    if let file { return file.damage }
    return stream?.damage
  }

  /// The epoch that `next` would give.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
  mutating func peek(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    if !hasHead {
      head = try read(pause)
      hasHead = true
    }
    return head
  }

  /// The next epoch; nil at the end.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
  mutating func next(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    guard hasHead else { return try read(pause) }
    hasHead = false
    return head
  }

  private mutating func read(_ pause: () throws -> Void) throws -> TraceEpoch? {
    if let stream { return try stream.next(beforeWaiting: pause) }
    do throws(TraceError) {
      return try file?.next() ?? nil
    } catch {
      try file?.end(because: error)
      return try file?.next() ?? nil
    }
  }
}

extension [TraceInput] {
  /// Says on standard error which of them are not whole, and returns whether any is.
  func complaining() -> Bool {
    let problems = compactMap { input in
      input.damage.map { TraceError.incomplete(path: input.name, $0) }
    }
    for problem in problems { OutputDescriptor.error.report("\(Program.name): \(problem).") }
    return !problems.isEmpty
  }
}
