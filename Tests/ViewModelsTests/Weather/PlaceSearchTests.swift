import Fetching
import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// Looks a name up in a directory whose answer is a text.
private func places(
  _ name: String, in text: String, status: Int = 200
) -> Result<[NamedPlace], PlaceSearchError> {
  let directory = PlaceDirectory(
    addresses: .init(baseURL: "https://example.org"),
    transport: ScriptedTransport { _ in
      .success(HTTPResponse(status: status, body: Array(text.utf8)))
    })
  var result: Result<[NamedPlace], PlaceSearchError>?
  _ = directory.places(named: PlaceName(name)!).sink {
    if case .failure(let error) = $0 { result = .failure(error) }
  } receiveValue: {
    result = .success($0)
  }
  return result!
}

@Suite("Places by their names")
struct PlaceSearchTests {
  private static let london = WeatherFixture.london.text

  private func titles(_ name: String, in text: String = london) -> [String]? {
    try? places(name, in: text).get().map(\.title)
  }

  private func problem(_ name: String, in text: String = london, status: Int = 200) -> String? {
    if case .failure(let error) = places(name, in: text, status: status) { "\(error)" } else { nil }
  }

  @Test("A name means the places that are called so, in any case, and not longer names")
  func exact() throws {
    let found = try places("london", in: Self.london).get()
    #expect(
      found.map(\.title) == [
        "London, England, United Kingdom", "London, Ontario, Canada",
        "London, Kentucky, United States", "London, Ohio, United States",
        "London, Line Islands, Kiribati",
      ])
    #expect(found[0].population == 8_961_989 && found[0].countryCode == "GB")
    #expect(found[0].coordinate == Coordinate(latitude: 51.50853, longitude: -0.12574))
  }

  @Test(
    "A region or a country behind a comma tells them apart",
    arguments: [
      ("London, Ontario", ["London, Ontario, Canada"]),
      ("London,ca", ["London, Ontario, Canada"]),
      ("London, United States, Ohio", ["London, Ohio, United States"]),
      ("London, Greater London", ["London, England, United Kingdom"]),
      ("London, US", ["London, Kentucky, United States", "London, Ohio, United States"]),
    ])
  func parts(name: String, wanted: [String]) { #expect(titles(name) == wanted) }

  @Test(
    "A place that the search puts first counts also where it is called otherwise, as in English")
  func otherLanguages() {
    let text = """
      {"results":[
        {"name":"Vienna","latitude":48.20849,"longitude":16.37208,"country":"Austria","admin1":"Vienna"},
        {"name":"Wien","latitude":38.2,"longitude":-92.6,"country":"United States","admin1":"Missouri"},
        {"name":"Wiener Neustadt","latitude":47.8,"longitude":16.2,"country":"Austria"}]}
      """
    #expect(titles("Wien", in: text) == ["Vienna, Austria", "Wien, Missouri, United States"])
    #expect(titles("Wien, Austria", in: text) == ["Vienna, Austria"])
    #expect(titles("Wien, Missouri", in: text) == ["Wien, Missouri, United States"])
  }

  @Test("Of what the service finds by other spellings only the name itself is meant")
  func otherSpellings() throws {
    let found = try places("Samara", in: WeatherFixture.samara.text).get()
    #expect(
      found.map(\.title) == [
        "Samara, Samara Oblast, Russia", "Samara, Leningradskaya Oblast', Russia",
        "Samara, Ryazan Oblast, Russia",
      ])
    #expect(found.map(\.population) == [1_163_399, nil, nil])
  }

  @Test("A place that is found twice is there once")
  func twice() {
    let place = #"{"name":"A","latitude":1,"longitude":2}"#
    let near = #"{"name":"A","latitude":1.00001,"longitude":2}"#
    #expect(titles("A", in: #"{"results":[\#(place),\#(place),\#(near)]}"#) == ["A"])
  }

  @Test("Where none is called so, the nearest spellings are meant")
  func nearest() { #expect(titles("Lodnon")?.count == 6) }

  @Test("Each of several has a shortest name that means it alone; one of twins has none")
  func shortestNames() throws {
    let found = try places("London", in: Self.london).get()
    #expect(
      found.map { found.shortestName(of: $0) } == [
        "London, England", "London, Ontario", "London, Kentucky", "London, Ohio",
        "London, Line Islands",
      ])
    let twins = [0.0, 1].map {
      NamedPlace(name: "Twin", country: "X", coordinate: Coordinate(latitude: $0, longitude: 0))
    }
    #expect(twins.shortestName(of: twins[0]) == nil)
  }

  @Test("No place, one elsewhere, and a service that has no list are sentences")
  func problems() {
    #expect(
      problem("Xyzzy", in: #"{"generationtime_ms":0.1}"#)
        == "No place is called “Xyzzy”. Check the spelling, or give the place's coordinate.")
    let elsewhere = problem("London, Spain") ?? ""
    #expect(elsewhere.hasPrefix("There is no “London” in “Spain”. There are London, Eng"))
    #expect(
      problem("London", in: #"{"results":[{"name":"a"}]}"#)
        == "The response from https://example.org/v1/search is not a list of places: "
        + "results[0]: the key “latitude” is missing.")
    #expect(problem("London", in: "{}", status: 503)?.contains("status 503") == true)
    #expect(
      problem("A", in: #"{"results":[{"name":"A","latitude":99,"longitude":0}]}"#)?
        .contains("it is not a place on Earth") == true)
  }

  @Test("A name is what stands before the first comma; without one there is none")
  func names() {
    #expect(PlaceName("") == nil && PlaceName(" ") == nil && PlaceName(" , London") == nil)
    #expect(PlaceName("New   York,NY") == PlaceName("New York, NY"))
  }

  @Test(
    "A country and a state may be what people call them, unless letters are a country",
    arguments: [
      ("New York, NY", [0]), ("new york, n.y.", [0]), ("London, UK", [1]), ("London, CA", [2]),
      ("London, KY, USA", [3]), ("London, GA", []),
    ])
  func shortNames(text: String, meant: [Int]) throws {
    let places = [
      ("New York", "New York", "US"), ("London", "England", "GB"), ("London", "Ontario", "CA"),
      ("London", "Kentucky", "US"), ("London", "California", "US"),
    ].map { name, region, code in
      NamedPlace(
        name: name, regions: [region], countryCode: code,
        coordinate: Coordinate(latitude: 0, longitude: 0))
    }
    let name = try #require(PlaceName(text))
    #expect(name.meant(among: places) == meant.map { places[$0] })
  }

  @Test("A name in the request is encoded, and a town may come from a store for a month")
  func request() {
    let asked = Locked<[HTTPRequest]>([])
    let directory = PlaceDirectory(
      addresses: .init(baseURL: "http://a/"),
      transport: ScriptedTransport { request in
        asked.withLock { $0.append(request) }
        return .failure(.notURL(""))
      })
    _ = directory.places(named: PlaceName("São Paulo & Co, BR")!).sink { _ in
    } receiveValue: { _ in
    }
    let request = asked.withLock { $0.first }
    #expect(
      request?.url == "http://a/v1/search?name=S%C3%A3o%20Paulo%20%26%20Co&count=100&language=en")
    #expect(request?.headers["Cache-Control"] == "max-age=2592000")
  }
}

