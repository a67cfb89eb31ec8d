import Positioning
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Writing tables")
struct CSVEncoderTests {
  static let header =
    "time,latitude,longitude,altitude,speed,course,satellites,hdop,fix,ellipsoidal_altitude,pdop,"
    + "vdop,horizontal_accuracy,vertical_accuracy,speed_accuracy,course_accuracy,heading,"
    + "magnetic_variation,line,sats,segment,heart_rate,cadence,power,temperature"

  @Test("A fix is one line; what is not known of it is empty")
  func lines() {
    let timestamp = Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)
    let full = TraceEpoch(
      location: Location(
        coordinate: Coordinate(latitude: 39.43283666666667, longitude: -119.76559),
        altitude: 1378.6, ellipsoidalAltitude: 1353.1, speed: 23.20144, course: 153.1,
        heading: 151, magneticVariation: -14.2, horizontalAccuracy: 2.5, verticalAccuracy: 4,
        hdop: 0.8, vdop: 1.2, pdop: 1.44, satellitesUsed: 10, fix: .gps, timestamp: timestamp),
      timestamp: timestamp,
      satellites: [
        Satellite(system: .gps, number: 7, isUsed: true), Satellite(system: .gps, number: 12),
        Satellite(system: .glonass, number: 3), Satellite(system: .sbas, number: 133),
      ], line: 12, sensors: Sensors(heartRate: 142, cadence: 0, power: 250.5, temperature: -3))
    let bare = TraceEpoch(
      location: Location(coordinate: Coordinate(latitude: -0.0000000001, longitude: 0)))
    let clock = TraceEpoch(
      location: Location(coordinate: Coordinate(latitude: 1, longitude: 2)),
      timeOfDay: .milliseconds(45_296_000))
    #expect(
      written([full, TraceEpoch(location: nil, timestamp: timestamp), bare, clock], as: .csv) == """
        \(Self.header)
        2005-09-25T23:52:34.000Z,39.432836667,-119.765590000,1378.600,23.2014,153.100,10,0.80,gps,\
        1353.100,1.44,1.20,2.500,4.000,,,151.000,-14.200,12,G07* G12 R03 S133,,142,0,250.5,-3
        ,0.000000000,0.000000000,,,,,,,,,,,,,,,,,,,,,,
        T12:34:56.000Z,1.000000000,2.000000000,,,,,,,,,,,,,,,,,,,,,,

        """)
  }

  @Test(
    "No digit of a time is lost",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
      (1_500, "1970-01-01T00:00:00.000001500Z"),
      (86_399_000_500_000, "1970-01-01T23:59:59.000500Z"),
      (.min, "1677-09-21T00:12:43.145224192Z"), (.max, "2262-04-11T23:47:16.854775807Z"),
    ] as [(Int64, String)])
  func times(nanoseconds: Int64, text: String) {
    let epoch = TraceEpoch(
      location: Location(coordinate: Coordinate(latitude: 0, longitude: 0)),
      timestamp: Timestamp(nanosecondsSince1970: nanoseconds))
    #expect(written([epoch], as: .csv).split(separator: "\n").last?.hasPrefix(text + ",") == true)
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
