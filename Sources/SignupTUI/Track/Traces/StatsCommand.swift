/// `stats`: the metrics of traces.
struct StatsCommand: Command {
  /// The traces; `-` is standard input.
  var files: [String]
  /// True if the metrics are written as JSON.
  var isJSON = false
  /// True if no progress is shown.
  var isQuiet = false
  /// The options for reading the traces.
  var options = TraceOptions()
  /// The requested track; nil for all.
  var line: TraceSelection.Line?
  /// The part to measure.
  var part = TraceFilter()
  /// Empty statistics, with the definitions of a gap, an outlier and a climb.
  var track = TrackStatistics()
  /// The maximum heart rate in beats per minute, for its zones.
  var maximumHeartRate: Double?

  /// The length of the parts of tracks; nil for no parts.
  var splits: SplitLength?

  private static let splits = Option<SplitLength>.reading(
    "--splits", "LENGTH", as: "a length of at least 10 m, such as 1km or 1mi, or laps",
    help: "add a table of splits, such as 1km, or of laps"
  ) { text in
    if text.lowercased() == "laps" { return .laps }
    guard let metres = LengthText.metres(text), (10...1e7).contains(metres) else { return nil }
    return .metres(metres)
  }
  private static let maximumHeart = Option<Double>.decimal(
    "--max-hr", "BPM", 60...250, of: "beats per minute, 60 to 250",
    help: "add the time in heart rate zones, for this maximum")
  private static let json = OptionSpec("--json", help: "print one JSON object")
  private static let quiet = OptionSpec.quiet("print no progress")

  static let name = "stats"

  static let specification = CommandSpec(
    name: name, summary: "print a track's distance, times, speeds and errors",
    purpose: "Print a track's distance, times, speeds, climb, gaps and errors.",
    operands: [.traces], synopsis: [.operand(.traces), .optional(json)],
    usages: [
      [.operand(.traces), .optional(json)] + TraceReadingOptions.specs.optional,
      [
        .operand(.traces), .optional(TraceReadingOptions.track.spec), .optional(splits.spec),
        .optional(TraceFilterOptions.after.spec), .optional(TraceFilterOptions.before.spec),
        .optional(TrackFigureOptions.gap.spec),
        .optional(TrackFigureOptions.keepOutliers),
        .optional(TrackFigureOptions.climbThreshold.spec), .optional(maximumHeart.spec),
        .optional(quiet),
      ],
    ],
    options: [
      json, TraceReadingOptions.track.spec, TraceFilterOptions.after.spec,
      TraceFilterOptions.before.spec, TrackFigureOptions.gap.spec,
      TrackFigureOptions.keepOutliers, TrackFigureOptions.climbThreshold.spec, maximumHeart.spec,
      splits.spec,
    ] + TraceReadingOptions.specs + [quiet],
    examples: [
      "stats ride.fit --splits 1km": "print totals and kilometres",
      "stats ride.fit --json": "print them for a program",
    ])
}

extension StatsCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    files = try arguments.traces
    isJSON = arguments.has(Self.json)
    isQuiet = arguments.has(Self.quiet)
    options = try TraceReadingOptions.options(arguments)
    line = try arguments[TraceReadingOptions.track]
    part = try TraceFilterOptions.part(arguments)
    track = try TrackFigureOptions.statistics(arguments)
    splits = try arguments[Self.splits]
    maximumHeartRate = try arguments[Self.maximumHeart]
  }

  @MainActor func run() throws -> ExitStatus {
    var trace = try TraceMerge(paths: files, options: options, track: line)
    // The metrics include the guesses about a table.
    trace.inputs.filter { $0.dialect == nil }.reportGuesses()
    var summary = TraceSummary(track: track, maximumHeartRate: maximumHeartRate)
    var parts = splits.map { TraceSplits(length: $0.metres, track: track) }
    try sum(&trace, into: &summary, &parts)
    try trace.checkSelection()
    summary.readings = trace.inputs.map {
      TraceSummary.Reading(
        name: $0.name, format: $0.format, statistics: $0.statistics, dialect: $0.dialect,
        truncation: $0.truncation)
    }
    let code =
      isJSON
      ? OutputDescriptor.output.write(
        json: SummaryJSON.text(of: summary, splits: parts?.all) + "\n")
      : OutputDescriptor.output.report(
        ([SummaryText.text(of: summary)]
          + (parts.map { TrackTable.lines(of: $0.all, areLaps: splits == .laps) } ?? []))
          .joined(separator: "\n"))
    if let code { throw OutputFailure(code: code) }
    let isIncomplete = trace.inputs.complaining()
    let withoutFix = isQuiet ? [] : trace.inputs.withoutFix
    for input in withoutFix {
      OutputDescriptor.error.report("\(Program.name): \(input.name): it has no fixes.")
    }
    return isIncomplete || !withoutFix.isEmpty ? .failure : .success
  }

  /// Reads all inputs to their ends.
  @MainActor private func sum(
    _ trace: inout TraceMerge, into summary: inout TraceSummary, _ splits: inout TraceSplits?
  ) throws {
    var progress = ProgressLine.live(isQuiet: isQuiet, competes: false)
    defer { progress.end() }
    var nextUpdate = 0
    let isWhole = part == TraceFilter()
    var filter = part.makeRun()
    while let run = try trace.nextRun() {
      let source = trace.current
      if isWhole {
        summary.add(run, of: source)
        if splits != nil {
          for epoch in run { splits?.add(epoch, of: source) }
        }
      } else {
        for epoch in run {
          filter.add(epoch) {
            summary.add($0, of: source)
            splits?.add($0, of: source)
          }
        }
      }
      if summary.epochCount >= nextUpdate {
        progress.update(trace.progress, fixes: summary.fixCount)
        nextUpdate = summary.epochCount + 1024
      }
    }
  }
}

/// The length of the parts of a track.
enum SplitLength: Equatable, Sendable {
  /// Parts of this many metres.
  case metres(Double)
  /// The laps that the source has.
  case laps

  /// The length of a part; nil for laps.
  var metres: Double? {
    switch self {
    case .metres(let metres): metres
    case .laps: nil
    }
  }
}
