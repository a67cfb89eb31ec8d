/// Reads a GPX file as it comes, in pieces of any size, and gives out one epoch for each track
/// point, route point and waypoint, in the file's order.
///
///     var reader = GPXReader()
///     reader.read([UInt8]("<gpx><wpt lat='59.33' lon='18.07'/></gpx>".utf8)) { epoch in
///       print(epoch.location!.coordinate.latitude)  // 59.33
///     }
///
/// GPX 1.0 and 1.1, with the usual extensions. Each point says its kind, and of which track or
/// route it is; the first one of a line has the line's label. The first point of a track segment or
/// a route, and every waypoint, starts a segment. A file that is cut off or damaged gives the
/// points that are whole. Memory is bounded whatever the file holds.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on.
public struct GPXReader: TraceDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts points.
  public private(set) var statistics = TraceStatistics()
  /// How many bytes were read so far.
  public private(set) var offset = 0

  private let utcOffset: Int64
  private var tokenizer = XMLTokenizer()
  /// True if the bytes so far end with a line.
  private var isAtLineStart = true
  private var held: [UInt8] = []
  private var point: GPXPoint?
  private var field: GPXPoint.Field?
  private var textField: GPXTexts.Field?
  /// The texts of the track or route that is under way; nil inside its points and segments, and
  /// where none is.
  private var lineTexts: GPXTexts?
  /// The label that the next point of a track or route gets: it is the line's first one.
  private var lineLabel: TraceLabel?
  /// How many tracks and routes have begun; nil after a jump.
  private var lineCounts: (tracks: UInt32, routes: UInt32)? = (0, 0)
  /// The text of the element that is under way, as far as it is wanted.
  private var text: [UInt8] = []
  /// True if the next point of a track or route is the first of its segment.
  private var startsSegment = true
  private var line: Int? = 1
  /// True if the document's end tag was read last, and no other document began.
  private var isClosed = false

  /// No number or time is longer.
  private static let longestText = 256
  /// No more of a name or a description is kept.
  private static let longestLabel = 4096

  /// Makes a reader for the beginning of a file.
  public init(options: TraceOptions = TraceOptions()) {
    utcOffset = max(-86_400, min(86_400, options.utcOffset.components.seconds)) * 1_000_000_000
  }

  /// Reads the next piece of the source.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    offset += bytes.count
    if let last = bytes.last { isAtLineStart = last == .lineFeed }
    guard !held.isEmpty else {
      let used = readTokens(ByteText(bytes), isLast: false, emit)
      held = Array(bytes[used...])
      return
    }
    held.append(contentsOf: bytes)
    readHeld(isLast: false, emit)
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }

  /// Does nothing: no point waits for another.
  public mutating func flush(_ emit: (TraceEpoch) -> Void) {}

  /// Reads what is left: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    readHeld(isLast: true, emit)
    held = []
    // A document may be one line without an end.
    if !isAtLineStart { statistics.lines += 1 }
    if point != nil { statistics.skip(.truncated) }
    point = nil
    statistics.isCutOff = !isClosed
  }

  /// Goes on reading at the beginning of another line of the same source.
  mutating func jump(to offset: Int) {
    self.offset = offset
    held = []
    statistics.jump()
    tokenizer.jump()
    point = nil
    field = nil
    textField = nil
    (lineTexts, lineLabel, lineCounts) = (nil, nil, nil)
    line = nil
    startsSegment = false
    isClosed = false
  }

  private mutating func readHeld(isLast: Bool, _ emit: (TraceEpoch) -> Void) {
    let bytes = held
    held = []
    bytes.withUnsafeBufferPointer {
      let used = readTokens(ByteText($0), isLast: isLast, emit)
      held = Array($0[used...])
    }
  }

  /// Reads the tokens of `bytes`, which end at `offset`, and returns how many bytes that were.
  private mutating func readTokens(
    _ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) -> Int {
    var rest = bytes
    while true {
      let before = rest
      let token = tokenizer.next(&rest, isLast: isLast)
      if case .incomplete = token { return bytes.count - rest.count }
      let tokenLine = line
      count(before.prefix(before.count - rest.count))
      switch token {
      case .start(let name, let inside, let isEmpty):
        start(name.localName, inside, tokenLine)
        if isEmpty { end(name.localName, offset - rest.count, emit) }
      case .end(let name): end(name.localName, offset - rest.count, emit)
      case .text(let found): take(found)
      case .nothing, .incomplete: break
      }
    }
  }

  private mutating func count(_ text: ByteText) {
    let lineFeeds = text.lineFeeds
    statistics.lines += lineFeeds
    line? += lineFeeds
  }

  private mutating func start(_ name: ByteText, _ inside: ByteText, _ line: Int?) {
    if let kind = TraceKind(gpxTag: name) {
      // The end of the last one was lost.
      if point != nil { statistics.skip(.truncated) }
      endLineTexts()
      point = GPXPoint(
        kind, inside: inside, line: line, number: number(of: kind),
        startsSegment: startsSegment || kind == .waypoint)
      if point == nil { statistics.skip(.malformedField) }
      field = nil
      textField = nil
      return
    }
    if name.equals("gpx") {
      isClosed = false
    } else if name.equals("trkseg") || name.equals("rte") || name.equals("trk") {
      if point != nil { statistics.skip(.truncated) }
      startsSegment = true
      point = nil
      field = nil
      textField = nil
      name.equals("trkseg") ? endLineTexts() : startLine(isTrack: name.equals("trk"))
    } else if point != nil {
      field = GPXPoint.Field(name)
      textField = field == nil ? GPXTexts.Field(name) : nil
      text.removeAll(keepingCapacity: true)
    } else if lineTexts != nil {
      textField = GPXTexts.Field(name)
      text.removeAll(keepingCapacity: true)
    }
  }

  private mutating func startLine(isTrack: Bool) {
    lineTexts = GPXTexts()
    lineLabel = nil
    if isTrack { lineCounts?.tracks &+= 1 } else { lineCounts?.routes &+= 1 }
  }

  /// The label of a line is whole when its first point or segment begins.
  private mutating func endLineTexts() {
    guard let texts = lineTexts.take() else { return }
    lineLabel = texts.label()
  }

  private func number(of kind: TraceKind) -> UInt32 {
    switch kind {
    case .track: lineCounts?.tracks ?? 0
    case .route: lineCounts?.routes ?? 0
    case .waypoint: 0
    }
  }

  private mutating func end(
    _ name: ByteText, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    if let field, GPXPoint.Field(name) == field {
      if text.contains(UInt8(ascii: "&")) { text.decodeEntities() }
      text.withUnsafeBufferPointer {
        point?.set(field, ByteText($0), utcOffset: utcOffset)
      }
    }
    if let textField, GPXTexts.Field(name) == textField {
      if point == nil { lineTexts?.set(textField, text) } else { point?.texts.set(textField, text) }
    }
    field = nil
    textField = nil
    if name.equals("gpx") { isClosed = true }
    if name.equals("trk") || name.equals("rte") { (lineTexts, lineLabel) = (nil, nil) }
    guard let kind = TraceKind(gpxTag: name), let point, point.kind == kind else { return }
    self.point = nil
    statistics.sentences += 1
    let label = kind == .waypoint ? nil : lineLabel
    statistics.note(.ambiguousNumber, count: point.ambiguousCount)
    let epoch = point.epoch(endOffset: endOffset, lineLabel: label)
    // A point without a position begins no segment: the next one does.
    if epoch.hasFix, kind != .waypoint { (startsSegment, lineLabel) = (false, nil) }
    statistics.count(epoch)
    emit(epoch)
  }

  private mutating func take(_ found: ByteText) {
    guard field != nil || textField != nil else { return }
    let most = field == nil ? GPXReader.longestLabel : GPXReader.longestText
    let bytes = found.prefix(most - text.count)
    text.append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
  }
}

