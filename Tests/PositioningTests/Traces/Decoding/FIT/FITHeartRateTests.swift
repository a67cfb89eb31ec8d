import TestSupport
import Testing

@testable import Positioning

@Suite("Heart rates that a strap has recorded, and FIT as a table")
struct FITHeartRateTests {
  @Test("Each beat of an hr message has the time that is counted from its anchor")
  func beats() {
    var file = FITWriter()
    file.define(0, message: 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    for second in 0..<2 {
      file.data(
        0,
        [
          FITWriter.noon + Int64(second), FITWriter.semicircles(59.33),
          FITWriter.semicircles(18.06),
        ])
    }
    // An anchor at 1024 ticks, and two beats in twelve bits each, half a second and a second later.
    file.define(1, message: 132, [(253, 4, 0x86), (0, 2, 0x84), (9, 4, 0x86), (6, 1, 0x02)])
    file.data(1, [FITWriter.noon, 16_384, 4_000, 120])
    file.define(2, message: 132, [(6, 2, 0x02), (10, 3, 0x0D)])
    // 4512 and 5024 are 0x1A0 and 0x3A0 in their lowest twelve bits.
    file.data(2, [Int64(121 | 122 << 8), Int64(0x1A0 | 0x3A0 << 12)])
    let found = epochs(of: file.bytes())
    let beats = found.filter { $0.location == nil }
    #expect(beats.map(\.sensors.heartRate) == [120, 121, 122])
    #expect(
      beats.map(\.timestamp?.description) == [
        "2024-05-01T12:00:00.500Z", "2024-05-01T12:00:01.000Z", "2024-05-01T12:00:01.500Z",
      ])
  }

