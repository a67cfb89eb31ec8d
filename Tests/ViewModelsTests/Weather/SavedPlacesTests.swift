import Positioning
import TestSupport
import Testing
import ViewModels

@Suite("Saved places")
struct SavedPlacesTests {
  private let folder = ScratchFolder()
  private var saved: SavedPlaces { SavedPlaces(path: folder.file("new/places.json")) }
  private let london = NamedPlace(
    name: "London", regions: ["England"], country: "United Kingdom", countryCode: "GB",
    coordinate: Coordinate(latitude: 51.50853, longitude: -0.12574))
  private let other = NamedPlace(
    name: "London", regions: ["Ontario"], country: "Canada",
    coordinate: Coordinate(latitude: 42.98339, longitude: -81.23304))

  @Test("What is saved is read again, in its order and once; the file is the user's alone")
  func roundTrip() throws {
    #expect(try saved.places().isEmpty)
    try saved.add([london])
    try saved.add([other, london])
    #expect(try saved.places() == [london, other])
    #expect(try saved.places(called: PlaceName("london")!) == [london, other])
    #expect(try saved.places(called: PlaceName("London, Canada")!) == [other])
    #expect(Disk.mode(of: saved.path) == 0o600)
  }

  @Test("A place that is removed is gone, and a name that none has removes nothing")
  func removal() throws {
    try saved.add([london, other])
    #expect(try saved.remove(PlaceName("Paris")!).isEmpty)
    #expect(try saved.remove(PlaceName("London, Ontario")!) == [other])
    #expect(try saved.places() == [london])
  }

  @Test(
    "A file that is none of places is named with its key, and is not replaced",
    arguments: [
      ("{", ":1:2: "), (#"{"places":[{"name":"a"}]}"#, "places[0]: the key “latitude” is missing"),
      (#"{"places":[{"name":"a","latitude":91,"longitude":0}]}"#, "places[0]: it is not a place"),
      (#"{"places":[{"name":" ","latitude":1,"longitude":0}]}"#, "places[0].name: it is empty"),
      (#"{"plcaes":[]}"#, "plcaes: there is no such key here"),
    ])
  func malformed(text: String, problem: String) {
    let path = folder.write("places.json", text.utf8)
    let saved = SavedPlaces(path: path)
    for attempt in [{ _ = try saved.places() }, { try saved.add([london]) }] {
      do {
        try attempt()
        Issue.record("nothing is wrong with \(text)")
      } catch {
        #expect("\(error)".hasPrefix(path) && "\(error)".contains(problem), "\(error)")
        #expect("\(error)".hasSuffix(". Fix or remove the file."))
      }
    }
    #expect(folder.read("places.json") == text)
  }

  @Test("A folder that cannot be read or made is a sentence with its path")
  func unreadable() {
    let saved = SavedPlaces(path: folder.write("file", "".utf8) + "/places.json")
    #expect(throws: SavedPlacesError.self) { try saved.add([london]) }
    let directory = SavedPlaces(path: folder.path)
    #expect(
      throws: SavedPlacesError.unreadable(path: folder.path, reason: "it is not a regular file")
    ) {
      try directory.places()
    }
  }
}
