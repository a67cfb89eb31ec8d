/// Several traces as one that can be played: their tracks side by side if some of them were
/// recorded at the same time, otherwise one after another, in the order in which they begin.
///
/// Their fixes are written as JSON lines to a temporary file without a name, so that nothing is
/// left behind however the program ends.
struct JoinedTraces {
  /// The trace that can be played.
  let file: TraceFile
  /// The number of tracks that run side by side; nil if they come one after another.
  let parallelCount: Int?

  /// With more tracks, colours could not be distinguished.
  private static let mostTracks = 32

  /// Joins files.
  ///
  /// - Parameters:
  ///   - paths: Their paths.
  ///   - options: The options for reading them.
  ///   - isInTurn: True to play the tracks one after another in any case.
  init(of paths: [String], options: TraceOptions, isInTurn: Bool) throws {
    let trace = try TraceMerge(paths: paths, options: options)
    trace.inputs.reportGuesses()
    if !isInTurn, trace.inputs.overlap {
      var traces = try ParallelTraces(trace.inputs)
      let joined = try JoinedTraces.write(
        naming: { trace.inputs[$0].name },
        until: { traces.trackCount > JoinedTraces.mostTracks }, { try traces.next() })
      if let joined {
        _ = traces.inputs.complaining()
        (file, parallelCount) = (joined, max(1, traces.trackCount))
        return
      }
    }
    var traces = trace
    let joined = try JoinedTraces.write(naming: { trace.inputs[$0].name }) {
      guard var epoch = try traces.next() else { return nil }
      if epoch.kind == .track, epoch.number == 0 { epoch.number = UInt32(traces.current + 1) }
      return (epoch, traces.current)
    }
    guard let joined else { preconditionFailure("Nothing has stopped it.") }
    _ = traces.inputs.complaining()
    (file, parallelCount) = (joined, nil)
  }

  /// A track of a source.
  private struct Track: Hashable {
    var source: Int
    var number: UInt32
  }

  /// Writes epochs into a temporary file, and opens it; nil if it was stopped.
  private static func write(
    naming name: (Int) -> String, until isStopped: () -> Bool = { false },
    _ next: () throws -> (epoch: TraceEpoch, source: Int)?
  ) throws -> TraceFile? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/replay-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    guard file >= 0 else { throw TraceError.unreadable(path: path, reason: SystemError().reason) }
    defer {
      close(file)
      unlink(path)
    }
    var encoder = JSONLinesEncoder()
    var bytes: [UInt8] = []
    var named: Set<Track> = []
    func write() throws {
      let output = OutputDescriptor(number: file)
      if let code = output.write(bytes) {
        throw TraceError.unreadable(path: path, reason: SystemError(code).reason)
      }
      bytes.removeAll(keepingCapacity: true)
    }
    while let found = try next() {
      guard !isStopped() else { return nil }
      var epoch = found.epoch
      if epoch.kind == .track, epoch.location != nil,
        named.insert(Track(source: found.source, number: epoch.number)).inserted
      {
        JoinedTraces.name(&epoch, after: name(found.source))
      }
      encoder.write(epoch, to: &bytes)
      if bytes.count >= 1 << 16 { try write() }
    }
    try write()
    return try TraceFile(path: path)
  }

  /// A track without a name is named after its file.
  private static func name(_ epoch: inout TraceEpoch, after path: String) {
    guard epoch.label?.line?.name == nil else { return }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let label = epoch.label
    epoch.label = TraceLabel(
      name: label?.name, details: label?.details, symbol: label?.symbol,
      line: TraceLabel(name: file))
  }
}
