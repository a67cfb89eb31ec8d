import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A log in memory, on a disk that may be full.
private final class MemoryLog: ReceiverLogFile {
  private let state: Locked<(bytes: [UInt8], room: Int, syncs: Int)>
  let endsWithLine: Bool

  init(_ text: String = "", endsWithLine: Bool = true) {
    state = Locked((Array(text.utf8), .max, 0))
    self.endsWithLine = endsWithLine
  }

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
  var syncs: Int { state.withLock { $0.syncs } }
  func leaveRoom(for count: Int) { state.withLock { $0.room = count } }

  func write(_ bytes: [UInt8]) -> (written: Int, failure: String?) {
    state.withLock { state in
      let taken = bytes.prefix(state.room)
      state.bytes += taken
      if state.room != .max { state.room -= taken.count }
      return (taken.count, taken.count < bytes.count ? "No space left on device" : nil)
    }
  }

  func sync() { state.withLock { $0.syncs += 1 } }
}

@Suite("The log of a receiver")
struct ReceiverLogTests {
  private let clock = VirtualTimeScheduler()
  private let folder = ScratchFolder()

  private func log(_ file: MemoryLog) -> ReceiverLog {
    ReceiverLog(path: "drive.nmea", file: file, scheduler: clock)
  }

  @Test("Whole lines are written at once, halves with their other half, the rest at the end")
  func lines() {
    let file = MemoryLog()
    var log: ReceiverLog? = log(file)
    log?.add(Array("$A\r\n$B".utf8))
    #expect(file.text == "$A\r\n")
    log?.add(Array("1\r\n".utf8))
    #expect(file.text == "$A\r\n$B1\r\n")
    log?.add(Array("$C".utf8))
    log = nil
    #expect(file.text == "$A\r\n$B1\r\n$C\r\n")
    #expect(file.syncs > 0)
  }

  @Test("Half a line that is left at the end does not stand in the line that was cut before")
  func restAfterCut() {
    let file = MemoryLog("$A", endsWithLine: false)
    var log: ReceiverLog? = log(file)
    log?.add(Array("$B".utf8))
    log = nil
    #expect(file.text == "$A\r\n$B\r\n")
  }

  @Test("Bytes without lines are not held for a line's end")
  func noLines() {
    let file = MemoryLog()
    let log = log(file)
    for _ in 0..<5 { log.add([UInt8](repeating: 0x78, count: 1000)) }
    #expect(file.text.utf8.count == 5000)
  }

  @Test("A second after the first line the disk is asked to have it, once for all lines until then")
  func syncs() {
    let file = MemoryLog()
    let log = log(file)
    for _ in 0..<10 {
      log.add(Array("$A\r\n".utf8))
      clock.advance(by: .milliseconds(90))
    }
    #expect(file.syncs == 0)
    clock.advance(by: .milliseconds(100))
    #expect(file.syncs == 1)
    clock.advance(by: .seconds(60))
    #expect(file.syncs == 1 && !clock.hasWork)
    withExtendedLifetime(log) {}
  }

