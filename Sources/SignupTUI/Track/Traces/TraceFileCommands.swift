extension TraceFile {
  /// The name of standard input on a command line.
  static let standardInput = "-"

  /// Its name in messages.
  var name: String { path == TraceFile.standardInput ? "standard input" : path }

  /// True if the trace may contain the kinds of its points.
  ///
  /// A file of NMEA 0183 is searched for waypoints. For a pipe nothing is known beforehand.
  var saysKinds: Bool {
    switch format {
    case .gpx, .fit, .tcx, .kml, .geojson, .jsonLines, .timeline: true
    case .csv: dialect?.saysKinds ?? false
    case .nmea: !isPipe && (try? mayHoldWaypointSentences()) ?? true
    case .gpsd, .igc, .ubx, .subtitles, .fitTable, .canboat, .signalK: false
    }
  }

  /// The same trace, to be read from its beginning by itself; nil for a pipe, which is read once,
  /// and after the first epoch.
  var again: TraceFile? { position == 0 && !isPipe ? self : nil }

  /// The start of its first track; nil if unknown, and for a pipe that is read as it arrives.
  var start: Timestamp? {
    guard !isPipe else { return nil }
    var file = self
    file.select(TraceSelection())
    return (try? file.firstTimestamp()) ?? nil
  }

  /// The end of its last track; nil as for ``start``. Some large files are read whole for it.
  var end: Timestamp? {
    guard !isPipe else { return nil }
    var file = self
    file.select(TraceSelection())
    if let end = (try? file.lastTimestamp()) ?? nil { return end }
    var end: Timestamp?
    while let epoch = (try? file.next()) ?? nil { end = epoch.timestamp ?? end }
    return end
  }

  /// Returns the next epoch; nil at the end, even if the end is a read error.
  ///
  /// - Parameter pause: Called before each wait for more data from a pipe.
  mutating func next(beforeWaiting pause: () throws -> Void) throws -> TraceEpoch? {
    try readOrEnd(pause) { file throws(TraceError) in try file.next() }
  }

  /// Returns the next epochs, as many as were read at once; nil as for ``next(beforeWaiting:)``.
  ///
  /// - Parameter pause: Called before each wait for more data from a pipe.
  mutating func nextRun(beforeWaiting pause: () throws -> Void) throws -> ArraySlice<TraceEpoch>? {
    try readOrEnd(pause) { file throws(TraceError) in try file.nextRun() }
  }

  private mutating func readOrEnd<Result>(
    _ pause: () throws -> Void, _ read: (inout TraceFile) throws(TraceError) -> Result
  ) throws -> Result {
    if hasToWait { try pause() }
    do throws(TraceError) { return try read(&self) } catch {
      try end(because: error)
      return try read(&self)
    }
  }
}

extension OutputDescriptor {
  /// Reports the guesses about a trace.
  func report(_ warnings: [String], of path: String) {
    let name = path == TraceFile.standardInput ? "standard input" : path
    for warning in warnings { report("\(Program.name): \(name): \(warning).") }
  }
}

extension [TraceFile] {
  /// The traces that were read to the end without a fix.
  var withoutFix: [TraceFile] { filter { $0.statistics.fixes == 0 } }

  /// Reports the guesses about the traces on standard error.
  func reportGuesses() {
    for input in self { OutputDescriptor.error.report(input.warnings, of: input.name) }
  }

  /// Reports incomplete traces on standard error, and returns true if there is one.
  func complaining() -> Bool {
    let problems = compactMap { input in
      input.truncation.map { TraceError.incomplete(path: input.name, $0) }
    }
    for problem in problems { OutputDescriptor.error.report("\(Program.name): \(problem).") }
    return !problems.isEmpty
  }
}
