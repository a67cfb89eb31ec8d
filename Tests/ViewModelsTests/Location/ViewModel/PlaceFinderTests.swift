import Positioning
import Testing
import ViewModels

@Suite("The waypoint one looks at")
struct PlaceFinderTests {
  @Test("The next one, in the end none, and again the first")
  func next() {
    var finder = PlaceFinder()
    var seen: [Int?] = []
    for _ in 0..<4 {
      finder.next(of: 2)
      seen.append(finder.chosen)
    }
    #expect(seen == [0, 1, nil, 0])
    finder.next(of: 0)
    #expect(finder.chosen == nil)
  }

  @Test("A part of a name finds the next that has it, whatever its case")
  func find() {
    let names = ["Home", nil, "Old hut", "Hut by the lake"]
    var finder = PlaceFinder()
    #expect(finder.find("HUT", among: names) == nil && finder.chosen == 2)
    #expect(finder.find("hut", among: names) == nil && finder.chosen == 3)
    #expect(finder.find("hut", among: names) == nil && finder.chosen == 2)
    #expect(finder.find("sea", among: names) == "No waypoint is called 'sea'.")
    #expect(finder.chosen == 2, "The choice stays.")
    #expect(finder.find("x", among: []) == "There is no waypoint in this trace.")
  }

  @Test("Distance and bearing lead there")
  func heading() {
    let here = Coordinate(latitude: 0, longitude: 0)
    let way = Heading(from: here, to: Coordinate(latitude: 0, longitude: 1))
    #expect(abs(way.distance - 111_319.5) < 1 && way.bearing == 90)
    #expect(Heading(from: here, to: here).bearing == nil)
  }
}
