import Positioning
import Testing

@Suite("The rhythm of a track")
struct SamplingIntervalsTests {
  func fix(_ metres: Double, at seconds: Int64) -> Location {
    Location(
      coordinate: Coordinate(latitude: 59.33, longitude: 18.06)
        .destination(distance: metres, bearing: 90),
      timestamp: Timestamp(nanosecondsSince1970: seconds * 1_000_000_000))
  }

  @Test(
    "a logger slower than ten seconds has a distance",
    arguments: [1, 11, 30, 60, 600, 3600] as [Int64])
  func slowLogger(interval: Int64) {
    var statistics = TrackStatistics()
    for index in 0..<Int64(40) { statistics.add(fix(Double(index) * 10, at: index * interval)) }
    #expect(abs(statistics.distance - 390) < 1e-6)
    #expect(statistics.gapCount == 0)
    #expect(statistics.interval == .seconds(interval))
    #expect(statistics.gapThreshold == max(.seconds(10), .seconds(5 * interval)))
  }

  @Test(
    "a pause is none to the way: it counts wherever it lies, also before the second fix",
    arguments: [(1, 0), (1, 1), (1, 4), (1, 20), (30, 0), (30, 2), (30, 25)] as [(Int64, Int)])
  func pause(interval: Int64, place: Int) {
    var statistics = TrackStatistics()
    var outcomes: [TrackStatistics.Outcome] = []
    var second: Int64 = 0
    for index in 0..<30 {
      outcomes.append(statistics.add(fix(Double(index) * 10, at: second)))
      second += index == place ? 600 : interval
    }
    #expect(statistics.gapCount == 0 && statistics.gapTime == .zero)
    #expect(abs(statistics.distance - 290) < 1e-6)
    #expect(outcomes == [.started] + Array(repeating: .joined, count: 29))
  }

  @Test("what is asked for goes before the rhythm")
  func fixedGap() {
    var statistics = TrackStatistics(gapThreshold: .seconds(10))
    for index in 0..<Int64(5) { statistics.add(fix(Double(index) * 10, at: index * 30)) }
    #expect(statistics.gapCount == 4 && statistics.distance == 0)
  }

  @Test("a logger that slows down has its whole way, and soon its new rhythm")
  func change() {
    var statistics = TrackStatistics()
    for second in Int64(0)...100 { statistics.add(fix(Double(second), at: second)) }
    for minute in Int64(1)...60 { statistics.add(fix(100 + Double(minute), at: 100 + minute * 60)) }
    #expect(statistics.gapCount == 0 && abs(statistics.distance - 160) < 1e-6)
    #expect(statistics.interval == .seconds(60))
  }

  @Test("where times have no date, the source's clock stands for them")
  func clock() {
    var statistics = TrackStatistics()
    for second in 0...10 {
      var undated = fix(Double(second) * 10, at: 0)
      undated.timestamp = nil
      statistics.add(undated, at: .seconds(second))
    }
    #expect(statistics.elapsed == .seconds(10) && statistics.movingTime == .seconds(10))
    #expect(abs((statistics.meanSpeed ?? 0) - 10) < 1e-6)
  }

  @Test("a new segment breaks the line, and may lie before the one that came first")
  func segment() {
    var statistics = TrackStatistics()
    for second in Int64(100)...110 { statistics.add(fix(Double(second), at: second)) }
    #expect(statistics.add(fix(9000, at: 20), startsSegment: true) == .started)
    #expect(statistics.add(fix(9001, at: 21)) == .joined)
    #expect(statistics.skippedCount == 0 && statistics.gapCount == 1)
    #expect(abs(statistics.distance - 11) < 1e-6)
  }

  @Test("the drawn path is broken where the figures are")
  func path() {
    var track = TrackSnapshot()
    for (metres, second) in [(0.0, 0), (500, 72), (510, 73), (520, 74)] as [(Double, Int64)] {
      track.add(
        LocationEpoch(
          location: fix(metres, at: second), clock: .seconds(second), startsSegment: second == 72))
    }
    #expect(track.statistics.gapCount == 1)
    #expect(track.path.segments.map(\.count) == [1, 3])
  }
}
