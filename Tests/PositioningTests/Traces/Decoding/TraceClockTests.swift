import Formats
import TestSupport
import Testing

@testable import Positioning

@Suite("Zones, shifts and dates that the user gives")
struct TraceClockTests {
  private func times(_ text: String, _ change: (inout TraceOptions) -> Void = { _ in }) -> [String]
  {
    var options = TraceOptions()
    change(&options)
    return epochs(of: Array(text.utf8), options: options).map { epoch in
      epoch.timestamp?.description ?? epoch.timeOfDay.map { "\($0.components.seconds)" } ?? "-"
    }
  }

  private static let gpx = """
    <gpx><trk><trkseg><trkpt lat="55.7" lon="12.5"><time>2024-05-01T12:00:00</time></trkpt>
    <trkpt lat="55.7" lon="12.6"><time>2024-05-01T12:00:10Z</time></trkpt></trkseg></trk></gpx>
    """

  @Test("A zone is that of times which name none, in every format")
  func zones() {
    let zone = TimeZoneRules(fixed: 7200, name: "+02:00")
    #expect(
      times(Self.gpx) { $0.timeZone = zone }
        == ["2024-05-01T10:00:00.000Z", "2024-05-01T12:00:10.000Z"])
    let table = "time,latitude,longitude\n2024-05-01 12:00:00,55.7,12.5\n"
    #expect(times(table) == ["2024-05-01T12:00:00.000Z"])
    #expect(times(table) { $0.timeZone = zone } == ["2024-05-01T10:00:00.000Z"])
    let kml = """
      <kml><Placemark><gx:Track><when>2024-05-01T12:00:00</when><gx:coord>12 55</gx:coord>
      </gx:Track></Placemark></kml>
      """
    #expect(times(kml) { $0.timeZone = zone } == ["2024-05-01T10:00:00.000Z"])
    let lines = #"{"latitude":55.7,"longitude":12.5,"time":"2024-05-01T12:00:00"}"# + "\n"
    #expect(times(lines) { $0.timeZone = zone } == ["2024-05-01T10:00:00.000Z"])
    let sentences = nmeaLines("GPRMC,120000.00,A,5542.0000,N,01233.0000,E,9.7,0.0,010524,,,A")
    var options = TraceOptions()
    options.timeZone = zone
    #expect(
      epochs(of: sentences, options: options).map(\.timestamp?.description)
        == ["2024-05-01T12:00:00.000Z"])
  }

  @Test(
    "Of times in lists only those that name no zone are local",
    arguments: [
      #"""
      {"type":"Feature","properties":{"coordTimes":["2024-05-01T12:00:00Z","2024-05-01T12:00:01",
      "2024-05-01T12:00:02Z"]},"geometry":{"type":"LineString","coordinates":[[12,55],[12,55.1],
      [12,55.2]]}}
      """#,
      #"""
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[12,55],[12,55.1],
      [12,55.2]]},"properties":{"coordTimes":["2024-05-01T12:00:00Z","2024-05-01T12:00:01",
      "2024-05-01T12:00:02Z"]}}
      """#,
      """
      <kml><Placemark><gx:Track><when>2024-05-01T12:00:00Z</when><when>2024-05-01T12:00:01</when>
      <when>2024-05-01T12:00:02Z</when><gx:coord>12 55</gx:coord><gx:coord>12 55.1</gx:coord>
      <gx:coord>12 55.2</gx:coord></gx:Track></Placemark></kml>
      """,
    ])
  func lists(text: String) {
    let zone = TimeZoneRules(fixed: 7200, name: "+02:00")
    #expect(
      times(text) { $0.timeZone = zone } == [
        "2024-05-01T12:00:00.000Z", "2024-05-01T10:00:01.000Z", "2024-05-01T12:00:02.000Z",
      ])
    var reader = TraceReader()
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.statistics.count(of: .localTime) == 1)
  }

  @Test("The clock of a film that names no date is not shifted")
  func film() {
    let text = "1\n00:00:01,000 --> 00:00:02,000\nISO 150, GPS (12.5, 55.7, 15), D 1.2m\n\n"
    #expect(times(text) { $0.shift = .seconds(-3600) } == ["1"])
    let date = Timestamp(nanosecondsSince1970: 1_714_521_600_000_000_000)
    let shifted = times(text) {
      $0.shift = .seconds(3600)
      $0.date = date
    }
    #expect(shifted == ["2024-05-01T01:00:01.000Z"])
  }

  @Test("Times that were taken for UTC are counted, unless a zone is given")
  func counted() {
    var reader = TraceReader()
    reader.read(Array(Self.gpx.utf8)) { _ in }
    reader.finish { _ in }
    #expect(reader.statistics.count(of: .localTime) == 1)
    var options = TraceOptions()
    options.timeZone = .utc
    var other = TraceReader(options: options)
    other.read(Array(Self.gpx.utf8)) { _ in }
    other.finish { _ in }
    #expect(other.statistics.count(of: .localTime) == 0)
  }

  @Test("A shift moves all times, over midnight, too")
  func shifts() {
    #expect(
      times(Self.gpx) { $0.shift = .seconds(-86_400 - 1) }
        == ["2024-04-30T11:59:59.000Z", "2024-04-30T12:00:09.000Z"])
    let undated = "time,latitude,longitude\n23:59:59Z,55.7,12.5\n"
    #expect(times(undated) { $0.shift = .seconds(2) }.count == 1)
  }

  @Test("A date is for times of day in every format, and midnight begins the next one")
  func dates() throws {
    let lines = ["23:59:59", "00:00:01"].map {
      #"{"latitude":55.7,"longitude":12.5,"time":"T\#($0).000Z"}"# + "\n"
    }
    let date = try #require(Timestamp(year: 2024, month: 5, day: 1))
    #expect(
      times(lines.joined()) { $0.date = date }
        == ["2024-05-01T23:59:59.000Z", "2024-05-02T00:00:01.000Z"])
  }
}
