/// The current record of a FIT file: consecutive messages with the same time are one record.
struct FITRecord: Sendable {
  /// True if there is a current record.
  var isOpen = false
  var values = FITValues()
  /// The time; nil if it has none.
  var time: UInt32?
  var endOffset = 0
  var startsSegment = false
  var startsLap = false
}

/// The epochs made from FIT messages.
extension FITReader {
  /// Adds a record, or the values that a record of the same time lacks.
  ///
  /// - Parameters:
  ///   - hasTime: Whether its header had a time.
  ///   - endOffset: The offset in the source after it.
  @inline(__always)
  mutating func deliverRecord(hasTime: Bool, _ endOffset: Int, _ emit: (TraceEpoch) -> Void) {
    let time = hasTime || values[.time] != nil ? clock.raw : nil
    if record.isOpen, time != nil, time == record.time, !startsSegment {
      // Two positions at one time: the second one is left out, and counted.
      if !record.values.fill(from: values) { statistics.note(.repeatedTime) }
      return
    }
    finishRecord(emit)
    swap(&record.values, &values)
    (record.isOpen, record.time, record.endOffset) = (true, time, endOffset)
    (record.startsSegment, record.startsLap) = (startsSegment, startsLap)
    (startsSegment, startsLap) = (false, false)
  }

  /// Emits the current record, and then the waypoints that came after it began.
  @inline(__always) mutating func finishRecord(_ emit: (TraceEpoch) -> Void) {
    guard record.isOpen else { return }
    record.isOpen = false
    let timestamp = record.time.flatMap(clock.timestamp)
    let sensors = record.values.sensors
    var location: Location?
    switch record.values.position {
    case .junk: statistics.skip(.malformedField)
    case .missing: break
    case .found(let coordinate): location = record.values.location(at: coordinate, timestamp)
    }
    if location == nil {
      // The next position begins the segment or lap instead of this record.
      (startsSegment, startsLap) = (
        startsSegment || record.startsSegment, startsLap || record.startsLap
      )
    }
    let isJunk = if case .junk = record.values.position { true } else { false }
    if location != nil || !sensors.isEmpty || record.time != nil && !isJunk {
      var epoch = TraceEpoch(
        location: location, timestamp: timestamp,
        nanosecondsOfDay: timeOfDay(record.time, timestamp), endOffset: record.endOffset,
        startsSegment: record.startsSegment, startsLap: location != nil && record.startsLap,
        kind: kind, number: number, sensors: sensors)
      epoch.hasBarometer = hasBarometer
      deliver(epoch, emit)
    }
    guard !waypoints.isEmpty else { return }
    for waypoint in waypoints { deliver(waypoint, emit) }
    waypoints = []
  }

  /// The nanoseconds since midnight or, if the time is from the device's own clock, on that clock.
  private func timeOfDay(_ time: UInt32?, _ timestamp: Timestamp?) -> Int64? {
    timestamp?.dayAndTime.time ?? time.map { Int64($0) * 1_000_000_000 }
  }

  /// Reads a message of a used kind other than records and descriptions.
  ///
  /// - Parameters:
  ///   - hasTime: Whether its header had a time.
  ///   - endOffset: The offset in the source after it.
  mutating func understand(
    _ message: FITMessage, _ bytes: ByteText, _ plan: FITPlan, _ values: FITValues, hasTime: Bool,
    _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    let time = hasTime || values[.time] != nil ? clock.raw : nil
    switch message {
    case .file:
      finishRecord(emit)
      kind = values[.fileType] == 6 ? .route : .track
    case .session: startsSegment = true
    case .event: note(event: values[.event], type: values[.eventType])
    case .timestampCorrelation:
      guard let time = values[.time], let own = values[.systemTime] else { return }
      clock.correlate(time, own: own)
      flush(emit)
    case .lap:
      lapCount += 1
      startsLap = true
      deliverWaypoint(values, time, TraceLabel(name: "Lap \(lapCount)"), endOffset, emit)
    case .coursePoint:
      let name = plan.parts.first { $0.number == 6 }.map { part in
        let text = bytes.dropping(part.offset).prefix(part.size)
        return text.prefix(text.firstIndex(of: 0) ?? text.count).trimmed.string
      }
      deliverWaypoint(values, time, TraceLabel(name: name), endOffset, emit)
    case .device:
      // A barometer in the device itself, not in a sensor.
      if values[.deviceType] == 4, values[.sourceType] ?? 5 == 5 { hasBarometer = true }
    case .heartRates:
      let beats = heartRates.read(bytes, plan, time: time)
      if !beats.isEmpty { finishRecord(emit) }
      for beat in beats { deliver(beat, endOffset, emit) }
    case .record, .fieldDescription: break
    }
  }

  private mutating func deliver(
    _ beat: FITHeartRates.Beat, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    var epoch = TraceEpoch(
      location: nil, endOffset: endOffset, kind: kind, number: number,
      sensors: Sensors(heartRate: beat.rate))
    guard let start = clock.timestamp(beat.seconds) else { return }
    date(&epoch, start.advanced(by: .nanoseconds(beat.offset)))
    deliver(epoch, emit)
  }

  private mutating func note(event: Double?, type: Double?) {
    guard event == 0 else { return }
    switch type {
    case 0:
      if isTimerStopped { startsSegment = true }
      isTimerStopped = false
    case 1, 4, 8, 9: isTimerStopped = true
    default: break
    }
  }

  private mutating func deliverWaypoint(
    _ values: FITValues, _ time: UInt32?, _ label: TraceLabel?, _ endOffset: Int,
    _ emit: (TraceEpoch) -> Void
  ) {
    let coordinate: Coordinate
    switch values.position {
    case .junk: return statistics.skip(.malformedField)
    case .missing: return
    case .found(let found): coordinate = found
    }
    var epoch = TraceEpoch(
      location: Location(coordinate: coordinate), endOffset: endOffset,
      startsSegment: true, kind: .waypoint, label: label)
    set(time, of: &epoch)
    guard record.isOpen else { return deliver(epoch, emit) }
    waypoints.append(epoch)
    if waypoints.count == FITReader.mostWaypoints { finishRecord(emit) }
  }

  /// The maximum number of waypoints that are kept after a record.
  private static let mostWaypoints = 256

  private func set(_ time: UInt32?, of epoch: inout TraceEpoch) {
    guard let time else { return }
    if let timestamp = clock.timestamp(time) {
      date(&epoch, timestamp)
    } else {
      epoch.nanosecondsOfDay = Int64(time) * 1_000_000_000
    }
  }

  private func date(_ epoch: inout TraceEpoch, _ timestamp: Timestamp) {
    epoch.date(timestamp)
    epoch.nanosecondsOfDay = timestamp.dayAndTime.time
  }

  @inline(__always)
  private mutating func deliver(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    let isDated = epoch.timestamp != nil || epoch.nanosecondsOfDay == nil
    if waiting.isEmpty, isDated || mostWaiting == 0 {
      statistics.count(epoch)
      return emit(epoch)
    }
    waiting.append(epoch)
    if epoch.timestamp != nil || waiting.count > mostWaiting { deliverWaiting(emit) }
  }

  /// Emits the epochs that wait for a date, with the date if it is known by now.
  mutating func deliverWaiting(_ emit: (TraceEpoch) -> Void) {
    for var epoch in waiting {
      if epoch.timestamp == nil, let own = epoch.nanosecondsOfDay,
        let timestamp = clock.timestamp(UInt32(own / 1_000_000_000))
      {
        date(&epoch, timestamp)
      }
      statistics.count(epoch)
      emit(epoch)
    }
    waiting = []
  }
}
