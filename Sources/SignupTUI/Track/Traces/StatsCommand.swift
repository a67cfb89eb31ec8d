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
  /// The track that is wanted; nil for all.
  var line: TraceSelection.Line?
  /// The part that is measured.
  var part = TraceFilter()
  /// Empty statistics, with the definitions of a gap, an outlier and a climb.
  var track = TrackStatistics()
  /// The greatest heart rate, beats a minute, for its zones.
  var maximumHeartRate: Double?

  /// The length of the parts of tracks; nil for no parts.
  var splits: SplitLength?

  private static let splits = Option<SplitLength>.reading(
    "--splits", "LENGTH", as: "a length from 10 m on, such as 1km or 1mi, or laps",
    help: "also a table of the track's parts: of 1km, 1mi, 500m each, or its laps"
  ) { text in
    if text.lowercased() == "laps" { return .laps }
    guard let metres = LengthText.metres(text), (10...1e7).contains(metres) else { return nil }
    return .metres(metres)
  }
  private static let maximumHeart = Option<Double>.decimal(
    "--max-hr", "BPM", 60...250, of: "beats a minute, 60 to 250",
    help: "the greatest heart rate, for the time in each of five zones from 50 % of it on")
  private static let json = OptionSpec("--json", help: "write it as one JSON object")
  private static let quiet = OptionSpec.quiet("show no progress")

  static let name = "stats"

  static let specification = CommandSpec(
    name: name, summary: "report a trace's way, times, speeds, damage",
    purpose: "Report a trace's fixes, way, times, speeds, heights, gaps and damage.",
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
    notes: [
      "A FILE of - is standard input; one packed with gzip is unpacked. Tracks, also those of several "
        + "files, stand side by side: way, time and climb are sums of theirs. Routes and "
        + "waypoints are counted; where there are only routes, the figures are theirs. In JSON units are metres, seconds, metres per second and degrees, and what is not "
        + "known is left out.",
      "Where the end of a trace is missing, that is said on standard error as well, and the exit "
        + "status is 1; in JSON its source has \"complete\": false and a reason.",
      "Every step from fix to fix counts, however long it lasted; what does not is said: the way "
        + "between segments, to where a track goes on that nothing could have reached, and across "
        + "pauses longer than --gap. Mean and fastest speed are those that were recorded, else "
        + "those from fix to fix, which is said. "
        + "Where it moves slower than 0.5 m/s it stands. Heights count as climbed when they have risen "
        + "by 5 m since they were counted last. An outlier is a fix that only something faster "
        + "than 350 m/s, or accelerated by more than 30 m/s², could have got to; where more than a "
        + "fifth are outliers, the rule is wrong: they count, and that is said.",
      "Heart rate, cadence, power and temperature are averaged over time, cadence while there is "
        + "any; intervals of more than a minute count for nothing.",
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
      OutputDescriptor.error.report("\(Program.name): \(input.name): there is no fix in it.")
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
  /// Parts of so many metres.
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
