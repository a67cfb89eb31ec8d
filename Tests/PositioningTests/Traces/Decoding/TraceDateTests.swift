import Positioning
import TestSupport
import Testing

@Suite("Dates of traces")
struct TraceDateTests {
  private func gga(_ time: String) -> String {
    "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  }

  private func rmc(_ time: String, _ date: String) -> String {
    "GPRMC,\(time),A,4807.038,N,01131.000,E,10.0,84.4,\(date),,"
  }

  private func times(_ bytes: [UInt8], options: TraceOptions = TraceOptions()) -> [String?] {
    epochs(of: bytes, options: options).map { $0.timestamp?.description }
  }

  @Test("A date is carried to sentences without one, and rolled at midnight")
  func carried() {
    let bytes = nmeaLines(rmc("235958", "311299"), gga("235959"), gga("000000"), gga("000001"))
    #expect(
      times(bytes) == [
        "1999-12-31T23:59:58.000Z", "1999-12-31T23:59:59.000Z", "2000-01-01T00:00:00.000Z",
        "2000-01-01T00:00:01.000Z",
      ])
  }

  @Test("The first date is carried back to what came before it, over midnights too")
  func carriedBack() {
    let bytes = nmeaLines(
      gga("235959"), gga("120000"), gga("235959"), gga("000000"), rmc("000001", "010324"))
    #expect(
      times(bytes) == [
        "2024-02-28T23:59:59.000Z", "2024-02-29T12:00:00.000Z", "2024-02-29T23:59:59.000Z",
        "2024-03-01T00:00:00.000Z", "2024-03-01T00:00:01.000Z",
      ])
  }

  @Test("Epochs wait for a date up to a bound, and then go without")
  func bound() {
    let bytes = nmeaLines(gga("120000"), gga("120001"), gga("120002"), rmc("120003", "010324"))
    let result = times(bytes, options: TraceOptions(dateLookAhead: 2))
    #expect(result == [nil, nil, nil, "2024-03-01T12:00:03.000Z"])
    #expect(epochs(of: bytes, options: .live).first?.timeOfDay == .seconds(43_200))
  }

  @Test("The user's date serves a log without dates, over midnight")
  func userDate() {
    let options = TraceOptions(date: Timestamp(year: 2020, month: 5, day: 6, hour: 7))
    #expect(
      times(nmeaLines(gga("235959"), gga("000000")), options: options)
        == ["2020-05-06T23:59:59.000Z", "2020-05-07T00:00:00.000Z"])
  }

  @Test("The user's date does not override one that the log says")
  func ownDate() {
    let options = TraceOptions(date: Timestamp(year: 2020, month: 5, day: 6))
    #expect(
      times(nmeaLines(gga("235959"), rmc("000000", "010324")), options: options)
        == ["2024-02-29T23:59:59.000Z", "2024-03-01T00:00:00.000Z"])
    var live = options
    live.dateLookAhead = 0
    #expect(times(nmeaLines(gga("235959")), options: live) == ["2020-05-06T23:59:59.000Z"])
    live.dateLookAhead = 1
    #expect(
      times(nmeaLines(gga("235958"), gga("235959"), gga("000000"), gga("000001")), options: live)
        == [
          "2020-05-06T23:59:58.000Z", "2020-05-06T23:59:59.000Z", "2020-05-07T00:00:00.000Z",
          "2020-05-07T00:00:01.000Z",
        ])
  }

  @Test(
    "A number of rollovers that leads out of all calendars gives no dates",
    arguments: [
      Int.max, Int.min, 1 << 40, -(1 << 40),
    ])
  func hugeRollovers(count: Int) {
    let bytes = nmeaLines(rmc("120000", "010324"), rmc("120001", "010324"))
    #expect(times(bytes, options: TraceOptions(weekRollovers: count)) == [nil, nil])
  }

  @Test(
    "A count from a table's start is no time of day: it gets no date, and moves none",
    arguments: [
      ("99999999", "2260-03-01", "2260-02-29"), ("43201", "2024-03-01", "2024-02-29"),
      ("-99999999", "1700-03-01", "1700-02-28"),
    ])
  func counts(count: String, date: String, dayBefore: String) {
    let table = "time,latitude,longitude\n12:00:00,59.0,18.0\n\(count),59.0,18.0\n"
    #expect(
      times(Array((table + "\(date)T00:00:00Z,59.0,18.0\n").utf8))
        == ["\(dayBefore)T12:00:00.000Z", nil, "\(date)T00:00:00.000Z"])
    let options = TraceOptions(date: Timestamp(year: 2020, month: 5, day: 6))
    #expect(times(Array(table.utf8), options: options) == ["2020-05-06T12:00:00.000Z", nil])
  }

  @Test("Without any date there is a time of day alone")
  func dateless() {
    let result = epochs(of: nmeaLines(gga("235959"), gga("000001")))
    #expect(result.map(\.timestamp) == [nil, nil])
    #expect(result[1].elapsed(since: result[0]) == .seconds(2))
  }

  @Test(
    "Years of two digits reach from 1980 to 2079",
    arguments: [("010180", "1980"), ("311299", "1999"), ("010100", "2000"), ("010179", "2079")])
  func centuries(date: String, year: String) {
    #expect(
      times(nmeaLines(rmc("120000", date))) == [
        "\(year)-\(date.dropFirst(2).prefix(2))-\(date.prefix(2))T12:00:00.000Z"
      ])
  }

  @Test("The clock of a receiver without a fix dates nothing but itself")
  func voidDate() {
    let void = "GPRMC,120000,V,,,,,,,060180,,"
    #expect(
      times(nmeaLines(void, gga("120001"), rmc("120002", "010324"))) == [
        "1980-01-06T12:00:00.000Z", "2024-03-01T12:00:01.000Z", "2024-03-01T12:00:02.000Z",
      ])
  }

  @Test("ZDA dates its own epoch, and week rollovers are repaired only when asked for")
  func zdaAndRollovers() {
    let bytes = nmeaLines(gga("120000"), "GPZDA,120000,11,08,2004,00,00")
    #expect(times(bytes) == ["2004-08-11T12:00:00.000Z"])
    #expect(times(bytes, options: TraceOptions(weekRollovers: 1)) == ["2024-03-27T12:00:00.000Z"])
  }
}
