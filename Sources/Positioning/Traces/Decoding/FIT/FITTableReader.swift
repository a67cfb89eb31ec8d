/// Reads the output of Garmin's FitCSVTool, with a FIT message in each row, as it arrives, in
/// pieces of any size, and emits an epoch for each record and each point of a course. The records
/// of a course are a route.
///
/// A row consists of `Data`, a local number, the message's name, and a name, a value and a unit for
/// each field. Records without a position are epochs without a location. Rows of other messages are
/// counted by their names.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct FITTableReader: LineDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts messages.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  /// True if the next position is the first of its segment, or of a lap.
  private var startsSegment = true
  private var startsLap = false
  private var isTimerStopped = false
  private var kind = TraceKind.track

  /// The beginning of the heading.
  static let heading: StaticString = "Type,Local Number,Message,Field 1,Value 1,Units 1"

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    var rest = text
    guard rest.eatCell().equals("Data") else { return }
    _ = rest.eatCell()
    let message = rest.eatCell()
    statistics.count(address: message.prefix(8).address)
    if message.equals("session") { startsSegment = true }
    if message.equals("lap") { startsLap = true }
    if message.equals("event") { return readEvent(rest) }
    if message.equals("file_id") { return readFile(rest) }
    let isPoint = message.equals("course_point")
    guard isPoint || message.equals("record") else { return }
    var record = Record()
    while !rest.isEmpty { record.set(rest.eatCell(), rest.eatCell(), unit: rest.eatCell()) }
    guard var epoch = record.epoch(isPoint ? .waypoint : kind) else {
      return statistics.skip(.malformedField)
    }
    (epoch.endOffset, epoch.line) = (endOffset, number)
    if isPoint {
      guard epoch.location != nil else { return }
      (epoch.startsSegment, epoch.label) = (true, TraceLabel(name: record.name))
    } else {
      (epoch.startsSegment, epoch.startsLap) = (startsSegment, startsLap)
      if epoch.location != nil { (startsSegment, startsLap) = (false, false) }
    }
    statistics.count(epoch)
    emit(epoch)
  }

  /// Reads the type of the file: a course is a route.
  private mutating func readFile(_ text: ByteText) {
    var rest = text
    while !rest.isEmpty {
      let (name, value, _) = (rest.eatCell(), rest.eatCell(), rest.eatCell())
      guard name.equals("type") else { continue }
      kind = value.equals("6") || value.equals("course") ? .route : .track
    }
  }

  /// Reads the timer's stops and starts: a segment begins after a stop.
  private mutating func readEvent(_ text: ByteText) {
    var rest = text
    var (isTimer, isStart, isStop) = (false, false, false)
    while !rest.isEmpty {
      let (name, value, _) = (rest.eatCell(), rest.eatCell(), rest.eatCell())
      if name.equals("event") { isTimer = value.equals("0") || value.equals("timer") }
      if name.equals("event_type") {
        isStart = value.equals("0") || value.equals("start")
        isStop = ["1", "4", "8", "9"].contains { value.equals($0) } || value.hasPrefix("stop")
      }
    }
    guard isTimer else { return }
    if isStart, isTimerStopped { startsSegment = true }
    isTimerStopped = isStop || isTimerStopped && !isStart
  }

  /// The current record.
  private struct Record {
    var latitude: Double?
    var longitude: Double?
    var timestamp: Timestamp?
    var location = Location.nowhere
    var sensors = Sensors()
    var name: String?
    /// Fractions of a turn.
    var turns = 0.0

    private enum Field {
      case latitude, longitude, time, turns, value(FixField)
    }

    /// The enhanced values are at least as precise as the others.
    private static let fields: [(StaticString, Field)] = [
      ("timestamp", .time), ("position_lat", .latitude), ("position_long", .longitude),
      ("altitude", .value(.altitude)), ("enhanced_altitude", .value(.altitude)),
      ("speed", .value(.speed)), ("enhanced_speed", .value(.speed)),
      ("heart_rate", .value(.heartRate)), ("cadence", .value(.cadence)),
      ("fractional_cadence", .turns), ("power", .value(.power)),
      ("temperature", .value(.temperature)), ("gps_accuracy", .value(.horizontalAccuracy)),
    ]

    mutating func set(_ name: ByteText, _ text: ByteText, unit: ByteText) {
      if name.equals("name") { self.name = text.prefix(256).string }
      guard let field = name.lookUp(Record.fields), let value = text.written().value else { return }
      let degrees = unit.hasPrefix("semi") ? value * 180 / 0x1p31 : value
      switch field {
      case .latitude: latitude = degrees
      case .longitude: longitude = degrees
      case .time:
        // Seconds since 1989-12-31.
        guard value > 0, value < 0x1p32 else { return }
        timestamp = Timestamp(
          nanosecondsSince1970: (631_065_600 + Int64(value)) * 1_000_000_000)
      case .turns: turns = value
      case .value(let field): field.set(value, in: &location, &sensors)
      }
    }

    /// The epoch of the record; nil if its position is invalid.
    func epoch(_ kind: TraceKind) -> TraceEpoch? {
      var location = location
      var sensors = sensors
      if turns > 0, let cadence = sensors.cadence { sensors.cadence = cadence + turns }
      location.timestamp = timestamp
      var hasPosition = false
      if let latitude, let longitude {
        guard let coordinate = Coordinate(readLatitude: latitude, longitude: longitude) else {
          return nil
        }
        (location.coordinate, hasPosition) = (coordinate, true)
      }
      return TraceEpoch(
        location: hasPosition ? location : nil, timestamp: timestamp,
        nanosecondsOfDay: timestamp?.dayAndTime.time, kind: kind, sensors: sensors)
    }
  }
}

extension ByteText {
  /// Removes a cell and its comma from the front, and returns it without quotation marks.
  fileprivate mutating func eatCell() -> ByteText {
    if first == .quote {
      drop(1)
      let cell = prefix(firstIndex(of: .quote) ?? count)
      drop(min(count, cell.count + 1))
      drop(min(count, (firstIndex(of: .comma) ?? count) + 1))
      return cell
    }
    let cell = prefix(firstIndex(of: .comma) ?? count)
    drop(min(count, cell.count + 1))
    return cell.trimmed
  }

  /// The bytes of a name of up to eight bytes, the last one lowest.
  fileprivate var address: UInt64 {
    var result: UInt64 = 0
    for index in 0..<min(8, count) { result = result << 8 | UInt64(self[index]) }
    return result
  }
}
