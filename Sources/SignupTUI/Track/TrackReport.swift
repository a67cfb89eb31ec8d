/// A report on a track, in lines: changes at once, the position at intervals.
///
///     var report = TrackReport(interval: .seconds(5))
///     report.lines(track, state: "playing", at: .now)
///     // ["playing", "23:52:34 39.43284 N 119.76559 W 83.5 km/h 1379 m"]
///
/// A value without a clock: it returns when it has to be called again.
struct TrackReport {
  /// The time from one position to the next.
  let interval: Duration
  /// The units of its metrics.
  let units: UnitSystem
  /// The form of a position.
  let angles: AngleForm
  /// The clock that times are printed by.
  let zone: ClockZone

  private var saidState: String?
  private var saidError: String?
  private var hadFix: Bool?
  private var saidPosition: String?
  private var lastPosition: MonotonicInstant?
  /// The last printed age of an old fix.
  private var saidAge: Duration?
  /// The time when an unprinted position is due; nil if there is none.
  private(set) var nextPosition: MonotonicInstant?

  init(
    interval: Duration, units: UnitSystem = .metric, angles: AngleForm = .degrees,
    zone: ClockZone = .utc
  ) { (self.interval, self.zone, self.units, self.angles) = (interval, zone, units, angles) }

  /// The lines that are due; at the end also a position that has not been printed yet.
  mutating func lines(
    _ shown: ShownTrack, state: String, at now: MonotonicInstant, isLast: Bool = false
  ) -> [String] {
    var lines: [String] = []
    if state != saidState {
      saidState = state
      lines.append(state)
    }
    if shown.errorMessage != saidError {
      saidError = shown.errorMessage
      if let saidError { lines.append(saidError) }
    }
    let track = shown.snapshot
    nextPosition = nil
    guard track.timestamp != nil || track.lastFix != nil else { return lines }
    let age = shown.staleness.fix
    let hasFix = track.mode.hasPosition && age == nil
    if let line = ageLine(track, age) { lines.append(line) }
    guard age == nil || !track.mode.hasPosition else {
      // A new position is printed at once, even if it is the same.
      (hadFix, saidPosition) = (false, nil)
      return lines
    }
    let position = hasFix ? self.position(track) : "\(time(track))no fix"
    let isUrgent = hasFix != hadFix
    guard position != saidPosition, hasFix || isUrgent else { return lines }
    let due = lastPosition.map { $0 + interval }
    guard isUrgent || isLast || due.map({ $0 <= now }) ?? true else {
      nextPosition = due
      return lines
    }
    (hadFix, saidPosition, lastPosition) = (hasFix, position, now)
    // The reason for the end follows the position where it happened.
    return isLast ? [position] + lines : lines + [position]
  }

  /// Returns the age and the position of the last fix, when it has become old and whenever it is
  /// twice as old as was printed.
  private mutating func ageLine(_ track: TrackSnapshot, _ age: Duration?) -> String? {
    guard let age, let fix = track.lastFix else {
      saidAge = nil
      return nil
    }
    if let saidAge, age < saidAge * 2 { return nil }
    saidAge = age
    let time = fix.timestamp.map(self.time) ?? ""
    return "no fix for \(FigureText.age(age)); the last: \(time)\(coordinateText(of: fix))"
  }

  /// The metrics at the end.
  func summary(_ track: TrackSnapshot) -> String {
    let statistics = track.statistics
    var parts = [
      FigureText.count(statistics.fixCount, "fix", "fixes"), units.distance(statistics.distance),
    ]
    if let elapsed = statistics.elapsed { parts.append("in \(FigureText.time(elapsed))") }
    if let fastest = statistics.maximumSpeed {
      parts.append("up to \(statistics.isSpeedDerived ? "~" : "")\(units.speed(fastest))")
    }
    if let gaps = statistics.notCounted(units) { parts.append("not counted: \(gaps)") }
    if statistics.skippedCount > 0 { parts.append("\(statistics.skippedCount) left out") }
    return parts.joined(separator: ", ") + "."
  }

  private func position(_ track: TrackSnapshot) -> String {
    guard let fix = track.lastFix else { return "\(time(track))fix" }
    var parts = [coordinateText(of: fix)]
    if let speed = fix.speed { parts.append(units.speed(speed)) }
    if let height = units.height(of: fix) { parts.append(height) }
    return time(track) + parts.joined(separator: " ")
  }

  private func coordinateText(of fix: Location) -> String {
    let (coordinate, decimals) = (fix.coordinate, FigureText.coordinateDecimals(of: fix))
    // Without other rows below, decimal degrees also have letters for their hemispheres.
    let parts =
      angles == .degrees
      ? [
        degrees(coordinate.latitude, decimals, "N", "S"),
        degrees(coordinate.longitude, decimals, "E", "W"),
      ] : angles.parts(of: coordinate, decimals: decimals).map { $0.text ?? "--" }
    return parts.joined(separator: " ")
  }

  private func degrees(
    _ value: Double, _ decimals: Int, _ positive: String, _ negative: String
  ) -> String {
    String(fixedPoint: abs(value), decimals: decimals) + " " + (value < 0 ? negative : positive)
  }

  private func time(_ track: TrackSnapshot) -> String { track.timestamp.map(time) ?? "" }

  /// A time of day, with the name of its clock unless it is UTC.
  private func time(_ time: Timestamp) -> String {
    let name = zone == .utc ? "" : zone.name(at: time) + " "
    return FigureText.timeOfDay(zone.local(time)) + " " + name
  }
}
