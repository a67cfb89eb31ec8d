import Fetching
import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// A service on virtual time that answers the current weather after one second and the forecast
/// after two.
@MainActor private final class Service {
  enum Script: Sendable {
    case fine
    case refused(status: Int, retryAfter: String? = nil)
    case never
  }

  let clock = VirtualTimeScheduler()
  /// How the next requests are answered, by how their path ends.
  var scripts: [String: Script] = [:]
  private(set) var asked: [String] = []
  private(set) var cancelled = 0
  let london = Coordinate(latitude: 51.5074, longitude: -0.1278)

  func model(place: Coordinate?) -> WeatherViewModel {
    WeatherViewModel(service: service, place: place, scheduler: clock)
  }

  func model(places: some Publisher<Coordinate, Never>) -> WeatherViewModel {
    WeatherViewModel(service: service, places: places, scheduler: clock)
  }

  private var service: OpenWeather {
    // Everything runs on the main actor here, and the service is asked on it.
    let host = Unchecked(self)
    return OpenWeather(
      baseURL: "http://w", key: WeatherKey("k")!,
      transport: ScriptedTransport(publisher: { request in
        MainActor.assumeIsolated { Unchecked(host.value.answer(to: request)) }.value
      }))
  }

  private func answer(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    let isNow = request.address.hasSuffix("/weather")
    let name = isNow ? "weather" : "forecast"
    let query = request.url.split(separator: "?").last.map(String.init) ?? ""
    asked.append("\(name) \(query.split(separator: "&").prefix(2).joined(separator: " "))")
    let response: HTTPResponse
    switch scripts[name] ?? .fine {
    case .fine:
      response = HTTPResponse(
        status: 200, body: (isNow ? WeatherFixture.current : WeatherFixture.forecast).bytes)
    case .refused(let status, let retryAfter):
      var headers: HTTPHeaders = [:]
      headers["Retry-After"] = retryAfter
      response = HTTPResponse(
        status: status, headers: headers, body: Array(#"{"message":"no"}"#.utf8))
    case .never:
      return Empty(completeImmediately: false)
        .handleEvents(receiveCancel: { [unowned self] in cancelled += 1 }).eraseToAnyPublisher()
    }
    return Just(response).setFailureType(to: TransportError.self)
      .delay(for: .seconds(isNow ? 1 : 2), scheduler: clock)
      .handleEvents(receiveCancel: { [unowned self] in cancelled += 1 }).eraseToAnyPublisher()
  }
}

@Suite("WeatherViewModel") @MainActor
struct WeatherViewModelTests {
  private let service = Service()
  private var clock: VirtualTimeScheduler { service.clock }

  @Test("Before the first load there is no weather, no forecast and no error, nothing asked")
  func beginning() {
    let model = service.model(place: service.london)
    #expect(model.current == nil && model.forecast.isEmpty && model.errorMessage == nil)
    #expect(!model.state.hasWeather && !model.state.isLoading && model.state.updated == nil)
    #expect(model.state.title == "51.5074 N 0.1278 W")
    clock.advance(by: .seconds(3600))
    #expect(service.asked.isEmpty)
  }

  @Test("Both requests run side by side; the first answer is shown at once")
  func sideBySide() {
    let model = service.model(place: service.london)
    model.refresh()
    #expect(model.state.isLoading)
    #expect(
      service.asked.sorted() == [
        "forecast lat=51.5074 lon=-0.1278", "weather lat=51.5074 lon=-0.1278",
      ])
    clock.advance(by: .seconds(1))
    #expect(model.current?.conditions.temperatureText == "12°" && model.forecast.isEmpty)
    #expect(model.state.isLoading)
    clock.advance(by: .seconds(1))
    #expect(model.forecast.count == 40 && !model.state.isLoading)
    #expect(model.state.title == "London, GB")
  }

  @Test("When one request fails, its error and the other's answer are shown")
  func halves() {
    service.scripts["weather"] = .refused(status: 500)
    let model = service.model(place: service.london)
    model.refresh()
    clock.advance(by: .seconds(2))
    #expect(model.current == nil && model.forecast.count == 40)
    #expect(model.errorMessage == "The weather service reports: no (500). Try again later.")
    #expect(model.state.thereIsAnError)
    service.scripts = ["forecast": .refused(status: 404)]
    model.refresh()
    clock.advance(by: .seconds(2))
    #expect(model.current != nil && model.forecast.count == 40)
    #expect(model.errorMessage?.contains("no (404)") == true)
  }

  @Test("One text holds the errors of both requests, once where they are the same")
  func oneText() {
    service.scripts = ["weather": .refused(status: 401), "forecast": .refused(status: 401)]
    let model = service.model(place: service.london)
    model.refresh()
    clock.advance(by: .seconds(2))
    #expect(model.errorMessage == "The weather service reports: no (401). Check the key.")
    service.scripts["forecast"] = .refused(status: 404)
    model.refresh()
    clock.advance(by: .seconds(2))
    let message = model.errorMessage ?? ""
    #expect(message.contains("(401)") && message.contains("(404)"))
  }

  @Test("An error goes when the weather is requested again")
  func errorGoes() {
    service.scripts = ["weather": .refused(status: 401), "forecast": .refused(status: 401)]
    let model = service.model(place: service.london)
    model.refresh()
    clock.advance(by: .seconds(2))
    #expect(model.errorMessage != nil)
    service.scripts = [:]
    model.refresh()
    #expect(model.errorMessage == nil)
    clock.advance(by: .seconds(2))
    #expect(model.errorMessage == nil && model.state.hasWeather)
  }

  @Test("The last answer stays, with its age, during a refresh and after one that fails")
  func stale() {
    let model = service.model(place: service.london)
    model.refresh()
    clock.advance(by: .seconds(2))
    let weather = model.current
    clock.advance(by: .seconds(300))
    service.scripts = ["weather": .refused(status: 500), "forecast": .refused(status: 500)]
    model.refresh()
    #expect(model.current == weather && model.state.isLoading)
    clock.advance(by: .seconds(2))
    #expect(model.current == weather && model.forecast.count == 40 && model.errorMessage != nil)
    // The older of the two came 303 seconds ago.
    #expect(model.state.age(at: clock.now) == .seconds(303))
  }

  @Test("There is one flight at a time, however often it is asked for")
  func oneFlight() {
    let model = service.model(place: service.london)
    for _ in 0..<5 { model.refresh() }
    clock.advance(by: .seconds(2))
    #expect(service.asked.count == 2)
  }

  @Test("A cancel ends both requests, and keeps what was there")
  func cancel() {
    let model = service.model(place: service.london)
    model.refresh()
    clock.advance(by: .seconds(2))
    service.scripts = ["weather": .never, "forecast": .never]
    model.refresh()
    clock.advance(by: .seconds(60))
    #expect(model.state.isLoading)
    model.cancel()
    #expect(service.cancelled == 2 && !model.state.isLoading)
    #expect(model.state.hasWeather && model.errorMessage == nil && model.state.isCancelled)
    model.refresh()
    #expect(model.state.isLoading && service.asked.count == 6 && !model.state.isCancelled)
  }

  // MARK: Freshness

  @Test("Once started it asks again every ten minutes, also after a failure")
  func everyTenMinutes() {
    let model = service.model(place: service.london)
    model.start()
    clock.advance(by: .seconds(599))
    #expect(service.asked.count == 2)
    service.scripts = ["weather": .refused(status: 500), "forecast": .refused(status: 500)]
    clock.advance(by: .seconds(1))
    #expect(service.asked.count == 4)
    clock.advance(by: .seconds(600))
    #expect(service.asked.count == 6)
    // A refresh begins the ten minutes anew.
    clock.advance(by: .seconds(300))
    model.refresh()
    clock.advance(by: .seconds(599))
    #expect(service.asked.count == 8)
    clock.advance(by: .seconds(1))
    #expect(service.asked.count == 10)
  }

  @Test("It does not ask by itself before the time that the service has named")
  func retryAfter() {
    service.scripts = [
      "weather": .refused(status: 429, retryAfter: "3600"),
      "forecast": .refused(status: 429, retryAfter: "3600"),
    ]
    let model = service.model(place: service.london)
    model.start()
    clock.advance(by: .seconds(3600))
    #expect(service.asked.count == 2)
    clock.advance(by: .seconds(2))
    #expect(service.asked.count == 4)
  }

  @Test("It waits for a place, and asks again where that has moved a kilometre, not before")
  func follows() {
    let places = PassthroughSubject<Coordinate, Never>()
    let model = service.model(places: places)
    model.start()
    model.refresh()
    clock.advance(by: .seconds(60))
    #expect(service.asked.isEmpty && !model.state.isLoading && model.needsPlace)
    // North along a meridian, where 0.001 degrees are 111 metres.
    for step in 0..<40 {
      places.send(Coordinate(latitude: 10 + Double(step) * 0.001, longitude: 20))
      clock.advance(by: .seconds(5))
    }
    #expect(
      service.asked.filter { $0.hasPrefix("weather") } == [
        "weather lat=10.0000 lon=20.0000", "weather lat=10.0100 lon=20.0000",
        "weather lat=10.0200 lon=20.0000", "weather lat=10.0300 lon=20.0000",
      ])
    clock.advance(by: .seconds(600))
    #expect(service.asked.last?.hasSuffix("lat=10.0390 lon=20.0000") == true)
  }

