/// Why a trace is incomplete: it was read up to a point, and the rest is missing.
///
/// For an archive it is known from its opening on, for other files once their end was read.
public enum TraceTruncation: Hashable, Sendable {
  /// The archive cannot be unpacked to its end; `reason` is the unpacking program's.
  case archive(reason: String)
  /// Reading failed at `offset`; `reason` is the system's.
  case unreadable(offset: Int, reason: String)
  /// The file ended at `offset`, and was `size` bytes long when it was opened.
  case shortened(offset: Int, size: Int)
  /// The source ends in the middle of a sentence, report, row or document.
  case cutOff(TraceFormat)
}

extension TraceTruncation: CustomStringConvertible {
  /// The reason in words, without the trace's name or a full stop.
  public var description: String {
    switch self {
    case .archive(let reason): "the archive is damaged (\(reason))"
    case .unreadable(let offset, let reason): "reading failed at byte \(offset) (\(reason))"
    case .shortened(let offset, let size):
      "the file became shorter while it was read, \(offset) of \(size) bytes"
    case .cutOff(.nmea): "it ends in the middle of a sentence"
    case .cutOff(.gpsd): "it ends in the middle of a report"
    case .cutOff(.csv), .cutOff(.fitTable): "it ends in the middle of a row"
    case .cutOff(.fit): "it ends before the length in its header, and its checksum"
    case .cutOff(.tcx): "it ends before its closing tag, </TrainingCenterDatabase>"
    case .cutOff(.kml): "it ends before its closing tag, </kml>"
    case .cutOff(.geojson), .cutOff(.timeline): "it ends before its last bracket"
    case .cutOff(.jsonLines), .cutOff(.canboat), .cutOff(.signalK):
      "it ends in the middle of an object"
    case .cutOff(.subtitles): "it ends in the middle of a subtitle"
    case .cutOff(.igc): "it ends in the middle of a fix"
    case .cutOff(.ubx): "it ends in the middle of a message"
    case .cutOff(.gpx): "it ends before its closing tag, </gpx>"
    }
  }

  /// The remedy.
  var advice: String {
    switch self {
    case .archive: "copy it again, or check the archive with gzip -t"
    case .unreadable: "check the disk, or use a copy of the file"
    case .shortened: "wait until it is written, then read it again"
    case .cutOff: "copy it again from the original, if that is complete"
    }
  }
}
