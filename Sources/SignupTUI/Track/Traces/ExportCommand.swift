/// `export`: the fixes of traces in another format.
struct ExportCommand: Command {
  /// The traces; `-` is standard input.
  var files: [String]
  /// The output format.
  var format = TraceOutputFormat.csv
  /// True if a picture is drawn instead.
  var isPicture = false
  /// The path of the output; nil for standard output.
  var output: String?
  /// The filter of the fixes.
  var filter = TraceFilter()
  /// The requested track; nil for everything.
  var line: TraceSelection.Line?
  /// The options for reading the traces.
  var options = TraceOptions()
  /// Where to split the output into files; nil for one file.
  var cut: TraceCut?
  /// True if all tracks are joined into one.
  var isJoined = false
  /// The clock whose midnights separate days.
  var zone = ClockZone.utc
  /// True if omissions are not reported, and no progress is shown.
  var isQuiet = false

  private static let to = Option.outputFormat(usual: .csv, orEndingOf: "--output")
  private static let outputFile = Option.file(
    "--output", help: "write this file instead of standard output")
  private static let output = OptionSpec(
    "--output", short: "-o", value: outputFile.spec.value, help: outputFile.spec.help
  ).ofCommandLineOnly
  private static let quiet = OptionSpec.quiet(
    "print no progress and no counts of damaged lines")

  static let name = "export"

  static let specification = CommandSpec(
    name: name, summary: "convert GPS logs to CSV, GPX, KML, NMEA or JSON",
    purpose: "Convert GPS logs to another format.",
    operands: [.traces], synopsis: [.operand(.traces), .optional(to.spec)],
    usages: [
      [.operand(.traces), .optional(to.spec), .optional(output), .optional(quiet)],
      [.operand(.traces), .required(output), .optional(to.spec)]
        + TracePartOptions.specs.map { .optional($0) },
      [
        .operand(.traces), .optional(TraceReadingOptions.track.spec),
      ]
        + (TraceReadingOptions.specs + TraceFilterOptions.specs).map(
          CommandSpec.UsagePart.optional),
    ],
    options: [
      to.spec, output, quiet, TraceReadingOptions.track.spec,
    ] + TracePartOptions.specs + TraceReadingOptions.specs + TraceFilterOptions.specs,
    examples: [
      "export ride.fit -o ride.gpx": "convert a ride to GPX",
      "export *.nmea --join --to kml > all.kml": "join several logs",
    ])
}

extension CommandSpec.Operand {
  /// Traces, one or more.
  static let traces = CommandSpec.Operand(
    placeholder: "FILE", noun: "file", kind: .file, repeats: true)
}

