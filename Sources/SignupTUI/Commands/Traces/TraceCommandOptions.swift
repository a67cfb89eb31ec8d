import CommandLineKit
import Formats
import Positioning

/// The options of all commands that read whole traces.
enum TraceReadingOptions {
  static let date = Option<Timestamp>.reading(
    "--date", "YYYY-MM-DD", as: "a day such as 2024-05-01",
    help: "the day of the first fix, for a log that says times but no date"
  ) { text in
    guard text.utf8.count == 10, case .instant(let day) = TimeBound(text) else { return nil }
    return day
  }

  /// Without a variable: that of its name is another option's, a file.
  static let track = Option<TraceSelection.Line>.reading(
    "--track", "N|NAME", as: "a track's number from 1 on, or its name",
    help: "this track alone, by its number or its name (stats lists them)"
  ) { text in
    text.isEmpty || text == "0" ? nil : TraceSelection.Line(text)
  }.ofCommandLineOnly

  static let columns = Option<[String]>.reading(
    "--columns", "NAMES",
    as: "names of columns with commas between, among them lat and lon: time,lat,lon,ele,- "
      + "(- for what is not wanted)",
    help: "what the columns of a table hold, such as time,lat,lon,ele,-,speed(km/h), where it says "
      + "that wrongly or not at all; - for what is not wanted"
  ) { text in
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    return names.count <= 1000 && CSVDialect.canRead(columns: names) ? names : nil
  }.ofCommandLineOnly

  static let weekRollover = OptionSpec(
    "--week-rollover",
    help: "add 1,024 weeks to the dates of a receiver that has lost count of them")

  /// All but the track.
  static let specs = [date.spec, columns.spec, weekRollover]

  /// Returns the options for reading a trace.
  static func options(_ arguments: Arguments) throws(UsageError) -> TraceOptions {
    TraceOptions(
      date: try arguments[date], weekRollovers: arguments.has(weekRollover) ? 1 : 0,
      columns: try arguments[columns] ?? [])
  }
}

/// The options of all commands that compute a track's figures.
enum TrackFigureOptions {
  static let gap = Option<Double>.decimal(
    "--gap", "SECONDS", 0.001...1e9, of: "seconds above 0",
    help: "the pause that breaks the track (default: none does)")
  static let keepOutliers = OptionSpec(
    "--keep-outliers", help: "count fixes that nothing could have got to, too")

  /// Returns empty statistics with the given definitions.
  static func statistics(_ arguments: Arguments) throws(UsageError) -> TrackStatistics {
    TrackStatistics(
      gapThreshold: try arguments[gap].map { .nanoseconds(Int64($0 * 1e9)) },
      outliers: arguments.has(keepOutliers) ? nil : OutlierLimits())
  }
}

extension Option<TraceOutputFormat> {
  /// The format that is written, of those of `TraceOutputFormat`.
  ///
  /// - Parameter usual: The format without this option.
  static func outputFormat(usual: TraceOutputFormat) -> Option {
    let formats = Value.allCases.map { format in
      let remarks = [format == usual ? "default" : nil, format.remark].compactMap(\.self)
      return remarks.isEmpty
        ? format.rawValue : "\(format.rawValue) (\(remarks.joined(separator: ", ")))"
    }
    return .anyCase(
      "--to", "FORMAT", usual: usual,
      help: "the format that is written: \(formats.alternatives)")
  }
}
