/// Reads TCX, the XML of training programs, as it arrives, in pieces of any size, and emits an
/// epoch for each trackpoint.
///
/// A trackpoint without a position is an epoch without a location. An activity is a track; in it,
/// the second `Track` of a lap, after a pause, begins a segment, but a lap alone does not. A course
/// is a route, and its points are waypoints. Heart rate, cadence, speed and power are read,
/// including those in extensions. A file that is truncated or corrupt yields its complete points.
/// Memory is bounded whatever the file contains.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct TCXReader: XMLDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts points.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var source = XMLSource()
  private(set) var isClosed = false

  private let utcOffset: Int64
  private var point: TCXPoint?
  private var isCoursePoint = false
  private var field: TCXPoint.Field?
  private var isInHeartRate = false
  /// The kind of line of the trackpoints, and the number of activities and courses so far.
  private var kind = TraceKind.track
  private var counts: (tracks: UInt32, routes: UInt32) = (0, 0)
  private var startsSegment = true
  private var tracksOfLap = 0
  /// True if a lap other than the first has begun before the next fix.
  private var startsLap = false
  private var lapCount = 0
  /// True inside the name of a course or an activity.
  private var isInName = false
  private var lineName: String?
  /// True until the line's first point: later names are those of the device.
  private var mayBeNamed = false

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) { utcOffset = options.utcNanoseconds }

  mutating func start(_ name: ByteText, inside: ByteText, line: Int) {
    let isPoint = name.equals("Trackpoint")
    if isPoint || name.equals("CoursePoint") {
      // The end of the last one was lost.
      if point != nil { statistics.skip(.truncated) }
      point = TCXPoint(line: line)
      isCoursePoint = !isPoint
      (field, isInHeartRate) = (nil, false)
    } else if point != nil {
      startInside(name)
    } else if name.equals("Track") {
      tracksOfLap += 1
      if tracksOfLap > 1 { startsSegment = true }
    } else if name.equals("Lap") {
      tracksOfLap = 0
      lapCount += 1
      startsLap = lapCount > 1
    } else if name.equals("Activity") {
      startLine(.track)
    } else if name.equals("Course") {
      startLine(.route)
    } else if name.equals("Name") {
      isInName = mayBeNamed
      if isInName { source.wantText() }
    } else if name.equals("TrainingCenterDatabase") {
      isClosed = false
    }
  }

  private mutating func startInside(_ name: ByteText) {
    if name.equals("Position") { point?.hasPosition = true }
    if name.equals("HeartRateBpm") { isInHeartRate = true }
    field = isInHeartRate && name.equals("Value") ? .value(.heartRate) : TCXPoint.Field(name)
    if field != nil { source.wantText() }
  }

  private mutating func startLine(_ kind: TraceKind) {
    self.kind = kind
    if kind == .track { counts.tracks &+= 1 } else { counts.routes &+= 1 }
    startsSegment = true
    tracksOfLap = 0
    (startsLap, lapCount) = (false, 0)
    lineName = nil
    mayBeNamed = true
  }

  mutating func end(_ name: ByteText, offset: Int, _ emit: (TraceEpoch) -> Void) {
    if name.equals("TrainingCenterDatabase") { isClosed = true }
    guard point != nil else {
      if isInName { takeText { $0.lineName = $1.string } }
      isInName = false
      return
    }
    if let field {
      let isSame = field == .value(.heartRate) ? isInHeartRate : TCXPoint.Field(name) == field
      takeText { if isSame { $0.point?.set(field, $1, utcOffset: $0.utcOffset) } }
    }
    field = nil
    if name.equals("HeartRateBpm") { isInHeartRate = false }
    if name.equals(isCoursePoint ? "CoursePoint" : "Trackpoint") { deliver(offset, emit) }
  }

  private mutating func deliver(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    guard let point else { return }
    self.point = nil
    statistics.note(.ambiguousNumber, count: point.ambiguousCount)
    guard var epoch = point.epoch(endOffset: offset), !isCoursePoint || epoch.location != nil
    else { return statistics.skip(.malformedField) }
    statistics.sentences += 1
    if isCoursePoint {
      (epoch.kind, epoch.startsSegment) = (.waypoint, true)
      epoch.label = TraceLabel(name: point.name)
    } else {
      epoch.kind = kind
      epoch.number = kind == .track ? counts.tracks : counts.routes
      epoch.startsSegment = startsSegment
      if epoch.location != nil {
        epoch.startsLap = startsLap
        (startsSegment, startsLap) = (false, false)
        epoch.label = lineName.flatMap { TraceLabel(line: TraceLabel(name: $0)) }
        lineName = nil
        mayBeNamed = false
      }
    }
    statistics.count(epoch)
    emit(epoch)
  }

  mutating func finishDocument(_ emit: (TraceEpoch) -> Void) {
    if point != nil { statistics.skip(.truncated) }
    point = nil
  }
}
