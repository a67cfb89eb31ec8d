import Positioning

/// The cuts of real traces beside the tests; their README says where they are from.
package enum TraceFixture: String, CaseIterable, Fixture {
  package static let folder = "Traces"

  case drive = "drive.nmea"
  case flight = "receiver-l1.nmea"
  case start = "satellites.nmea"
  case flightTable = "flight.csv"
  case driveTable = "drive-semicolon.csv"
}

/// A trace in a folder of its own, until it is removed or nobody holds it any more.
package struct TemporaryTrace {
  /// The path of the trace.
  package let path: String
  private let folder = ScratchFolder()

  /// Writes bytes into a file.
  package init(_ bytes: [UInt8]) {
    path = folder.write("trace", bytes)
  }

  /// Removes the file.
  package func remove() { folder.remove() }
}

/// The epochs that a reader gives out for bytes that come in one piece.
package func epochs(of bytes: [UInt8], options: TraceOptions = TraceOptions()) -> [TraceEpoch] {
  epochs(of: [bytes], options: options)
}

/// The epochs that a reader gives out for bytes that come in several pieces.
package func epochs(of pieces: [[UInt8]], options: TraceOptions = TraceOptions()) -> [TraceEpoch] {
  var result: [TraceEpoch] = []
  var reader = TraceReader(options: options)
  for piece in pieces { reader.read(piece) { result.append($0) } }
  reader.finish { result.append($0) }
  return result
}

/// Sentences with their checksums, a line each.
package func nmeaLines(_ bodies: String..., lineEnd: String = "\r\n") -> [UInt8] {
  Array(bodies.map { nmeaSentence($0) + lineEnd }.joined().utf8)
}

/// A sentence with its checksum, without its line's end.
package func nmeaSentence(_ body: String) -> String {
  let digits = Array("0123456789ABCDEF")
  let sum = body.utf8.reduce(0, ^)
  return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])"
}
