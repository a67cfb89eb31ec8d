import TestSupport
import Testing

@testable import Positioning

@Suite("Examples in comments: profiles, splits, reports")
struct RidingCommentExamples {
  private let start = Timestamp(nanosecondsSince1970: 1_714_564_800_000_000_000)

  /// Two kilometres to the north in 400 seconds.
  private var track: [Location] {
    (0...400).map { second in
      Location(
        coordinate: Coordinate(latitude: 59 + Double(second) * 5 / 111_412, longitude: 18),
        altitude: Double(second) / 4, timestamp: start.advanced(by: .seconds(second)))
    }
  }

  @Test("how long each kilometre took, and how far it climbed")
  func splits() {
    var statistics = TrackStatistics()
    var splits = TrackSplits(length: 1000)
    for fix in track {
      statistics.add(fix)
      splits.add(statistics.progress)
    }
    let times = splits.all.map(\.sums.elapsed)  // how long each kilometre took
    #expect(times.first.map { abs($0.components.seconds - 200) <= 1 } == true)
    let start = TrackProgress()
    let climb = statistics.progress.since(start).climb  // metres
    #expect(climb == 100)
  }

  @Test("the splits of a file")
  func splitsOfFile() throws {
    let folder = ScratchFolder()
    var encoder = CSVEncoder()
    var bytes: [UInt8] = []
    encoder.begin(&bytes)
    for fix in track {
      encoder.write(TraceEpoch(location: fix, timestamp: fix.timestamp), to: &bytes)
    }
    var file = try TraceFile(path: folder.write("walk.csv", bytes))
    var splits = TraceSplits(length: 1000)
    while let epoch = try file.next() { splits.add(epoch) }
    let times = splits.all.map(\.sums.elapsed)
    #expect(times.count >= 2)
  }

  @Test("a profile of heights")
  func profile() {
    var profile = TrackProfile()
    profile.add(
      altitude: 120, speed: 5, sensors: Sensors(), at: .seconds(10), distance: 80)
    let heights = profile.values(of: .altitude, over: .distance)  // a mean for each bucket
    #expect(heights.last == 120)
  }

  @Test("a report of gpsd's")
  func report() {
    let epoch = LocationEpoch(
      location: Location(
        coordinate: Coordinate(latitude: 59.33, longitude: 18.07), altitude: 1, timestamp: start),
      clock: .zero)
    var bytes: [UInt8] = []
    var writer = TPVWriter()
    writer.write(epoch, to: &bytes)
    // {"class":"TPV","mode":3,"time":"2024-05-01T12:00:00.000Z","lat":59.33,"lon":18.07,…}
    #expect(
      String(decoding: bytes, as: UTF8.self).hasPrefix(
        #"{"class":"TPV","mode":3,"time":"2024-05-01T12:00:00.000Z","lat":59.33,"lon":18.07,"#))
  }
}
