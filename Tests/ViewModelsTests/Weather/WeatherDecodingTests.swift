import Fetching
import FoundationEssentials
import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("A weather service's answers")
struct WeatherDecodingTests {
  private static func current(_ text: String) -> Result<CurrentWeather, WeatherError> {
    let updates = updates(text, status: 200)
    for case .current(let weather, _) in updates { return .success(weather) }
    return .failure(updates.compactMap(\.failure).first!)
  }

  private static func forecast(_ text: String) -> Result<WeatherForecast, WeatherError> {
    let updates = updates(text, status: 200)
    for case .forecast(let forecast, _) in updates { return .success(forecast) }
    return .failure(updates.compactMap(\.failure).last!)
  }

  private static func updates(
    _ text: String, status: Int, headers: HTTPHeaders = [:]
  ) -> [WeatherUpdate] {
    let response = HTTPResponse(status: status, headers: headers, body: Array(text.utf8))
    let service = OpenWeather(
      baseURL: "https://example.org", key: WeatherKey("0123abcd")!,
      transport: ScriptedTransport { _ in .success(response) })
    var updates: [WeatherUpdate] = []
    _ = service.updates(on: WeatherQuery()).sink { updates.append($0) }
    return updates
  }

  private static func error<Value>(_ result: Result<Value, WeatherError>) -> String? {
    if case .failure(let error) = result { error.description } else { nil }
  }

  @Test("The weather now is decoded from a saved answer: time, description, icon, temperature")
  func now() throws {
    let weather = try Self.current(WeatherFixture.current.text).get()
    #expect(weather.conditions.time.description == "2026-09-22T14:06:52.000Z")
    #expect(weather.conditions.description == "light rain")
    #expect(weather.conditions.icon == WeatherIcon(.rain))
    #expect(weather.conditions.temperature == 11.62)
    #expect(weather.conditions.feelsLike == 10.94)
    #expect(weather.conditions.humidity == 81)
    #expect(weather.conditions.pressure == 1015)
    #expect(weather.conditions.wind == .init(speed: 4.12, direction: 230, gust: 7.2))
    #expect(weather.conditions.cloudiness == 75)
    #expect(weather.conditions.visibility == 10_000)
    #expect(weather.conditions.precipitation == 0.31)
    #expect(weather.conditions.chanceOfPrecipitation == nil)
    #expect(weather.place.title == "London, GB")
    #expect(weather.place.coordinate == Coordinate(latitude: 51.5074, longitude: -0.1278))
    #expect(weather.place.utcOffset == 3600)
    #expect(weather.place.sunrise?.description == "2026-09-22T05:47:00.000Z")
  }

  @Test("A forecast has forty such rows, three hours apart")
  func days() throws {
    let forecast = try Self.forecast(WeatherFixture.forecast.text).get()
    #expect(forecast.rows.count == 40)
    for (row, next) in zip(forecast.rows, forecast.rows.dropFirst()) {
      #expect(row.time.duration(to: next.time) == .seconds(3 * 3600))
    }
    #expect(forecast.rows.first?.time.description == "2026-09-22T15:00:00.000Z")
    #expect(forecast.rows.allSatisfy { $0.icon != .unknown && $0.chanceOfPrecipitation != nil })
    #expect(forecast.place.title == "London, GB" && forecast.place.utcOffset == 3600)
  }

  @Test("A row's identity is its time: of two with the same time one stays")
  func identity() throws {
    let row = #"{"dt":20,"main":{"temp":1},"weather":[{"description":"a","icon":"01d"}]}"#
    let earlier = row.replacing("20", with: "10").replacing("\"a\"", with: "\"b\"")
    let list = #"{"list":[\#(row),\#(earlier),\#(row)]}"#
    let rows = try Self.forecast(list).get().rows
    #expect(rows.map(\.description) == ["b", "a"])
    #expect(rows.map(\.id) == rows.map(\.time))
  }

  @Test("A value that an answer leaves out is not known, and the smallest answer will do")
  func smallest() throws {
    let weather = try Self.current(
      #"{"dt":0,"main":{"temp":-3},"weather":[{"description":"fog","icon":"99x"}],"name":""}"#
    ).get()
    #expect(weather.conditions.icon == .unknown)
    #expect(weather.conditions.wind == nil && weather.conditions.humidity == nil)
    #expect(weather.place == WeatherPlace() && weather.place.title == nil)
  }

