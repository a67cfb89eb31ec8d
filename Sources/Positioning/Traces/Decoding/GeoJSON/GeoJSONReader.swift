/// Reads GeoJSON as it arrives, in pieces of any size, and emits an epoch for each position of a
/// line, or for each point.
///
/// A `LineString` is a track, each line of a `MultiLineString` a segment. Times and other values of
/// the positions are in the feature's properties, `coordTimes` or `coordinateProperties.times`,
/// before or after the geometry: whichever comes first is kept, up to 12 MiB of it, some 250,000
/// positions or a million times. A longer line gets the values before it, up to that limit, but not
/// the values after it, which are counted. If there are lines, points are waypoints; in a
/// collection of points alone, and in one from our own encoder, they are the fixes. Up to 1,024
/// points are kept until that is known.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct GeoJSONReader: PieceDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts positions.
  var statistics = TraceStatistics()

  var pieces = PieceSource()
  private var tokenizer = JSONTokenizer()
  private var path = GeoJSONPath()
  private var key = GeoJSONPath.Key.other
  /// The key of a property.
  private var name: [UInt8] = []
  private var line = 1
  private var hasBegun = false

  private var feature = Feature()
  /// The numbers of the current position.
  private var numbers: [Double] = []
  private var tracks: UInt32 = 0
  private var lastSegment = 0.0
  private var lastLap = 0.0
  /// Points, until it is known what they are.
  private var points: [TraceEpoch] = []
  private var role = PointRole.unknown

  /// The known parts of the current feature.
  private struct Feature: Sendable {
    var line = GeoJSONLine()
    var point: HeldPosition?
    var members = FixMembers()
    var hasProperties = false
    /// True if the line passes through points that are features themselves.
    var isOfPoints = false
    var isLabelled = false
    var geometry = Geometry()
  }

  private struct Geometry: Sendable {
    /// True for lines, false for other shapes, nil if it is unknown.
    var isLine: Bool?
    var depth = 0
    var deepest = 0
    /// The number of positions that the feature had before it.
    var start = 0
    var lineBegins = true
  }

  /// The role of the points of a document.
  private enum PointRole: Sendable { case unknown, fixes, waypoints }

  /// True if positions of the feature's line have to be emitted.
  private(set) var hasBacklog = false
  /// The end of the feature; nil before it.
  private var featureEnd: Int?
  private static let mostPoints = 1024

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  var heldCount: Int { feature.line.held.heldCount + points.count * 4 }

  mutating func close(_ emit: (TraceEpoch) -> Void) {
    // A document may be one line without an end.
    if !pieces.isAtLineStart { statistics.lines += 1 }
    statistics.isCutOff = !hasBegun || !path.isEmpty
    endGeometry()
    endFeature(pieces.offset, emit)
    if role == .unknown { role = .fixes }
    deliverPoints(emit)
  }

  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    while !hasBacklog {
      let before = rest
      let token = tokenizer.next(&rest, isLast: isLast)
      switch token {
      case .incomplete: return bytes.count - rest.count
      case .nothing:
        let lineFeeds = before.prefix(before.count - rest.count).lineFeeds
        statistics.lines += lineFeeds
        line += lineFeeds
      case .beginObject: open(isObject: true)
      case .beginList: open(isObject: false)
      case .endObject, .endList: endPart(pieces.offset - rest.count, emit)
      case .key(let name):
        key = GeoJSONPath.Key(name)
        self.name.removeAll(keepingCapacity: true)
        self.name.append(contentsOf: UnsafeBufferPointer(start: name.start, count: name.count))
      case .string(let text): text.withoutEscapes { take($0) }
      case .number(let text): take(number: text)
      case .word: if path.last == .values { feature.line.add(number: nil) }
      }
    }
    return bytes.count - rest.count
  }

  private mutating func open(isObject: Bool) {
    let part = path.open(key, isObject: isObject)
    hasBegun = true
    switch part {
    case .feature: feature = Feature()
    case .geometry: beginGeometry()
    case .coordinates:
      feature.geometry.depth += 1
      feature.geometry.deepest = max(feature.geometry.deepest, feature.geometry.depth)
      numbers.removeAll(keepingCapacity: true)
    case .values: if case .list(let list) = key { feature.line.begin(list) }
    case .properties, .features, .geometries, .valueLists, .other: break
    }
    key = .other
  }

  private mutating func endPart(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    key = .other
    switch path.close() {
    case .coordinates: endCoordinates(offset, emit)
    case .geometry: endGeometry()
    case .properties: feature.hasProperties = true
    case .feature:
      endGeometry()
      endFeature(offset, emit)
    default: break
    }
  }

  private mutating func take(_ text: ByteText) {
    switch path.last {
    case .feature, .geometry:
      guard case .type = key else { return }
      if text.equals("LineString") || text.equals("MultiLineString") {
        feature.geometry.isLine = true
      } else if !text.equals("Feature"), !text.equals("FeatureCollection") {
        feature.geometry.isLine = false
      }
    case .properties:
      feature.isOfPoints =
        feature.isOfPoints || isNamed(GeoJSONLine.ownKey) && text.equals("points")
      name.withUnsafeBufferPointer { feature.members.set(ByteText($0), text: text) }
    case .values: feature.line.add(text: text)
    default: break
    }
  }

  private func isNamed(_ word: StaticString) -> Bool {
    name.withUnsafeBufferPointer { ByteText($0).equals(word) }
  }

  private mutating func take(number text: ByteText) {
    var rest = text
    let number = rest.eatNumber(separator: .dot).flatMap { rest.isEmpty ? $0.double : nil }
    switch path.last {
    case .coordinates: if numbers.count < 4 { numbers.append(number ?? .nan) }
    case .values: feature.line.add(number: number)
    case .properties:
      guard let number else { return }
      name.withUnsafeBufferPointer { feature.members.set(ByteText($0), number: number) }
    default: break
    }
  }
}

