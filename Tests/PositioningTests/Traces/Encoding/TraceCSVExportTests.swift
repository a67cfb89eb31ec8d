import Positioning
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Writing tables")
struct TraceCSVExportTests {
  @Test("A location is one line; what it does not know is empty")
  func lines() {
    var export = TraceCSVExport()
    var buffer: [UInt8] = []
    export.writeHeader(to: &buffer)
    export.write(
      Location(
        coordinate: Coordinate(latitude: 39.43283666666667, longitude: -119.76559),
        altitude: 1378.6,
        speed: 23.20144, course: 153.1, hdop: 0.8, satellitesUsed: 10, fix: .gps,
        timestamp: Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)),
      to: &buffer)
    export.write(
      Location(coordinate: Coordinate(latitude: -0.0000000001, longitude: 0)), to: &buffer)
    #expect(
      String(decoding: buffer, as: UTF8.self) == """
        time,latitude,longitude,altitude,speed,course,satellites,hdop,fix
        2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.201,153.100,10,0.80,gps
        ,0.000000000,0.000000000,,,,,,

        """)
  }

  @Test("What is written is read back", arguments: [TraceFixture.drive, .flight, .start])
  func roundTrip(fixture: TraceFixture) {
    let fixes = epochs(of: fixture.bytes).compactMap(\.location)
    var export = TraceCSVExport()
    var buffer: [UInt8] = []
    export.writeHeader(to: &buffer)
    for fix in fixes { export.write(fix, to: &buffer) }
    let again = epochs(of: buffer).compactMap(\.location)
    #expect(again.count == fixes.count)
    for (read, written) in zip(again, fixes) {
      #expect(read.timestamp == written.timestamp)
      #expect(abs(read.coordinate.latitude - written.coordinate.latitude) <= 5.1e-10)
      #expect(abs(read.coordinate.longitude - written.coordinate.longitude) <= 5.1e-10)
      #expect(abs((read.altitude ?? -1) - (written.altitude ?? -1)) <= 0.00051)
      #expect(abs((read.speed ?? -1) - (written.speed ?? -1)) <= 0.00051)
      #expect(read.course == written.course)
      #expect(read.satellitesUsed == written.satellitesUsed)
      #expect(read.fix == written.fix)
    }
  }

  @Test(
    "Fixed decimals are rounded as C rounds them, without a minus before zero",
    arguments: [
      (0.0, 4, "0.0000"), (-0.0, 4, "0.0000"), (-0.00004, 4, "0.0000"), (-0.00005001, 4, "-0.0001"),
      (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"), (0.125, 2, "0.12"), (0.375, 2, "0.38"),
      (1.005, 2, "1.00"), (999.9996, 3, "1000.000"), (-9.9995, 3, "-9.999"),
      (1e15, 3, "1000000000000000.000"),
      (0.1, 15, "0.100000000000000"), (9_007_199_254_740_992, 0, "9007199254740992"),
      (.infinity, 2, ""), (.nan, 2, ""), (1e19, 2, ""),
    ])
  func fixedPoint(value: Double, decimals: Int, text: String) {
    #expect(String(fixedPoint: value, decimals: decimals) == text)
  }

  @Test("Random numbers agree with printf")
  func againstPrintf() {
    var random = SplitMix(seed: 3)
    var buffer = [CChar](repeating: 0, count: 400)
    for _ in 0..<4000 {
      let decimals = Int(random.next() % 10)
      let scale = [1.0, 180, 10_000, 1e9][Int(random.next() % 4)]
      var value = Double.random(in: -scale...scale, using: &random)
      // Ties and near ties.
      if random.next() % 3 == 0 { value = (value * 1024).rounded() / 1024 }
      withVaList([Int32(decimals), value]) { _ = vsnprintf(&buffer, buffer.count, "%.*f", $0) }
      var wanted = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if wanted.allSatisfy({ "-0.".contains($0) }), wanted.first == "-" { wanted.removeFirst() }
      #expect(String(fixedPoint: value, decimals: decimals) == wanted)
    }
  }
}
