import Positioning
import TestSupport
import Testing

@testable import SignupTUI

@Suite("Several traces as one that is played")
struct JoinedTracesTests {
  private let folder = ScratchFolder()

  /// A table of fixes each second.
  private func table(_ name: String, from first: Int, count: Int) -> String {
    var text = "time,latitude,longitude\n"
    for second in first..<first + count {
      let time = Timestamp(nanosecondsSince1970: Int64(second) * 1_000_000_000)
      text += "\(time),59.\(100_000 + second),18.5\n"
    }
    return folder.write(name, Array(text.utf8))
  }

  /// A ride of so many seconds, with a lap that ends in its middle.
  private func ride(_ name: String, seconds: Int64) -> String {
    var file = FITWriter()
    file.define(0, message: 20, [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85)])
    file.define(1, message: 19, [(253, 4, 0x86)])
    for second in 0..<seconds {
      if second == seconds / 2 { file.data(1, [FITWriter.noon + second]) }
      let latitude = 59 + Double(second) / 1000
      file.data(
        0,
        [
          FITWriter.noon + second, FITWriter.semicircles(latitude), FITWriter.semicircles(18),
        ])
    }
    return folder.write(name, file.bytes())
  }

  private func epochs(of joined: JoinedTraces) throws -> [TraceEpoch] {
    var (file, epochs) = (joined.file, [TraceEpoch]())
    while let epoch = try file.next() { epochs.append(epoch) }
    return epochs
  }

  private func joined(_ paths: [String], isInTurn: Bool = false) throws -> JoinedTraces {
    try JoinedTraces(of: paths, options: TraceOptions(), isInTurn: isInTurn)
  }

  @Test("Those of the same time are in its order, each a track called as its file")
  func sideBySide() throws {
    let paths = [table("late.csv", from: 5, count: 10), table("early.csv", from: 0, count: 10)]
    let joined = try joined(paths)
    #expect(joined.parallelCount == 2)
    let epochs = try epochs(of: joined)
    let seconds = epochs.compactMap { $0.timestamp.map { $0.nanosecondsSince1970 / 1_000_000_000 } }
    let expected: [Int64] = [0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 13, 14]
    #expect(seconds == expected)
    #expect(epochs.compactMap { $0.label?.line?.name } == ["early.csv", "late.csv"])
    #expect(epochs.filter { $0.number == 1 }.count == 10)
    #expect(epochs.filter(\.startsSegment).map(\.number) == [1, 2])
  }

  @Test("They come one after another where that is wanted, and where none is of the same time")
  func inTurn() throws {
    let (early, middle) = (
      table("early.csv", from: 0, count: 10), table("middle.csv", from: 5, count: 10)
    )
    let late = table("late.csv", from: 100, count: 10)
    let wanted = try joined([middle, early], isInTurn: true)
    #expect(wanted.parallelCount == nil)
    #expect(
      try epochs(of: wanted).map(\.number) == [1, 2].flatMap { [UInt32](repeating: $0, count: 10) })
    #expect(try joined([late, early]).parallelCount == nil)
    #expect(try joined([late, middle, early]).parallelCount == 3)
  }

  @Test("Laps are kept", arguments: [true, false])
  func laps(isInTurn: Bool) throws {
    let paths = [ride("a.fit", seconds: 20), ride("b.fit", seconds: 10)]
    let epochs = try epochs(of: joined(paths, isInTurn: isInTurn)).filter { $0.kind == .track }
    let laps = epochs.filter(\.startsLap).compactMap { $0.location?.coordinate.latitude }
    #expect(laps.sorted().map { ($0 * 1000).rounded() } == [59_005, 59_010])
  }

  @Test("Of more tracks than colours none runs beside another")
  func manyTracks() throws {
    let paths = (0..<33).map { table("\($0).csv", from: $0, count: 40) }
    #expect(try joined(paths).parallelCount == nil)
    #expect(try joined(Array(paths.prefix(32))).parallelCount == 32)
  }
}
