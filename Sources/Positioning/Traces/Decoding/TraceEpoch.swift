/// Everything a receiver reported about one epoch.
///
/// The values of an epoch come from the sentences (or cells) of that epoch alone: nothing is
/// carried over from an earlier one, except the date if the format leaves it out.
public struct TraceEpoch: Hashable, Sendable {
  /// The receiver's position; nil if it had no fix.
  ///
  /// Readers treat 0, 0 as no position, as receivers and loggers do, except in a waypoint.
  public var location: Location? {
    @inline(__always) get { hasFix ? fix : nil }
    set {
      hasFix = newValue != nil
      fix = newValue ?? .nowhere
    }
  }
  /// The epoch in UTC; nil if the source has no date. The same as `location?.timestamp`.
  public var timestamp: Timestamp?
  /// The time of day in UTC or, if a table counts from zero, the time since its start.
  public var timeOfDay: Duration? {
    get { nanosecondsOfDay.map { .nanoseconds($0) } }
    set { nanosecondsOfDay = newValue?.nanoseconds }
  }
  /// Measurements besides the position; available even without a fix.
  public var sensors: Sensors
  /// The satellites in view, each once, in the receiver's order.
  ///
  /// Empty if this epoch reports none: many receivers report them only every fifth epoch, so a view
  /// should keep the last ones.
  public var satellites: [Satellite]
  /// The offset in the source after this epoch's last sentence or row.
  public var endOffset: Int
  /// The number of the line, from 1, in which the epoch's first sentence or row begins; nil if the
  /// source has no lines.
  public var line: Int?
  /// True if the source reports that the step from the previous epoch is not part of the track: a
  /// new segment of a GPX track, a route or a waypoint.
  public var startsSegment: Bool
  /// True if the source reports that a lap begins here, in FIT or TCX.
  public var startsLap: Bool
  /// The kind of line that it belongs to: a track, unless the source declares another kind.
  public var kind: TraceKind
  /// The number of its track or route in the source, from 1; 0 for a waypoint, or if the source has
  /// only one line.
  public var number: UInt32
  /// The source's name for this point, or for the line that begins with it; usually nil.
  public var label: TraceLabel?

  /// The location, or a fixed one. It is separate from the flag: a part of it can then be read
  /// without a copy of the whole.
  private(set) var fix: Location
  /// True if there is a location.
  private(set) var hasFix: Bool
  /// True if its time has no zone, and was read as UTC.
  var hasLocalTime = false
  /// True if the source reports that its heights come from a barometer.
  package var hasBarometer = false
  /// The time of day, nanoseconds.
  var nanosecondsOfDay: Int64?

  /// Makes an epoch.
  public init(
    location: Location?, timestamp: Timestamp? = nil, timeOfDay: Duration? = nil,
    satellites: [Satellite] = [], endOffset: Int = 0, line: Int? = nil, startsSegment: Bool = false,
    startsLap: Bool = false, kind: TraceKind = .track, number: UInt32 = 0, label: TraceLabel? = nil,
    sensors: Sensors = Sensors()
  ) {
    self.init(
      location: location, timestamp: timestamp, nanosecondsOfDay: timeOfDay?.nanoseconds,
      satellites: satellites, endOffset: endOffset, line: line, startsSegment: startsSegment,
      startsLap: startsLap, kind: kind, number: number, label: label, sensors: sensors)
    hasFix = location != nil
  }

  /// Makes an epoch that was read, with the time of day in nanoseconds. The coordinate 0, 0 counts
  /// as missing, except in a waypoint.
  @inline(__always) init(
    location: Location?, timestamp: Timestamp? = nil, nanosecondsOfDay: Int64?,
    satellites: [Satellite] = [], endOffset: Int = 0, line: Int? = nil, startsSegment: Bool = false,
    startsLap: Bool = false, kind: TraceKind = .track, number: UInt32 = 0, label: TraceLabel? = nil,
    sensors: Sensors = Sensors()
  ) {
    fix = location ?? .nowhere
    hasFix = location != nil && (kind == .waypoint || !fix.coordinate.isNullIsland)
    (self.timestamp, self.nanosecondsOfDay) = (timestamp, nanosecondsOfDay)
    (self.satellites, self.endOffset, self.line) = (satellites, endOffset, line)
    (self.startsSegment, self.startsLap, self.kind) = (startsSegment, startsLap, kind)
    (self.number, self.label, self.sensors) = (number, label, sensors)
  }

  /// The time of the epoch.
  @inline(__always) var time: EpochTime {
    EpochTime(instant: timestamp?.nanosecondsSince1970, ofDay: nanosecondsOfDay)
  }

  /// Sets the time of the epoch and of its location.
  mutating func date(_ timestamp: Timestamp) {
    self.timestamp = timestamp
    if hasFix { fix.timestamp = timestamp }
  }

  /// Returns true if another epoch of the same source is of the same kind, and of the same track or
  /// route unless a number is unknown.
  package func isOfSameLine(as other: TraceEpoch) -> Bool {
    kind == other.kind && (number == other.number || number == 0 || other.number == 0)
  }

  /// The time from an earlier epoch of the same source to this one; nil if either has no time.
  ///
  /// Without dates the result is reduced modulo 24 hours to -12…12 hours, which keeps it right
  /// across midnight.
  public func elapsed(since earlier: TraceEpoch) -> Duration? {
    earlier.time.interval(to: time).map { .nanoseconds($0) }
  }

  /// The time from the previous epoch to this one, on a clock that never goes back.
  ///
  /// It is `untimed` if the source has no times, or if more than a day has passed: the clock was
  /// then set. No time passes between two tracks, however far apart their days are, unless they run
  /// in parallel.
  package func interval(
    since earlier: TraceEpoch, untimed: Duration, isSideBySide: Bool = false
  ) -> Duration {
    guard isSideBySide || isOfSameLine(as: earlier) else { return .zero }
    guard let interval = elapsed(since: earlier) else { return untimed }
    if interval < .zero { return .zero }
    return interval > .seconds(86_400) ? untimed : interval
  }
}

extension LocationEpoch {
  /// Makes the report of an epoch that was read, without its lap.
  package init(_ epoch: TraceEpoch, clock: Duration) {
    self.init(
      location: epoch.location, timestamp: epoch.timestamp, clock: clock,
      satellites: epoch.satellites.isEmpty ? nil : epoch.satellites,
      startsSegment: epoch.startsSegment, sensors: epoch.sensors)
    hasBarometer = epoch.hasBarometer
  }
}
