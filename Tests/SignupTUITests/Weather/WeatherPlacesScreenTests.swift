import Fetching
import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// Two places by their names, one of which is the name of several, on virtual time.
@MainActor
private struct TwoPlaces {
  let clock = VirtualTimeScheduler()
  let entries: [WeatherEntry]
  let screen: WeatherScreen

  init(_ names: [String] = ["London", "Paris"]) {
    let clock = clock
    let transport = ScriptedTransport { request in
      let fixture: WeatherFixture =
        request.url.contains("name=London")
        ? .london : request.url.contains("name=Paris") ? .paris : .meteo
      let body =
        request.url.contains("name=Xyz") ? Array("{}".utf8) : fixture.bytes
      return .success(HTTPResponse(status: 200, body: body))
    }
    entries = names.map { name in
      WeatherEntry(
        name,
        search: PlaceSearchViewModel(
          PlaceName(name)!, in: PlaceDirectory(transport: transport), scheduler: clock),
        service: OpenMeteo(transport: transport), scheduler: clock)
    }
    screen = WeatherScreen(entries, now: { clock.now })
  }

  func start() {
    for entry in entries { entry.start() }
    clock.advance(by: .seconds(1))
  }

  func frame(_ width: Int = 80, _ height: Int = 24, symbols: Symbols = .unicode) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    screen.draw(on: &canvas)
    return canvas
  }

  func text(_ width: Int = 80, _ height: Int = 24) -> String {
    frame(width, height).lines.joined(separator: "\n")
  }

  func press(_ keys: Key...) {
    for key in keys {
      screen.handle(.key(KeyPress(key)))
      clock.advance(by: .milliseconds(10))
    }
  }
}

@Suite("The weather's screen of several places") @MainActor
struct WeatherPlacesScreenTests {
  @Test("Its frames: all places, the places of one name, the one that was taken; at four sizes")
  func frames() {
    var golden = GoldenFrames("WeatherPlaces")
    let places = TwoPlaces()
    golden.add("before anything has come", places.frame(80, 8))
    places.start()
    golden.add("all places", places.frame())
    golden.add("all places, 40 by 12", places.frame(40, 12))
    golden.add("all places, 20 by 6", places.frame(20, 6))
    golden.add("all places, ASCII", places.frame(80, 8, symbols: .ascii))
    places.press(.enter)
    golden.add("which one", places.frame())
    golden.add("which one, 40 by 12", places.frame(40, 12))
    golden.add("which one, 20 by 6", places.frame(20, 6))
    places.press(.down, .enter)
    golden.add("taken", places.frame())
    golden.add("taken, 132 by 50", places.frame(132, 50))
    places.press(.escape)
    golden.add("all places, both known", places.frame(80, 8))
    places.press(.function(1))
    golden.add("keys", places.frame(80, 24))
    golden.expectUnchanged()
  }

  @Test("Enter opens a place, Tab the next one, Esc goes back to all of them and then leaves")
  func walk() {
    let places = TwoPlaces(["Paris", "Paris, France"])
    places.start()
    #expect(places.text().contains("2 places"))
    places.press(.enter)
    #expect(places.text().contains("Paris, Île-de-France, FR") && places.screen.opened == 0)
    places.press(.tab)
    #expect(places.screen.opened == 1)
    places.press(.tab)
    #expect(places.screen.opened == 0)
    places.screen.handle(.key(KeyPress(.tab, .shift)))
    #expect(places.screen.opened == 1)
    places.press(.escape)
    #expect(places.screen.opened == nil && places.screen.result == nil)
    places.press(.escape)
    #expect(places.screen.result == .quit)
  }

  @Test("A single place that nothing is called says so, and can be looked for again")
  func unknown() {
    let places = TwoPlaces(["Xyz"])
    #expect(places.text().contains("Nothing has been loaded yet"))
    for entry in places.entries { entry.start() }
    #expect(places.text().contains("Looking for Xyz"))
    places.clock.advance()
    #expect(places.text().contains("No place is called “Xyz”. Check the spelling"))
    places.press(.character("r"))
    #expect(places.text().contains("No place is called"))
  }

  @Test("Every size is drawn without a fault, whatever is open")
  func sizes() {
    for keys in [[], [Key.enter], [.enter, .enter], [.enter, .enter, .character("v")]] {
      let places = TwoPlaces()
      places.start()
      for key in keys { places.press(key) }
      for (width, height) in [(1, 1), (12, 4), (13, 5), (20, 6), (40, 12), (79, 7), (200, 60)] {
        for symbols in [Symbols.unicode, .ascii] {
          #expect(places.frame(width, height, symbols: symbols).lines.count == height)
        }
      }
    }
  }
}

@Suite("Places of one name in lines") @MainActor
struct PlaceListingTests {
  @Test("Each is listed with the shortest call that means it, or with its coordinate")
  func calls() {
    func place(_ regions: [String], _ latitude: Double, _ population: Int? = nil) -> NamedPlace {
      NamedPlace(
        name: "Val d'Or", regions: regions, country: "Canada",
        coordinate: Coordinate(latitude: latitude, longitude: -77), population: population)
    }
    let listing = PlaceListing(
      name: "Val d'Or",
      places: [place(["Quebec"], 48, 31_862), place(["Ontario"], 49), place([], 50), place([], 51)])
    #expect(
      listing.callLines == [
        "Several places are called “Val d'Or”. Choose one:",
        "  weather 'Val d'\\''Or, Quebec'        Val d'Or, Quebec, Canada, 31862 people",
        "  weather 'Val d'\\''Or, Ontario'       Val d'Or, Ontario, Canada",
        "  weather --at '50.0000 N 77.0000 W'   Val d'Or, Canada",
        "  weather --at '51.0000 N 77.0000 W'   Val d'Or, Canada",
      ])
    #expect(listing.numberedLines[1] == "1: Val d'Or, Quebec, Canada, 31862 people")
  }

  @Test("Of very many a dozen is listed, and the number of the others")
  func many() {
    let places = (0..<30).map { number in
      NamedPlace(name: "A", coordinate: Coordinate(latitude: Double(number), longitude: 0))
    }
    let lines = PlaceListing(name: "A", places: places).callLines
    #expect(lines.count == 14 && lines[13].hasPrefix("And 18 more"))
  }
}