  @Test(
    "An answer that is not the weather names its place, the key and what is wrong",
    arguments: [
      (#"{"main":{},"dt":1,"weather":[{"description":"a","icon":"01d"}]}"#, "main: the key “temp”"),
      (#"{"main":{"temp":1},"weather":[{"description":"a","icon":"01d"}]}"#, "the key “dt” is mi"),
      (#"{"dt":1,"main":{"temp":1}}"#, "the key “weather” is missing"),
      (#"{"dt":1,"weather":[],"main":{"temp":1}}"#, "weather: this list is empty"),
      (#"{"dt":1,"weather":[{"icon":"01d"}],"main":{"temp":1}}"#, "weather[0]: the key “descri"),
      (#"{"dt":1,"weather":[{"description":"a","icon":"01d"}]}"#, "the key “main” is missing"),
      (
        #"{"dt":1,"weather":[{"description":"a","icon":"01d"}],"main":{"temp":"mild"}}"#,
        "main.temp: a number was expected, not text"
      ),
      (
        #"{"dt":1,"weather":[{"description":"a","icon":"01d"}],"main":{"temp":284.2}}"#,
        "main.temp: 284.2 is not a temperature in degrees Celsius; request it with units=metric"
      ),
      (
        #"{"dt":99999999999999,"weather":[{"description":"a","icon":"01d"}],"main":{"temp":1}}"#,
        "dt: 99999999999999 is not a time"
      ),
      (
        #"{"dt":1,"weather":[{"description":"a","icon":"01d"}],"main":{"temp":1},"#
          + #""wind":{"speed":1,"deg":999}}"#, "wind.deg: 999.0 is not a valid direction"
      ),
      ("", "weather: it is empty"), ("[]", "an object was expected, not a list"),
      ("{\"dt\": 1,\n \"main\": }", "weather:2:10 is not the weather: main: a value was expected"),
      ("<html>busy</html>", "weather:1:1 is not the weather: a value was expected, not <"),
    ])
  func malformed(text: String, problem: String) throws {
    let message = try #require(Self.error(Self.current(text)))
    #expect(message.contains(problem), "\(message)")
    #expect(message.hasPrefix("The response from https://example.org/data/2.5/weather"))
    #expect(message.hasSuffix("."))
  }

  @Test("A row of a forecast that is wrong is named by its number")
  func malformedRow() throws {
    let row = #"{"dt":20,"main":{"temp":1},"weather":[{"description":"a","icon":"01d"}]}"#
    let message = Self.error(Self.forecast(#"{"list":[\#(row),{"dt":30}]}"#))
    #expect(message?.contains("/forecast is not the weather: list[1]: the key “weather”") == true)
    #expect(Self.error(Self.forecast("{}"))?.contains("the key “list” is missing") == true)
    let empty = Self.error(Self.forecast(#"{"list":[]}"#))
    #expect(empty?.hasSuffix("list: this list is empty.") == true)
  }

  @Test("Rain and snow may be null, without an amount, or an amount of one hour or three")
  func amounts() throws {
    func amount(_ parts: String) throws -> Double? {
      let sign = #"[{"description":"a","icon":"01d"}]"#
      let text = #"{"dt":0,"main":{"temp":1},"weather":\#(sign),\#(parts)}"#
      return try Self.current(text).get().conditions.precipitation
    }
    #expect(try amount(#""rain":null,"snow":null"#) == nil)
    #expect(try amount(#""rain":{}"#) == 0)
    #expect(try amount(#""rain":{"3h":0.045},"wind":{"speed":2,"deg":143.501}"#) == 0.045)
    #expect(try amount(#""rain":{"1h":5.08,"3h":9},"snow":{"3h":1}"#) == 6.08)
  }

  @Test("No answer however cut or damaged ends the program, and none passes in silence")
  func fuzz() {
    for fixture in [WeatherFixture.current.bytes, WeatherFixture.forecast.bytes] {
      var random = SplitMix(seed: 5)
      for _ in 0..<100 {
        var bytes = fixture
        for _ in 0..<3 {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 255)
        }
        let cut = String(
          decoding: bytes.prefix(Int(random.next() % UInt64(min(2000, bytes.count - 2)))),
          as: UTF8.self)
        #expect(Self.error(Self.current(cut)) != nil)
        _ = Self.current(String(decoding: bytes, as: UTF8.self))
        _ = Self.forecast(String(decoding: bytes, as: UTF8.self))
      }
    }
  }

  // MARK: Refusals

  @Test(
    "A refusal shows the service's own message, its code being a number or text, never a key",
    arguments: [
      (
        401, #"{"cod":401, "message": "Invalid API key."}"#, "Invalid API key (401). Check the key."
      ),
      (
        404, #"{"cod":"404","message":"city not found"}"#,
        "city not found (404). Check the place and the base URL."
      ),
      (200, #"{"cod":"400","message":"wrong latitude"}"#, "wrong latitude (400). Check the place"),
      (500, #"{"cod":500,"message":" a\n b "}"#, "reports: a b (500). Try again later."),
      (
        401, #"{"cod":401,"message":"no such key: 0123abcd"}"#,
        "The weather service reports: no such key: <key> (401)."
      ),
    ])
  func refusal(status: Int, body: String, text: String) throws {
    let errors = Self.updates(body, status: status).map { $0.failure?.description }
    let now = errors[0]
    #expect(errors.count == 2 && now == errors[1] && now?.contains(text) == true, "\(now ?? "")")
    #expect(now?.contains("missing") == false && now?.contains("0123abcd") == false)
  }

  @Test("A refusal without a message says the status; when to try again, if the service says")
  func retry() {
    func message(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) -> String? {
      Self.updates(body, status: status, headers: headers)[0].failure?.description
    }
    #expect(
      message(502, "<html>")
        == "The weather service responds with status 502. Try again later.")
    #expect(message(404, "{}")?.hasPrefix("The weather service responds with status 404.") == true)
    let busy = #"{"cod":429,"message":"too many requests"}"#
    #expect(
      message(429, busy, ["retry-after": "60"])
        == "The weather service reports: too many requests (429). Try again in 60 seconds.")
    #expect(message(429, busy, ["Retry-After": "1"])?.hasSuffix("in 1 second.") == true)
    #expect(message(429, busy, ["Retry-After": "1000"])?.hasSuffix("in 17 minutes.") == true)
    let (date, end) = ("Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 09:28:01 GMT")
    #expect(
      message(429, busy, ["Date": date, "Retry-After": end])?.hasSuffix("in 3 hours.") == true)
    for odd in ["soon", "-1", "99999999999", "", date] {
      #expect(message(429, busy, ["Retry-After": odd])?.hasSuffix("Try again later.") == true)
    }
  }

  // MARK: Requests

  @Test("A longitude west of Greenwich is negative in the request: London is at -0.1278")
  func request() {
    let asked = Locked<[HTTPRequest]>([])
    let key = WeatherKey(" s3cr&t \n")!
    let service = OpenWeather(
      baseURL: "http://localhost:1/", key: key,
      transport: ScriptedTransport { request in
        asked.withLock { $0.append(request) }
        return .failure(.failed(request.address, reason: "said s3cr&t and s3cr%26t"))
      })
    let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
    var messages: [String] = []
    _ = service.updates(on: WeatherQuery(place: london)).sink { update in
      if let error = update.failure { messages.append("\(error)") }
    }
    #expect(
      asked.withLock { $0 }.map(\.url)
        == ["weather", "forecast"].map {
          "http://localhost:1/data/2.5/\($0)?lat=51.5074&lon=-0.1278&units=metric&appid=s3cr%26t"
        })
    #expect(messages.count == 2)
    #expect(messages.allSatisfy { $0.contains("said <key> and <key>") })
    #expect("\(key)" == "<secret>" && String(reflecting: key) == "<secret>")
    var dumped = ""
    dump(service, to: &dumped)
    #expect(!dumped.contains("s3cr"))
    #expect(WeatherKey(" \n") == nil)
  }
}

extension WeatherUpdate {
  fileprivate var failure: WeatherError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