  @Test("A place that moves on while it is asked about is asked about when the answer is there")
  func movesInFlight() {
    let places = PassthroughSubject<Coordinate, Never>()
    let model = service.model(places: places)
    model.start()
    for step in 0..<20 { places.send(Coordinate(latitude: Double(step), longitude: 0)) }
    #expect(service.asked.count == 2)
    clock.advance(by: .seconds(2))
    #expect(service.asked.count == 4 && service.asked.last?.contains("lat=19.0000") == true)
    clock.advance(by: .seconds(2))
    #expect(service.asked.count == 4 && !model.state.isLoading)
    #expect(service.cancelled == 0)
  }

  @Test("Places come from a LocationViewModel; those that are none are not asked about")
  func location() throws {
    let provider = ScriptedProvider()
    let location = LocationViewModel(provider: provider, scheduler: clock)
    let model = service.model(places: location.$currentLocation.compactMap { $0?.coordinate })
    model.start()
    location.start()
    provider.tell(north: 0)
    clock.advance(by: .seconds(1))
    #expect(service.asked.contains { $0.hasPrefix("weather lat=59.") })
    let places = PassthroughSubject<Coordinate, Never>()
    let strict = service.model(places: places)
    strict.start()
    places.send(Coordinate(latitude: 200, longitude: 0))
    #expect(strict.state.place == nil)
  }

