import Platform
import TestSupport
import Testing

@testable import Positioning

@Suite("Traces read ahead on other threads")
struct TraceReadAheadTests {
  /// Traces with all that a part's border may fall upon.
  enum Source: String, CaseIterable, CustomTestStringConvertible {
    case drive, flight, start, flightTable, driveTable
    case dated, dateless, mixed, midnight, damaged, returns, late, quoted, clock, segments, joined

    var testDescription: String { rawValue }

    var bytes: [UInt8] {
      switch self {
      case .drive: TraceFixture.drive.bytes
      case .flight: TraceFixture.flight.bytes
      case .start: TraceFixture.start.bytes
      case .flightTable: Source.long(TraceFixture.flightTable.bytes)
      case .driveTable: Source.long(TraceFixture.driveTable.bytes)
      case .dated: TraceFileTests.log(seconds: 60)
      case .dateless: TraceFileTests.log(seconds: 120, dated: false)
      case .mixed: Source.mixedLog
      case .midnight: Source.midnightLog
      case .damaged: Source.damagedLog
      case .returns: TraceFixture.drive.bytes.map { $0 == 10 ? 13 : $0 }
      case .late: TraceFileTests.log(seconds: 40, dated: false) + TraceFileTests.log(seconds: 40)
      case .quoted: Source.long(Source.quotedTable)
      case .clock: Source.clockTable
      case .segments: Source.long(Source.segmentTable)
      case .joined: Source.joinedLog
      }
    }

    /// Given for tables, which are else held until 64 KiB of them have shown nothing else.
    var format: TraceFormat? {
      switch self {
      case .flightTable, .driveTable, .quoted, .clock, .segments: .csv
      default: nil
      }
    }

    /// True if parts of it can be guessed; nil where that depends on where they begin.
    var isGuessed: Bool? {
      switch self {
      case .joined: nil
      // Lines that end with CR, and a log that ends before its receiver's order is known.
      case .returns, .start: false
      // Times of day that wait for a date wait to the end of so short a table.
      case .clock: nil
      default: true
      }
    }

    /// Lines of which two in three have lost their ends.
    private static var joinedLog: [UInt8] {
      let lines = TraceFixture.flight.bytes.split(separator: 10)
      return lines.enumerated().flatMap { index, line in
        line.filter { $0 != 13 } + (index % 3 == 2 ? [10] : [])
      }
    }

    /// Other talkers, other orders, other types, a table and a report amid sentences.
    private static var mixedLog: [UInt8] {
      TraceFixture.drive.bytes + TraceFixture.start.bytes + TraceFixture.flight.bytes
        + TraceFixture.driveTable.bytes + TraceFixture.drive.bytes
    }

    /// Dates that change, and a clock that is set back.
    private static var midnightLog: [UInt8] {
      var bytes: [UInt8] = []
      for second in 0..<90 {
        let time = second < 45 ? "2359\(15 + second)" : "0000\(second - 45 + 10)"
        let day = second < 45 ? 30 : second < 70 ? 31 : 29
        bytes += nmeaLines("GPGGA,\(time),4807.0,N,01131.\(second),E,1,12,0.9,\(second).0,M,,M,,")
        if second % 3 == 0 {
          bytes += nmeaLines("GPRMC,\(time),A,4807.0,N,01131.\(second),E,1.0,1.0,\(day)0324,,")
        }
        bytes += nmeaLines("GPVTG,1.0,T,,M,1.0,N,1.9,K", "GPGSA,A,3,02,05,,,,,,,,,,,1.4,0.9,1.1")
      }
      return bytes
    }

    private static var damagedLog: [UInt8] {
      var random = SplitMix(seed: 11)
      var bytes: [UInt8] = []
      for _ in 0..<4 { bytes += mutated(TraceFixture.flight.bytes, &random) }
      return bytes + [UInt8](repeating: 0, count: 5000) + mutated(TraceFixture.drive.bytes, &random)
    }

