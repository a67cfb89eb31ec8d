import Platform
import TestSupport
import Testing

@testable import Positioning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Traces that come through pipes")
struct TracePipeTests {
  private let folder = ScratchFolder()

  /// A pipe with a name, which somebody holds open for writing.
  private func namedPipe() throws -> (path: String, writer: Int32) {
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    // Also for reading, so that it waits for nobody.
    let writer = open(path, O_RDWR | O_CLOEXEC)
    try #require(writer >= 0)
    return (path, writer)
  }

  /// What comes of a trace that is sent through a pipe: its epochs and figures, or an error.
  private func outcome(of pieces: [[UInt8]]) throws -> Outcome {
    let ends = try #require(PrivatePipe())
    // Whoever writes into a pipe that nobody reads is ended by a signal.
    let reader = fcntl(ends.output, F_DUPFD_CLOEXEC, 0)
    defer {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while read(reader, &buffer, buffer.count) > 0 {}
      close(reader)
    }
    Threads.start {
      for piece in pieces {
        var rest = piece[...]
        while !rest.isEmpty {
          let count = rest.withUnsafeBytes { write(ends.input, $0.baseAddress, $0.count) }
          guard count > 0 else { break }
          rest = rest.dropFirst(count)
        }
      }
      close(ends.input)
    }
    return Outcome {
      let pipe = try RandomAccessFile(ends.output, path: folder.file("pipe"))
      var stream = try TraceFile(pipe, options: TraceOptions())
      var epochs: [TraceEpoch] = []
      while let epoch = try stream.next() { epochs.append(epoch) }
      #expect(try stream.next() == nil)
      return Account(epochs, stream.statistics)
    }
  }

  private func outcome(ofFile bytes: [UInt8]) -> Outcome {
    // Of the same name, since errors say it.
    let path = folder.write("pipe", bytes)
    defer { unlink(path) }
    return Outcome {
      var file = try TraceFile(readingOnce: path)
      var epochs: [TraceEpoch] = []
      while let epoch = try file.next() { epochs.append(epoch) }
      return Account(epochs, file.statistics)
    }
  }

  private struct Account: Equatable {
    var epochs: [TraceEpoch]
    var totals: [Int]
    var types: [String: Int]

    init(_ epochs: [TraceEpoch], _ statistics: TraceStatistics) {
      self.epochs = epochs
      totals = [statistics.lines, statistics.sentences, statistics.epochs, statistics.fixes]
      totals += TraceStatistics.SkipReason.allCases.map { statistics.skipped($0) }
      totals += TraceStatistics.Irregularity.allCases.map { statistics.count(of: $0) }
      types = statistics.sentencesByType
    }
  }

  private struct Outcome: Equatable {
    var account: Account?
    var error: String?

    init(_ body: () throws -> Account?) {
      do { account = try body() } catch { self.error = "\(error)" }
    }
  }

  @Test(
    "A pipe gives all that the file gives, whatever the pieces",
    arguments: TraceFixture.allCases)
  func sameAsFile(fixture: TraceFixture) throws {
    let bytes = fixture.bytes
    let wide: [UInt8] = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] as [UInt8] }
    var random = SplitMix(seed: 3)
    for bytes in [bytes, wide] {
      let file = outcome(ofFile: bytes)
      #expect(file.account?.epochs.isEmpty == false)
      for most in [100, 5000, 1 << 20] {
        #expect(try outcome(of: pieces(bytes, most: most, &random)) == file, "\(most)")
      }
    }
  }

  @Test(
    "Input that is no trace is the same error as in a file",
    arguments: [
      "", "$", "latitude,longitude\n", "Dear diary,\n", "<gpx><metadata/></gpx>\n", "<kml></kml>\n",
      "{\"latitude\": 1}\n", "\u{1}\u{2}\u{3}\u{1}\u{2}\u{3}",
      "$GPGLL,4807.0,N,01131.0,E,120000,A*00\n",
    ])
  func errors(text: String) throws {
    for count in [1, 100_000 / max(text.utf8.count, 1), 400_000 / max(text.utf8.count, 1)] {
      let bytes = Array(String(repeating: text, count: max(count, 1)).utf8)
      let file = outcome(ofFile: bytes)
      #expect(file.error != nil)
      var random = SplitMix(seed: 4)
      for most in [5000, 1 << 20] {
        #expect(try outcome(of: pieces(bytes, most: most, &random)) == file, "\(count), \(most)")
      }
    }
  }

  @Test("Epochs come as soon as they are complete, and it is said before it waits for more")
  func asItComes() throws {
    let (path, writer) = try namedPipe()
    func send(_ second: Int) {
      let line = nmeaLines("GPRMC,1200\(second),A,4807.0,N,01131.0,E,1.0,1.0,010524,,")
      #expect(write(writer, line, line.count) == line.count)
    }
    send(10)
    send(11)
    var stream = try TraceFile(readingOnce: path)
    #expect(stream.isPipe)
    #expect(stream.format == .nmea)
    var pauses = 0
    let noon = try #require(Timestamp(year: 2024, month: 5, day: 1, hour: 12))
    for second in 10..<14 {
      if stream.hasToWait {
        pauses += 1
        send(second + 1)
      }
      #expect(try stream.next()?.timestamp == noon.advanced(by: .seconds(second)))
    }
    #expect(pauses == 3 && stream.hasToWait)
    close(writer)
    #expect(try stream.next()?.timestamp == noon.advanced(by: .seconds(14)))
    #expect(try stream.next() == nil)
  }
}