  @Test("A full disk is said, with what is lost; with room again it goes on with a line of its own")
  func fullDisk() {
    let file = MemoryLog()
    let log = log(file)
    var problems: [ReceiverLogProblem?] = []
    let cancellable = log.problem.sink { problems.append($0) }
    file.leaveRoom(for: 6)
    log.add(Array("$A,1\r\n$B,2\r\n".utf8))
    log.add(Array("$C,3\r\n".utf8))
    #expect(problems.map { $0?.lostBytes } == [nil, 6, 12])
    #expect(
      problems[2]?.description
        == "drive.nmea: cannot be written (No space left on device); 12 bytes are missing in it; "
        + "check the disk, and make room if it is full")
    file.leaveRoom(for: .max)
    log.add(Array("$D,4\r\n".utf8))
    #expect(problems.last == .some(nil))
    #expect(file.text == "$A,1\r\n$D,4\r\n")
    file.leaveRoom(for: 3)
    for _ in 0..<2 { log.add(Array("$E,5\r\n".utf8)) }
    file.leaveRoom(for: .max)
    log.add(Array("$F,6\r\n".utf8))
    #expect(file.text == "$A,1\r\n$D,4\r\n$E,\r\n$F,6\r\n", "A half line gets its end.")
    withExtendedLifetime(cancellable) {}
  }

  @Test("A log that was cut is gone on with on a new line")
  func goesOn() throws {
    let sentence = "$GPGLL,5920.0,N,01804.0,E,120000,A\r\n"
    let path = folder.write("drive.nmea", (sentence + "$GPGLL,59").utf8)
    var log: ReceiverLog? = try ReceiverLog(path: path, scheduler: clock)
    log?.add(Array(sentence.utf8))
    #expect(folder.read("drive.nmea") == sentence + "$GPGLL,59\r\n" + sentence)
    #expect(throws: ReceiverLogRefusal.inUse(path: path)) {
      try ReceiverLog(path: path, scheduler: clock)
    }
    log = nil
  }

  @Test("A new file, and an empty one, are logs")
  func new() throws {
    for name in [
      "new.nmea", folder.write("empty", []).split(separator: "/").last.map(String.init)!,
    ] {
      let log = try ReceiverLog(path: folder.file(name), scheduler: clock)
      log.add(Array("$A\r\n".utf8))
      #expect(folder.read(name) == "$A\r\n")
    }
  }

  @Test("A file that is no earlier log is left as it is")
  func refusals() {
    let text = folder.write("letter.txt", "Dear Ann,\n".utf8)
    let table = folder.write(
      "table.csv", "time,latitude,longitude\n2026-06-01T12:00:00Z,59,18\n".utf8)
    let track = folder.write(
      "track.gpx", "<gpx><trk><trkseg><trkpt lat='59' lon='18'/></trkseg></trk></gpx>\n".utf8)
    let bare = folder.write("bare.gpx", "<gpx></gpx>\n".utf8)
    for path in [text, table, track, bare] {
      #expect(throws: ReceiverLogRefusal.holdsSomethingElse(path: path)) {
        try ReceiverLog(path: path, scheduler: clock)
      }
    }
    #expect(folder.read("letter.txt") == "Dear Ann,\n")
    #expect(throws: ReceiverLogRefusal.notAFile(path: folder.path)) {
      try ReceiverLog(path: folder.path, scheduler: clock)
    }
    let nowhere = folder.file("none/drive.nmea")
    #expect(
      throws: ReceiverLogRefusal.notWritable(path: nowhere, reason: "No such file or directory")
    ) { try ReceiverLog(path: nowhere, scheduler: clock) }
  }

  @Test("A log goes on in its own format alone, since it is read in one")
  func otherFormat() throws {
    let sentences = folder.write("drive.nmea", "$GPGLL,5920.0,N,01804.0,E,120000,A\r\n".utf8)
    #expect(
      throws: ReceiverLogRefusal.holdsOtherFormat(path: sentences, format: .nmea, wanted: .gpsd)
    ) { try ReceiverLog(path: sentences, format: .gpsd, scheduler: clock) }
    _ = try ReceiverLog(path: sentences, format: .nmea, scheduler: clock)
    #expect(
      ReceiverLogRefusal.holdsOtherFormat(path: "a", format: .nmea, wanted: .gpsd).description
        == "a: is a log in NMEA 0183, but this receiver sends gpsd JSON; "
        + "record in another file with --log")
  }

  @Test(
    "Nothing is added to a packed log, and a pipe is not waited for",
    .enabled(if: system("command -v gzip > /dev/null") == 0))
  func packed() throws {
    let path = folder.write("drive.nmea", "$GPGLL,5920.0,N,01804.0,E,120000,A\r\n".utf8)
    try #require(system("gzip '\(path)'") == 0)
    #expect(throws: ReceiverLogRefusal.holdsSomethingElse(path: path + ".gz")) {
      try ReceiverLog(path: path + ".gz", scheduler: clock)
    }
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(throws: ReceiverLogRefusal.notAFile(path: folder.file("pipe"))) {
      try ReceiverLog(path: folder.file("pipe"), scheduler: clock)
    }
  }

  @Test("Reports of gpsd are recorded, gone on with, and replayed")
  func gpsd() throws {
    func report(_ second: Int) -> String {
      #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
        + #"{"class":"TPV","mode":3,"time":"2026-06-01T12:00:0\#(second).000Z","#
        + #""lat":59.\#(second),"lon":18}"#
    }
    let path = folder.write("drive.json", report(0).utf8)
    let log = try ReceiverLog(path: path, format: .gpsd, scheduler: clock)
    for second in 1...2 {
      log.add(Array(report(second).utf8))
      log.endLine()
    }
    var file = try TraceFile(path: path)
    #expect(file.format == .gpsd)
    var latitudes: [Double?] = []
    while let epoch = try file.next() { latitudes.append(epoch.location?.coordinate.latitude) }
    #expect(latitudes == [59, 59.1, 59.2])
    #expect(file.statistics.skipped == 0)
  }

  @Test("A logged source adds every byte, and the half line that a lost receiver leaves")
  func source() {
    let (file, source) = (MemoryLog(), ScriptedSource())
    let provider = ReceiverLocationProvider(
      source: source.logged(in: log(file)), format: .nmea, scheduler: clock)
    provider.start()
    clock.advance(by: .zero)
    source.say("\u{0}\u{1}junk\n$GPG")
    source.tell(.disconnected(.closed(name: "script")))
    clock.advance(by: .seconds(1))
    source.say("$A\n")
    #expect(file.text == "\u{0}\u{1}junk\n$GPG\r\n$A\n")
    source.say("$B")
    provider.stop()
    #expect(file.text.hasSuffix("$A\n$B\r\n"), "So does one that is stopped.")
  }
}