extension ExportCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    files = try arguments.traces
    output = try arguments[Self.outputFile]
    if let choice = try arguments[Self.to] ?? output.flatMap(Self.format(ofFile:)) {
      format = choice ?? format
      isPicture = choice == nil
    }
    cut = try arguments[TracePartOptions.split]
    isJoined = arguments.has(TracePartOptions.join)
    zone = try TraceReadingOptions.zone(arguments) ?? .utc
    if cut != nil, output?.hasBytes(of: TracePartOptions.placeholder) != true {
      throw UsageError(
        "--split writes several files: give --output a name with {n} in it, such as part-{n}.gpx.")
    }
    filter = try TraceFilterOptions.filter(arguments)
    line = try arguments[TraceReadingOptions.track]
    options = try TraceReadingOptions.options(arguments)
    isQuiet = arguments.has(Self.quiet)
  }

  /// The format for a file name's ending, inner nil for a picture; outer nil for other names.
  private static func format(ofFile name: String) -> TraceOutputFormat?? {
    let parts = name.parts(at: ".")
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    return to.read(ending)
  }

  @MainActor func run() throws -> ExitStatus {
    var trace = try TraceMerge(paths: files, options: options, track: line)
    if !isQuiet { trace.inputs.reportGuesses() }
    var target = try TraceOutput(
      path: output, inputs: files, isSplit: cut != nil)
    var omitted: [TraceOmission: Int] = [:]
    let count = try convert(&trace, into: &target, &omitted)
    try trace.checkSelection()
    try target.finish()
    if !isQuiet {
      report(trace.inputs, written: count)
      report(omitted)
    }
    let isIncomplete = trace.inputs.complaining()
    return isIncomplete || !isQuiet && !trace.inputs.withoutFix.isEmpty ? .failure : .success
  }

  /// Returns an encoder that has written nothing yet.
  @MainActor private func makeEncoder(sayingKinds: Bool) -> any TraceEncoder {
    isPicture
      ? TracePicture(
        name: files.count == 1
          ? files[0].parts(at: "/").last.map(String.init) ?? "" : "\(files.count) traces")
      : format.makeEncoder(sayingKinds: sayingKinds)
  }

  /// Writes all requested fixes, and returns their number.
  @MainActor private func convert(
    _ trace: inout TraceMerge, into target: inout TraceOutput, _ omitted: inout [TraceOmission: Int]
  ) throws -> Int {
    let saysKinds = trace.inputs.contains(where: \.saysKinds)
    let omissions = isPicture ? [] : format.omissions(sayingKinds: saysKinds)
    let zone = zone
    var points = PointWriter(
      joiner: isJoined ? TraceJoiner() : nil,
      splitter: cut.map { TraceSplitter($0) { zone.local($0) } },
      encoder: makeEncoder(sayingKinds: saysKinds))
    let isSplit = points.splitter != nil
    var progress = ProgressLine.live(isQuiet: isQuiet, competes: output == nil)
    defer { progress.end() }
    var read = 0
    points.encoder.begin(&target.bytes)

    /// Writes the points of some kinds; nil for all.
    func write(
      _ wanted: (TraceKind) -> Bool, of trace: inout TraceMerge,
      _ target: inout TraceOutput, _ omitted: inout [TraceOmission: Int]
    ) throws -> Set<TraceKind> {
      var run = filter.makeRun()
      var kinds: Set<TraceKind> = []
      // The user sees the output so far while a pipe has no more, but not a header alone: there may
      // be no position, which is an error without any output.
      while let epochs = try trace.nextRun(beforeWaiting: { if read > 0 { try target.flush() } }) {
        for epoch in epochs {
          read += 1
          if read & 0x3FF == 0 { progress.update(trace.progress, fixes: points.count) }
          if epoch.kind != .track { kinds.insert(epoch.kind) }
          guard wanted(epoch.kind) else { continue }
          run.add(epoch) { points.write($0, to: &target) }
          if epoch.label != nil || epoch.kind != .track || !epoch.sensors.isEmpty {
            for omission in omissions where omission.isPart(of: epoch) {
              omitted[omission, default: 0] += 1
            }
          }
          try target.relieve()
        }
      }
      run.finish { points.write($0, to: &target) }
      return kinds
    }

    var written: Set<TraceKind> = []
    // Parts are written in one pass: their waypoints stay where they were read.
    if !isSplit, !isPicture, saysKinds {
      for kind in format.leadingKinds {
        guard var unread = trace.again else { break }
        let kinds = try write({ $0 == kind }, of: &unread, &target, &omitted)
        written.insert(kind)
        if !kinds.contains(.route) { break }
      }
    }
    _ = try write({ !written.contains($0) }, of: &trace, &target, &omitted)
    points.encoder.end(&target.bytes)
    return points.count
  }

  /// Reports data that the format cannot store. For a table, columns are missing only if the data
  /// is not known beforehand.
  private func report(_ omitted: [TraceOmission: Int]) {
    let parts = TraceOmission.allCases.compactMap { omission in
      omitted[omission].map { omission.text($0) }
    }
    guard !parts.isEmpty else { return }
    let list = parts.joined(separator: ", ")
    OutputDescriptor.error.report(
      format == .csv
        ? "SignupTUI: csv of NMEA 0183 from a pipe has no columns for \(list); "
          + "export from a file, or to gpx."
        : "SignupTUI: \(format.rawValue) cannot contain \(list); gpx and csv can.")
  }

  /// Reports possible surprises: no fix, none that passed the filter, errors.
  private func report(_ inputs: [TraceFile], written: Int) {
    var fixes = 0
    for input in inputs {
      let statistics = input.statistics
      fixes += statistics.fixes
      if statistics.fixes == 0 {
        let rest =
          inputs.count > 1 || format != .csv || isPicture ? "" : ", so only the header was written"
        OutputDescriptor.error.report("SignupTUI: \(input.name): it has no fixes\(rest).")
      }
      if let doubtful = statistics.text(of: [.ambiguousNumber, .unknownUnit]) {
        OutputDescriptor.error.report("SignupTUI: \(input.name): skipped: \(doubtful).")
      }
      let skipped = statistics.skipped
      guard skipped > 0 else { continue }
      let lines =
        skipped == 1 ? "1 damaged or unknown line was" : "\(skipped) damaged or unknown lines were"
      OutputDescriptor.error.report("SignupTUI: \(input.name): \(lines) skipped.")
    }
    if fixes > 0, written == 0 {
      OutputDescriptor.error.report("SignupTUI: none of the \(fixes) fixes passed the filters.")
    }
  }
}

extension TraceOmission {
  /// A count with its noun: `2 symbols`.
  fileprivate func text(_ count: Int) -> String {
    switch self {
    case .route: FigureText.count(count, "route point")
    case .trackName: FigureText.count(count, "track name")
    case .description: FigureText.count(count, "description")
    case .symbol: FigureText.count(count, "symbol")
    case .waypoint: FigureText.count(count, "waypoint")
    case .sensors:
      FigureText.count(
        count, "point's heart rate, cadence, power or temperature",
        "points' heart rates, cadences, powers or temperatures")
    }
  }
}

/// Writes points one after the other, joined and split as requested.
private struct PointWriter {
  var joiner: TraceJoiner?
  var splitter: TraceSplitter?
  var encoder: any TraceEncoder
  /// The encoder of each part, before it has written anything.
  private let fresh: any TraceEncoder
  /// The number of fixes that were written.
  private(set) var count = 0

  init(joiner: TraceJoiner?, splitter: TraceSplitter?, encoder: any TraceEncoder) {
    (self.joiner, self.splitter, self.encoder, fresh) = (joiner, splitter, encoder, encoder)
  }

  mutating func write(_ epoch: TraceEpoch, to target: inout TraceOutput) {
    count += epoch.location == nil ? 0 : 1
    guard joiner != nil || splitter != nil else {
      return encoder.write(epoch, to: &target.bytes)
    }
    var epoch = epoch
    joiner?.join(&epoch)
    if splitter?.startsPart(&epoch) == true {
      encoder.end(&target.bytes)
      target.cut()
      encoder = fresh
      encoder.begin(&target.bytes)
    }
    encoder.write(epoch, to: &target.bytes)
  }
}
