import Positioning
import TerminalKit

/// A trace that is read once, from its beginning to its end: a file, which may be packed with gzip,
/// a pipe, or standard input.
struct TraceInput {
  /// Its name in messages.
  let name: String
  private var file: TraceFile

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
  ///   - isAlone: True if there is no other input.
  init(path: String, options: TraceOptions, isAlone: Bool = false) throws(TraceError) {
    name = path == TraceInput.standardInput ? "standard input" : path
    file =
      isAlone
      ? try TraceFile(readingOnce: path, options: options)
      : try TraceFile(path: path, options: options)
  }

  /// The number of bytes; nil if that is not known before the end.
  var size: Int? { file.isPipe ? nil : file.size }

  /// The format.
  var format: TraceFormat { file.format }

  /// True if the trace may say of which kind its points are.
  var saysKinds: Bool {
    switch format {
    case .gpx, .fit, .tcx, .kml, .geojson, .jsonLines: true
    case .csv: file.dialect?.saysKinds ?? false
    case .nmea: file.namesWaypoints
    case .gpsd, .igc, .ubx: false
    }
  }

  /// True if positions may stand anywhere in the trace.
  var mayNamePlaces: Bool { saysKinds || format == .nmea }

  /// The same trace, to be read from its beginning by itself; nil for a pipe, which is read once,
  /// and after the first epoch.
  var again: TraceInput? {
    file.position == 0 && !file.isPipe ? self : nil
  }

  /// The dialect of a table; nil for other formats.
  var dialect: CSVDialect? { file.dialect }

  /// The guesses that may be wrong, a sentence each without its full stop.
  var warnings: [String] { file.warnings }

  /// The number of bytes that have been read.
  var position: Int { file.position }

  /// Statistics of the part read so far.
  var statistics: TraceStatistics { file.statistics }

  /// The reason why the trace is incomplete; nil if it is complete, and until that is known.
  var damage: TraceDamage? { file.damage }

  /// The start of its first track; nil if that is not known, and for a pipe that is read as it
  /// comes.
  var start: Timestamp? {
    guard !file.isPipe else { return nil }
    var file = file
    file.select(TraceSelection())
    return (try? file.firstTimestamp()) ?? nil
  }

  /// The end of its last track; nil as for ``start``. Some large files are read whole for it.
  var end: Timestamp? {
    guard !file.isPipe else { return nil }
    var file = file
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
    if file.hasToWait { try pause() }
    do throws(TraceError) {
      return try file.next()
    } catch {
      try file.end(because: error)
      return try file.next()
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
    if file.hasToWait { try pause() }
    do throws(TraceError) {
      return try file.nextRun()
    } catch {
      try file.end(because: error)
      return try file.nextRun()
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
