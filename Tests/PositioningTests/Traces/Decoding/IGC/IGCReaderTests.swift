import Positioning
import TestSupport
import Testing

@Suite("Reading IGC")
struct IGCReaderTests {
  private func read(_ lines: String...) -> (epochs: [TraceEpoch], statistics: TraceStatistics) {
    var reader = TraceReader()
    var epochs: [TraceEpoch] = []
    reader.read(Array(lines.map { $0 + "\r\n" }.joined().utf8)) { epochs.append($0) }
    reader.finish { epochs.append($0) }
    #expect(reader.format == .igc)
    return (epochs, reader.statistics)
  }

  private static let fix = "B1200005919800N01803600WA0010000123"

  @Test(
    "The date is found in all its forms",
    arguments: [
      ("HFDTE010524", "2024-05-01"), ("HFDTEDATE:010524,01", "2024-05-01"),
      ("HFDTEDATE: 010524", "2024-05-01"), ("HODTE311299", "1999-12-31"),
    ])
  func dates(header: String, day: String) throws {
    let epoch = try #require(read("AXXX001", header, Self.fix).epochs.first)
    #expect(epoch.timestamp?.description == "\(day)T12:00:00.000Z")
    #expect(epoch.location?.coordinate.latitude == 59.33)
    #expect(epoch.location?.coordinate.longitude == -18.06)
    #expect(epoch.location?.altitude == 123)
  }

  @Test("Heights are above the ellipsoid where the log says so, and none where they are zeros")
  func heights() {
    let found = read(
      "AXXX001", "HFDTE010524", "HFALGALTGPS:ELL", "B1200005919800N01803600EA00100-0042",
      "B1200015919800N01803600EA0010000000", "B1200025919800N01803600EV0010000123"
    ).epochs
    #expect(found.map { $0.location?.ellipsoidalAltitude } == [-42, nil, nil])
    #expect(found.map { $0.location?.altitude } == [nil, nil, nil])
  }

  @Test("Two dimensions with zeros for a place are no fix")
  func noFix() {
    let found = read("AXXX001", "HFDTE010524", "B1200000000000N00000000EV0000000000").epochs
    #expect(found.map(\.location) == [nil])
  }

  @Test("Further digits of minutes and seconds, accuracy and satellites stand where I says")
  func extensions() throws {
    let found = read(
      "AXXX001", "HFDTE010524", "I053636LAD3737LOD3839TDS4042FXA4344SIU", Self.fix + "562500408")
    let epoch = try #require(found.epochs.first)
    #expect(epoch.timestamp?.description == "2024-05-01T12:00:00.250Z")
    let location = try #require(epoch.location)
    #expect(abs(location.coordinate.latitude - (59 + 19.8005 / 60)) < 1e-12)
    #expect(abs(location.coordinate.longitude + (18 + 3.6006 / 60)) < 1e-12)
    #expect(location.horizontalAccuracy == 4)
    #expect(location.satellitesUsed == 8)
  }

  @Test("A clock that runs back by over half a day means the next day, a smaller step no day")
  func midnight() {
    func fix(_ clock: String) -> String { "B\(clock)5919800N01803600EA0010000123" }
    let found = read(
      "AXXX001", "HFDTE010524", fix("235959"), fix("000001"), fix("000000"), fix("000002"))
    #expect(
      found.epochs.map(\.timestamp?.description) == [
        "2024-05-01T23:59:59.000Z", "2024-05-02T00:00:01.000Z", "2024-05-02T00:00:00.000Z",
        "2024-05-02T00:00:02.000Z",
      ])
    #expect(found.statistics.count(of: .backwards) == 1)
  }

  @Test("Another date begins another track; tables, tasks and events are no fixes")
  func otherRecords() {
    let found = read(
      "AXXX001", "HFDTE010524", "C0105241200000205240001", "LXXX59.33,18.06", "E120000PEV",
      Self.fix,
      "HFDTE020524", Self.fix, "GABCDEF")
    #expect(found.epochs.map(\.number) == [1, 2])
    #expect(found.statistics.sentencesByType["B"] == 2)
    #expect(found.statistics.skipped == 0)
  }

  @Test("On the last day of all a time that no timestamp can hold is none")
  func lastDay() {
    var options = TraceOptions()
    options.date = Timestamp(nanosecondsSince1970: .max)
    let lines = ["AXXX001", Self.fix, "B2359595919800N01803600EA0010000123", ""]
    let found = epochs(of: Array(lines.joined(separator: "\r\n").utf8), options: options)
    #expect(found.map { $0.timestamp?.description } == ["2262-04-11T12:00:00.000Z", nil])
  }

  @Test("A damaged fix is counted", arguments: ["B1200", "B1200xx5919800N01803600EA0010000123"])
  func damage(line: String) {
    let found = read("AXXX001", "HFDTE010524", line, Self.fix)
    #expect(found.epochs.count == 1)
    #expect(found.statistics.skipped == 1)
  }
}