@Suite("PlaceSearchViewModel") @MainActor
struct PlaceSearchViewModelTests {
  private let clock = VirtualTimeScheduler()

  private func model(_ name: String, _ text: @escaping @Sendable () -> String)
    -> PlaceSearchViewModel
  {
    PlaceSearchViewModel(
      PlaceName(name)!,
      in: PlaceDirectory(
        transport: ScriptedTransport { _ in
          .success(HTTPResponse(status: 200, body: Array(text().utf8)))
        }),
      scheduler: clock)
  }

  @Test("One place is found; of several one is chosen")
  func choice() {
    let paris = model("Paris") { WeatherFixture.paris.text }
    paris.start()
    #expect(paris.state == .searching(since: clock.now))
    clock.advance()
    #expect(paris.place?.title == "Paris, Île-de-France, France")
    let london = model("London") { WeatherFixture.london.text }
    var found: [String] = []
    let watching = london.places.sink { found.append($0.title) }
    london.start()
    clock.advance()
    guard case .ambiguous(let places) = london.state else { return #expect(Bool(false)) }
    #expect(places.count == 5 && london.place == nil && found.isEmpty)
    london.start()
    london.choose(places[1])
    #expect(london.place == places[1] && found == ["London, Ontario, Canada"])
    watching.cancel()
  }

  @Test("After a failure and after a cancel it can be started again")
  func again() {
    let text = Locked("{}")
    let model = model("Paris") { text.withLock { $0 } }
    model.start()
    clock.advance()
    #expect(model.state == .failed(.unknown("Paris")))
    text.withLock { $0 = WeatherFixture.paris.text }
    model.start()
    model.cancel()
    #expect(model.state == .cancelled)
    clock.advance()
    #expect(model.state == .cancelled)
    model.start()
    clock.advance()
    #expect(model.place?.name == "Paris")
  }

  @Test("The weather follows the place as soon as it is known, under its name")
  func weather() {
    let search = model("Paris") { WeatherFixture.paris.text }
    let service = OpenMeteo(
      transport: ScriptedTransport { _ in
        .success(HTTPResponse(status: 200, body: WeatherFixture.meteo.bytes))
      })
    let weather = WeatherViewModel(
      service: service,
      queries: search.places.map {
        WeatherQuery(
          place: $0.coordinate, name: $0.name, region: $0.regions.first, country: $0.countryCode)
      }, scheduler: clock)
    weather.start()
    #expect(!weather.state.isLoading && weather.state.title == nil)
    search.start()
    clock.advance()
    #expect(weather.state.title == "Paris, Île-de-France, FR" && weather.forecast.count == 40)
    #expect(weather.state.place == Coordinate(latitude: 48.85341, longitude: 2.3488))
  }
}
