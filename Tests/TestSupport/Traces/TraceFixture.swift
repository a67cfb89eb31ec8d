#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

import Positioning

/// The cuts of real traces beside the tests.
package enum TraceFixture: String, CaseIterable {
  case drive = "drive.nmea"
  case flight = "receiver-l1.nmea"
  case start = "satellites.nmea"
  case flightTable = "flight.csv"
  case driveTable = "drive-semicolon.csv"

  package var path: String {
    let folders = #filePath.split(separator: "/").dropLast(2)
    return "/" + folders.joined(separator: "/") + "/Fixtures/Traces/" + rawValue
  }

  package var bytes: [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let length = fread(&buffer, 1, buffer.count, file)
    return Array(buffer[..<length])
  }
}

/// A file that is there while a test runs.
package struct TemporaryTrace {
  package let path: String

  package init(_ bytes: [UInt8]) {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    var template = Array("\(folder)/trace-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    var written = 0
    while written < bytes.count {
      let length = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard length > 0 else { break }
      written += length
    }
    close(descriptor)
  }

  package func remove() { unlink(path) }
}

/// What a reader gives out for bytes that come in one piece.
package func epochs(of bytes: [UInt8], options: TraceOptions = TraceOptions()) -> [TraceEpoch] {
  epochs(of: [bytes], options: options)
}

/// What a reader gives out for bytes that come in several pieces.
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

package func nmeaSentence(_ body: String) -> String {
  let digits = Array("0123456789ABCDEF")
  let sum = body.utf8.reduce(0, ^)
  return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])"
}
