import Positioning
import Testing

@Suite("Locations")
struct LocationTests {
  private let place = Coordinate(latitude: 59.33, longitude: 18.07)

  @Test("A course is kept, and shown while the receiver moves")
  func shownCourse() {
    var location = Location(coordinate: place, speed: 0.05, course: 84.4)
    #expect(location.course == 84.4 && location.shownCourse == nil)
    location.speed = 0.1
    #expect(location.shownCourse == 84.4)
    location.speed = nil
    #expect(location.shownCourse == 84.4)
  }

  @Test("An accuracy is what the source says, or else the dilution times three metres")
  func estimates() {
    var location = Location(coordinate: place, hdop: 2, vdop: 3, fix: .gps)
    #expect(location.horizontalAccuracy == nil && location.estimatedHorizontalAccuracy == 6)
    #expect(location.verticalAccuracy == nil && location.estimatedVerticalAccuracy == 9)
    location.horizontalAccuracy = 1.5
    #expect(location.estimatedHorizontalAccuracy == 1.5)
    let rtk = Location(coordinate: place, hdop: 2, vdop: 3, fix: .rtk)
    #expect(rtk.estimatedHorizontalAccuracy == nil && rtk.estimatedVerticalAccuracy == nil)
  }

  @Test("A value that is not a number counts as not said, and two of these are equal")
  func notANumber() {
    let location = Location(coordinate: place, altitude: .nan, speed: 0)
    #expect(location.altitude == nil && location.speed == 0)
    #expect(location == Location(coordinate: place, speed: 0))
    #expect(location.hashValue == Location(coordinate: place, speed: -0.0).hashValue)
    var satellite = Satellite(system: .gps, number: 7, elevation: .nan)
    #expect(satellite.elevation == nil)
    #expect(satellite == Satellite(system: .gps, number: 7))
    satellite.azimuth = 90
    #expect(satellite.azimuth == 90)
  }

  @Test("A location takes no more than twice the room of its numbers")
  func size() {
    #expect(MemoryLayout<Location>.size <= 160)
    #expect(MemoryLayout<Satellite>.size <= 64)
  }
}