    /// A table whose rows repeat until it is longer than what of one is held to find its format.
    private static func long(_ table: [UInt8]) -> [UInt8] {
      let rows = table[(table.firstIndex(of: 10)! + 1)...]
      var bytes = table
      while bytes.count < TraceReader.headLength + 16_384 { bytes += rows }
      return bytes
    }

    /// Cells in which lines end.
    private static var quotedTable: [UInt8] {
      var text = "time,lat,lon,note\r\n"
      for row in 0..<400 {
        text += "2024-03-01T00:\(10 + row / 60):\(10 + row % 50)Z,48.\(row),11.5,"
        text +=
          row % 3 == 0 ? "\"a \"\"b\"\"\r\nc,\(row)\n\"\r\n" : row % 7 == 0 ? "12\"\n" : "x\r\n"
      }
      return Array(text.utf8)
    }

    /// Times of day, which get their dates from elsewhere.
    private static var clockTable: [UInt8] {
      var text = "time;lat;lon\n"
      for row in 0..<300 {
        let second = (row * 600 + 80_000) % 86_400
        text += "\(second / 3600):\(second / 60 % 60):\(second % 60);48,\(row);11,5\n"
        if row % 50 == 49 { text += "# a word\n;;\nx;y;z\n" }
      }
      return Array(text.utf8)
    }

    private static var segmentTable: [UInt8] {
      var encoder = CSVEncoder()
      var bytes: [UInt8] = []
      encoder.begin(&bytes)
      let log = TraceFixture.flight.bytes + Source.midnightLog
      for (index, epoch) in (epochs(of: log) + epochs(of: log)).enumerated() {
        var epoch = epoch
        epoch.startsSegment = index % 9 == 0
        encoder.write(epoch, to: &bytes)
      }
      return bytes
    }
  }

  /// All that is said of a trace.
  struct Account: Equatable {
    var epochs: [TraceEpoch] = []
    var figures: [Int] = []
    var types: [String: Int] = [:]

    init(_ epochs: [TraceEpoch], _ statistics: TraceStatistics) {
      self.epochs = epochs
      figures = [statistics.lines, statistics.sentences, statistics.epochs, statistics.fixes]
      figures += TraceStatistics.SkipReason.allCases.map { statistics.skipped($0) }
      figures += TraceStatistics.Irregularity.allCases.map { statistics.count(of: $0) }
      types = statistics.sentencesByType
    }
  }

  static func account(
    of bytes: [UInt8], format: TraceFormat?, options: TraceOptions
  ) -> Account {
    var reader = TraceReader(format: format, options: options)
    var result: [TraceEpoch] = []
    reader.read(bytes) { result.append($0) }
    reader.finish { result.append($0) }
    return Account(result, reader.statistics)
  }

  static let options = [
    TraceOptions(), TraceOptions(weekRollovers: 1, dateLookAhead: 0),
    TraceOptions(date: Timestamp(year: 2024, month: 2, day: 28), dateLookAhead: 3),
  ]

  @Test(
    "A part read ahead from anywhere counts only where the reader would have read the same",
    arguments: Source.allCases)
  func parts(source: Source) {
    let bytes = source.bytes
    var (hits, tries) = (0, 0)
    for (options, count) in zip(Self.options, [24, 19, 13]) {
      let spacing = max(61, bytes.count / count)
      let whole = Self.account(of: bytes, format: source.format, options: options)
      #expect(whole.epochs.count > 4)
      var before: [TraceEpoch] = []
      var known: [TraceReader] = []
      var reader = TraceReader(format: source.format, options: options)
      for offset in stride(from: 0, to: bytes.count, by: spacing) {
        for (lead, age) in [(3000, 1), (700, 5), (120, 2), (1, 1)] where age <= known.count {
          guard let part = part(bytes, lead, offset, known[known.count - age]) else {
            continue
          }
          tries += 1
          var copy = reader
          guard let lines = copy.advance(to: part.end, from: part.start) else { continue }
          hits += 1
          var all = before
          all += part.epochs.map {
            var epoch = $0
            epoch.line? += lines
            return epoch
          }
          copy.finish { all.append($0) }
          #expect(Account(all, copy.statistics) == whole, "\(offset), \(lead), \(age)")
        }
        known.append(reader)
        let end = min(offset + spacing, bytes.count)
        reader.read(Array(bytes[offset..<end])) { before.append($0) }
      }
    }
    if let isGuessed = source.isGuessed {
      #expect(isGuessed ? hits > 5 : hits == 0, "\(hits) of \(tries)")
    }
  }

