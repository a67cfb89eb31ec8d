import Positioning
import Testing

@Suite("Faults of the simulated receiver")
struct SimulatedFaultTests {
  let place = Coordinate(latitude: -33.9, longitude: 18.4)
  let start = Timestamp(year: 2024, month: 1, day: 1)!

  func fixes(_ kind: SimulatedFault.Kind?) -> [Location] {
    var configuration = SimulatedGPSConfiguration()
    configuration.motion = .stationary(place)
    configuration.start = .running
    configuration.faults =
      kind.map {
        [SimulatedFault($0, during: .seconds(4)..<(.seconds(8)))]
      } ?? []
    var gps = SimulatedGPS(seed: 3, configuration: configuration, start: start)
    return gps.advance(by: .seconds(11)).compactMap(\.location)
  }

  func second(_ location: Location) -> Int64 {
    start.duration(to: location.timestamp!).components.seconds
  }

  @Test("a reflected signal moves the fixes by its step, and only while it lasts")
  func step() {
    for (damaged, sound) in zip(fixes(.step(east: 30, north: 40)), fixes(nil)) {
      let isDamaged = (4..<8).contains(second(sound))
      let distance = damaged.coordinate.distance(to: sound.coordinate)
      #expect(abs(distance - (isDamaged ? 50 : 0)) < 0.001)
    }
  }

  @Test("a stuck position stays while time goes on")
  func stuck() {
    let found = fixes(.stuck)
    #expect(found.map(second) == Array(0...11))
    #expect(Set(found[4..<8].map(\.coordinate)).count == 1)
    #expect(Set(found.map(\.coordinate)).count == 9)
  }

  @Test("a clock that jumps back and forth gives times that do")
  func clockJump() {
    let found = fixes(.clockJump(.seconds(-100)))
    #expect(found.map(second) == [0, 1, 2, 3, -96, -95, -94, -93, 8, 9, 10, 11])
  }

  @Test("doubled fixes come twice")
  func duplicated() {
    #expect(fixes(.duplicated).map(second) == [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11])
  }

  @Test("swapped fixes come the later one first")
  func swapped() {
    #expect(fixes(.swapped).map(second) == [0, 1, 2, 3, 5, 4, 7, 6, 8, 9, 10, 11])
  }
}
