import Positioning
import TestSupport
import Testing

/// Cycles of one or several receivers, which write into one log.
@Suite("What receivers say of their fixes")
struct ReceiverTests {
  /// A log, and the epochs that it has.
  struct Log: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sentences: [String]
    let epochs: [String]

    init(_ name: String, _ sentences: [String], _ epochs: [String]) {
      (testDescription, self.sentences, self.epochs) = (name, sentences, epochs)
    }
  }

  static let places = (0..<4).map { "5542.\($0)000,N,01233.0000,E" }

  /// A cycle for each of four seconds.
  static func seconds(_ cycle: (_ clock: String, _ place: String) -> [String])
    -> [String]
  {
    places.enumerated().flatMap { cycle("11000\($0).00", $1) }
  }

  static let fixes = [
    "2025-06-14T11:00:00.000Z 55.7 12.55 speed=5.144",
    "2025-06-14T11:00:01.000Z 55.7016667 12.55 speed=5.144",
    "2025-06-14T11:00:02.000Z 55.7033333 12.55 speed=5.144",
    "2025-06-14T11:00:03.000Z 55.705 12.55 speed=5.144",
  ]

  static func rmc(_ clock: String, _ place: String) -> String {
    "RMC,\(clock),A,\(place),10.0,,140625,,,A"
  }
  static func void(_ clock: String, date: String = "140625") -> String {
    "RMC,\(clock),V,,,,,,,\(date),,,N"
  }
  static func gga(_ clock: String, _ place: String, quality: Int = 1) -> String {
    "GGA,\(clock),\(place),\(quality),08,,,M,,M,,"
  }

  static let logs = [
    Log(
      "One without a fix, before", seconds { ["GP" + void($0), "GN" + rmc($0, $1)] }, fixes),
    Log("One without a fix, behind", seconds { ["GN" + rmc($0, $1), "GP" + void($0)] }, fixes),
    Log(
      "Of another system", seconds { ["GL" + void($0), "GP" + rmc($0, $1)] }, fixes),
    Log(
      "Of the same talker", seconds { ["GP" + void($0), "GP" + rmc($0, $1)] }, fixes),
    Log(
      "With the date of a clock that was never set",
      seconds { ["GN" + rmc($0, $1), "GP" + void($0, date: "060180")] }, fixes),
    Log(
      "The other says GGA alone",
      seconds { ["GP" + void($0), "GN" + gga($0, $1)] },
      fixes.map { $0.replacing(" speed=5.144", with: " sats=8 fix=gps") }),
    Log(
      "The void one says GGA alone",
      seconds { ["GP" + "GGA,\($0),,,,,0,00,99.9,,,,,,", "GN" + rmc($0, $1)] }, fixes),
    Log(
      "Its sentences stand amid the other's",
      seconds {
        ["GN" + rmc($0, $1), "GP" + void($0), "GPGGA,\($0),,,,,0,,,,,,,,", "GNVTG,,,,,10.0,N,,K,A"]
      }, fixes),
    Log(
      "Its clock is another, amid the other's sentences",
      seconds { clock, place in
        [
          "GN" + rmc(clock, place), "GP" + void("2359" + clock.dropFirst(4), date: "060180"),
          "GPZDA,2359" + clock.dropFirst(4) + ",06,01,1980,,",
          "GN" + gga(clock, place),
        ]
      }, fixes.map { $0 + " sats=8 fix=gps" }),
    Log(
      "It knows no time", seconds { ["GN" + rmc($0, $1), "GP" + void(""), "GN" + gga($0, $1)] },
      fixes.map { $0 + " sats=8 fix=gps" }),
    Log(
      "Its empty VTG takes no speed away",
      seconds {
        [
          "GP" + void($0), "GPVTG,,,,,,,,,N", "GN" + gga($0, $1), "GNVTG,,,,,10.0,N,,K,A",
          "GNZDA,\($0),14,06,2025,,",
        ]
      }, fixes.map { $0 + " sats=8 fix=gps" }),
    Log(
      "A receiver without a fix voids its own",
      seconds { ["GP" + void($0), "GP" + gga($0, $1)] },
      (0..<4).map { "2025-06-14T11:00:0\($0).000Z no fix" }),
    Log(
      "Its maker's sentences are its own",
      seconds { clock, place in
        [
          "GP" + void(clock),
          "PUBX,00,\(clock),\(place),50,G3,5,5,36,0,0,,1,1,1,8,0,0",
        ]
      }, (0..<4).map { "2025-06-14T11:00:0\($0).000Z no fix" }),
    Log(
      "A simulator",
      seconds { clock, place in
        [
          "GPRMC,\(clock),V,\(place),10.0,,140625,,,S", "GP" + gga(clock, place, quality: 8),
          "GPGLL,\(place),\(clock),V,S", "GPVTG,,,,,10.0,N,,K,S",
        ]
      }, fixes.map { $0 + " sats=8 fix=simulated" }),
    Log(
      "A simulator that says RMC alone",
      seconds { ["GPRMC,\($0),V,\($1),10.0,,140625,,,S"] },
      fixes.map { $0 + " fix=simulated" }),
    Log(
      "A simulator whose RMC has no mode",
      seconds { ["GPRMC,\($0),V,\($1),10.0,,140625,,", "GP" + gga($0, $1, quality: 8)] },
      fixes.map { $0.replacing(" speed=5.144", with: "") + " sats=8 fix=simulated" }),
    Log(
      "A simulator with GNS and GLL",
      seconds {
        ["GNGNS,\($0),\($1),S,08,,,,,", "GNGLL,\($1),\($0),V,S", "GNZDA,\($0),14,06,2025,,"]
      }, fixes.map { $0.replacing(" speed=5.144", with: "") + " sats=8 fix=simulated" }),
    Log(
      "Entered by hand",
      seconds { ["GPRMC,\($0),V,\($1),10.0,,140625,,,M", "GP" + gga($0, $1, quality: 7)] },
      fixes.map { $0 + " sats=8 fix=manual" }),
    Log(
      "The speed is in a VTG behind an empty GGA",
      seconds {
        ["GPRMC,\($0),A,\($1),,,140625,,,A", "GPGGA,,,,,,0,,,,,,,,", "GPVTG,,,,,10.0,N,,K,A"]
      }, fixes),
    Log(
      "An empty GGA that has the time",
      seconds {
        ["GPRMC,\($0),A,\($1),,,140625,,,A", "GPGGA,\($0),,,,,,,,,,,,,", "GPVTG,,,,,10.0,N,,K,A"]
      }, fixes),
  ]

  @Test("A receiver without a fix takes none from another", arguments: logs, ["\r\n", "\n"])
  func receivers(log: Log, lineEnd: String) {
    let bytes = Array(log.sentences.map { nmeaSentence($0) + lineEnd }.joined().utf8)
    var found = epochs(of: bytes)
    // One without a time may stand alone before all others.
    found.removeAll { $0.timeOfDay == nil }
    let isOwn = log.epochs[0].contains("fix=")
    #expect(
      found.map(summary(of:)).map { isOwn ? $0 : $0.replacing(" fix=gps", with: "") }
        == log.epochs.map { isOwn ? $0 : $0.replacing(" fix=gps", with: "") })
  }

  @Test(
    "Times of one epoch that differ in their last digits are one",
    arguments: [
      ("120824.76", "120824.76", "120824.758"), ("120824.300", "120824.297", "120824.305"),
      ("120824.758", "120824.76", "120824.76"), ("120824.30", "120824.305", "120824.297"),
      ("120825.00", "120825.000", "120824.997"), ("120824.9999", "120825.00", "120825.0"),
    ])
  func roundedTimes(rmc: String, gga: String, gll: String) {
    let place = Self.places[0]
    let log = nmeaLines(
      "GPRMC,\(rmc),A,\(place),10.0,,140625,,,A", "GP" + Self.gga(gga, place),
      "GPGLL,\(place),\(gll),A,A", "GPRMC,120826.06,A,\(place),10.0,,140625,,,A")
    #expect(epochs(of: log).count == 2)
  }

  @Test(
    "Epochs of fast receivers stay apart, standing or moving, also where sentences are lost",
    arguments: [10, 20, 25, 50, 100], [true, false])
  func fastReceivers(rate: Int, isMoving: Bool) {
    for lost in [-9, 3, 4] {
      let sentences = (0..<2 * rate).flatMap { step -> [String] in
        let millisecond = step * 1000 / rate
        let digits = String(1000 + millisecond % 1000).dropFirst()
        let clock = "12000\(millisecond / 1000).\(digits)"
        let place = "5542.\(isMoving ? 1000 + step : 1000),N,01233.0000,E"
        let cycle = ["GP" + Self.rmc(clock, place), "GP" + Self.gga(clock, place)]
        return step == lost ? [cycle[1]] : step == lost + 1 ? [cycle[0]] : cycle
      }
      let log = Array(sentences.map { nmeaSentence($0) + "\n" }.joined().utf8)
      #expect(epochs(of: log).count == 2 * rate)
    }
  }

  @Test("The clock of a receiver without a fix passes no midnight for another")
  func midnight() throws {
    let date = try #require(Timestamp(year: 2025, month: 6, day: 14))
    let log = nmeaLines(
      "GPGGA,235959.00,,,,,0,00,99.9,,,,,,", "GN" + Self.gga("110000.00", Self.places[0]),
      "GPGGA,000000.00,,,,,0,00,99.9,,,,,,", "GN" + Self.gga("110001.00", Self.places[1]),
      "GPGGA,000001.00,,,,,0,00,99.9,,,,,,", "GPGGA,000002.00,,,,,0,00,99.9,,,,,,",
      "GN" + Self.gga("110002.00", Self.places[2]))
    for lookAhead in [0, 512] {
      var options = TraceOptions()
      (options.date, options.dateLookAhead) = (date, lookAhead)
      let fixes = epochs(of: log, options: options).filter { $0.location != nil }
      #expect(
        fixes.map(\.timestamp?.description)
          == (0..<3).map { "2025-06-14T11:00:0\($0).000Z" })
    }
  }

  @Test("A receiver that loses its fix, and changes its talker with that, is shown without one")
  func changedTalker() {
    let log = nmeaLines(
      "GN" + Self.rmc("110000.00", Self.places[0]), "GP" + Self.void("110001.00"),
      "GP" + Self.void("110002.00"), "GP" + Self.void("110003.00"),
      "GN" + Self.rmc("110004.00", Self.places[1]))
    #expect(epochs(of: log).map { $0.location != nil } == [true, false, false, true])
  }
}
