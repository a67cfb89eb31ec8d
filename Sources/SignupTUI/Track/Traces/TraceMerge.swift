/// Several traces side by side: one after another, the one that begins first before the others, and
/// those without dates before all.
///
/// Each keeps its own order, and its tracks and routes are its own: they are numbered through, and
/// nothing leads from one trace to the next, be it that they overlap in time.
struct TraceMerge {
  /// The traces, in the order in which they are read.
  private(set) var inputs: [TraceFile]
  /// The trace that is being read.
  private(set) var current = 0
  /// The part that is wanted; nil for all.
  private var selection: TraceSelection?
  /// The tracks to choose from; known if there are some.
  private(set) var contents = TraceContents()
  /// True once something of what is wanted was there.
  private(set) var hasFound = false
  /// The numbers of the latest track and route, and those before the present trace.
  private var numbers = Numbers()
  private var earlier = Numbers()

  private struct Numbers {
    var track: UInt32 = 0
    var route: UInt32 = 0
  }

  /// Puts unread traces side by side.
  ///
  /// - Parameters:
  ///   - inputs: The traces.
  ///   - selection: The part that is wanted; nil for all.
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

  /// Returns the next epoch that is wanted; nil if all have ended.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
  mutating func next(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    // One trace, all of it, is the usual case, and its epochs are handed on as they are.
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

  /// Goes on to the next trace; returns false if all have ended.
  private mutating func goOn() -> Bool {
    guard current + 1 < inputs.count else { return false }
    current += 1
    earlier = numbers
    return true
  }

  /// Numbers an epoch through, and returns true if it is wanted.
  private mutating func take(_ epoch: inout TraceEpoch) -> Bool {
    if inputs.count > 1 { numberThrough(&epoch) }
    guard selection != nil else { return true }
    contents.add(epoch)
    guard selection?.includes(epoch) == true else { return false }
    hasFound = true
    return true
  }

  /// The same traces, to be read from their beginnings by themselves; nil if one is a pipe, if only
  /// one track is wanted, and after the first epoch.
  var again: TraceMerge? {
    guard selection == nil else { return nil }
    var merge = self
    merge.inputs = inputs.compactMap(\.again)
    return merge.inputs.count == inputs.count ? merge : nil
  }

  /// Returns the epochs that are wanted next, all of one trace; nil if all have ended.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come through a pipe.
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

  /// Throws if nothing of what was wanted was there; says what there is.
  func checkSelection() throws {
    guard let line = selection?.line, !hasFound else { return }
    throw MissingTrack(line: line, tracks: contents.tracks)
  }

  /// The part that has been read, 0…1; nil if the total is not known.
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
  /// If there is only one, a pipe is read as it comes, unless a gzip file comes through it. One of
  /// several is read to its end first: its writer may write the others, too, one after another.
  ///
  /// - Parameters:
  ///   - paths: Their paths; `-` is standard input.
  ///   - options: The options for reading them.
  ///   - track: The track that is wanted; nil for all that is there.
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

/// A track that was asked for is not there.
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
