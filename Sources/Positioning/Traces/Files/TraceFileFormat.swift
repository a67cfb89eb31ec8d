extension TraceFormat {
  /// True if a file of this format is of no use without a position: receivers write the other
  /// formats, even without a fix.
  var needsPositions: Bool {
    [.gpx, .csv, .kml, .geojson, .jsonLines, .timeline].contains(self)
  }

  /// True if the last lines can be read without those before them: false if related data is far
  /// apart, or the format has no lines.
  var hasLines: Bool { ![.fit, .kml, .geojson, .ubx, .timeline].contains(self) }

  /// True if tracks and routes have numbers, which are counted from the beginning.
  var hasNumbers: Bool { [.gpx, .tcx, .igc, .fit, .kml, .geojson, .timeline].contains(self) }
}

extension TraceFile {
  /// Returns the format that a reader found at a trace's beginning.
  ///
  /// - Throws: `TraceError` if it is not a trace.
  static func format(
    of reader: TraceReader, path: String, head: [UInt8]
  ) throws(TraceError) -> TraceFormat {
    if let name = reader.unreadEncoding { throw .otherEncoding(path: path, name: name) }
    let text = TraceFile.text(of: head)
    if let found = text.withUnsafeBufferPointer({ ForeignText.detect(ByteText($0)) }),
      reader.format == .csv || reader.format == .nmea
    {
      throw .otherProtocol(path: path, format: found.name, remedy: found.remedy)
    }
    guard let format = reader.format, !reader.isRefused else {
      throw problem(path: path, head: head, text: text)
    }
    // Sentences occur among the frames of binary logs, on purpose or by chance.
    var whole = reader
    whole.finish { _ in }
    if format == .csv || format == .nmea && whole.statistics.fixes == 0,
      let found = BinaryLog.detect(head), found.frames > 1,
      format == .csv || found.frames > whole.statistics.sentences
    {
      throw problem(path: path, head: head, text: text)
    }
    // Objects of JSON look like the cells of a table in a search for a latitude.
    if format == .csv, let other = otherFormat(text) {
      throw .otherFormat(path: path, format: other)
    }
    return format
  }

  private static func problem(path: String, head: [UInt8], text: [UInt8]) -> TraceError {
    if let other = otherFormat(text) { return .otherFormat(path: path, format: other) }
    if let found = BinaryLog.detect(head) {
      return .otherProtocol(
        path: path, format: found.log.rawValue, remedy: found.log.remedy(path: path))
    }
    let badChecksums = text.withUnsafeBufferPointer { NMEA.badChecksums(in: ByteText($0)) }
    guard badChecksums == 0 else { return .badChecksums(path: path, count: badChecksums) }
    var controls = 0
    for byte in text where byte < 0x09 || (byte > 0x0D && byte < 0x20) || byte == 0x7F {
      controls += 1
    }
    guard controls * 50 <= text.count else { return .binary(path: path) }
    let table = text.withUnsafeBufferPointer { CSVDialect.words(ofForeign: ByteText($0)) }
    return table.map { .otherTable(path: path, table: $0) } ?? .notATrace(path: path)
  }

  /// The name of the document's unsupported format; nil if it is not a document.
  private static func otherFormat(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { bytes in
      var text = ByteText(bytes)
      while let byte = text.first, byte <= 0x20 || byte >= 0x80 { text.drop(1) }
      text = text.prefix(512)
      if text.hasPrefix("<?xml") || text.hasPrefix("<gpx") || text.hasPrefix("<kml") {
        return text.holds("<gpx") ? "GPX" : text.holds("<kml") ? "KML" : "XML"
      }
      if text.eat(UInt8(ascii: "[")) { text.eatBlanks() }
      return text.first == UInt8(ascii: "{") ? "JSON" : nil
    }
  }

  /// The text of a trace's beginning in UTF-8, without its byte order mark.
  private static func text(of head: [UInt8]) -> [UInt8] {
    let (encoding, markLength) = TextEncoding.detect(head.prefix(TextEncoding.headLength))
    guard encoding != .eightBit else { return head }
    var transcoder = TextTranscoder(encoding)
    return head[markLength...].withUnsafeBufferPointer { transcoder.transcode($0) }
  }
}
