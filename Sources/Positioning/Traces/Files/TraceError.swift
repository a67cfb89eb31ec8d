/// Why a trace cannot be opened or read on; its description says how to fix it.
public enum TraceError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case missing(path: String)
  /// The file may not be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// The name is a directory's.
  case directory(path: String)
  /// A pipe, terminal or device, which has no positions to go back to.
  case notSeekable(path: String)
  /// The file holds nothing.
  case empty(path: String)
  /// The file holds no text.
  case binary(path: String)
  /// The file is of a format that is known but not read, such as `GPX`.
  case otherFormat(path: String, format: String)
  /// The file is text, but of none of the formats.
  case notATrace(path: String)
  /// The checksum of every NMEA 0183 sentence at the file's beginning fails; `count` is how many
  /// these are.
  case badChecksums(path: String, count: Int)
  /// The system could not read on at `offset`; `reason` is the system's.
  case readFailed(path: String, offset: Int, reason: String)
}

extension TraceError: CustomStringConvertible {
  /// One sentence that names the file, what is wrong, and how to fix it.
  ///
  /// File names are as given: whoever shows them on a terminal cleans them first.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): no such file; check the spelling and the folder"
    case .unreadable(let path, let reason):
      "\(path): cannot be opened (\(reason)); check that you may read it, for example with ls -l"
    case .directory(let path):
      "\(path): is a directory; name a file in it"
    case .notSeekable(let path):
      "\(path): is a pipe or device, not a file; save its output to a file first"
    case .empty(let path):
      "\(path): is empty; a trace holds at least one NMEA 0183 sentence or one CSV row with a position"
    case .binary(let path):
      "\(path): holds binary data, not NMEA 0183 or CSV text; convert it to one of these first"
    case .otherFormat(let path, let format):
      "\(path): is \(format), not NMEA 0183 or CSV; convert it to one of these first"
    case .notATrace(let path):
      "\(path): neither NMEA 0183 nor a CSV table with latitude and longitude columns; "
        + "if it is a table, name these columns latitude and longitude in its first line"
    case .badChecksums(let path, let count):
      "\(path): "
        + (count == 1
          ? "the only NMEA 0183 sentence found fails its checksum; "
          : "all \(count) NMEA 0183 sentences at its beginning fail their checksums; ")
        + "the file was damaged or edited, so copy it from the receiver again"
    case .readFailed(let path, let offset, let reason):
      "\(path): reading failed at byte \(offset) (\(reason)); check the disk, or copy the file"
    }
  }
}
