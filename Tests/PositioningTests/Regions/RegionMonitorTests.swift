import Positioning
import Testing

@Suite("Regions")
struct RegionMonitorTests {
  let region = CircularRegion(
    name: "home", center: Coordinate(latitude: 59.33, longitude: 18.06), radius: 100)

  func fix(_ metres: Double, accuracy: Double? = nil) -> Location {
    Location(
      coordinate: region.center.destination(distance: metres, bearing: 40),
      horizontalAccuracy: accuracy)
  }

  /// The events of a receiver at these distances from the middle, a second each.
  func events(
    _ metres: [Double], hysteresis: Double = 20, dwell: Duration? = nil, accuracy: Double? = nil
  ) -> [[RegionEvent]] {
    var monitor = RegionMonitor(region, hysteresis: hysteresis, dwell: dwell)
    return metres.enumerated().map { second, metres in
      monitor.update(fix(metres, accuracy: accuracy), at: .seconds(second))
    }
  }

  @Test("in and out are an event each, the first fix is none")
  func crossing() {
    #expect(events([300, 50, 40, 300]) == [[], [.entered], [], [.exited]])
    #expect(events([50, 300, 50]) == [[], [.exited], [.entered]])
  }

  @Test("noise at the edge makes no events")
  func hysteresis() {
    #expect(
      events([300, 99, 101, 99, 119, 101, 121]) == [[], [.entered], [], [], [], [], [.exited]])
  }

  @Test("a fix that is uncertain goes out only further away")
  func uncertainty() {
    #expect(events([50, 140, 190], accuracy: 60) == [[], [], [.exited]])
  }

  @Test("who stays has dwelt, once a stay, also without a further fix")
  func dwell() {
    #expect(
      events([300, 50, 50, 50, 50, 50, 300, 50, 50, 50, 50], dwell: .seconds(3))
        == [[], [.entered], [], [], [.dwelt], [], [.exited], [.entered], [], [], [.dwelt]])
    var monitor = RegionMonitor(region, dwell: .seconds(60))
    #expect(monitor.update(fix(0), at: .zero).isEmpty && monitor.state == .inside)
    #expect(monitor.pass(.seconds(59)).isEmpty)
    #expect(monitor.pass(.seconds(60)) == [.dwelt])
    #expect(monitor.pass(.seconds(90)).isEmpty)
  }

  @Test("what is no coordinate changes nothing")
  func invalid() {
    var monitor = RegionMonitor(region)
    let nowhere = Location(coordinate: Coordinate(latitude: .nan, longitude: 0))
    #expect(monitor.update(nowhere, at: .zero).isEmpty && monitor.state == .unknown)
    #expect(!region.contains(nowhere.coordinate))
  }

  @Test(
    "a location passes that is as certain as is wanted, by its accuracy or else its dilution",
    arguments: [
      (nil, nil, false), (25, nil, true), (25.1, nil, false), (nil, 8.3, true), (nil, 8.4, false),
      (10, 99, true), (-1, nil, false),
    ] as [(Double?, Double?, Bool)])
  func accuracy(accuracy: Double?, hdop: Double?, passes: Bool) {
    let location = Location(
      coordinate: region.center, horizontalAccuracy: accuracy, hdop: hdop)
    #expect(AccuracyFilter(desiredAccuracy: 25).passes(location) == passes)
  }
}
