/// Reads a GPX file as it arrives, in pieces of any size, and emits one epoch for each track point,
/// route point and waypoint, in the file's order.
///
/// GPX 1.0 and 1.1, with the usual extensions. Each point has its kind and the number of its track
/// or route; the first one of a line has the line's label. The first point of a track segment or a
/// route, and every waypoint, starts a segment. A file that is truncated or corrupt yields its
/// complete points. Memory is bounded whatever the file contains.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct GPXReader: XMLDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts points.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var source = XMLSource()
  private(set) var isClosed = false

  private let utcOffset: Int64
  /// True if the document's creator attribute mentions a barometer.
  private var hasBarometer = false
  private var point: GPXPoint?
  private var field: GPXPoint.Field?
  private var textField: GPXTexts.Field?
  /// The texts of the current track or route; nil inside its points and segments, or without one.
  private var lineTexts: GPXTexts?
  /// The label for the next point of a track or route, if that is the line's first one.
  private var lineLabel: TraceLabel?
  /// The numbers of tracks and routes that have begun.
  private var lineCounts: (tracks: UInt32, routes: UInt32) = (0, 0)
  /// True if the next point of a track or route is the first of its segment.
  private var startsSegment = true

  /// The maximum length of a number or time.
  private static let longestText = 256
  /// The maximum length of a name or description; the rest is dropped.
  private static let longestLabel = 4096

  init(options: TraceOptions = TraceOptions()) { utcOffset = options.utcNanoseconds }

  mutating func start(_ name: ByteText, inside: ByteText, line: Int) {
    let tag = name.lookUp(GPXReader.tags)
    if tag == nil {
      (field, textField) = point == nil ? (nil, nil) : (GPXPoint.Field(name), nil)
      if field == nil, point != nil || lineTexts != nil { textField = GPXTexts.Field(name) }
      return source.wantText(
        upTo: field != nil ? GPXReader.longestText : textField != nil ? GPXReader.longestLabel : 0)
    }
    if tag == .document {
      hasBarometer = inside.attribute("creator")?.holds("with barometer") ?? false
      return isClosed = false
    }
    if point != nil { statistics.skip(.truncated) }
    (point, field, textField) = (nil, nil, nil)
    switch tag {
    case .point(let kind):
      endLineTexts()
      point = GPXPoint(
        kind, inside: inside, line: line, number: number(of: kind),
        startsSegment: startsSegment || kind == .waypoint)
      if point == nil { statistics.skip(.malformedField) }
    case .segment:
      startsSegment = true
      endLineTexts()
    case .track, .route:
      startsSegment = true
      (lineTexts, lineLabel) = (GPXTexts(), nil)
      if tag == .track { lineCounts.tracks &+= 1 } else { lineCounts.routes &+= 1 }
    case .document, nil: break
    }
  }

  /// An element that is a point, or contains points.
  private enum Tag: Hashable { case point(TraceKind), segment, track, route, document }

  private static let tags: [(StaticString, Tag)] = [
    ("trkpt", .point(.track)), ("rtept", .point(.route)), ("wpt", .point(.waypoint)),
    ("trkseg", .segment), ("trk", .track), ("rte", .route), ("gpx", .document),
  ]

  /// Makes a label from the line's texts, which are complete when its first point or segment
  /// begins.
  private mutating func endLineTexts() {
    guard let texts = lineTexts.take() else { return }
    lineLabel = texts.label()
  }

  private func number(of kind: TraceKind) -> UInt32 {
    switch kind {
    case .track: lineCounts.tracks
    case .route: lineCounts.routes
    case .waypoint: 0
    }
  }

  mutating func end(_ name: ByteText, offset: Int, _ emit: (TraceEpoch) -> Void) {
    if let field, GPXPoint.Field(name) == field {
      self.field = nil
      // No field has the name of an element that ends below.
      return takeText { $0.point?.set(field, $1, utcOffset: $0.utcOffset) }
    }
    if let textField, GPXTexts.Field(name) == textField {
      takeText { reader, text in
        if reader.point == nil {
          reader.lineTexts?.set(textField, text)
        } else {
          reader.point?.texts.set(textField, text)
        }
      }
    }
    (field, textField) = (nil, nil)
    switch name.lookUp(GPXReader.tags) {
    case .document: isClosed = true
    case .track, .route: (lineTexts, lineLabel) = (nil, nil)
    case .point(let kind): if point?.kind == kind { deliver(offset, emit) }
    case .segment, nil: break
    }
  }

  private mutating func deliver(_ offset: Int, _ emit: (TraceEpoch) -> Void) {
    guard let point = point.take() else { return }
    statistics.sentences += 1
    statistics.note(.ambiguousNumber, count: point.ambiguousCount)
    var epoch = point.epoch(endOffset: offset, lineLabel: point.kind == .waypoint ? nil : lineLabel)
    epoch.hasBarometer = hasBarometer
    if epoch.hasFix, epoch.kind != .waypoint { (startsSegment, lineLabel) = (false, nil) }
    statistics.count(epoch)
    emit(epoch)
  }

  mutating func finishDocument(_ emit: (TraceEpoch) -> Void) {
    if point.take() != nil { statistics.skip(.truncated) }
  }
}