extension GeoJSONReader {
  private mutating func beginGeometry() {
    feature.geometry = Geometry(start: feature.line.held.positions.count)
  }

  /// Ends a position, or a list of them.
  private mutating func endCoordinates(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    let isPosition = !numbers.isEmpty
    let depth = feature.geometry.depth
    feature.geometry.depth -= 1
    guard isPosition else {
      feature.geometry.lineBegins = true
      return
    }
    defer { numbers.removeAll(keepingCapacity: true) }
    // Other shapes are counted when they end.
    guard depth == 1 || feature.geometry.isLine ?? true, depth <= 3 else { return }
    guard numbers.count >= 2,
      let coordinate = Coordinate(readLatitude: numbers[1], longitude: numbers[0])
    else { return statistics.skip(.malformedField) }
    var position = HeldPosition()
    (position.latitude, position.longitude) = (coordinate.latitude, coordinate.longitude)
    if numbers.count > 2 { position.height = numbers[2] }
    position.endOffset = offset
    position.line = line
    statistics.sentences += 1
    guard depth > 1 else {
      feature.point = feature.point ?? position
      return
    }
    position.startsSegment = feature.geometry.lineBegins
    if !coordinate.isNullIsland { feature.geometry.lineBegins = false }
    feature.line.held.add(position)
    let isSettled = feature.hasProperties && feature.geometry.isLine == true
    let isMuch = isSettled && feature.line.held.positions.count >= HeldPoint.mostAtOnce
    if isMuch || feature.line.held.isFull { deliverLine(emit) }
  }

  private mutating func endGeometry() {
    let geometry = feature.geometry
    // Without a type, a ring cannot be told from a line of several.
    if geometry.deepest > 1, !(geometry.isLine ?? (geometry.deepest == 2)) {
      statistics.skip(.otherKind)
      feature.line.held.shorten(to: geometry.start)
    }
    beginGeometry()
  }

  private mutating func endFeature(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    featureEnd = offset
    deliverLine(emit)
    if !hasBacklog { finishFeature(emit) }
  }

  /// Ends a feature whose line was emitted.
  private mutating func finishFeature(_ emit: (TraceEpoch) -> Void) {
    guard let offset = featureEnd else { return }
    featureEnd = nil
    statistics.note(.lateValue, count: feature.line.held.lostCount)
    if let point = feature.point {
      let coordinate = Coordinate(latitude: point.latitude, longitude: point.longitude)
      if var epoch = feature.members.epoch(
        at: coordinate, height: point.height.isNaN ? nil : point.height)
      {
        epoch.endOffset = offset
        epoch.line = point.line
        // A document that declares its kind is one of ours: nothing has to be guessed.
        if feature.members.saysKind { role = .fixes }
        add(
          epoch, segment: feature.members.segment ?? lastSegment,
          lap: feature.members.lap ?? lastLap, emit)
      }
    }
    feature = Feature()
  }

  private mutating func add(
    _ epoch: TraceEpoch, segment: Double, lap: Double, _ emit: (TraceEpoch) -> Void
  ) {
    var epoch = epoch
    if epoch.kind != .waypoint {
      epoch.startsSegment = segment != lastSegment
      epoch.startsLap = lap != lastLap
      if epoch.hasFix { (lastSegment, lastLap) = (segment, lap) }
    }
    points.append(epoch)
    if points.count > GeoJSONReader.mostPoints, role == .unknown { role = .fixes }
    if role != .unknown { deliverPoints(emit) }
  }

  private mutating func deliverPoints(_ emit: (TraceEpoch) -> Void) {
    for var epoch in points {
      // A point with a name and no time is a waypoint, not a fix.
      let isSaid = epoch.kind != .track || epoch.number > 0
      let isWaypoint = epoch.timeOfDay == nil && epoch.label != nil && !isSaid
      if role == .waypoints || isWaypoint {
        guard epoch.hasFix else { continue }
        (epoch.kind, epoch.startsSegment) = (.waypoint, true)
      } else if !isSaid {
        epoch.label = nil
      }
      statistics.count(epoch)
      emit(epoch)
    }
    // Copies of the reader are kept: do not keep the capacity.
    points = []
  }

  /// Emits the kept positions, or makes a backlog of them if there are many.
  private mutating func deliverLine(_ emit: (TraceEpoch) -> Void) {
    guard !feature.line.held.positions.isEmpty else { return }
    feature.geometry.start = 0
    if feature.isOfPoints {
      if role == .unknown { role = .fixes }
      deliverPoints(emit)
      while feature.line.held.takeNext() != nil {}
      return
    }
    if role == .unknown { role = .waypoints }
    deliverPoints(emit)
    if !feature.isLabelled { tracks &+= 1 }
    hasBacklog = true
    if feature.line.held.positions.count <= HeldPoint.mostAtOnce { giveOut(emit) }
  }

  mutating func giveOut(_ emit: (TraceEpoch) -> Void) {
    for _ in 0...HeldPoint.mostAtOnce {
      guard var point = feature.line.held.takeNext() else {
        hasBacklog = false
        return finishFeature(emit)
      }
      point.number = tracks
      if !feature.isLabelled {
        feature.isLabelled = true
        point.label = feature.members.name.flatMap { TraceLabel(line: TraceLabel(name: $0)) }
      }
      guard let epoch = point.epoch() else { continue }
      statistics.count(epoch)
      emit(epoch)
    }
  }
}