  @Test("A model that nobody holds any more goes, and its requests and its clock with it")
  func leak() {
    weak var gone: WeatherViewModel?
    do {
      service.scripts = ["weather": .never]
      let model = service.model(place: service.london)
      gone = model
      model.start()
      clock.advance(by: .seconds(5))
      #expect(model.state.isLoading)
    }
    #expect(gone == nil && service.cancelled == 1)
    clock.advance(by: .seconds(3600))
    #expect(service.asked.count == 2)
  }

  @Test("Files are weather, too, without a place")
  func files() {
    let model = WeatherViewModel(
      service: OpenWeather(
        current: WeatherFixture.current.path, forecast: WeatherFixture.forecast.path),
      scheduler: clock)
    model.start()
    clock.advance(by: .zero)
    #expect(model.state.title == "London, GB" && model.forecast.count == 40)
    #expect(!model.needsPlace)
  }
}

@Suite("The weather of past days") @MainActor
struct WeatherHistoryTests {
  private let clock = VirtualTimeScheduler()
  private let asked = Locked<[String]>([])
  private let queries = PassthroughSubject<WeatherQuery, Never>()
  private let place = Coordinate(latitude: 39.43, longitude: -119.77)

  private func time(_ day: Int, _ hour: Int) -> Timestamp {
    Timestamp(year: 2005, month: 9, day: day, hour: hour)!
  }

  private func model(_ fixture: WeatherFixture = .meteoArchive) -> WeatherViewModel {
    let asked = asked
    let service = OpenMeteo(
      transport: ScriptedTransport { request in
        asked.withLock { $0.append(String(request.url.suffix(40))) }
        return .success(HTTPResponse(status: 200, body: fixture.bytes))
      })
    return WeatherViewModel(service: service, queries: queries, scheduler: clock)
  }

