import Formats

/// A user's answers to questions that a trace leaves open for its reader.
public struct TraceOptions: Hashable, Sendable {
  /// Any instant within the UTC day of the first fix, for sources that report times but no date.
  public var date: Timestamp?
  /// The time by which a table's clock was ahead of UTC, for times without a zone.
  public var utcOffset: Duration
  /// The number of GPS week rollovers (1,024 weeks each) to add to the receiver's dates.
  public var weekRollovers: Int
  /// The contents of a table's columns, in the words that headings use, if its own headings are
  /// wrong or missing: `["time", "lat", "lon", "ele"]`, with `-` for a column to ignore. If empty,
  /// the table's own headings count.
  public var columns: [String]
  /// The number of epochs that may wait for the first date that they then share.
  ///
  /// Live sources set 0, so that nothing waits.
  public var dateLookAhead: Int

  /// The maximum size of a compressed trace after unpacking, in bytes.
  public var mostUnpackedBytes: Int

  /// The zone of times that name none; nil for ``utcOffset``.
  package var timeZone: TimeZoneRules?
  /// The time that is added to every time of the source.
  package var shift = Duration.zero

  /// Makes options; all are left to the trace by default.
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

  /// The offset from UTC in nanoseconds: at most a day, since more would not fit.
  var utcNanoseconds: Int64 {
    max(-86_400, min(86_400, utcOffset.components.seconds)) * 1_000_000_000
  }
}
