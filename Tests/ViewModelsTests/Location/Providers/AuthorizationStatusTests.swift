import Positioning
import Testing
import ViewModels

@Suite("Permission to use the position")
struct AuthorizationStatusTests {
  @Test("Each status is described in words for its user")
  func words() {
    #expect(
      AuthorizationStatus.allCases.map(\.statusDescription) == [
        "not given yet", "restricted on this device", "denied", "while in use", "always", "unknown",
      ])
  }

  @Test("Not having been asked is no error; being refused is")
  func errors() {
    #expect(
      AuthorizationStatus.allCases.map(\.error) == [
        nil, .restricted, .denied, nil, nil, .unknown,
      ])
  }

  @Test("Positions may be delivered while in use, and always")
  func authorized() {
    #expect(
      AuthorizationStatus.allCases.filter(\.isAuthorized) == [
        .authorizedWhenInUse, .authorizedAlways,
      ])
  }

  @Test("Errors say what is wrong and what to do")
  func sentences() {
    #expect(
      LocationError.notDetermined.description
        == "Permission to use your location has not been requested; request it first")
    #expect(
      LocationError.restricted.description
        == "Location is restricted on this device; ask your administrator to allow it")
    #expect(
      LocationError.denied.description
        == "Permission to use your location was denied; allow it in the settings, then start again"
    )
    #expect(
      LocationError.unknown.description
        == "Your location cannot be found at the moment; wait, or start again")
    #expect(
      LocationError.trace(.missing(path: "a.nmea")).description
        == "a.nmea: no such file; check the spelling and the folder")
  }

  @Test(
    "A fix without height has two dimensions, and one that is marked invalid is none",
    arguments: [
      (nil, FixMode.none),
      (Location(coordinate: .init(latitude: 1, longitude: 2)), .twoDimensional),
      (Location(coordinate: .init(latitude: 1, longitude: 2), altitude: 3), .threeDimensional),
      (
        Location(coordinate: .init(latitude: 1, longitude: 2), altitude: 3, fix: .estimated),
        .estimated
      ),
      (Location(coordinate: .init(latitude: 0, longitude: 0), fix: .invalid), .none),
    ])
  func modes(_ location: Location?, _ mode: FixMode) {
    #expect(FixMode(of: location) == mode)
  }
}
