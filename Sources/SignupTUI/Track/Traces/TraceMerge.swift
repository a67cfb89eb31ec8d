/// Several traces one after another: those without dates first, then the others in the order in
/// which they begin.
///
/// Each trace keeps its own order, and its tracks and routes stay separate: they are numbered
/// consecutively, and nothing connects one trace to the next, even if they overlap in time.
struct TraceMerge {
  /// The traces, in reading order.
  private(set) var inputs: [TraceFile]
  /// The trace being read.
  private(set) var current = 0
  /// The requested part; nil for everything.
  private var selection: TraceSelection?
  /// The tracks to choose from, if known.
  private(set) var contents = TraceContents()
  /// True once something in the requested part was found.
  private(set) var hasFound = false
  /// The numbers of the latest track and route, and those before the current trace.
  private var numbers = Numbers()
  private var earlier = Numbers()

  private struct Numbers {
    var track: UInt32 = 0
    var route: UInt32 = 0
  }

  /// Combines unread traces.
  ///
  /// - Parameters:
  ///   - inputs: The traces.
  ///   - selection: The requested part; nil for everything.
  init(_ inputs: [TraceFile], selection: TraceSelection? = nil) {
    self.selection = selection
    guard inputs.count > 1 else {
      self.inputs = inputs
      return
    }
    let none = Timestamp(nanosecondsSince1970: .min)
    let starts = inputs.map { $0.start ?? none }
    self.inputs = inputs.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }.map { inputs[$0] }
  }

  /// Returns the next requested epoch; nil if all traces have ended.
  ///
  /// - Parameter pause: Called before each wait for more data from a pipe.
  mutating func next(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    // A single whole trace is the usual case; its epochs are returned unchanged.
    if inputs.count == 1, selection == nil { return try inputs[0].next(beforeWaiting: pause) }
    while current < inputs.count {
      if var epoch = try inputs[current].next(beforeWaiting: pause) {
        if take(&epoch) { return epoch }
      } else if !goOn() {
        return nil
      }
    }
    return nil
  }

  /// Continues with the next trace; returns false if all have ended.
  private mutating func goOn() -> Bool {
    guard current + 1 < inputs.count else { return false }
    current += 1
    earlier = numbers
    return true
  }

  /// Numbers an epoch consecutively, and returns true if it is requested.
  private mutating func take(_ epoch: inout TraceEpoch) -> Bool {
    if inputs.count > 1 { numberThrough(&epoch) }
    guard selection != nil else { return true }
    contents.add(epoch)
    guard selection?.includes(epoch) == true else { return false }
    hasFound = true
    return true
  }

  /// The same traces, to be read independently from the start; nil if one is a pipe, if only one
  /// track is requested, and after the first epoch.
  var again: TraceMerge? {
    guard selection == nil else { return nil }
    var merge = self
    merge.inputs = inputs.compactMap(\.again)
    return merge.inputs.count == inputs.count ? merge : nil
  }

  /// Returns the next requested epochs, all from one trace; nil if all traces have ended.
  ///
  /// - Parameter pause: Called before each wait for more data from a pipe.
  mutating func nextRun(
    beforeWaiting pause: () throws -> Void = {}
  ) throws -> ArraySlice<TraceEpoch>? {
    if inputs.count == 1, selection == nil { return try inputs[0].nextRun(beforeWaiting: pause) }
    while current < inputs.count {
      guard let run = try inputs[current].nextRun(beforeWaiting: pause) else {
        if goOn() { continue }
        return nil
      }
      var wanted: [TraceEpoch] = []
      for epoch in run {
        var epoch = epoch
        if take(&epoch) { wanted.append(epoch) }
      }
      if !wanted.isEmpty { return wanted[...] }
    }
    return nil
  }

  private mutating func numberThrough(_ epoch: inout TraceEpoch) {
    switch epoch.kind {
    case .track:
      epoch.number = earlier.track + max(1, epoch.number)
      if numbers.track != epoch.number { epoch.startsSegment = true }
      numbers.track = epoch.number
    case .route:
      epoch.number = earlier.route + max(1, epoch.number)
      numbers.route = epoch.number
    case .waypoint: break
    }
  }

  /// Throws if nothing in the requested part was found; the error lists what exists.
  func checkSelection() throws {
    guard let line = selection?.line, !hasFound else { return }
    throw MissingTrack(line: line, tracks: contents.tracks)
  }

  /// The fraction that has been read, 0…1; nil if the total is unknown.
  var progress: Double? {
    var (read, total) = (0, 0)
    for input in inputs {
      if input.isPipe { return nil }
      read += input.position
      total += input.size
    }
    return total > 0 ? Double(read) / Double(total) : 0
  }
}

extension TraceMerge {
  /// Opens traces.
  ///
  /// If there is only one, a pipe is read as it arrives, unless it contains a gzip file. If there
  /// are several, each pipe is read to its end first: its writer may write the others, too, one
  /// after another.
  ///
  /// - Parameters:
  ///   - paths: Their paths; `-` is standard input.
  ///   - options: The options for reading them.
  ///   - track: The requested track; nil for everything.
  init(paths: [String], options: TraceOptions, track: TraceSelection.Line? = nil) throws(TraceError)
  {
    var inputs: [TraceFile] = []
    for path in paths {
      inputs.append(
        paths.count == 1
          ? try TraceFile(readingOnce: path, options: options)
          : try TraceFile(path: path, options: options))
    }
    self.init(inputs, selection: track.map { TraceSelection(line: $0) })
  }
}

/// A requested track is missing.
struct MissingTrack: Error, CustomStringConvertible {
  var line: TraceSelection.Line
  var tracks: [TraceContents.Line]

  var description: String {
    let name =
      switch line {
      case .number(let number): "\(number)"
      case .name(let name): "“\(name)”"
      }
    guard !tracks.isEmpty else { return "There is no track \(name); the file has no tracks." }
    let all = tracks.prefix(20).map { track in
      "\(track.number)" + (track.label?.name.map { " “\($0)”" } ?? "")
    }
    let rest = tracks.count > 20 ? " …" : ""
    return "There is no track \(name). Its tracks are \(all.joined(separator: ", "))\(rest)."
  }
}

extension Arguments {
  /// The paths of traces among the operands, with standard input at most once.
  var traces: [String] {
    get throws(UsageError) {
      guard operands.count(where: { $0 == TraceFile.standardInput }) > 1 else { return operands }
      throw UsageError("Standard input can be read once; leave out one -.")
    }
  }
}
