import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Documented examples: what is fetched") @MainActor
struct FetchingExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()
  private let folder = ScratchFolder()

  private struct User: Equatable {
    var name: String
    init(line: some StringProtocol) { name = String(line) }
  }

  @Test("a list of users")
  func users() {
    let path = folder.write("users.txt", "ann\nbea\n".utf8)
    let transport = FileTransport(["/users": path])
    let users = ResourceViewModel(scheduler: clock) {
      transport.response(to: HTTPRequest("https://example.org/users"))
        .map { answer in answer.text.split(separator: "\n").map { User(line: $0) } }
    }

    users.load()
    print(users.state.isLoading)  // true
    clock.run()
    print(users.state.value!.count)  // 2
    #expect(printed == ["true", "2"])
  }

  @Test("what a service says")
  func remote() {
    let transport = ScriptedTransport { _ in
      .success(HTTPResponse(status: 200, body: Array("ann\nbea\n".utf8)))
    }
    let cache = ResponseCache(folder: folder.file("answers"))
    let names = RemoteResource(
      HTTPRequest("https://example.org/users"), over: transport, cache: cache, background: clock
    ) { answer in answer.text.split(separator: "\n").map(String.init) }
    let list = ResourceViewModel(names, scheduler: clock)
    list.load()
    clock.run()
    print(list.state.value!.count, list.state.fetched!.age(at: clock.now))  // 2 0.0 seconds
    #expect(printed == ["2 0.0 seconds"])
  }

  @Test("services that ask who it is")
  func members() {
    let service = ScriptedTransport { _ in .success(HTTPResponse(status: 401)) }
    let members = SignedInResource(
      HTTPRequest("https://example.org/users"),
      signIn: TokenSignIn(url: "https://example.org/login", encoding: .form), over: service,
      background: clock
    ) { answer in answer.text }
    let access = SignInViewModel(members, scheduler: clock)
    (access.username, access.password) = ("ann", "wrong")
    access.signIn()
    clock.run()
    print((access.state.error as! ResourceError).isRefusedAccess)  // true
    #expect(printed == ["true"])
  }

  @Test("signing in first")
  func signingIn() throws {
    let store = InMemoryAccountStore(hasher: .yescrypt)
    try store.add("ann", password: "correct horse")
    let directory = UserDirectory.accounts(in: store, background: clock)
    let model = UsersViewModel(directory: directory, scheduler: clock)
    (model.username, model.password) = ("ann", "wrong")
    model.signIn()
    clock.run()
    print(model.message!)  // The name or the password is wrong; check both.
    #expect(!model.isSignedIn)
    #expect(printed == ["The name or the password is wrong; check both."])
  }

  @Test("weather that was saved")
  func weather() {
    let (current, forecast) = (WeatherFixture.current.path, WeatherFixture.forecast.path)
    let weather = WeatherViewModel(
      service: OpenWeather(current: current, forecast: forecast), scheduler: clock)
    weather.refresh()
    clock.run()
    print(weather.current!.place.name!, weather.forecast.count)  // London 40
    #expect(printed == ["London 40"])
  }

  @Test("a place by its name")
  func search() {
    let transport = FileTransport(["/v1/search": WeatherFixture.london.path])
    let search = PlaceSearchViewModel(
      PlaceName("London")!, in: PlaceDirectory(transport: transport), scheduler: clock)
    search.start()
    clock.run()
    if case .ambiguous(let places) = search.state {
      print(places.count, places.shortestName(of: places[1])!)  // 5 London, Ontario
      search.choose(places[1])
    }
    print(search.place!.title)  // London, Ontario, Canada
    #expect(printed == ["5 London, Ontario", "London, Ontario, Canada"])
  }
}