  @Test("One request has the hours of a day: the weather moves with the time, without another")
  func hours() {
    let model = model()
    model.start()
    queries.send(WeatherQuery(place: place, time: time(25, 12)))
    clock.advance(by: .seconds(1))
    #expect(model.state.isHistory && model.forecast.count == 8)
    #expect(model.state.forecast?.days.count == 1)
    #expect(model.current?.conditions.time == time(25, 12))
    let before = model.current?.conditions.temperature
    queries.send(WeatherQuery(place: place, time: time(25, 20)))
    #expect(model.current?.conditions.time == time(25, 20))
    #expect(model.current?.conditions.temperature != before)
    clock.advance(by: .seconds(7200))
    #expect(asked.withLock { $0.count } == 1)
  }

  @Test("Another place, and a day that the answer lacks, are asked about; the same day not at once")
  func others() {
    let model = model()
    model.start()
    queries.send(WeatherQuery(place: place, time: time(25, 12)))
    clock.advance(by: .seconds(1))
    var elsewhere = place
    elsewhere.latitude += 1
    queries.send(WeatherQuery(place: elsewhere, time: time(25, 12)))
    clock.advance(by: .seconds(1))
    #expect(asked.withLock { $0.count } == 2)
    queries.send(WeatherQuery(place: elsewhere, time: time(29, 12)))
    clock.advance(by: .seconds(1))
    #expect(asked.withLock { $0.count } == 3 && model.current == nil)
    // The answer is that of other days, as it would be again.
    queries.send(WeatherQuery(place: elsewhere, time: time(29, 13)))
    clock.advance(by: .seconds(1))
    #expect(asked.withLock { $0.count } == 3)
  }

  @Test("A service without past days says the weather of now, and that is to be seen")
  func none() {
    let model = WeatherViewModel(
      service: OpenWeather(
        current: WeatherFixture.current.path, forecast: WeatherFixture.forecast.path),
      queries: queries, scheduler: clock)
    model.start()
    queries.send(WeatherQuery(place: place, time: time(25, 12)))
    clock.advance(by: .seconds(1))
    #expect(!model.state.isHistory && model.state.query?.time == nil)
    #expect(model.current?.conditions.temperatureText == "12°")
  }

  @Test("An answer from a store has its age, and is asked for again when it is ten minutes old")
  func stored() {
    let age = Locked<String?>("400")
    let anew = Locked<[String]>([])
    let service = OpenMeteo(
      transport: ScriptedTransport { request in
        anew.withLock { $0.append(request.headers["Cache-Control"] ?? "") }
        var response = HTTPResponse(status: 200, body: WeatherFixture.meteo.bytes)
        response.headers["Age"] = age.withLock { $0 }
        return .success(response)
      })
    let model = WeatherViewModel(service: service, place: place, scheduler: clock)
    model.start()
    clock.advance(by: .zero)
    #expect(model.state.age(at: clock.now) == .seconds(400))
    age.withLock { $0 = nil }
    clock.advance(by: .seconds(199))
    #expect(anew.withLock { $0 } == ["max-age=600"])
    clock.advance(by: .seconds(1))
    #expect(anew.withLock { $0 } == ["max-age=600", "no-cache"])
    #expect(model.state.age(at: clock.now) == .zero)
  }

  @Test("An answer that a server says is older than ten minutes is not asked for without a pause")
  func oldAnswer() {
    let count = Locked(0)
    let service = OpenMeteo(
      transport: ScriptedTransport { _ in
        count.withLock { $0 += 1 }
        return .success(
          HTTPResponse(status: 200, headers: ["Age": "5000"], body: WeatherFixture.meteo.bytes))
      })
    let model = WeatherViewModel(service: service, place: place, scheduler: clock)
    model.start()
    clock.advance(by: .seconds(599))
    #expect(count.withLock { $0 } == 1)
  }
}

@Suite("The README's weather") @MainActor
struct WeatherReadmeTests {
  @Test("Its lines do what they say")
  func example() throws {
    let key = try #require(WeatherKey("0123abcd"))
    let transport = FileTransport([
      "/weather": WeatherFixture.current.path, "/forecast": WeatherFixture.forecast.path,
    ])
    let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
    let clock = VirtualTimeScheduler()
    let weather = WeatherViewModel(
      service: OpenWeather(key: key, transport: transport), place: london, scheduler: clock)
    weather.start()
    clock.advance()
    #expect(weather.current?.conditions.temperatureText == "12°")
    #expect(weather.forecast.count == 40)
  }
}
