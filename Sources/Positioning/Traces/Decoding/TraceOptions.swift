import Formats

/// A user's information about a trace that the trace itself lacks.
public struct TraceOptions: Hashable, Sendable {
  /// Any instant on the UTC day of the first fix, for sources that have times but no date.
  public var date: Timestamp?
  /// The time by which a table's clock was ahead of UTC, for times without a zone.
  public var utcOffset: Duration
  /// The number of GPS week rollovers (1,024 weeks each) to add to the receiver's dates.
  public var weekRollovers: Int
  /// The contents of a table's columns, in the words that headings use, if its own headings are
  /// wrong or missing: `["time", "lat", "lon", "ele"]`, with `-` for a column to ignore. If empty,
  /// the table's own headings are used.
  public var columns: [String]
  /// The maximum number of epochs that wait for the first date to come.
  ///
  /// Use 0 for live sources, to avoid waiting.
  public var dateLookAhead: Int

  /// The maximum size of a compressed trace after unpacking, in bytes.
  public var mostUnpackedBytes: Int

  /// The zone of times without one; nil for ``utcOffset``.
  package var timeZone: TimeZoneRules?
  /// The time to add to every time of the source.
  package var shift = Duration.zero

  /// Makes options; by default everything is left to the trace.
  public init(
    date: Timestamp? = nil, utcOffset: Duration = .zero, weekRollovers: Int = 0,
    columns: [String] = [], dateLookAhead: Int = 512, mostUnpackedBytes: Int = 2 << 30
  ) {
    (self.date, self.utcOffset, self.weekRollovers) = (date, utcOffset, weekRollovers)
    (self.columns, self.dateLookAhead) = (columns, dateLookAhead)
    self.mostUnpackedBytes = mostUnpackedBytes
  }

  /// The options for a stream that is read while it is written.
  public static let live = TraceOptions(dateLookAhead: 0)

  /// The offset from UTC in nanoseconds, limited to a day, since larger ones would not fit.
  var utcNanoseconds: Int64 {
    max(-86_400, min(86_400, utcOffset.components.seconds)) * 1_000_000_000
  }
}
