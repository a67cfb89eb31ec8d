/// The options of all commands that read whole traces.
enum TraceReadingOptions {
  static let date = Option<Timestamp>.reading(
    "--date", "YYYY-MM-DD", as: "a date such as 2024-05-01",
    help: "set the date of the first fix, for logs without one"
  ) { text in
    guard text.utf8.count == 10, case .instant(let day) = TimeBound(text) else { return nil }
    return day
  }

  /// Without a variable: the variable of that name belongs to another option, a file.
  static let track = Option<TraceSelection.Line>.reading(
    "--track", "N|NAME", as: "a track's number, counted from 1, or its name",
    help: "read only this track; stats lists them"
  ) { text in text.isEmpty || text == "0" ? nil : TraceSelection.Line(text) }.ofCommandLineOnly

  static let columns = Option<[String]>.reading(
    "--columns", "NAMES", as: "at most 1,000 names of columns, separated by commas",
    help: "name a table's columns: time,lat,lon,-,speed(km/h)"
  ) { text in
    let names = text.parts(at: ",").map { String($0) }
    return names.count <= 1000 ? names : nil
  }.ofCommandLineOnly

  static let mostUnpacked = Option<Int>.reading(
    "--max-unpacked", "SIZE", as: "a size such as 500MiB or 8GiB",
    help: "limit unpacked gzip files to this (default: 2GiB)", bytes)

  /// The number of bytes in a size: `8GiB`, `500m`, `4096`.
  private static func bytes(_ text: String) -> Int? {
    let digits = text.utf8.prefix { (0x30...0x39).contains($0) }
    let unit = String(text.utf8.dropFirst(digits.count)) ?? "?"
    let shifts = ["": 0, "b": 0, "k": 10, "kib": 10, "m": 20, "mib": 20, "g": 30, "gib": 30]
    guard digits.count <= 12, let number = Int(String(Substring(digits))), number > 0,
      let shift = shifts[unit.lowercased()], number <= 1 << (62 - shift)
    else { return nil }
    return number << shift
  }

  static let timeZone = Option<ClockZone>.reading(
    "--time-zone", "ZONE",
    as: "UTC, local, an offset such as +02:00, or a zone such as Europe/Stockholm",
    help: "set the zone of times without one (default: UTC)"
  ) { ClockZone(named: $0) }

  static let shift = Option<Duration>.reading(
    "--shift", "DURATION", as: DurationText.noun + ", with + or - in front",
    help: "shift all times, such as by +1h, -90s or -1d"
  ) { text in
    DurationText.duration(text, isSigned: true)
  }

  static let weekRollover = OptionSpec(
    "--week-rollover",
    help: "add 1,024 weeks to dates, for old receivers")

  /// All but the track.
  static let specs = [
    date.spec, timeZone.spec, shift.spec, columns.spec, weekRollover, mostUnpacked.spec,
  ]

  /// Returns the zone for times without one; nil if it is not given.
  static func zone(_ arguments: Arguments) throws(UsageError) -> ClockZone? {
    try arguments[timeZone]
  }

  /// Returns the options for reading a trace.
  static func options(_ arguments: Arguments) throws(UsageError) -> TraceOptions {
    var options = TraceOptions(
      date: try arguments[date], weekRollovers: arguments.has(weekRollover) ? 1 : 0,
      columns: try columns(arguments), mostUnpackedBytes: try mostUnpackedBytes(arguments))
    options.timeZone = try zone(arguments)?.rules
    options.shift = try arguments[shift] ?? .zero
    return options
  }

  /// Returns the names of a table's columns; none if the table contains them.
  static func columns(_ arguments: Arguments) throws(UsageError) -> [String] {
    guard let names = try arguments[columns] else { return [] }
    if let problem = CSVDialect.problem(withColumns: names) {
      throw UsageError("\(columns.spec.name): \(problem).")
    }
    return names
  }

  /// Returns the maximum number of bytes of an unpacked trace.
  static func mostUnpackedBytes(_ arguments: Arguments) throws(UsageError) -> Int {
    try arguments[mostUnpacked] ?? TraceOptions().mostUnpackedBytes
  }
}

/// The options of all commands that compute a track's metrics.
enum TrackFigureOptions {
  static let gap = Option<Double>.decimal(
    "--gap", "SECONDS", 0.001...1e9, of: "seconds above 0",
    help: "break the track at longer pauses (default: never)")
  static let keepOutliers = OptionSpec(
    "--keep-outliers", help: "count fixes at impossible distances, too")

  static let climbThreshold = Option<Double>.decimal(
    "--climb-threshold", "METRES", 0...1000, of: "metres",
    help: "ignore smaller changes of altitude (default: 5, or 2 for a barometer)")

  /// Returns empty statistics with the given definitions.
  static func statistics(_ arguments: Arguments) throws(UsageError) -> TrackStatistics {
    TrackStatistics(
      gapThreshold: try arguments[gap].map { .nanoseconds(Int64($0 * 1e9)) },
      climbThreshold: try arguments[climbThreshold],
      outliers: arguments.has(keepOutliers) ? nil : OutlierLimits())
  }
}

extension Option<TraceOutputFormat?> {
  /// The output format, one of `TraceOutputFormat`, or nil for a picture.
  ///
  /// - Parameters:
  ///   - usual: The default format.
  ///   - output: The option for a file whose ending sets the format if this option is missing; nil
  ///     if there is none.
  static func outputFormat(usual: TraceOutputFormat, orEndingOf output: String? = nil) -> Option {
    let picture = "svg"
    let formats =
      TraceOutputFormat.allCases.map {
        output == nil && $0 == usual ? "\($0.rawValue) (default)" : $0.rawValue
      }
      + [picture]
    let ending = output.map { " (default: by the extension of \($0), or \(usual.rawValue))" } ?? ""
    let value = OptionValue(
      placeholder: "FORMAT",
      kind: .choice(
        TraceOutputFormat.allCases.map(\.rawValue) + [picture], usual: usual.rawValue))
    let help = "write \(formats.alternatives)\(ending)"
    return Option(spec: OptionSpec("--to", value: value, help: help)) { text in
      text == picture ? .some(nil) : TraceOutputFormat(rawValue: text).map { .some($0) }
    }
  }
}
