import Positioning
import TestSupport
import Testing

@Suite("Splits and laps of traces")
struct TraceSplitsTests {
  private let folder = ScratchFolder()

  private func splits(of bytes: [UInt8], length: Double?) throws -> [TrackSplit] {
    var file = try TraceFile(path: folder.write("trace", bytes))
    var splits = TraceSplits(length: length)
    while let epoch = try file.next() { splits.add(epoch) }
    return splits.all
  }

  /// A ride due north, 10 m and a second from record to record, with two laps.
  private func ride() -> [UInt8] {
    var file = FITWriter()
    file.define(
      0, message: 20,
      [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (3, 1, 0x02), (7, 2, 0x84)])
    file.define(1, message: 19, [(253, 4, 0x86), (2, 4, 0x86)])
    for second in 0..<Int64(300) {
      if second == 100 { file.data(1, [FITWriter.noon + second, FITWriter.noon]) }
      let latitude = 59.33 + Double(second) * 10 / 111_412
      file.data(
        0,
        [
          FITWriter.noon + second, FITWriter.semicircles(latitude), FITWriter.semicircles(18.07),
          second < 100 ? 120 : 150, 200,
        ])
    }
    return file.bytes()
  }

  @Test("FIT's laps begin behind its lap messages")
  func fit() throws {
    let laps = try splits(of: ride(), length: nil)
    #expect(laps.map { $0.sums.elapsed } == [.seconds(99), .seconds(200)])
    #expect(laps.map(\.heartRate) == [120, 150] && laps.map(\.power) == [200, 200])
    let halves = try splits(of: ride(), length: 1500)
    #expect(halves.count == 2)
    #expect(abs(halves[0].sums.elapsed.components.seconds - 150) <= 1)
  }

  @Test("TCX's laps begin with their elements")
  func tcx() throws {
    func point(_ second: Int) -> String {
      "<Trackpoint><Time>2024-05-01T12:00:\(second < 10 ? "0" : "")\(second)Z</Time><Position>"
        + "<LatitudeDegrees>\(59.33 + Double(second) * 0.0001)</LatitudeDegrees>"
        + "<LongitudeDegrees>18</LongitudeDegrees></Position></Trackpoint>"
    }
    let text =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Biking\"><Lap><Track>"
      + (0..<10).map(point).joined() + "</Track></Lap><Lap><Track>"
      + (10..<30).map(point).joined()
      + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
    let laps = try splits(of: Array(text.utf8), length: nil)
    #expect(laps.map { $0.sums.elapsed } == [.seconds(9), .seconds(20)])
  }

  @Test("A trace without laps is one")
  func one() throws {
    let table =
      "time,latitude,longitude\n2024-05-01T12:00:00Z,59,18\n2024-05-01T12:00:09Z,59.001,18\n"
    #expect(try splits(of: Array(table.utf8), length: nil).map(\.number) == [1])
  }
}
