import Positioning
import TerminalKit

/// A trace that is read once, from its beginning to its end: a file, which may be packed with gzip,
/// a pipe, or standard input.
struct TraceInput {
  /// Its name in messages.
  let name: String
  // One of both, and no enumeration, so that the file is changed in place and never copied.
  private var file: TraceFile?
  private var stream: TraceStream?

  /// The name of standard input on a command line.
  static let standardInput = "-"

  /// Opens a file, a pipe, or standard input if the path is `-`.
  ///
  /// If it is the only one, a pipe is read as it comes, unless a gzip file comes through it. One of
  /// several is read to its end first: its writer may write the others, too, one after another.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - options: The options for reading the trace.
  ///   - isAlone: True if there is no other input. Then other threads read ahead in a file.
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

  /// The number of bytes; nil if that is not known before the end.
  let size: Int?

  /// The format.
  let format: TraceFormat

  /// True if the trace may say of which kind its points are.
  var saysKinds: Bool {
    switch format {
    case .gpx, .fit, .tcx, .kml, .geojson, .jsonLines: true
    case .csv: file?.dialect?.saysKinds ?? false
    case .nmea: file?.namesPlaces ?? stream?.namesPlaces ?? false
    case .gpsd, .igc, .ubx: false
    }
  }

  /// True if positions may stand anywhere in the trace.
  var mayNamePlaces: Bool { saysKinds || format == .nmea }

  /// The same trace, to be read from its beginning by itself; nil for a pipe, which is read once,
  /// and after the first epoch.
  var again: TraceInput? {
    guard file?.position == 0 else { return nil }
    var input = self
    input.file?.startReadingAhead()
    return input
  }

  /// The dialect of a table; nil for other formats.
  var dialect: CSVDialect? { file?.dialect ?? stream?.dialect }

  /// The guesses that may be wrong, a sentence each without its full stop.
  var warnings: [String] { file?.warnings ?? stream?.warnings ?? [] }

  /// The number of bytes that have been read.
  var position: Int { file?.position ?? 0 }

  /// Statistics of the part read so far.
  var statistics: TraceStatistics {
    file?.statistics ?? stream?.statistics ?? TraceStatistics()
  }

  /// The reason why the trace is incomplete; nil if it is complete, and until that is known.
  var damage: TraceDamage? {
    if let file { return file.damage }
    return stream?.damage
  }

  /// The start of its first track; nil if that is not known, and for a pipe that is read as it
  /// comes.
  var start: Timestamp? {
    guard var file else { return nil }
    file.select(TraceSelection())
    return (try? file.firstTimestamp()) ?? nil
  }

  /// The end of its last track; nil as for ``start``. Some large files are read whole for it.
  var end: Timestamp? {
    guard var file else { return nil }
    file.select(TraceSelection())
    if let end = (try? file.lastTimestamp()) ?? nil { return end }
    var end: Timestamp?
    while let epoch = (try? file.next()) ?? nil { end = epoch.timestamp ?? end }
    return end
  }

  /// Returns the next epoch; nil at the end.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
  mutating func next(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    if let stream { return try stream.next(beforeWaiting: pause) }
    do throws(TraceError) {
      return try file?.next() ?? nil
    } catch {
      try file?.end(because: error)
      return try file?.next() ?? nil
    }
  }
}

extension TraceInput {
  /// Returns the epochs that are next, as many as were read at once; nil at the end.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
  mutating func nextRun(
    beforeWaiting pause: () throws -> Void = {}
  ) throws -> ArraySlice<TraceEpoch>? {
    if let stream { return try stream.nextRun(beforeWaiting: pause) }
    do throws(TraceError) {
      return try file?.nextRun() ?? nil
    } catch {
      try file?.end(because: error)
      return try file?.nextRun() ?? nil
    }
  }
}

extension OutputDescriptor {
  /// Reports what was guessed of a trace.
  func report(_ warnings: [String], of path: String) {
    let name = path == TraceInput.standardInput ? "standard input" : path
    for warning in warnings { report("\(Program.name): \(name): \(warning).") }
  }
}

extension [TraceInput] {
  /// Reports on standard error what was guessed of them.
  func reportGuesses() {
    for input in self { OutputDescriptor.error.report(input.warnings, of: input.name) }
  }

  /// Reports on standard error which of them are incomplete, and returns true if any is.
  func complaining() -> Bool {
    let problems = compactMap { input in
      input.damage.map { TraceError.incomplete(path: input.name, $0) }
    }
    for problem in problems { OutputDescriptor.error.report("\(Program.name): \(problem).") }
    return !problems.isEmpty
  }
}