extension TraceKind {
  /// The kind of the points that a tag makes.
  fileprivate init?(gpxTag name: ByteText) {
    if name.equals("trkpt") {
      self = .track
    } else if name.equals("rtept") {
      self = .route
    } else if name.equals("wpt") {
      self = .waypoint
    } else {
      return nil
    }
  }
}

extension [UInt8] {
  /// Puts characters in the place of numeric entities of ASCII (`&#45;`, `&#x2D;`), which is all
  /// that a number or time can hold; others stay.
  fileprivate mutating func decodeEntities() {
    var result: [UInt8] = []
    var index = 0
    while index < count {
      guard self[index] == UInt8(ascii: "&"), index + 2 < count,
        self[index + 1] == UInt8(ascii: "#"),
        let end = self[index...].prefix(8).firstIndex(of: UInt8(ascii: ";")), end > index + 2
      else {
        result.append(self[index])
        index += 1
        continue
      }
      let isHex = self[index + 2] | 0x20 == UInt8(ascii: "x")
      let digits = self[(isHex ? index + 3 : index + 2)..<end]
      var value = 0
      var isWhole = !digits.isEmpty
      for digit in digits {
        guard let number = digit.hexDigit, isHex || number < 10 else {
          isWhole = false
          break
        }
        value = value * (isHex ? 16 : 10) + Int(number)
      }
      if isWhole, value < 0x80 { result.append(UInt8(value)) }
      index = end + 1
    }
    self = result
  }
}
