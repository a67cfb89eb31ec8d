#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@testable import ViewModels

/// The cuts of real traces beside the tests.
enum TraceFixture: String, CaseIterable {
  case drive = "drive.nmea"
  case flight = "receiver-l1.nmea"
  case start = "satellites.nmea"
  case flightTable = "flight.csv"
  case driveTable = "drive-semicolon.csv"

  var path: String {
    let folders = #filePath.split(separator: "/").dropLast(3)
    return "/" + folders.joined(separator: "/") + "/Fixtures/Traces/" + rawValue
  }

  var bytes: [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let length = fread(&buffer, 1, buffer.count, file)
    return Array(buffer[..<length])
  }
}

/// A file that is there while a test runs.
struct TemporaryTrace {
  let path: String

  init(_ bytes: [UInt8]) {
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

  func remove() { unlink(path) }
}

/// What a reader gives out for bytes that come in one piece.
func epochs(of bytes: [UInt8], options: TraceOptions = TraceOptions()) -> [TraceEpoch] {
  epochs(of: [bytes], options: options)
}

/// What a reader gives out for bytes that come in several pieces.
func epochs(of pieces: [[UInt8]], options: TraceOptions = TraceOptions()) -> [TraceEpoch] {
  var result: [TraceEpoch] = []
  var reader = TraceReader(options: options)
  for piece in pieces { reader.read(piece) { result.append($0) } }
  reader.finish { result.append($0) }
  return result
}

/// Sentences with their checksums, a line each.
func nmeaLines(_ bodies: String..., lineEnd: String = "\r\n") -> [UInt8] {
  Array(bodies.map { nmeaSentence($0) + lineEnd }.joined().utf8)
}

func nmeaSentence(_ body: String) -> String {
  let digits = Array("0123456789ABCDEF")
  let sum = body.utf8.reduce(0, ^)
  return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])"
}

/// SplitMix64: the same numbers in every run.
struct TraceNoise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
