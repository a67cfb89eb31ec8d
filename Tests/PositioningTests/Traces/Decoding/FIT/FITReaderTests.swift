import Positioning
import TestSupport
import Testing

@Suite("Reading FIT")
struct FITReaderTests {
  private typealias Read = (epochs: [TraceEpoch], statistics: TraceStatistics)

  private func read(_ bytes: [UInt8]) -> Read {
    var reader = TraceReader()
    var epochs: [TraceEpoch] = []
    reader.read(bytes) { epochs.append($0) }
    reader.finish { epochs.append($0) }
    #expect(reader.format == .fit)
    return (epochs, reader.statistics)
  }

  /// A file with records of time, place and further fields.
  private func records(
    _ fields: [FITWriter.Field], _ values: [[Int64]], isBig: Bool = false
  ) -> FITWriter {
    var file = FITWriter()
    let place: [FITWriter.Field] = [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)]
    file.define(0, message: 20, place + fields, isBig: isBig)
    for (second, values) in values.enumerated() {
      let here = [
        FITWriter.noon + Int64(second), FITWriter.semicircles(59.33), FITWriter.semicircles(-18.06),
      ]
      file.data(0, here + values)
    }
    return file
  }

  @Test("A record is a fix with all that was measured", arguments: [UInt8(12), 14], [false, true])
  func record(headerLength: UInt8, isBig: Bool) throws {
    let file = records(
      [
        (2, 2, 0x84), (78, 4, 0x86), (6, 2, 0x84), (73, 4, 0x86), (3, 1, 0x02), (4, 1, 0x02),
        (53, 1, 0x02), (7, 2, 0x84), (13, 1, 0x01), (31, 1, 0x02),
      ],
      [[100, 2_625, 1, 8_500, 142, 88, 64, 250, -5, 3]], isBig: isBig)
    let (epochs, statistics) = read(file.bytes(headerLength: headerLength))
    let epoch = try #require(epochs.first)
    let location = try #require(epoch.location)
    #expect(epoch.timestamp == Timestamp(year: 2024, month: 5, day: 1, hour: 12))
    #expect(abs(location.coordinate.latitude - 59.33) < 1e-7)
    #expect(abs(location.coordinate.longitude + 18.06) < 1e-7)
    #expect(location.altitude == 25)
    #expect(location.speed == 8.5)
    #expect(location.horizontalAccuracy == 3)
    #expect(
      epoch.sensors == Sensors(heartRate: 142, cadence: 88.5, power: 250, temperature: -5))
    #expect(epochs.count == 1 && epoch.startsSegment)
    #expect(statistics.skipped == 0 && !statistics.isCutOff)
    #expect(statistics.sentencesByType == ["record": 1])
  }

  @Test("What a field's type says is no value is none; nothing turns and nothing pushes are values")
  func noValues() throws {
    let file = records(
      [(78, 4, 0x86), (3, 1, 0x02), (4, 1, 0x02), (7, 2, 0x84), (13, 1, 0x01)],
      [[-1, 0, 0, 0, 0x7F], [-1, 0xFF, 0xFF, 0xFFFF, 0]])
    let epochs = read(file.bytes()).epochs
    try #require(epochs.count == 2)
    #expect(epochs[0].location?.altitude == nil)
    #expect(epochs[0].sensors == Sensors(cadence: 0, power: 0))
    #expect(epochs[1].sensors == Sensors(temperature: 0))
  }

  @Test("A record without a position is no fix, and keeps what was measured")
  func withoutPosition() throws {
    let file = records([(3, 1, 0x02)], [])
    var indoor = file
    indoor.data(0, [FITWriter.noon, 0x7FFF_FFFF, 0x7FFF_FFFF, 120])
    let epoch = try #require(read(indoor.bytes()).epochs.first)
    #expect(epoch.location == nil)
    #expect(epoch.sensors.heartRate == 120)
    #expect(epoch.timestamp != nil)
  }

  @Test("Compressed times go on from the latest time, past every 32 seconds")
  func compressedTimes() {
    var file = records([(3, 1, 0x02)], [[100]])
    file.define(1, message: 20, [(0, 4, 0x85), (1, 4, 0x85)])
    let here = [FITWriter.semicircles(1), FITWriter.semicircles(2)]
    let start = UInt8(FITWriter.noon & 0x1F)
    for step: UInt8 in [5, 20, 40] { file.data(1, here, compressed: (start + step) & 0x1F) }
    let noon = Timestamp(year: 2024, month: 5, day: 1, hour: 12)!
    #expect(
      read(file.bytes()).epochs.map { noon.duration(to: $0.timestamp!) }
        == [.zero, .seconds(5), .seconds(20), .seconds(40)])
  }

  @Test("Files that were chained are a track each, and definitions begin anew")
  func chained() {
    let one = records([(3, 1, 0x02)], [[100], [101]])
    let other = records([(4, 1, 0x02)], [[80]])
    let (epochs, statistics) = read(one.bytes() + other.bytes(headerLength: 12))
    #expect(epochs.map(\.number) == [1, 1, 2])
    #expect(epochs.map(\.startsSegment) == [true, false, true])
    #expect(epochs.last?.sensors == Sensors(cadence: 80))
    #expect(statistics.skipped == 0)
  }

  @Test(
    "A developer's field counts where its native field or its name says what it is",
    arguments: [(Int64(7), "Stryd"), (255, "Power"), (255, "power"), (255, "Form"), (42, "x")])
  func developerFields(native: Int64, name: String) {
    var file = FITWriter()
    file.define(1, message: 207, [(3, 1, 0x02)])
    file.data(1, [0])
    let text = Array(name.utf8) + [0]
    file.define(
      2, message: 206,
      [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, UInt8(text.count), 7), (14, 2, 0x84), (15, 1, 2)])
    file.data(2, [0, 5, 0x84])
    file.raw(text + [20, 0, UInt8(native)])
    file.define(0, message: 20, [(253, 4, 0x86), (3, 1, 2)], developer: [(5, 2, 0), (6, 3, 9)])
    file.data(0, [FITWriter.noon, 100, 251, 0])
    let (epochs, statistics) = read(file.bytes())
    let isPower = native == 7 || name.lowercased() == "power"
    #expect(epochs.map(\.sensors) == [Sensors(heartRate: 100, power: isPower ? 251 : nil)])
    #expect(statistics.skipped == 0)
  }

  @Test("A local number is defined again; a size that fits no value is passed over")
  func redefinition() {
    var file = records([(3, 1, 0x02)], [[100]])
    file.define(0, message: 20, [(7, 3, 0x84), (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    file.data(0, [1, FITWriter.noon + 1, FITWriter.semicircles(1), FITWriter.semicircles(2)])
    file.define(0, message: 9999, [(1, 200, 0x0D)])
    file.data(0, [0])
    let (epochs, statistics) = read(file.bytes())
    #expect(epochs.count == 2)
    #expect(epochs.last?.sensors == Sensors())
    #expect(statistics.sentencesByType == ["record": 2, "9999": 1])
  }

  @Test("Speed and distance in three bytes say a speed")
  func packedSpeed() {
    let file = records([(8, 3, 0x0D)], [[0x123_0FA], [0xFF_FFFF]])
    #expect(read(file.bytes()).epochs.map { $0.location?.speed } == [2.5, nil])
  }

  @Test("The device's own clock is dated when the file says how far it is behind")
  func ownClock() {
    var file = FITWriter()
    file.define(0, message: 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    for second in 0..<3 {
      file.data(0, [1000 + Int64(second), FITWriter.semicircles(1), FITWriter.semicircles(2)])
    }
    let undated = read(file.bytes()).epochs
    #expect(undated.map(\.timeOfDay) == [.seconds(1000), .seconds(1001), .seconds(1002)])
    #expect(undated.allSatisfy { $0.timestamp == nil })
    file.define(1, message: 162, [(253, 4, 0x86), (1, 4, 0x86)])
    file.data(1, [FITWriter.noon + 2, 1002])
    #expect(
      read(file.bytes()).epochs.map(\.timestamp?.description) == [
        "2024-05-01T12:00:00.000Z", "2024-05-01T12:00:01.000Z", "2024-05-01T12:00:02.000Z",
      ])
  }

  @Test("A pause and a session begin segments, a lap does not, its end is a waypoint")
  func segments() {
    let place = [FITWriter.semicircles(59.33), FITWriter.semicircles(18.06)]
    var file = records([], [[]])
    file.define(1, message: 21, [(0, 1, 0), (1, 1, 0)])
    file.define(2, message: 19, [(253, 4, 0x86), (5, 4, 0x85), (6, 4, 0x85)])
    file.define(3, message: 18, [(5, 1, 0)])
    file.data(2, [FITWriter.noon + 1] + place)
    file.data(0, [FITWriter.noon + 1] + place)
    file.data(1, [0, 4])
    file.data(1, [0, 0])
    file.data(0, [FITWriter.noon + 100] + place)
    file.data(3, [2])
    file.data(0, [FITWriter.noon + 200] + place)
    let epochs = read(file.bytes()).epochs
    #expect(epochs.map(\.kind) == [.track, .waypoint, .track, .track, .track])
    #expect(epochs.filter { $0.kind == .track }.map(\.startsSegment) == [true, false, true, true])
    #expect(epochs[1].label?.name == "Lap 1")
  }

  @Test("A file that ends with the stop of its watch, as most do, is read to its end")
  func stopped() {
    var file = records([], [[], []])
    file.define(1, message: 21, [(0, 1, 0), (1, 1, 0)])
    file.data(1, [0, 4])
    let (epochs, statistics) = read(file.bytes())
    #expect(epochs.count == 2 && statistics.skipped == 0 && !statistics.isCutOff)
  }

  @Test("A course is a route, and its points are waypoints with their names")
  func course() {
    var file = FITWriter()
    file.define(0, message: 0, [(0, 1, 0)])
    file.data(0, [6])
    file.define(1, message: 32, [(2, 4, 0x85), (3, 4, 0x85), (6, 5, 7)])
    file.data(1, [FITWriter.semicircles(1), FITWriter.semicircles(2)])
    file.raw(Array("Top\0\0".utf8))
    file.define(2, message: 20, [(0, 4, 0x85), (1, 4, 0x85)])
    file.data(2, [FITWriter.semicircles(1), FITWriter.semicircles(2)])
    let epochs = read(file.bytes()).epochs
    #expect(epochs.map(\.kind) == [.waypoint, .route])
    #expect(epochs.first?.label?.name == "Top")
  }
}

@Suite("FIT that is damaged")
struct DamagedFITTests {
  private func statistics(of bytes: [UInt8]) -> TraceStatistics {
    var reader = TraceReader()
    reader.read(bytes) { _ in }
    reader.finish { _ in }
    return reader.statistics
  }

  @Test("A wrong check sum is counted, and the records are given out")
  func checksum() {
    var bytes = FITWriter.ride(seconds: 10)
    bytes[bytes.count - 1] ^= 1
    let found = statistics(of: bytes)
    #expect(found.skipped(.badChecksum) == 1)
    #expect(found.fixes == 11)
  }

  @Test("A file that ends early, or does not say how long it is, gives what is there")
  func lengths() {
    let whole = FITWriter.ride(seconds: 10)
    let cut = statistics(of: Array(whole.dropLast(30)))
    #expect(cut.isCutOff)
    #expect(cut.fixes >= 9)
    var unsaid = whole
    unsaid.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    #expect(statistics(of: unsaid).fixes == 11)
    var tooLong = whole
    tooLong[7] = 0x7F
    #expect(statistics(of: tooLong).fixes == 11)
    #expect(statistics(of: tooLong).isCutOff)
    #expect(statistics(of: Array(whole.dropLast(2))).isCutOff)
  }

  @Test("Data of a number that was never defined ends its file, and the next one is read")
  func undefined() {
    var broken = FITWriter()
    broken.raw([0x05, 1, 2, 3])
    let found = statistics(of: broken.bytes() + FITWriter.ride(seconds: 3))
    #expect(found.skipped(.malformedField) == 1)
    #expect(found.fixes == 4)
  }

  @Test("A position that cannot be is counted, and is no fix")
  func junk() {
    var file = FITWriter()
    file.define(0, message: 20, [(0, 4, 0x85), (1, 4, 0x85)])
    file.data(0, [FITWriter.semicircles(120), 0])
    let found = statistics(of: file.bytes())
    #expect(found.skipped(.malformedField) == 1)
    #expect(found.epochs == 0)
  }
}

@Suite("Records of FIT that have the same time")
struct FITRecordTests {
  /// What a record of a table has.
  enum Part: Sendable {
    /// A position, degrees north of 59.
    case place(Double)
    case heart(Int64)
    case power(Int64)
    case lap, pause, session
  }

  /// Records at their seconds, and the epochs that they make.
  struct Table: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parts: [(second: Int64, part: Part)]
    let epochs: [String]

    init(_ name: String, _ parts: [(Int64, Part)], _ epochs: [String]) {
      (testDescription, self.parts, self.epochs) = (name, parts, epochs)
    }
  }

  static let tables = [
    Table(
      "Position and heart rate",
      [(0, .place(0.1)), (0, .heart(110)), (1, .place(0.2)), (1, .heart(111))],
      ["0 59.1 hr=110 new", "1 59.2 hr=111"]),
    Table(
      "Heart rate and position",
      [(0, .heart(110)), (0, .place(0.1)), (1, .heart(111)), (1, .place(0.2))],
      ["0 59.1 hr=110 new", "1 59.2 hr=111"]),
    Table(
      "Three of them, the order changes",
      [
        (0, .power(200)), (0, .place(0.1)), (0, .heart(110)), (1, .place(0.2)), (1, .heart(111)),
        (1, .power(210)), (2, .heart(112)), (2, .power(220)), (2, .place(0.3)),
      ],
      ["0 59.1 hr=110 power=200 new", "1 59.2 hr=111 power=210", "2 59.3 hr=112 power=220"]),
    Table(
      "The first one of two values counts",
      [(0, .place(0.1)), (0, .heart(110)), (0, .heart(120)), (1, .heart(111)), (1, .place(0.2))],
      ["0 59.1 hr=110 new", "1 59.2 hr=111"]),
    Table(
      "The first one of two positions counts",
      [(0, .place(0.1)), (0, .place(0.15)), (1, .place(0.2))], ["0 59.1 new", "1 59.2"]),
    Table(
      "A position that cannot be gives way",
      [(0, .place(40)), (0, .place(0.1)), (1, .place(0.2))], ["0 59.1 new", "1 59.2"]),
    Table(
      "A lap's end amid them", [(0, .place(0.1)), (0, .lap), (0, .heart(110)), (1, .place(0.2))],
      ["0 59.1 hr=110 new", "lap", "1 59.2 lap"]),
    Table(
      "A lap's end between them",
      [(0, .place(0.1)), (0, .heart(110)), (1, .lap), (1, .heart(111)), (1, .place(0.2))],
      ["0 59.1 hr=110 new", "lap", "1 59.2 hr=111 lap"]),
    Table(
      "A pause between them", [(0, .place(0.1)), (0, .pause), (0, .place(0.2)), (1, .place(0.3))],
      ["0 59.1 new", "0 59.2 new", "1 59.3"]),
    Table(
      "A session that ends", [(0, .place(0.1)), (0, .session), (0, .place(0.2))],
      ["0 59.1 new", "0 59.2 new"]),
    Table(
      "No position at all", [(0, .heart(110)), (0, .power(200)), (1, .place(0.2))],
      ["0 - hr=110 power=200 new", "1 59.2 new"]),
    Table("0, 0 is none", [(0, .place(-59)), (1, .place(0.2))], ["0 - new", "1 59.2 new"]),
  ]

  @Test("They are one", arguments: tables, [1, 7, 1000])
  func records(table: Table, pieceLength: Int) {
    var file = FITWriter()
    file.define(0, message: 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    file.define(1, message: 20, [(253, 4, 0x86), (3, 1, 0x02)])
    file.define(2, message: 20, [(253, 4, 0x86), (7, 2, 0x84)])
    file.define(3, message: 19, [(253, 4, 0x86), (5, 4, 0x85), (6, 4, 0x85)])
    file.define(4, message: 21, [(253, 4, 0x86), (0, 1, 0), (1, 1, 0)])
    file.define(5, message: 18, [(253, 4, 0x86)])
    for (second, part) in table.parts {
      let time = FITWriter.noon + second
      switch part {
      case .place(let degrees):
        let east = degrees == -59 ? 0 : FITWriter.semicircles(18)
        file.data(0, [time, FITWriter.semicircles(59 + degrees), east])
      case .heart(let rate): file.data(1, [time, rate])
      case .power(let watts): file.data(2, [time, watts])
      case .lap: file.data(3, [time, FITWriter.semicircles(59), FITWriter.semicircles(18)])
      case .pause:
        file.data(4, [time, 0, 4])
        file.data(4, [time, 0, 0])
      case .session: file.data(5, [time])
      }
    }
    let bytes = file.bytes()
    let pieces = stride(from: 0, to: bytes.count, by: pieceLength).map {
      Array(bytes[$0..<min($0 + pieceLength, bytes.count)])
    }
    let found = epochs(of: pieces).map { epoch -> String in
      guard epoch.kind == .track else { return "lap" }
      let second = (epoch.timestamp?.nanosecondsSince1970 ?? 0) / 1_000_000_000 - 1_714_564_800
      var text = "\(second) "
      text += epoch.location.map { "\(($0.coordinate.latitude * 1000).rounded() / 1000)" } ?? "-"
      if let rate = epoch.sensors.heartRate { text += " hr=\(Int(rate))" }
      if let power = epoch.sensors.power { text += " power=\(Int(power))" }
      return text + (epoch.startsSegment ? " new" : "") + (epoch.startsLap ? " lap" : "")
    }
    #expect(found == table.epochs)
  }
}
