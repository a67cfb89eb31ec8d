import Positioning
import Testing

@Suite("Tracks cut into kilometres and laps")
struct TrackSplitsTests {
  /// The sums at a place of a way of 5 m/s, without a pause, that climbs a metre in a hundred.
  private func progress(_ metres: Double) -> TrackProgress {
    var progress = TrackProgress()
    progress.distance = metres
    progress.elapsed = .milliseconds(Int(metres * 200))
    progress.moving = progress.elapsed
    progress.climb = metres / 100
    return progress
  }

  @Test("A part ends between two fixes, and its step is shared evenly")
  func interpolation() {
    var splits = TrackSplits(length: 1000)
    for metres in stride(from: 0.0, through: 2700, by: 300) { splits.add(progress(metres)) }
    let all = splits.all
    #expect(all.map(\.number) == [1, 2, 3])
    #expect(all.map { $0.sums.distance.rounded() } == [1000, 1000, 700])
    #expect(all.map(\.sums.elapsed) == [.seconds(200), .seconds(200), .seconds(140)])
    #expect(all.map { ($0.sums.climb * 10).rounded() } == [100, 100, 70])
    #expect(all[0].sums.meanMovingSpeed == 5)
  }

  @Test("A step of several kilometres ends them all")
  func longStep() {
    var splits = TrackSplits(length: 1000)
    splits.add(progress(0))
    splits.add(progress(3500))
    #expect(splits.all.map { $0.sums.distance.rounded() } == [1000, 1000, 1000, 500])
  }

  @Test("Another track begins another part, and what lies between counts for none")
  func tracks() {
    var splits = TrackSplits(length: 1000)
    splits.add(progress(0))
    splits.add(progress(600))
    splits.add(progress(600), startsTrack: true)
    splits.add(progress(1500))
    #expect(splits.all.map { $0.sums.distance.rounded() } == [600, 900])
  }

  @Test("Laps end where the source ends them, with the means of their sensors")
  func laps() {
    var splits = TrackSplits(length: nil)
    for step in 0..<10 {
      splits.add(
        progress(Double(step) * 100),
        sensors: Sensors(heartRate: step < 5 ? 100 + Double(step) : 150, power: nil),
        startsLap: step == 5)
    }
    let laps = splits.all
    #expect(laps.map { $0.sums.distance.rounded() } == [400, 500])
    #expect(laps.map(\.heartRate) == [102, 150])
    #expect(laps.allSatisfy { $0.power == nil })
  }

  @Test("Ten thousand parts are kept, and the rest is one")
  func bounded() {
    var splits = TrackSplits(length: 1)
    splits.add(progress(0))
    splits.add(progress(1_000_000))
    #expect(splits.all.count == 10_001)
    #expect(splits.all.last?.sums.distance.rounded() == 990_000)
  }
}
