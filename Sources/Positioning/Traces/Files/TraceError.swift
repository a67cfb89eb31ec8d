import Formats

/// Why a trace cannot be opened or read on; its description includes a remedy.
public enum TraceError: Error, Hashable, Sendable {
  /// No file has that name.
  case missing(path: String)
  /// The file cannot be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// The path is a directory.
  case directory(path: String)
  /// The path is a pipe, terminal or device, which cannot be read at any offset.
  case notSeekable(path: String)
  /// The file is empty.
  case empty(path: String)
  /// The file is not text.
  case binary(path: String)
  /// The gzip file cannot be unpacked.
  case compressed(path: String, reason: String)
  /// A pipe contains more than a temporary file may; `limit` is in bytes.
  case tooLarge(path: String, limit: Int)
  /// A gzip file unpacks to more than is allowed; `limit` is in bytes.
  case unpacksTooLarge(path: String, limit: Int)
  /// There is no space for the temporary file that a pipe or a gzip file needs.
  case noTemporaryFile(path: String, reason: String)
  /// The file has a format that is known but not read, such as `XML`.
  case otherFormat(path: String, format: String)
  /// The file is a binary log or an archive that is known but not read; `remedy` tells how to
  /// convert it to a trace.
  case otherProtocol(path: String, format: String, remedy: String)
  /// The file declares a character encoding that is not supported.
  case otherEncoding(path: String, name: String)
  /// The file is a table, but none of its columns is known to contain positions; `table` describes
  /// it.
  case otherTable(path: String, table: String)
  /// The file is text, but in none of the formats.
  case notATrace(path: String)
  /// The file is GPX or a table, but none of its points or rows has a position.
  case noPosition(path: String, format: TraceFormat)
  /// The checksum of every NMEA 0183 sentence at the beginning of the file fails; `count` is the
  /// number of these sentences.
  case badChecksums(path: String, count: Int)
  /// Reading failed at `offset`; `reason` is the system's.
  case readFailed(path: String, offset: Int, reason: String)
  /// The trace could be read, but is incomplete.
  case incomplete(path: String, TraceTruncation)
}

extension TraceError: CustomStringConvertible {
  /// One sentence with the file's name, the problem, and its remedy.
  ///
  /// File names are as given; clean them before showing them on a terminal. A pipe is called
  /// standard input.
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

  /// The command that converts a file to UTF-8; empty if a shell would not read the encoding's name
  /// as a plain word.
  private static func conversion(of path: String, from name: String) -> String {
    guard name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "._-:".utf8.contains($0) }) else {
      return ""
    }
    let file = path == "-" ? "FILE" : path.shellWord
    return ": iconv -f \(name) -t UTF-8 \(file) | sed '1s/\(name)/UTF-8/' > FILE.utf8"
  }

  /// A number of bytes in the largest unit of which it is a multiple.
  private static func size(_ bytes: Int) -> String {
    for (shift, unit) in [(30, "GiB"), (20, "MiB"), (10, "KiB")] {
      guard bytes > 0, bytes % (1 << shift) == 0 else { continue }
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes) bytes"
  }

  private func source(_ path: String) -> String { path == "-" ? "standard input" : path }
}
