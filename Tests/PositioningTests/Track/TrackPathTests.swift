import Positioning
import Testing

@Suite("The path of a track")
struct TrackPathTests {
  let start = Coordinate(latitude: 59.33, longitude: 18.06)

  @Test("a short path keeps every point a metre or more apart, and the head")
  func short() {
    var path = TrackPath()
    let points = [0, 2, 4, 4.5].map { start.destination(distance: $0, bearing: 0) }
    for point in points { path.append(point) }
    #expect(path.points.map(\.coordinate) == Array(points.prefix(3)))
    #expect(path.head?.coordinate == points[3])
    #expect(path.segments == [points])
  }

  @Test("twenty thousand points fit, and none is farther from the path than twice the spacing")
  func bounded() {
    var path = TrackPath(capacity: 256)
    var place = start
    var all: [Coordinate] = []
    for step in 0..<20_000 {
      place = place.displacedForTest(step)
      all.append(place)
      path.append(place)
      #expect(path.points.count < 256)
    }
    #expect(path.thinningCount > 3)
    #expect(path.points.count >= 64)
    #expect(path.segments.last?.last == place)
    for point in stride(from: 0, to: all.count, by: 97).map({ all[$0] }) {
      let nearest = path.points.map { $0.coordinate.stepDistance(to: point) }.min()!
      #expect(nearest <= 2 * path.spacing)
      #expect(path.bounds?.contains(point) == true)
    }
  }

  @Test("segments stay apart while thinned")
  func segments() {
    var path = TrackPath(capacity: 64)
    for segment in 0..<4 {
      let begin = start.destination(distance: Double(segment) * 5000, bearing: 0)
      for step in 0..<100 {
        path.append(
          begin.destination(distance: Double(step) * 10, bearing: 90), startsSegment: step == 0)
      }
    }
    let segments = path.segments
    #expect(segments.count == 4)
    for segment in segments {
      for (one, next) in zip(segment, segment.dropFirst()) {
        #expect(one.distance(to: next) < 1000)
      }
    }
  }

  @Test("a break at a point too near to be kept passes on to the next")
  func owedBreak() {
    var path = TrackPath()
    path.append(start)
    path.append(start.destination(distance: 0.5, bearing: 0), startsSegment: true)
    path.append(start.destination(distance: 10, bearing: 0))
    #expect(path.segments.map(\.count) == [1, 1])
  }

  @Test("a path of breaks alone stays bounded")
  func breaksOnly() {
    var path = TrackPath(capacity: 32)
    for step in 0..<1000 {
      path.append(
        start.destination(distance: Double(step) * 3, bearing: 45), startsSegment: true)
      #expect(path.points.count < 32)
    }
    #expect(path.segments.allSatisfy { $0.count == 1 })
  }

  @Test("standing still keeps one point and moves the head")
  func standing() {
    var path = TrackPath()
    for step in 0..<1000 {
      path.append(start.destination(distance: 0.4, bearing: Double(step * 37)))
    }
    #expect(path.points.count == 1)
    path.append(Coordinate(latitude: .nan, longitude: 0))
    #expect(path.head?.coordinate.isValid == true)
    path.removeAll()
    #expect(path.segments.isEmpty && path.head == nil && path.bounds == nil)
  }
}

extension Coordinate {
  /// The next point of a winding way whose steps are five metres long.
  fileprivate func displacedForTest(_ step: Int) -> Coordinate {
    destination(distance: 5, bearing: Double(step % 700) * 0.37 + Double(step / 900) * 40)
  }
}