  @Test("A device that says it has a barometer has barometric heights")
  func barometer() {
    var file = FITWriter()
    file.define(1, message: 23, [(1, 1, 0x02), (25, 1, 0x00)])
    file.data(1, [4, 5])
    file.define(0, message: 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    file.data(0, [FITWriter.noon, FITWriter.semicircles(59.33), FITWriter.semicircles(18.06)])
    #expect(epochs(of: file.bytes()).map(\.hasBarometer) == [true])
  }

  @Test("FitCSVTool's rows are records, with their units and sensors")
  func table() {
    let found = epochs(of: TraceSample.fitTable.bytes)
    #expect(found.count == 8)
    #expect(found[2].timestamp?.description == "2024-05-01T12:00:02.000Z")
    #expect(abs((found[2].location?.coordinate.latitude ?? 0) - 59.332) < 1e-6)
    #expect(found[2].location?.altitude == 31.4 && found[2].location?.speed == 4.25)
    #expect(found[2].sensors.heartRate == 142 && found[2].sensors.cadence == 80.5)
  }

  @Test("A table whose lines are of several kinds is FlySight 2's; its speed is of two parts")
  func flySight() {
    let found = epochs(
      of: Array(
        """
        $FLYS,1
        $VAR,FIRMWARE_VER,v2023.09.22
        $COL,GNSS,time,lat,lon,hMSL,velN,velE,velD,hAcc,vAcc,sAcc,numSV
        $UNIT,GNSS,,deg,deg,m,m/s,m/s,m/s,m,m,m/s,
        $COL,IMU,time,wx,wy,wz
        $DATA
        $IMU,12.5,1,2,3
        $GNSS,2025-05-02T09:00:00.000Z,55.7000000,12.5500000,1030.5,3.00,4.00,-0.10,0.9,1.2,0.2,12
        $GNSS,2025-05-02T09:00:01.000Z,55.7001000,12.5500000,1030.5,3.00,-4.00,-0.10,0.9,1.2,0.2,12

        """.utf8))
    #expect(found.map(\.location?.speed) == [5, 5])
    #expect(found.map { ($0.location?.course ?? 0).rounded() } == [53, 307])
    #expect(found[0].location?.altitude == 1030.5 && found[0].location?.satellitesUsed == 12)
    #expect(found[0].location?.horizontalAccuracy == 0.9)
  }

  @Test("A table of a course is a route, and its points are waypoints", arguments: ["6", "course"])
  func fitTableCourse(type: String) {
    let place = "position_lat,\"664397000\",semicircles,position_long,\"149800000\",semicircles"
    let found = epochs(
      of: Array(
        """
        Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2
        Data,0,file_id,type,"\(type)",,,,
        Data,1,course_point,timestamp,"1000000000",s,\(place),name,"Summit, 2",
        Data,0,record,timestamp,"1000000000",s,\(place)
        Data,0,record,timestamp,"1000000010",s,\(place)

        """.utf8))
    #expect(found.map(\.kind) == [.waypoint, .route, .route])
    #expect(found.map(\.label?.name) == ["Summit, 2", nil, nil])
    #expect(found.allSatisfy { $0.location != nil && $0.timestamp != nil })
  }

  @Test(
    "O is the German Ost, but for west where others are E or headings are Romance",
    arguments: [
      ("Breite,Länge\n55°42'00\"N,12°33'00\"O\n55°42'00\"N,12°33'06\"O\n", 12.55),
      ("Breite,Länge\n55°42'00\"N,12°33'00\"O\n55°42'00\"N,12°33'06\"W\n", 12.55),
      ("Latitude,Longitude\n55°42'00\"N,12°33'00\"O\n55°42'00\"N,12°33'06\"E\n", -12.55),
      ("Latitud,Longitud\n55°42'00\"N,12°33'00\"O\n55°42'00\"N,12°33'06\"O\n", -12.55),
      ("fecha;latitud;longitud\n;N 55°42'0\";O 12°33'0\"\n;N 55°42'0\";O 12°33'1\"\n", -12.55),
      ("Zeit;Breite;Länge\n;N 55°42'0\";O 12°33'0\"\n;N 55°42'0\";O 12°33'1\"\n", 12.55),
      ("heure;Latitude;Longitude\n;55,7 N;12,55 O\n;55,7 N;12,5501 O\n", -12.55),
      ("Zeit;Position\n;55°42'0\"N 12°33'0\"O\n;55°42'0\"N 12°33'1\"O\n", 12.55),
      ("hora;Position\n;N 55°42'0\" O 12°33'0\"\n;N 55°42'0\" O 12°33'1\"\n", -12.55),
      ("Zeit;Breite;NS;Länge;EW\n;55,7;N;12,55;O\n;55,7;N;12,5501;O\n", 12.55),
      ("hora;lat;ns;lon;ew\n;55,7;N;12,55;O\n;55,7;N;12,5501;O\n", -12.55),
    ])
  func ost(text: String, longitude: Double) {
    let found = epochs(of: Array(text.utf8))
    #expect(found.count == 2)
    #expect(abs((found.first?.location?.coordinate.longitude ?? 0) - longitude) < 1e-9)
    #expect(dialect(of: text)?.description.contains("O taken as") == true)
  }

  @Test(
    "A longitude with O is left out if nothing shows what that means, and the table says so",
    arguments: [
      ("time;latitude;longitude\n;48°23'30\"N;4°29'12\"O\n;48°23'31\"N;4°29'13\"O\n", []),
      ("time;latitude;longitude\n;48.3 N;O 4.5\n;48.3 N;O 4.6\n", []),
      ("time;latitude;longitude\n;48.3 N;4.5 O\n;48.3 N;4.6 E\n;48.3 N;4.6 W\n", [4.6, -4.6]),
    ])
  func unknownO(text: String, longitudes: [Double]) {
    let found = epochs(of: Array(text.utf8)).compactMap(\.location)
    #expect(found.map(\.coordinate.longitude) == longitudes)
    let dialect = dialect(of: text)
    #expect(dialect?.description.contains("longitudes with O left out") == true)
    #expect(dialect?.warnings.contains { $0.contains("may mean east or west") } == true)
  }

  private func dialect(of text: String) -> CSVDialect? {
    var reader = TraceReader(format: .csv)
    reader.read(Array(text.utf8)) { _ in }
    reader.finish { _ in }
    return reader.dialect
  }

  @Test("The time of a tag block dates a sentence that says none")
  func tagBlocks() {
    let found = epochs(
      of: Array(
        #"""
        \s:GPS,c:1746176400*78\$GPGLL,5542.0000,N,01233.0000,E,090000.00,A,A*65
        \s:GPS,c:1746176401*79\$GPGLL,5542.0000,N,01233.0001,E,090001.00,A,A*65
        \s:GPS,c:1746176402*00\$GPGLL,5542.0000,N,01233.0002,E,090002.00,A,A*65

        """#.utf8))
    #expect(
      found.map(\.timestamp?.description) == [
        "2025-05-02T09:00:00.000Z", "2025-05-02T09:00:01.000Z", "2025-05-02T09:00:02.000Z",
      ])
  }
}
