/// Reads KML as it arrives, in pieces of any size, and emits an epoch for each point of a track.
///
/// A `gx:Track` is a segment whose points have times and, from its extended data, heart rates and
/// the like; those of one placemark are one track. A `LineString` is a segment without times. The
/// point of a placemark is a waypoint. A line is a route if the placemark's data declares that
/// kind, as ours does, or if it is in a folder `Routes`, as GPSBabel's are. Many programs write one
/// track as points, as a line and as a `gx:Track`: if there is a `gx:Track`, lines are left out.
/// For this purpose up to 16,384 points of lines are kept, and 12 MiB of a `gx:Track`, some 200,000
/// points, until their counterpart has been read. Heights count if they are absolute, or not
/// declared as anything else.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct KMLReader: XMLDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts points.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var source = XMLSource()
  private(set) var isClosed = false

  private let utcOffset: Int64
  private var shape = Shape.none
  private var coordinates: KMLCoordinates?
  private var track = HeldLine(hasEllipsoidalHeights: false)
  /// The current list of values, and their factor.
  private var list: FixField?
  private var scale = 1.0
  /// The meaning of the current text.
  private var text = Text.none
  /// True if the heights of the shape are declared to be above sea level, false if above the
  /// ground.
  private var hasHeights: Bool?
  private var placemark = Placemark()
  /// The number of open folders, and the one that contains routes by its name.
  private var folderDepth = 0
  private var routesFolder: Int?
  private var isInFolder = false

  /// Points of lines, until it is known that the document has no `gx:Track`.
  private var lines: [HeldPoint] = []
  private var backlog = HeldQueue<HeldPoint>()
  /// True if the points of the current track are being emitted.
  private var givesTrack = false
  private var hasTracks = false
  private var givesLines = false
  private var trackCount: UInt32 = 0
  private var routeCount: UInt32 = 0
  /// The offset in the source after the last epoch that was emitted.
  private var lastOffset = 0
  private var segmentBegins = true

  /// A shape whose coordinates are read.
  private enum Shape: Sendable {
    case none, point, line, ring, polygon, track

    init?(_ name: ByteText) {
      guard let shape = name.lookUp(Shape.names) else { return nil }
      self = shape
    }

    private static let names: [(StaticString, Shape)] = [
      ("Point", .point), ("LineString", .line), ("Track", .track), ("LinearRing", .ring),
      ("Polygon", .polygon),
    ]
  }

  /// The lists of values, by the names of KML's extended data.
  private static let lists: [(StaticString, FixField)] = [
    ("heartrate", .heartRate), ("heart_rate", .heartRate), ("hr", .heartRate),
    ("cadence", .cadence), ("cad", .cadence), ("power", .power), ("watts", .power),
    ("temperature", .temperature), ("atemp", .temperature), ("temp", .temperature),
    ("speed", .speed), ("speeds", .speed), ("velocity", .speed), ("speed_kts", .speed),
    ("speedkts", .speed), ("speed_kmh", .speed), ("speedkmh", .speed),
  ]

  private enum Text: Sendable {
    case none, name, details, kind, folder, when, coord, value, altitudeMode
  }

  private struct Placemark: Sendable {
    var isOpen = false
    var hasTrack = false
    var isLabelled = false
    var isRoute = false
    /// True if the next value is the placemark's kind.
    var saysKind = false
    var name: String?
    var details: String?
    var time: Timestamp?
    var hasLocalTime = false
    var point: HeldPoint?
  }

  private static let mostLinePoints = 16_384

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) { utcOffset = options.utcNanoseconds }

  var heldCount: Int { lines.count + track.heldCount + backlog.count }
  var hasBacklog: Bool { !backlog.isEmpty || givesTrack }

  mutating func start(_ name: ByteText, inside: ByteText, line: Int) {
    text = .none
    if name.equals("coordinates") {
      coordinates = KMLCoordinates()
    } else if name.equals("when") {
      want(.when)
    } else if name.equals("coord") {
      if shape == .track { want(.coord) }
    } else if name.equals("value") {
      if placemark.saysKind { want(.kind) } else if shape == .track { want(.value) }
    } else if name.equals("Data") {
      placemark.saysKind = inside.attribute("name")?.equals("kind") ?? false
    } else if name.equals("SimpleArrayData") {
      list = inside.attribute("name").flatMap { $0.lookUp(KMLReader.lists) }
      if let list { track.begin(list) }
      let name = inside.attribute("name")
      scale =
        name?.holds("kts") == true
        ? SpeedUnit.knots.metresPerSecond
        : name?.holds("kmh") == true ? SpeedUnit.kilometresPerHour.metresPerSecond : 1
    } else if name.equals("name") {
      if placemark.isOpen, placemark.name == nil {
        want(.name)
      } else if isInFolder, !placemark.isOpen {
        want(.folder)
      }
    } else if name.equals("description") {
      if placemark.isOpen, placemark.details == nil { want(.details) }
    } else if name.equals("altitudeMode") {
      want(.altitudeMode)
    } else if name.equals("Placemark") {
      placemark = Placemark(isOpen: true, isRoute: routesFolder != nil)
      isInFolder = false
    } else if name.equals("Folder") {
      folderDepth += 1
      isInFolder = true
    } else if name.equals("kml") {
      isClosed = false
    } else if let found = Shape(name) {
      begin(found)
    }
  }

  private mutating func want(_ text: Text) {
    self.text = text
    source.wantText()
  }

  private mutating func begin(_ shape: Shape) {
    // The ring of a polygon is inside it.
    if self.shape == .polygon { return }
    self.shape = shape
    hasHeights = nil
    coordinates = nil
    guard shape == .track || shape == .line else { return }
    segmentBegins = true
    if shape == .track {
      // Tracks repeat the lines.
      if !lines.isEmpty { statistics.skip(.otherKind) }
      if !hasTracks, !givesLines { trackCount = 0 }
      lines = []
      hasTracks = true
      (track, list) = (HeldLine(hasEllipsoidalHeights: false), nil)
    }
    guard !placemark.hasTrack else { return }
    placemark.hasTrack = true
    if shape == .line, placemark.isRoute {
      routeCount &+= 1
    } else if shape == .track || !hasTracks {
      trackCount &+= 1
    }
  }

  mutating func end(_ name: ByteText, offset: Int, _ emit: (TraceEpoch) -> Void) {
    if text != .none { endText(offset, emit) }
    if name.equals("coordinates") {
      endCoordinates(offset, emit)
    } else if name.equals("Placemark") {
      endPlacemark(emit)
    } else if name.equals("Folder") {
      if routesFolder == folderDepth { routesFolder = nil }
      folderDepth = max(0, folderDepth - 1)
      isInFolder = false
    } else if name.equals("kml") {
      isClosed = true
    } else if let ended = Shape(name), ended == shape {
      if shape == .track {
        statistics.note(.lateValue, count: track.lostCount)
        deliverTrack(emit)
      }
      shape = .none
    }
  }

  private mutating func endText(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    let ended = text
    text = .none
    takeText { reader, found in
      switch ended {
      case .none: break
      case .name: reader.placemark.name = String(xmlText: found)
      case .details: reader.placemark.details = String(xmlText: found)
      case .kind:
        reader.placemark.isRoute = found.equals("route")
        reader.placemark.saysKind = false
      case .folder:
        if reader.routesFolder == nil, found.equals("Routes") {
          reader.routesFolder = reader.folderDepth
        }
      case .when:
        let (time, isLocal) = found.kmlTime(utcOffset: reader.utcOffset)
        if reader.shape == .track {
          reader.track.add(time, isLocal: isLocal)
        } else if reader.placemark.time == nil {
          (reader.placemark.time, reader.placemark.hasLocalTime) = (time, isLocal)
        }
      case .coord: reader.addCoord(found, offset, emit)
      case .value:
        let number = found.written()
        if case .ambiguous = number { reader.statistics.note(.ambiguousNumber) }
        if let list = reader.list {
          reader.track.add(number.value.map { $0 * reader.scale }, to: list)
        }
      case .altitudeMode: reader.hasHeights = found.equals("absolute")
      }
    }
  }

  private mutating func addCoord(_ text: ByteText, _ offset: Int, _ emit: (TraceEpoch) -> Void) {
    var position = HeldPosition(endOffset: offset, line: source.line)
    if !text.isEmpty {
      if let found = KMLCoordinates.point(text, separator: 0x20) {
        (position.latitude, position.longitude) = (
          found.coordinate.latitude, found.coordinate.longitude
        )
        position.height = height(found.height) ?? .nan
      } else {
        statistics.skip(.malformedField)
      }
    }
    statistics.sentences += 1
    track.add(position)
    if track.isFull { deliverTrack(emit) }
  }

  /// A height that counts; without an altitude mode, 0 means a missing height.
  private func height(_ height: Double?) -> Double? { hasHeights ?? (height != 0) ? height : nil }

  mutating func take(_ text: ByteText, line: Int, offset: Int, _ emit: (TraceEpoch) -> Void) {
    guard var coordinates else { return }
    self.coordinates = nil
    var line = line
    var counted = 0
    coordinates.read(text) { point, end in
      line += text.dropping(counted).prefix(end - counted).lineFeeds
      counted = end
      add(point, line, offset - text.count + end, emit)
    }
    self.coordinates = coordinates
  }

  private mutating func endCoordinates(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    guard var coordinates else { return }
    self.coordinates = nil
    coordinates.finish { add($0, source.line, offset, emit) }
  }

  /// Adds a tuple of a shape's coordinates; nil for an invalid one.
  private mutating func add(
    _ found: KMLCoordinates.Point?, _ line: Int, _ offset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    guard shape == .line || shape == .point else { return }
    guard let found else { return statistics.skip(.malformedField) }
    var point = HeldPoint(coordinate: found.coordinate, endOffset: offset, line: line)
    point.altitude = OptionalNumber(height(found.height))
    if shape == .point {
      placemark.point = placemark.point ?? point
    } else if placemark.isRoute {
      statistics.sentences += 1
      begin(&point)
      deliver(point, .route, emit)
    } else if !hasTracks {
      statistics.sentences += 1
      begin(&point)
      if givesLines, backlog.isEmpty { return deliver(point, .track, emit) }
      lines.append(point)
      givesLines = givesLines || lines.count >= KMLReader.mostLinePoints
      if givesLines { deliverLines(emit) }
    }
  }

  /// Gives the first point of a segment its segment start and label.
  private mutating func begin(_ point: inout HeldPoint) {
    point.number = shape == .line && placemark.isRoute ? routeCount : trackCount
    guard segmentBegins, !point.coordinate.isNullIsland else { return }
    segmentBegins = false
    point.startsSegment = true
    if !placemark.isLabelled {
      point.label = TraceLabel(line: TraceLabel(name: placemark.name, details: placemark.details))
    }
    placemark.isLabelled = true
  }

  private mutating func deliverTrack(_ emit: (TraceEpoch) -> Void) {
    givesTrack = true
    if track.positions.count <= HeldPoint.mostAtOnce { giveTrackOut(emit) }
  }

  private mutating func giveTrackOut(_ emit: (TraceEpoch) -> Void) {
    for _ in 0...HeldPoint.mostAtOnce {
      guard var point = track.takeNext() else {
        givesTrack = false
        return
      }
      if point.coordinate.isValid { begin(&point) }
      deliver(point, .track, emit)
    }
  }

  private mutating func deliverLines(_ emit: (TraceEpoch) -> Void) {
    let points = lines
    lines = []
    deliver(points, emit)
  }

  /// Emits a few points at once, or makes a backlog of many.
  private mutating func deliver(_ points: [HeldPoint], _ emit: (TraceEpoch) -> Void) {
    guard backlog.isEmpty, points.count <= HeldPoint.mostAtOnce else {
      return points.forEach { backlog.append($0) }
    }
    for point in points { deliver(point, .track, emit) }
  }

  mutating func giveOut(_ emit: (TraceEpoch) -> Void) {
    if givesTrack, backlog.isEmpty { return giveTrackOut(emit) }
    for _ in 0..<HeldPoint.mostAtOnce {
      guard let point = backlog.takeFirst() else { return }
      deliver(point, .track, emit)
    }
  }

  private mutating func deliver(_ point: HeldPoint, _ kind: TraceKind, _ emit: (TraceEpoch) -> Void)
  {
    guard var epoch = point.epoch(kind: kind) else { return }
    // Points that were kept come after those that were emitted meanwhile.
    lastOffset = max(lastOffset, epoch.endOffset)
    epoch.endOffset = lastOffset
    statistics.count(epoch)
    emit(epoch)
  }

  private mutating func endPlacemark(_ emit: (TraceEpoch) -> Void) {
    defer { placemark = Placemark() }
    guard var point = placemark.point else { return }
    statistics.sentences += 1
    (point.timestamp, point.hasLocalTime) = (placemark.time, placemark.hasLocalTime)
    point.startsSegment = true
    point.label = TraceLabel(name: placemark.name, details: placemark.details)
    deliver(point, .waypoint, emit)
  }

  mutating func finishDocument(_ emit: (TraceEpoch) -> Void) {
    if shape == .track { deliverTrack(emit) }
    deliverLines(emit)
  }
}
