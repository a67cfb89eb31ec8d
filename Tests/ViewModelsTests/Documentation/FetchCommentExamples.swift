import Fetching
import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: what is fetched") @MainActor
struct FetchCommentExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let folder = ScratchFolder()

  private struct Users: Equatable {
    var names: String
    init(json: [UInt8]) throws { names = String(decoding: json, as: UTF8.self) }
  }

  /// Never answers.
  private let transport = ScriptedTransport(publisher: { _ in
    Empty(completeImmediately: false).eraseToAnyPublisher()
  })

  @Test("what is shown while something is fetched")
  func resource() {
    struct Model { var state: ResourceState<Int> }
    var shown: [String] = []
    func showButton(_ title: String) { shown.append(title) }
    func show(_ value: Int?) { shown.append(value.map(String.init) ?? "nothing") }
    let fetched = ResourceState<Int>.Fetched(value: 1, date: MonotonicInstant(nanoseconds: 0))
    for state in [ResourceState<Int>.idle, .loading(last: nil), .loaded(fetched)] {
      let model = Model(state: state)
      switch model.state {
      case .idle: showButton("Load")
      case .loading(let last), .failed(_, let last): show(last?.value)  // what there was before
      case .loaded(let fetched): show(fetched.value)
      }
    }
    #expect(shown == ["Load", "nothing", "1"])
  }

  @Test("a resource and its request")
  func resourceModel() {
    let (transport, request) = (transport, HTTPRequest("https://example.org/users.json"))
    let shown = results {
      let users = ResourceViewModel {
        transport.response(to: request).tryMap { try Users(json: $0.body) }
      }
      users.load()
      users.state.isLoading  // true, until the publisher has finished or failed
      users.state.value  // nil, then the users; they stay while they are loaded again
    }
    #expect(shown == ["true", "nil"])
  }

  private enum User {
    static func all(inJSON body: [UInt8]) throws -> [String] {
      [String(decoding: body, as: UTF8.self)]
    }
  }

  @Test("what a service answers with, kept on disk")
  func remote() {
    let (transport, cache) = (transport, ResponseCache(folder: folder.file("answers")))
    let shown = results {
      let users = RemoteResource(
        HTTPRequest("https://example.org/users"), over: transport, cache: cache
      ) { answer in try User.all(inJSON: answer.body) }
      let model = ResourceViewModel(users)
      model.load()
      model.state.fetched?.age()  // nil, then how old what is shown is
    }
    #expect(shown == ["nil"])
  }

  @Test("answers from files")
  func files() {
    let (current, forecast) = (folder.write("c.json", "{}".utf8), folder.file("f.json"))
    let shown = results {
      let transport = FileTransport(["/weather": current, "/forecast": forecast])
      transport.response(to: HTTPRequest("https://example.org/data/weather?q=Oslo"))
        .sink { _ in
        } receiveValue: {
          print($0.text)
        }  // what is in the file for /weather
    }
    #expect(shown.isEmpty && printed == ["{}"])
  }

  @Test("headers and requests")
  func requests() {
    let shown = results {
      let headers: HTTPHeaders = ["Content-Type": "text/plain"]
      headers["content-type"]  // "text/plain"
    }
    #expect(shown == [#""text/plain""#])
    let knownTag = "17"
    var request = HTTPRequest("https://example.org/users.json")
    request.headers["If-None-Match"] = knownTag
    #expect(request.headers["if-none-match"] == "17")
  }

  @Test("links to other pages")
  func links() {
    let shown = results {
      let headers: HTTPHeaders = ["Link": #"</users?page=2>; rel="next""#]
      headers.link("next")  // "/users?page=2"
      let request = HTTPRequest("https://example.org/users?page=1")
      request.url(of: "?page=2")  // "https://example.org/users?page=2"
    }
    #expect(shown == [#""/users?page=2""#, #""https://example.org/users?page=2""#])
  }

  @Test("an answer and its status")
  func answer() {
    let transport = ScriptedTransport { _ in
      .success(HTTPResponse(status: 200, headers: [:], body: Array("[]".utf8)))
    }
    let shown = results {
      transport.response(to: HTTPRequest("https://example.org/users.json"))
        .sink {
          print($0)
        } receiveValue: {
          print($0.status, $0.text)
        }
    }
    #expect(shown.isEmpty && printed.first == "200 []")
  }

  // MARK: Users

  @Test("somebody who signs in")
  func users() throws {
    let (store, password) = (InMemoryAccountStore(hasher: .yescrypt), "correct horse")
    try store.add("ann", password: password)
    func list() -> AnyPublisher<UserList, UsersError> {
      let directory = UserDirectory.accounts(in: store)
      let users = directory.users(for: UserCredentials(username: "ann", password: password))
      return users
    }
    _ = list()
    let shown = results {
      let model = UsersViewModel(directory: .accounts(in: store))
      (model.username, model.password) = ("ann", password)
      model.signIn()
      model.state.value?.users  // nil while `isLoading`, then the users
    }
    #expect(shown.last == "nil")
  }

  // MARK: Weather

  @Test("the weather's request")
  func openWeather() {
    let (key, transport) = (WeatherKey("0123abcd")!, transport)
    let shown = results {
      let service = OpenWeather(key: key, transport: transport)
      let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
      service.updates(on: WeatherQuery(place: london))
        .sink { update in
          if case .current(let weather, _) = update { print(weather.conditions.temperatureText) }
        }
    }
    #expect(shown.isEmpty && printed.isEmpty, "It is never answered.")
  }

  @Test("the weather without a key")
  func openMeteo() {
    let transport = FileTransport(["/v1/forecast": WeatherFixture.meteo.path])
    let shown = results {
      let service = OpenMeteo(transport: transport)
      let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
      service.updates(on: WeatherQuery(place: london))
        .sink { update in
          if case .current(let weather, _) = update { print(weather.conditions.temperatureText) }
        }
    }
    #expect(shown.isEmpty && printed == ["12°"])
  }

  @Test("places by their names")
  func places() throws {
    let transport = FileTransport(["/v1/search": WeatherFixture.london.path])
    _ = results {
      let directory = PlaceDirectory(transport: transport)
      directory.places(named: PlaceName("London, Ontario")!)
        .sink {
          print($0)
        } receiveValue: {
          print($0.map(\.title))  // ["London, Ontario, Canada"]
        }
    }
    #expect(printed == ["[\"London, Ontario, Canada\"]", "finished"])
    func name() -> PlaceName? {
      PlaceName("London, Ontario")
    }
    #expect(name() != nil)
    let directory = PlaceDirectory(transport: transport)
    let shown = results {
      let search = PlaceSearchViewModel(PlaceName("London")!, in: directory)
      search.start()
      search.place  // nil, until one is found, or chosen from several
    }
    #expect(shown.last == "nil")
  }

  @Test("places that are saved")
  func savedPlaces() throws {
    let path = folder.file("places.json")
    let stockholm = NamedPlace(
      name: "Stockholm", country: "Sweden",
      coordinate: Coordinate(latitude: 59.33, longitude: 18.07))
    let shown = try results {
      let saved = SavedPlaces(path: path)
      try saved.add([stockholm])
      try saved.places().map(\.title)  // ["Stockholm, Sweden"]
    }
    #expect(shown.last == #"["Stockholm, Sweden"]"#)
  }

  @Test("the weather's texts")
  func texts() {
    let timestamp = Timestamp(year: 2026, month: 9, day: 22, hour: 14)!
    let shown = results {
      PlaceTime(timestamp, utcOffset: 3600).longText  // "22 September 2026 15:00:00"
      WeatherUnits.metric.temperature(11.6)  // "12°"
    }
    #expect(shown == [#""22 September 2026 15:00:00""#, #""12°""#])
    func icon() -> WeatherIcon {
      WeatherIcon(code: "10d")  // rain by day
    }
    #expect(icon().kind == .rain && !icon().isNight)
    print(WeatherKey("0123abcd")!)  // <secret>
    #expect(printed == ["<secret>"])
  }

  @Test("the weather of a place, and of one that moves")
  func weather() {
    let (service, scheduler) = (
      OpenWeather(key: WeatherKey("0")!, transport: transport), VirtualTimeScheduler()
    )
    let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
    let shown = results {
      let model = WeatherViewModel(service: service, place: london, scheduler: scheduler)
      model.refresh()
      model.current?.conditions.temperatureText  // nil, until the answer is there
    }
    #expect(shown.last == "nil")
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: scheduler)
    let location = LocationViewModel(provider: provider, scheduler: scheduler)
    func model() -> WeatherViewModel {
      WeatherViewModel(
        service: service, places: location.$currentLocation.compactMap { $0?.coordinate })
    }
    #expect(model().state.current == nil)
  }
}
