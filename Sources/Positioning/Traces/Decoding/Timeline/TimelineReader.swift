/// Reads Google's Timeline as it arrives, in pieces of any size: exports from Android
/// (`semanticSegments`, `rawSignals`), exports from iOS (a list of segments), and Takeout files
/// (`Records.json`, and the `timelineObjects` of a month).
///
/// The points of paths, and of `Records.json`, are a track; raw signals are a second one. Visits
/// are waypoints, at their start time and the most likely place. Every other position is ignored:
/// the ends of activities, which are on the paths, places that may have been visited, and the
/// profile's frequent places.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue. Memory is
/// bounded whatever the document contains.
struct TimelineReader: PieceDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts positions.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  private var tokenizer = JSONTokenizer()
  private var line = 1
  private var hasBegun = false
  /// The open brackets, the innermost one last, and the number of further ones that are not kept.
  private var parts: [Part] = []
  private var deeper = 0
  private var key = Key.other
  /// Points and visits whose times count from the start of a segment, until that is known.
  private var waiting: [Waiting] = []
  /// The number of open brackets at which the segment of ``waiting`` has ended.
  private var waitingDepth = 0
  private var hasRawSignals = false

  private static let deepest = 64
  private static let mostWaiting = 4096

  /// The kind of object that a position belongs to.
  private enum Role: Sendable {
    case ignored, path, signal
    /// A visit, and the place in it that is used.
    case visit, place
  }

  private enum Key: Sendable {
    case role(Role), place, position, latitude, longitude, time, start, minutes, name
    case value(FixField), other

    init(_ name: ByteText) { self = name.lookUp(Key.names) ?? .other }

    private static let names: [(StaticString, Key)] = [
      ("timelinePath", .role(.path)), ("simplifiedRawPath", .role(.path)),
      ("locations", .role(.path)), ("activity", .role(.ignored)), ("rawSignals", .role(.signal)),
      ("visit", .role(.visit)), ("placeVisit", .role(.visit)), ("childVisits", .role(.visit)),
      ("topCandidate", .place), ("location", .place), ("point", .position), ("latLng", .position),
      ("placeLocation", .position), ("latitudeE7", .latitude), ("latE7", .latitude),
      ("longitudeE7", .longitude), ("lngE7", .longitude), ("time", .time), ("timestamp", .time),
      ("timestampMs", .time), ("startTime", .start), ("startTimestamp", .start),
      ("startTimestampMs", .start),
      ("durationMinutesOffsetFromStartTime", .minutes), ("semanticType", .name), ("name", .name),
      ("accuracy", .value(.horizontalAccuracy)), ("accuracyMeters", .value(.horizontalAccuracy)),
      ("altitude", .value(.altitude)), ("altitudeMeters", .value(.altitude)),
      ("verticalAccuracy", .value(.verticalAccuracy)), ("velocity", .value(.speed)),
      ("speedMetersPerSecond", .value(.speed)), ("heading", .value(.course)),
    ]
  }

  /// The known values of an open bracket.
  private struct Part: Sendable {
    var isObject: Bool
    var role: Role
    var location = Location.nowhere
    var latitude: Double?
    var longitude: Double?
    var timestamp: Timestamp?
    var isTimeLocal = false
    var start: Timestamp?
    var minutes: Double?
    var name: String?
  }

  private struct Waiting: Sendable {
    var epoch: TraceEpoch
    var minutes: Double
  }

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  var heldCount: Int { waiting.count * 4 }

  mutating func close(_ emit: (TraceEpoch) -> Void) {
    // A document may be one line without an end.
    if !pieces.isAtLineStart { statistics.lines += 1 }
    statistics.isCutOff = !hasBegun || !parts.isEmpty
    release(from: nil, emit)
  }

  mutating func readParts(
    _ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) -> Int {
    var rest = bytes
    while true {
      let before = rest
      switch tokenizer.next(&rest, isLast: isLast) {
      case .incomplete: return bytes.count - rest.count
      case .nothing:
        let lineFeeds = before.prefix(before.count - rest.count).lineFeeds
        statistics.lines += lineFeeds
        line += lineFeeds
      case .beginObject: open(isObject: true)
      case .beginList: open(isObject: false)
      case .endObject, .endList: close(pieces.offset - rest.count, emit)
      case .key(let name): key = Key(name)
      case .string(let text): text.withoutEscapes { take($0) }
      case .number(let text): take(text)
      case .word: key = .other
      }
    }
  }

  private mutating func open(isObject: Bool) {
    hasBegun = true
    guard parts.count < TimelineReader.deepest, deeper == 0 else { return deeper += 1 }
    parts.append(Part(isObject: isObject, role: role(in: parts.last)))
    key = .other
  }

  /// The role of a bracket that opens after the latest key.
  private func role(in outer: Part?) -> Role {
    switch (key, outer?.role ?? .ignored) {
    case (.role(let own), _): own
    case (.place, .visit): .place
    // A visit's own members besides its place: its time, and places that were not visited.
    case (_, .visit): outer?.isObject == false ? .visit : .ignored
    case (_, let role): role
    }
  }

  private mutating func close(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    key = .other
    guard deeper == 0, let part = parts.popLast() else { return deeper = max(0, deeper - 1) }
    if part.isObject {
      switch part.role {
      case .ignored, .place: handUp(part)
      case .path, .signal, .visit: deliver(part, offset, emit)
      }
    }
    if !waiting.isEmpty, parts.count <= waitingDepth { release(from: part.start, emit) }
  }

  /// Adds the value of a member to its visit: the place, or the start time.
  private mutating func handUp(_ part: Part) {
    guard let index = parts.indices.last, parts[index].isObject else { return }
    switch parts[index].role {
    case .visit, .place: break
    case .ignored, .path, .signal: return
    }
    parts[index].start = parts[index].start ?? part.start
    guard part.role == .place else { return }
    parts[index].name = parts[index].name ?? part.name
    guard parts[index].latitude == nil, parts[index].longitude == nil else { return }
    (parts[index].latitude, parts[index].longitude) = (part.latitude, part.longitude)
    parts[index].location = part.location
  }

  /// Sets the value of a member.
  private mutating func take(_ text: ByteText) {
    defer { key = .other }
    guard deeper == 0, let index = parts.indices.last, parts[index].isObject else { return }
    switch key {
    case .position:
      guard let (latitude, longitude) = text.degreePair else {
        if parts[index].role != .ignored { statistics.skip(.malformedField) }
        return
      }
      (parts[index].latitude, parts[index].longitude) = (latitude, longitude)
    case .latitude: parts[index].latitude = text.tenMillionths
    case .longitude: parts[index].longitude = text.tenMillionths
    case .time:
      let time = text.civilTime(order: .dayFirst)
      parts[index].timestamp = time?.timelineTime
      parts[index].isTimeLocal = time?.isLocal ?? false
    case .start: parts[index].start = text.civilTime(order: .dayFirst)?.timelineTime
    case .minutes: parts[index].minutes = text.written().value
    case .name:
      if !text.equals("UNKNOWN") { parts[index].name = text.prefix(256).string }
    case .value(let field):
      guard let value = text.written().value else { return }
      var sensors = Sensors()
      field.set(value, in: &parts[index].location, &sensors)
    case .role, .place, .other: break
    }
  }

  private mutating func deliver(_ part: Part, _ offset: Int, _ emit: (TraceEpoch) -> Void) {
    guard let latitude = part.latitude, let longitude = part.longitude else { return }
    guard let coordinate = Coordinate(readLatitude: latitude, longitude: longitude) else {
      return statistics.skip(.malformedField)
    }
    statistics.sentences += 1
    var location = part.location
    location.coordinate = coordinate
    let start = part.start ?? parts.last { $0.start != nil }?.start
    var epoch = TraceEpoch(location: location, endOffset: offset, line: line)
    epoch.hasLocalTime = part.isTimeLocal
    switch part.role {
    case .visit, .place, .ignored:
      (epoch.kind, epoch.startsSegment) = (.waypoint, true)
      epoch.label = TraceLabel(name: part.name)
      if start == nil, !parts.isEmpty {
        // It is directly in its segment.
        return wait(epoch, minutes: 0, depth: parts.count - 1, emit)
      }
      date(&epoch, start)
    case .signal:
      epoch.number = 2
      if !hasRawSignals { epoch.label = TraceLabel(line: TraceLabel(name: "Raw signals")) }
      hasRawSignals = true
      date(&epoch, part.timestamp)
    case .path:
      epoch.number = 1
      if let minutes = part.minutes, part.timestamp == nil {
        // It is in a list in its segment.
        wait(epoch, minutes: minutes, depth: parts.count - 2, emit)
        if start != nil { release(from: start, emit) }
        return
      }
      date(&epoch, part.timestamp)
    }
    statistics.count(epoch)
    emit(epoch)
  }

  /// Keeps a point until the start of its segment is known; the segment has ended once only `depth`
  /// brackets are open.
  private mutating func wait(
    _ epoch: TraceEpoch, minutes: Double, depth: Int, _ emit: (TraceEpoch) -> Void
  ) {
    waiting.append(Waiting(epoch: epoch, minutes: minutes))
    waitingDepth = depth
    if waiting.count == TimelineReader.mostWaiting { release(from: nil, emit) }
  }

  /// Emits the points that wait for the start of their segment.
  private mutating func release(from start: Timestamp?, _ emit: (TraceEpoch) -> Void) {
    for var point in waiting {
      if abs(point.minutes) < 1e7 {
        let offset = Duration.nanoseconds(Int64(point.minutes * 60e9))
        date(&point.epoch, start?.advanced(by: offset))
      }
      statistics.count(point.epoch)
      emit(point.epoch)
    }
    waiting = []
  }

  private func date(_ epoch: inout TraceEpoch, _ timestamp: Timestamp?) {
    guard let timestamp else { return }
    epoch.date(timestamp)
    epoch.nanosecondsOfDay = timestamp.dayAndTime.time
  }
}

extension CivilTime {
  /// The time, which may be a count since 1970.
  fileprivate var timelineTime: Timestamp? { instant.map(Timestamp.init) ?? timestamp() }
}

extension ByteText {
  /// Latitude and longitude in `55.7000°, 12.55°`, `geo:55.7,12.55` and the like; otherwise nil.
  fileprivate var degreePair: (Double, Double)? {
    var rest = self
    if rest.hasPrefix("geo:") { rest.drop(4) }
    guard let latitude = rest.eatAngle(form: .degrees, decimalComma: false) else { return nil }
    while let byte = rest.first, byte == .comma || byte <= 0x20 { rest.drop(1) }
    return rest.eatAngle(form: .degrees, decimalComma: false).map { (latitude, $0) }
  }

  /// The degrees of a number of ten-millionths, which is an unsigned 32-bit number in some of
  /// Google's files.
  fileprivate var tenMillionths: Double? {
    guard let number = written().value else { return nil }
    return (number > 1_800_000_000 ? number - 0x1p32 : number) / 1e7
  }
}