  private func part(
    _ bytes: [UInt8], _ lead: Int, _ offset: Int, _ known: TraceReader
  ) -> TracePart? {
    let lead = min(lead, offset)
    var room: [TraceEpoch] = []
    return bytes[(offset - lead)...].withUnsafeBufferPointer {
      TracePart($0, lead: lead, at: offset, known: known, room: &room)
    }
  }

  @Test("A file is what it is without other threads", arguments: Source.allCases)
  func files(source: Source) throws {
    let temporary = TemporaryTrace(source.bytes)
    defer { temporary.remove() }
    var hits = 0
    for options in Self.options {
      let whole = try account(of: TraceFile(path: temporary.path, options: options))
      for (threads, length, lead) in [(1, 97, 4096), (2, 256, 500), (3, 1000, 4096), (2, 4096, 64)]
      {
        let setting = TraceReadAhead.Setting(threads: threads, length: length, lead: lead)
        var file = try TraceFile(path: temporary.path, options: options)
        file.startReadingAhead(setting)
        #expect(try account(of: file) == whole, "\(threads), \(length), \(lead)")
        var other = try TraceFile(path: temporary.path, options: options)
        let board = other.readAheadInTurns(setting)
        #expect(try account(of: other, board) == whole, "\(threads), \(length), \(lead)")
        hits += other.partsReadAhead
      }
    }
    if let isGuessed = source.isGuessed { #expect((hits > 0) == isGuessed) }
  }

  @Test(
    "What cannot be guessed is read by one thread, each part behind the one before",
    arguments: [TraceSample.fit, .tcx, .igc, .jsonLines])
  func serial(sample: TraceSample) throws {
    let temporary = TemporaryTrace(sample.bytes)
    defer { temporary.remove() }
    let whole = try account(of: TraceFile(path: temporary.path))
    for length in [97, 256, 1000] {
      let setting = TraceReadAhead.Setting(threads: 1, length: length, lead: 1, isSerial: true)
      var file = try TraceFile(path: temporary.path)
      file.startReadingAhead(setting)
      #expect(try account(of: file) == whole, "\(length)")
      var other = try TraceFile(path: temporary.path)
      let board = other.readAheadInTurns(setting)
      #expect(try account(of: other, board) == whole, "\(length)")
    }
  }

  @Test("All but the first part of a long ride are taken over, and a seek leaves the thread")
  func serialShare() throws {
    let bytes = FITWriter.ride(seconds: 20_000)
    let temporary = TemporaryTrace(bytes)
    defer { temporary.remove() }
    let whole = try account(of: TraceFile(path: temporary.path))
    var file = try TraceFile(path: temporary.path)
    let board = file.readAheadInTurns(.init(threads: 1, length: 8192, lead: 1, isSerial: true))
    #expect(try account(of: file, board) == whole)
    #expect(file.partsReadAhead > bytes.count / 8192 - 10)
    file.startReadingAhead()
    let first = try #require(try file.next())
    for _ in 0..<5000 { _ = try file.next() }
    file.rewind()
    #expect(try file.next() == first)
    file.rewind()
    #expect(try account(of: file) == whole)
  }

  /// All that is said of a file; what may be read ahead is, before each epoch.
  private func account(of file: TraceFile, _ board: ReadAheadBoard? = nil) throws -> Account {
    var file = file
    var epochs: [TraceEpoch] = []
    board?.workOff()
    while let epoch = try file.next() {
      #expect(file.position == epoch.endOffset)
      epochs.append(epoch)
      board?.workOff()
    }
    #expect(file.epochCount == epochs.count)
    return Account(epochs, file.statistics)
  }

  @Test(
    "All but the first two parts of a usual log or table are taken over",
    arguments: [(8192, 2048), (1 << 17, 4096)])
  func share(length: Int, lead: Int) throws {
    let log = TraceFileTests.log(seconds: 18_000)
    var encoder = CSVEncoder()
    var table: [UInt8] = []
    encoder.begin(&table)
    for epoch in epochs(of: log) { encoder.write(epoch, to: &table) }
    for bytes in [log, table] {
      let temporary = TemporaryTrace(bytes)
      defer { temporary.remove() }
      var file = try TraceFile(path: temporary.path)
      let board = file.readAheadInTurns(.init(threads: 2, length: length, lead: lead))
      let parts = (bytes.count + length - 1) / length
      let whole = try account(of: TraceFile(path: temporary.path))
      #expect(try account(of: file, board) == whole)
      // The first part is read to open the file, and the second while nothing is known of it yet.
      // A table is held until there is as much of it as shows that it is nothing else.
      let unknown = file.format == .csv ? TraceReader.headLength / length + 1 : 0
      #expect(file.partsReadAhead == parts - max(2, unknown))
    }
  }

  // How much is taken over depends on when the threads run; the tests in turns say that it is.
  @Test("The usual setting gives the same")
  func live() throws {
    let bytes = TraceFileTests.log(seconds: 18_000)
    #expect(bytes.count > 2 << 20)
    let temporary = TemporaryTrace(bytes)
    defer { temporary.remove() }
    var file = try TraceFile(path: temporary.path)
    file.startReadingAhead()
    #expect(try account(of: file) == account(of: TraceFile(path: temporary.path)))
  }

  @Test("Seeks, copies and early ends do not mind the threads")
  func elsewhere() throws {
    let temporary = TemporaryTrace(TraceFileTests.log(seconds: 9000))
    defer { temporary.remove() }
    var file = try TraceFile(path: temporary.path)
    file.startReadingAhead(.init(threads: 2, length: 8192, lead: 2048))
    for _ in 0..<3000 { _ = try file.next() }
    var copy = file
    let there = try #require(try copy.next())
    #expect(try file.next() == there)
    file.rewind()
    var (count, last) = (0, TraceEpoch?.none)
    while let epoch = try file.next() { (count, last) = (count + 1, epoch) }
    #expect(count == 9000)
    #expect(try file.seek(to: try #require(there.timestamp)) == .there)
    #expect(try file.next()?.timestamp == there.timestamp)
    while let epoch = try copy.next() { last = epoch }
    #expect(last?.location?.altitude == 8999)
  }
}

extension TraceFile {
  /// Reads ahead only when the board that is returned is told to, so that what is taken over does
  /// not depend on how fast threads are; nil where the file is too short.
  mutating func readAheadInTurns(_ setting: TraceReadAhead.Setting) -> ReadAheadBoard? {
    let idle = ReadAheadBoard(file: file, plan: ReadAheadPlan(size: 0, setting: setting), length: 1)
    idle.stop()
    var found: ReadAheadBoard?
    startReadingAhead(setting) { board in
      found = board
      return try? WorkerThread { idle.work() }
    }
    return found
  }

  /// Reads ahead with threads that are started in another way.
  mutating func startReadingAhead(
    _ setting: TraceReadAhead.Setting, start: (ReadAheadBoard) -> WorkerThread?
  ) {
    readAhead = TraceReadAhead(of: file, setting, start: start)
  }

  /// How many parts were taken over from other threads.
  var partsReadAhead: Int { readAhead?.hits ?? 0 }
}

extension ReadAheadBoard {
  /// Does all that there is to do for now, without waiting for more.
  func workOff() {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: longestTask)
    defer { buffer.deallocate() }
    while let task = withPlan({ $0.begin() }) { perform(task, buffer) }
  }
}
