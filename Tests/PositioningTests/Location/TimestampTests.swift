import Testing

import Positioning

@Suite("Instants")
struct TimestampTests {
  @Test(
    "A civil date becomes an instant and back",
    arguments: [
      (1970, 1, 1, 0), (2000, 2, 29, 951_782_400), (1999, 12, 31, 946_598_400),
      (2038, 1, 19, 2_147_472_000), (1900, 3, 1, -2_203_891_200), (2100, 2, 28, 4_107_456_000),
    ])
  func civil(year: Int, month: Int, day: Int, seconds: Int64) throws {
    let instant = try #require(Timestamp(year: year, month: month, day: day))
    #expect(instant.nanosecondsSince1970 == seconds * 1_000_000_000)
    let parts = instant.components
    #expect((parts.year, parts.month, parts.day) == (year, month, day))
  }

  @Test(
    "Text that is no date or time is refused",
    arguments: [
      (2001, 2, 29, 0, 0, 0), (2001, 13, 1, 0, 0, 0), (2001, 0, 1, 0, 0, 0),
      (2001, 4, 31, 0, 0, 0), (2001, 1, 1, 24, 0, 0), (2001, 1, 1, 0, 60, 0),
      (2001, 1, 1, 0, 0, 61), (1600, 1, 1, 0, 0, 0), (2300, 1, 1, 0, 0, 0),
    ])
  func refused(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    #expect(
      Timestamp(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        == nil)
  }

  @Test("The text has milliseconds, cut and not rounded, also before 1970")
  func text() {
    #expect(
      Timestamp(nanosecondsSince1970: 1_999_999).description == "1970-01-01T00:00:00.001Z")
    #expect(Timestamp(nanosecondsSince1970: -1).description == "1969-12-31T23:59:59.999Z")
  }

  @Test("Instants as far apart as can be neither trap nor wrap")
  func extremes() {
    let (first, last) = (
      Timestamp(nanosecondsSince1970: .min), Timestamp(nanosecondsSince1970: .max)
    )
    #expect(first.duration(to: last) > .seconds(18_000_000_000))
    #expect(last.duration(to: first) < .zero)
    #expect(last.advanced(by: .seconds(1)) == last)
    #expect(first.advanced(by: .seconds(-1)) == first)
    #expect(first.advanced(by: first.duration(to: last)) == last)
  }

  @Test(
    "The first and the last instants there are can be shown and written",
    arguments: [
      (Int64.min, "1677-09-21T00:12:43.145Z"), (Int64.max, "2262-04-11T23:47:16.854Z"),
      (Int64.min + 86_400_000_000_000, "1677-09-22T00:12:43.145Z"),
    ])
  func extremes(nanoseconds: Int64, text: String) {
    let timestamp = Timestamp(nanosecondsSince1970: nanoseconds)
    #expect(timestamp.description == text)
    var encoder = CSVEncoder()
    var bytes: [UInt8] = []
    let place = Coordinate(latitude: 0, longitude: 0)
    let epoch = TraceEpoch(location: Location(coordinate: place), timestamp: timestamp)
    encoder.write(epoch, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(text.dropLast()))
  }
}
