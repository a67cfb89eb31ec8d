import TestSupport
import Testing

@testable import Positioning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("A trace that is not whole")
struct TraceTruncationTests {
  private let folder = ScratchFolder()
  private static let hasGzip = system("command -v gzip > /dev/null") == 0

  /// The fixes of a file, and why it is not whole.
  private func read(_ path: String) throws -> (fixes: Int, truncation: TraceTruncation?) {
    var file = try TraceFile(path: path)
    var fixes = 0
    while let epoch = try file.next() { fixes += epoch.location == nil ? 0 : 1 }
    return (fixes, file.truncation)
  }

  private func parse(_ text: some StringProtocol) throws -> (
    fixes: Int, truncation: TraceTruncation?
  ) {
    let path = folder.write("trace", text.utf8)
    let found = try read(path)
    var reader = TraceReader()
    for byte in text.utf8 { reader.read([byte]) { _ in } }
    #expect(!reader.statistics.isCutOff, "It is not known before the end.")
    reader.finish { _ in }
    #expect(reader.statistics.isCutOff == (found.truncation != nil), "The same byte by byte.")
    return found
  }

  // MARK: Archives

  /// The drive, packed, and then changed.
  private func archive(_ change: (inout [UInt8]) -> Void) throws -> String {
    let plain = folder.write("drive", TraceFixture.drive.bytes)
    try #require(system("gzip -kf '\(plain)'") == 0)
    let file = try #require(fopen(plain + ".gz", "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    change(&bytes)
    return folder.write("drive.gz", bytes)
  }

  @Test("A whole archive is whole, also with zeros behind it", .enabled(if: hasGzip))
  func wholeArchive() throws {
    #expect(try read(archive { _ in }).truncation == nil)
    #expect(try read(archive { $0 += [UInt8](repeating: 0, count: 512) }).truncation == nil)
  }

  @Test("One that is cut off gives what came before, and says why", .enabled(if: hasGzip))
  func cutArchive() throws {
    let found = try read(archive { $0.removeLast($0.count / 2) })
    #expect(found.truncation == .archive(reason: "gzip: unexpected end of file, exit status 1"))
    #expect(found.fixes > 0)
  }

