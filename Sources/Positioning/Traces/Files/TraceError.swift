import Formats

/// Why a trace cannot be opened or read on; its description says how to fix it.
public enum TraceError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case missing(path: String)
  /// The file may not be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// The path is that of a directory.
  case directory(path: String)
  /// A pipe, terminal or device, which has no positions to go back to.
  case notSeekable(path: String)
  /// The file holds nothing.
  case empty(path: String)
  /// The file holds no text.
  case binary(path: String)
  /// The gzip file cannot be unpacked.
  case compressed(path: String, reason: String)
  /// A pipe holds more than a temporary file may have; `limit` is in bytes.
  case tooLarge(path: String, limit: Int)
  /// A gzip file unpacks to more than is allowed; `limit` is in bytes.
  case unpacksTooLarge(path: String, limit: Int)
  /// There is no room for the temporary file that a pipe or a gzip file needs.
  case noTemporaryFile(path: String, reason: String)
  /// The file is of a format that is known but not read, such as `XML`.
  case otherFormat(path: String, format: String)
  /// The file is a binary log or an archive that is known but not read; `remedy` says what makes a
  /// trace of it.
  case otherProtocol(path: String, format: String, remedy: String)
  /// The file declares a character encoding that is not supported.
  case otherEncoding(path: String, name: String)
  /// The file is a table, but nothing shows which of its columns hold positions; `table` describes
  /// it.
  case otherTable(path: String, table: String)
  /// The file is text, but of none of the formats.
  case notATrace(path: String)
  /// The file is GPX or a table, but none of its points or rows has a position.
  case noPosition(path: String, format: TraceFormat)
  /// The checksum of every NMEA 0183 sentence at the file's beginning fails; `count` is how many
  /// these are.
  case badChecksums(path: String, count: Int)
  /// The system could not read on at `offset`; `reason` is the system's.
  case readFailed(path: String, offset: Int, reason: String)
  /// The trace could be read, but is not whole.
  case incomplete(path: String, TraceTruncation)
}

extension TraceError: CustomStringConvertible {
  /// One sentence that names the file, what is wrong, and how to fix it.
  ///
  /// File names are as given, to be cleaned before they are shown on a terminal. What came through
  /// this is what standard input is called.
  public var description: String {
    switch self {
    case .missing(let path): "\(source(path)): no such file; check the spelling and the folder"
    case .unreadable(let path, let reason):
      "\(source(path)): cannot be opened (\(reason)); check that you may read it, "
        + "for example with ls -l"
    case .directory(let path): "\(source(path)): is a directory; name a file in it"
    case .notSeekable("-"):
      "standard input: is a device, not a file or a pipe; "
        + "name a file instead of -, or pipe one in with |"
    case .notSeekable(let path):
      "\(source(path)): is a device, not a file; save its output to a file first"
    case .compressed(let path, let reason):
      "\(source(path)): is compressed and cannot be unpacked (\(reason)); "
        + "unpack it first, for example with gunzip"
    case .tooLarge(let path, let limit):
      "\(source(path)): holds more than \(limit >> 30) GiB; save it as a plain file first"
    case .unpacksTooLarge(let path, let limit):
      "\(source(path)): unpacks to more than \(TraceError.size(limit)); "
        + "if that is expected, raise the limit, for example with --max-unpacked 16GiB"
    case .noTemporaryFile(let path, let reason):
      "\(source(path)): must be copied to a temporary file, which failed (\(reason)); "
        + "make room, or name another folder in TMPDIR"
    case .empty(let path):
      "\(source(path)): is empty; a trace holds at least one sentence, point, report or row with a "
        + "position"
    case .binary(let path):
      "\(source(path)): contains binary data in an unknown format; convert it first, for example "
        + "with GPSBabel: gpsbabel -i FORMAT -f FILE -o gpx -F FILE.gpx"
    case .otherFormat(let path, let format):
      "\(source(path)): is \(format) of an unsupported kind; convert it first, for example "
        + "with GPSBabel: gpsbabel -i FORMAT -f FILE -o gpx -F FILE.gpx"
    case .otherProtocol(let path, let format, let remedy):
      "\(source(path)): is \(format), which is not supported; \(remedy)"
    case .otherEncoding(let path, let name):
      "\(source(path)): the encoding “\(name)” is not supported; convert the file to UTF-8, "
        + "and declare UTF-8 in its first line\(TraceError.conversion(of: path, from: name))"
    case .otherTable(let path, let table):
      "\(source(path)): is \(table); name its columns: --columns time,lat,lon,ele (- for others)"
    case .notATrace(let path):
      "\(source(path)): is not a trace (NMEA 0183, FIT, GPX, TCX, KML, GeoJSON, IGC, UBX, "
        + "gpsd's JSON) "
        + "or a table with latitude and longitude columns; "
        + "if it is a table, name its columns: --columns time,lat,lon,ele (- for others)"
    case .noPosition(let path, .csv):
      "\(source(path)): is a CSV table in which no row has a position; "
        + "check its latitude and longitude columns, or name all columns: "
        + "--columns time,lat,lon,ele (- for others)"
    case .noPosition(let path, let format):
      "\(source(path)): is \(format.rawValue) without a point; "
        + "export it again with a track, a route or waypoints"
    case .badChecksums(let path, let count):
      "\(source(path)): "
        + (count == 1
          ? "the only NMEA 0183 sentence found fails its checksum; "
          : "all \(count) NMEA 0183 sentences at the start of the file fail their checksums; ")
        + "the file was damaged or edited, so copy it from the receiver again"
    case .readFailed(let path, let offset, let reason):
      "\(source(path)): reading failed at byte \(offset) (\(reason)); "
        + "check the disk, or use a copy of the file"
    case .incomplete(let path, let truncation):
      "\(source(path)): \(truncation); what came before that was read, the rest is missing: "
        + truncation.advice
    }
  }

  /// The command that makes UTF-8 of a file; nothing if a shell would read more of the
  /// encoding's name than a name.
  private static func conversion(of path: String, from name: String) -> String {
    guard name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "._-:".utf8.contains($0) }) else {
      return ""
    }
    let file = path == "-" ? "FILE" : path.shellWord
    return ": iconv -f \(name) -t UTF-8 \(file) | sed '1s/\(name)/UTF-8/' > FILE.utf8"
  }

  /// Bytes in the largest unit that they are a multiple of.
  private static func size(_ bytes: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
      guard bytes > 0, bytes % (1 << shift) == 0 else { continue }
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes) bytes"
  }

  private func source(_ path: String) -> String { path == "-" ? "standard input" : path }
}
