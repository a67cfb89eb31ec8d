import Positioning
import Testing

@Suite("Filters of locations")
struct DistanceFilterTests {
  /// A walk due north in equal steps of metres.
  func walk(step: Double, count: Int) -> [Location] {
    let start = Coordinate(latitude: 59.33, longitude: 18.06)
    return (0..<count).map {
      Location(coordinate: start.destination(distance: step * Double($0), bearing: 0))
    }
  }

  @Test("a walk of 0.9 m a fix shows every second fix of a one-metre filter")
  func slowWalk() {
    var filter = DistanceFilter(minimumDistance: 1)
    let shown = walk(step: 0.9, count: 21).map { filter.passes($0) }
    #expect(shown == (0..<21).map { $0.isMultiple(of: 2) })
  }

  @Test("of steps of a tenth of the distance every tenth passes, never less")
  func compareWithLastShown() {
    var filter = DistanceFilter(minimumDistance: 5)
    // A hair more than a tenth, so that rounding does not decide.
    let shown = walk(step: 0.5001, count: 101).filter { filter.passes($0) }
    #expect(shown.count == 11)
    for (one, next) in zip(shown, shown.dropFirst()) {
      #expect(one.distance(to: next) >= 5)
    }
  }

  @Test("without a distance all valid locations pass", arguments: [0, -1, Double.nan])
  func noDistance(minimum: Double) {
    var filter = DistanceFilter(minimumDistance: minimum)
    let here = walk(step: 1, count: 1)[0]
    let passed = [here, here, here].map { filter.passes($0) }
    #expect(passed == [true, true, true])
  }

  @Test("what is not a coordinate never passes and is not compared with")
  func invalid() {
    var filter = DistanceFilter(minimumDistance: 1)
    let broken = Location(coordinate: Coordinate(latitude: .nan, longitude: 0))
    let steps = walk(step: 2, count: 2)
    let passed = [broken, steps[0], broken, steps[1]].map { filter.passes($0) }
    #expect(passed == [false, true, false, true])
    filter.reset()
    let passesAgain = filter.passes(steps[1])
    #expect(passesAgain)
  }
}