  @Test("One with a wrong checksum is damaged, though all of it comes out", .enabled(if: hasGzip))
  func badChecksum() throws {
    let whole = try read(archive { _ in }).fixes
    let found = try read(archive { $0[$0.count - 6] ^= 0x40 })
    #expect(
      found.truncation
        == .archive(reason: "gzip: invalid compressed data--crc error, exit status 1"))
    #expect(found.fixes == whole)
  }

  @Test("Other bytes behind an archive are said", .enabled(if: hasGzip))
  func trailingGarbage() throws {
    let truncation = try read(archive { $0 += Array("rest".utf8) }).truncation
    #expect(
      truncation
        == .archive(reason: "gzip: decompression OK, trailing garbage ignored, exit status 2"))
  }

  @Test("It is known before anything is read, and stays after a seek", .enabled(if: hasGzip))
  func archiveIsKnownEarly() throws {
    var file = try TraceFile(path: archive { $0.removeLast(100) })
    #expect(file.truncation != nil)
    _ = try file.next()
    file.rewind()
    #expect(file.truncation != nil)
  }

  @Test(
    "An archive of which nothing comes out is an error with gzip's reason", .enabled(if: hasGzip))
  func emptyArchive() throws {
    let path = folder.write("broken", [0x1F, 0x8B, 8, 0, 0, 0])
    #expect(
      throws: TraceError.compressed(
        path: path, reason: "gzip: unexpected end of file, exit status 1")
    ) { try TraceFile(path: path) }
  }

  @Test("A pipe with a damaged archive is one", .enabled(if: hasGzip))
  func archiveInPipe() throws {
    let packed = try archive { $0.removeLast(100) }
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(system("cat '\(packed)' > '\(pipe)' &") == 0)
    let file = try TraceFile(readingOnce: pipe)
    #expect(!file.isPipe && file.truncation != nil)
  }

  // MARK: Ends in the middle

  private static let gpx =
    "<?xml version='1.0'?>\n<gpx><trk><trkseg><trkpt lat='59.1' lon='18.1'></trkpt>"
    + "<trkpt lat='59.2' lon='18.2'></trkpt></trkseg></trk></gpx>"

  @Test("A GPX file that was cut anywhere before its end, and behind its first point")
  func gpx() throws {
    let text = Self.gpx
    #expect(try parse(text).truncation == nil)
    #expect(try parse(text + "\n<!-- and no end").truncation == nil)
    let bytes = Array(text.utf8)
    let first = String(text.prefix { $0 != "2" }).utf8.count
    for length in first..<bytes.count {
      let found = try parse(String(decoding: bytes[..<length], as: UTF8.self))
      #expect(found.truncation == .cutOff(.gpx), "\(length) bytes")
      #expect(found.fixes >= 1)
    }
  }

  @Test("Two GPX documents in one file are whole if the last is")
  func twoDocuments() throws {
    #expect(try parse(Self.gpx + "\n" + Self.gpx).truncation == nil)
    #expect(try parse(Self.gpx + "\n" + Self.gpx.dropLast(20)).truncation == .cutOff(.gpx))
    #expect(try parse("<gpx/>\n" + Self.gpx).truncation == nil)
  }

  @Test("A report of gpsd without its end")
  func gpsd() throws {
    let report =
      #"{"class":"TPV","mode":3,"time":"2026-06-01T12:00:0S.000Z","lat":59.1,"lon":18.1}"#
    let first = report.replacing("S", with: "0") + "\n"
    let second = report.replacing("S", with: "1")
    #expect(try parse(first + second).truncation == nil, "A last line needs no end.")
    for cut in [1, 10, 40] {
      let found = try parse(first + second.dropLast(cut))
      #expect(found.truncation == .cutOff(.gpsd))
      #expect(found.fixes == 1)
    }
    #expect(
      try parse(first + second.dropLast(9) + "\n" + first).truncation == nil, "That is a line.")
  }

  @Test("A row without its end, and one whose quotation mark nothing closes")
  func csv() throws {
    let rows = "time,latitude,longitude,name\n2026-06-01T12:00:00Z,59.1,18.1,a\n"
    #expect(try parse(rows + "2026-06-01T12:00:01Z,59.2,18.2,b").truncation == nil)
    #expect(try parse(rows).truncation == nil)
    for end in ["2026-06-01T12:00:01Z,59.2,18.2", "2026-06-01T12:00:01Z,59.2", "2026-06"] {
      let found = try parse(rows + end)
      #expect(found.truncation == .cutOff(.csv))
      #expect(found.fixes == 1, "A longitude may have lost its last digits.")
    }
    let quoted = try parse(rows + #"2026-06-01T12:00:01Z,59.2,18.2,"half a na"#)
    #expect(quoted.truncation == .cutOff(.csv))
    #expect(quoted.fixes == 2)
  }

  @Test("A sentence without its end, unless it is whole but for the line's")
  func nmea() throws {
    let text = String(decoding: TraceFixture.drive.bytes.prefix(4000), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).dropLast().map(String.init)
    let whole = lines.joined(separator: "\r\n")
    #expect(try parse(whole).truncation == nil)
    for cut in [1, 3, 20] {
      #expect(try parse(String(whole.dropLast(cut))).truncation == .cutOff(.nmea))
    }
    #expect(try parse(whole.dropLast(3) + "\r\n" + whole).truncation == nil, "That is a line.")
  }

  @Test("Half a character of two bytes")
  func wideCharacter() throws {
    let text = "time,latitude,longitude\n2026-06-01T12:00:00Z,59.1,18.1\n"
    let bytes: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { [$0, UInt8(0)] }
    #expect(try read(folder.write("wide", bytes)).truncation == nil)
    #expect(try read(folder.write("wide", bytes + [0x32])).truncation == .cutOff(.csv))
  }

  // MARK: Reading

  @Test("A file that becomes shorter while it is read")
  func shortened() throws {
    let bytes = (0..<100).flatMap { _ in TraceFixture.drive.bytes }
    let path = folder.write("drive", bytes)
    var file = try TraceFile(path: path)
    for _ in 0..<10 { #expect(try file.next() != nil) }
    let kept = 200_000
    #expect(truncate(path, off_t(kept)) == 0)
    while try file.next() != nil {}
    #expect(file.truncation == .shortened(offset: kept, size: bytes.count))
    file.rewind()
    #expect(file.truncation == nil)
  }

  @Test("A place that cannot be read is the end, for who takes it so")
  func unreadable() throws {
    let bytes = (0..<20).flatMap { _ in TraceFixture.drive.bytes }
    var file = try TraceFile(path: folder.write("drive", bytes))
    var count = 0
    for _ in 0..<10 { count += try file.next() == nil ? 0 : 1 }
    let (descriptor, writeOnly) = (file.file.descriptor, open("/dev/null", O_WRONLY))
    let kept = dup(descriptor)
    dup2(writeOnly, descriptor)
    var problem: TraceError?
    do throws(TraceError) {
      while try file.next() != nil { count += 1 }
    } catch {
      problem = error
      try file.end(because: error)
    }
    #expect(problem != nil && file.truncation != nil)
    let before = count
    while try file.next() != nil { count += 1 }
    #expect(count > before, "An epoch under way is given out.")
    dup2(kept, descriptor)
    close(kept)
    close(writeOnly)
    guard case .unreadable(let offset, let reason) = file.truncation else {
      Issue.record("\(file.truncation.map { "\($0)" } ?? "whole")")
      return
    }
    #expect(offset == file.offset && reason == String(cString: strerror(EBADF)))
    file.rewind()
    #expect(file.truncation == nil)
  }

  @Test("Each says what happened, and what to do")
  func sentences() {
    let sentences: [(TraceTruncation, String)] = [
      (
        .archive(reason: "gzip: unexpected end of file, exit status 1"),
        "the archive is damaged (gzip: unexpected end of file, exit status 1); what came before "
          + "that was read, the rest is missing: copy it again, or check the archive with "
          + "gzip -t"
      ),
      (
        .cutOff(.gpx),
        "it ends before its closing tag, </gpx>; what came before that was read, the rest is "
          + "missing: copy it again from the original, if that is complete"
      ),
      (
        .shortened(offset: 10, size: 20),
        "the file became shorter while it was read, 10 of 20 bytes; what came before that was "
          + "read, the rest is missing: wait until it is written, then read it again"
      ),
      (
        .unreadable(offset: 10, reason: "Input/output error"),
        "reading failed at byte 10 (Input/output error); what came before that was read, the rest "
          + "is missing: check the disk, or use a copy of the file"
      ),
    ]
    for (truncation, sentence) in sentences {
      #expect(TraceError.incomplete(path: "a", truncation).description == "a: " + sentence)
    }
  }
}
