import Positioning
import Testing

@testable import SignupTUI

@Suite("A place as it is typed")
struct CoordinateTextTests {
  private static let london = Coordinate(latitude: 51.5074, longitude: -0.1278)

  private func distance(_ text: String, to place: Coordinate = london) throws -> Double {
    place.distance(to: try CoordinateText.coordinate(text))
  }

  @Test(
    "Degrees, with minutes and seconds, signs or letters on either side, commas or none",
    arguments: [
      "51.5074,-0.1278", "51.5074 -0.1278", "51.5074, -0.1278", "+51.5074 −0.1278",
      "51.5074 N 0.1278 W", "51.5074N 0.1278W", "N 51.5074 W 0.1278", "N51.5074, W0.1278",
      "0.1278 W 51.5074 N", "51.5074° N, 0.1278° W", "51 30.444 N 0 7.668 W",
      "51° 30.444' N 0° 07.668' W", "51°30'26.64\"N 0°07'40.08\"W", "51 30 26.64 -0 7 40.08",
      "51°30′26.64″ N, 0°07′40.08″ W", "51:30:26.64 n 0:07:40.08 w",
    ])
  func angles(text: String) throws { #expect(try distance(text) < 0.1) }

  @Test("What the screens write is read again, wherever it is")
  func everyForm() throws {
    for latitude in stride(from: -79.7, through: 83, by: 16.3) {
      for longitude in stride(from: -179.9, through: 179, by: 34.7) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        for form in SignupTUI.AngleForm.allCases {
          let texts = form.parts(of: place, decimals: 5).map { $0.text ?? "" }
          // At the equator a locator of five pairs is 39 m wide and 19 m high, and its middle is
          // read: a corner is 21.6 m away.
          let limit = form == .maidenhead ? 22.0 : 2
          let text = texts.joined(separator: " ")
          #expect(try distance(text, to: place) < limit, "\(form) \(text)")
        }
        #expect(try distance(place.text, to: place) < 12)
      }
    }
  }

  @Test(
    "Anything else is none",
    arguments: [
      "London", "1", "1,2,3", "1,", "", ",", "nan,0", "0x10,0", "1e1,0", "5,N", "1 2 3",
      "51 N 30 N", "51 E 0 W", "-51 N 0 W", "51 60 N 0 W", "51.5 30 N 0 W", "51 30 -4 N 0 W",
      "1..2,3", "99U 699316 5710164", "30I 699316 5710164", "30U 699316", "ZZ91wm", "IO91w",
      "IO91wm0", "1 2 3 4 5 6 7 8",
    ])
  func none(text: String) {
    #expect(throws: CoordinateText.Problem.notACoordinate) { try CoordinateText.coordinate(text) }
  }

  @Test("An angle that is too large is named as it was written")
  func tooLarge() {
    #expect(throws: CoordinateText.Problem.latitude("90 0 1")) {
      try CoordinateText.coordinate("90 0 1 N 0 0 0 E")
    }
    #expect(throws: CoordinateText.Problem.longitude("181")) {
      try CoordinateText.coordinate("181 W 5 N")
    }
  }
}
