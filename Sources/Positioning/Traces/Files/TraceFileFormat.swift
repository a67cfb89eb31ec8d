extension TraceFormat {
  /// True if a file of this format is of no use without a position: receivers write the others,
  /// also while they have no fix.
  var needsPositions: Bool {
    switch self {
    case .gpx, .csv, .kml, .geojson: true
    case .nmea, .gpsd, .fit, .tcx, .jsonLines, .igc, .ubx: false
    }
  }

  /// True if reading can begin at any line: not where what belongs together stands far apart, or
  /// there are no lines.
  var hasLines: Bool {
    switch self {
    case .fit, .kml, .geojson, .ubx: false
    case .nmea, .gpsd, .gpx, .csv, .tcx, .jsonLines, .igc: true
    }
  }

  /// True if lines have numbers, which are not known behind a jump.
  var hasNumbers: Bool {
    switch self {
    case .gpx, .tcx, .igc, .fit, .kml, .geojson: true
    case .nmea, .gpsd, .csv, .jsonLines, .ubx: false
    }
  }
}

extension TraceFile {
  /// The format that a reader has found in a trace's beginning.
  ///
  /// - Throws: `TraceError` when that is no trace.
  static func format(
    of reader: TraceReader, path: String, head: [UInt8]
  ) throws(TraceError) -> TraceFormat {
    guard let format = reader.format, !reader.isRefused else {
      throw problem(path: path, head: head)
    }
    // Sentences stand among the frames of binary logs, by the receiver's will or by chance.
    var whole = reader
    whole.finish { _ in }
    if format == .csv || format == .nmea && whole.statistics.fixes == 0,
      let found = BinaryLog.detect(head), found.frames > 1,
      format == .csv || found.frames > whole.statistics.sentences
    {
      throw problem(path: path, head: head)
    }
    // Objects of JSON look like the cells of a table in a search for a latitude.
    if format == .csv, case .otherFormat(_, let other) = problem(path: path, head: head) {
      throw .otherFormat(path: path, format: other)
    }
    return format
  }

  private static func problem(path: String, head: [UInt8]) -> TraceError {
    let text = String(decoding: head.prefix(512).drop { $0 <= 0x20 || $0 >= 0x80 }, as: UTF8.self)
    if text.hasPrefix("<?xml") || text.hasPrefix("<gpx") || text.hasPrefix("<kml") {
      let format = text.contains("<gpx") ? "GPX" : text.contains("<kml") ? "KML" : "XML"
      return .otherFormat(path: path, format: format)
    }
    if text.hasPrefix("{") || text.hasPrefix("[{") {
      return .otherFormat(path: path, format: "JSON")
    }
    if let found = BinaryLog.detect(head) {
      return .otherProtocol(
        path: path, format: found.log.name, remedy: found.log.remedy(path: path))
    }
    let badChecksums = TraceFile.badChecksums(head)
    guard badChecksums == 0 else { return .badChecksums(path: path, count: badChecksums) }
    var controls = 0
    for byte in head where byte < 0x09 || (byte > 0x0D && byte < 0x20) || byte == 0x7F {
      controls += 1
    }
    return controls * 50 > head.count ? .binary(path: path) : .notATrace(path: path)
  }

  private static func badChecksums(_ head: [UInt8]) -> Int {
    let (encoding, markLength) = TextEncoding.detect(head.prefix(TextEncoding.headLength))
    return head[markLength...].withUnsafeBufferPointer { bytes in
      guard encoding != .eightBit else { return NMEA.badChecksums(in: ByteText(bytes)) }
      var carry: UInt8?
      return encoding.narrow(bytes, carry: &carry).withUnsafeBufferPointer {
        NMEA.badChecksums(in: ByteText($0))
      }
    }
  }
}
