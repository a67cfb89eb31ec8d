import Fetching
import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// Asks Open-Meteo, whose answer is a text; returns what it says and what it was asked.
private func ask(
  _ text: String, status: Int = 200, headers: HTTPHeaders = [:],
  about query: WeatherQuery = WeatherQuery(
    place: Coordinate(latitude: 51.5074, longitude: -0.1278)),
  on day: Timestamp = Timestamp(year: 2026, month: 9, day: 22)!
) -> (updates: [WeatherUpdate], requests: [HTTPRequest]) {
  let asked = Locked<[HTTPRequest]>([])
  let service = OpenMeteo(
    addresses: .init(baseURL: "https://example.org/"),
    transport: ScriptedTransport { request in
      asked.withLock { $0.append(request) }
      return .success(HTTPResponse(status: status, headers: headers, body: Array(text.utf8)))
    }, now: { day })
  var updates: [WeatherUpdate] = []
  _ = service.updates(on: query).sink { updates.append($0) }
  return (updates, asked.withLock { $0 })
}

/// The sentence of the error that is all that an answer gives.
private func problem(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> String? {
  let updates = ask(text, status: status, headers: headers).updates
  guard updates.count == 1, case .failure(let error) = updates[0] else { return nil }
  return error.description
}

/// A transport that answers with a text, and remembers which of its answers were of use.
private struct AcceptingTransport: Transport {
  let text: String
  let accepted = Locked<[String]>([])

  init(_ text: String) { self.text = text }

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    Just(HTTPResponse(status: 200, body: Array(text.utf8)))
      .setFailureType(to: TransportError.self).eraseToAnyPublisher()
  }

  func accept(_ response: HTTPResponse, to request: HTTPRequest) {
    accepted.withLock { $0.append(request.address) }
  }
}

@Suite("Open-Meteo's answers")
struct MeteoTests {
  private static var current: CurrentWeather? {
    for case .current(let weather, _) in ask(WeatherFixture.meteo.text).updates { return weather }
    return nil
  }

  private static var forecast: WeatherForecast? {
    for case .forecast(let forecast, _) in ask(WeatherFixture.meteo.text).updates {
      return forecast
    }
    return nil
  }

  @Test("One request asks for now, the hours and the days, in metric units and seconds of UTC")
  func request() throws {
    let (updates, requests) = ask(WeatherFixture.meteo.text)
    #expect(updates.count == 2 && requests.count == 1)
    let url = try #require(requests.first?.url)
    #expect(
      url.hasPrefix(
        "https://example.org/v1/forecast?latitude=51.5074&longitude=-0.1278&timezone=auto"
          + "&timeformat=unixtime&wind_speed_unit=ms&current=temperature_2m,"))
    #expect(url.hasSuffix("&forecast_days=6"))
    #expect(requests[0].headers["Cache-Control"] == "max-age=600")
    var anew = WeatherQuery(place: Coordinate(latitude: 1, longitude: 2))
    anew.isRefresh = true
    let again = ask(WeatherFixture.meteo.text, about: anew).requests
    #expect(again.first?.headers["Cache-Control"] == "no-cache")
  }

  @Test("The weather now: figures, the sun of its day, and the rain of the last hour")
  func now() throws {
    let weather = try #require(Self.current)
    #expect(weather.conditions.time.description == "2026-09-22T14:00:00.000Z")
    #expect(weather.conditions.description == "light rain")
    #expect(weather.conditions.icon == WeatherIcon(.rain))
    #expect(weather.conditions.temperature == 11.6)
    #expect(weather.conditions.wind == .init(speed: 4.12, direction: 230, gust: 7.2))
    #expect(weather.conditions.humidity == 81 && weather.conditions.pressure == 1015.2)
    #expect(weather.conditions.visibility == 24_140)
    // A quarter of an hour had 0.1 mm, the hour 0.3.
    #expect(weather.conditions.precipitation == 0.3)
    #expect(weather.place.utcOffset == 3600)
    #expect(weather.place.sunrise?.description == "2026-09-22T05:47:00.000Z")
  }

  @Test("A forecast has forty rows, every third hour by the place's clocks, with three hours' rain")
  func rows() throws {
    let rows = try #require(Self.forecast).rows
    #expect(rows.count == 40)
    #expect(rows.first?.time.description == "2026-09-22T17:00:00.000Z")
    for (row, next) in zip(rows, rows.dropFirst()) {
      #expect(row.time.duration(to: next.time) == .seconds(3 * 3600))
    }
    // 16:00 to 18:00 there: 1.2 mm in each of these hours, and a chance of 77%.
    #expect(rows[0].precipitation == 3.6 && rows[0].description == "rain")
    #expect(rows[0].chanceOfPrecipitation == 0.77)
    #expect(rows.contains { $0.icon == WeatherIcon(.thunderstorm) || $0.icon.isNight })
  }

  @Test("Days are the service's own, from today's midnight there to that of the last row")
  func days() throws {
    let days = try #require(Self.forecast).days
    #expect(days.count == 6)
    #expect(days[0].time.description == "2026-09-21T23:00:00.000Z")
    #expect(days[0].minimum == 6.9 && days[0].maximum == 14.7, "\(days[0])")
    #expect(days[0].icon == WeatherIcon(.rain) && days[0].wind?.direction == 230)
    #expect(days[0].sunset?.description == "2026-09-22T18:01:00.000Z")
  }

  @Test("A code for the weather that is not in the table is unknown, and no value ends the program")
  func oddCodes() {
    for code in ["4", "-1", "1e300", "61.5", "null"] {
      let text = WeatherFixture.meteo.text.replacing(
        #""weather_code":61,"pressure_msl":1015.2"#,
        with: #""weather_code":\#(code),"pressure_msl":1015.2"#)
      let updates = ask(text).updates
      guard case .current(let weather, _)? = updates.first else {
        Issue.record("\(code): \(updates)")
        continue
      }
      #expect(weather.conditions.icon.kind == nil && weather.conditions.description == "unknown")
    }
  }

  @Test("An age that a store says becomes the answer's")
  func age() {
    let updates = ask(WeatherFixture.meteo.text, headers: ["Age": "90"]).updates
    guard case .current(_, let age)? = updates.first else { return #expect(Bool(false)) }
    #expect(age == .seconds(90))
  }

  @Test(
    "An answer that is not the weather names its place, the key and what is wrong",
    arguments: [
      ("{}", "hourly: it has no hours"),
      (#"{"hourly":{"temperature_2m":[1]}}"#, "hourly: the key “time” is missing"),
      (#"{"hourly":{"time":[1,2],"temperature_2m":[1]}}"#, "there are 1 values for 2 times"),
      (#"{"hourly":{"time":["a"]}}"#, "hourly.time[0]: an integer was expected, not text"),
      (#"{"hourly":{"time":[99999999999999]}}"#, "hourly.time: 99999999999999 is not a time"),
      (
        #"{"hourly":{"time":[0],"temperature_2m":[1]},"current":{"time":0,"temperature_2m":300}}"#,
        "current.temperature_2m: 300.0 is not a temperature"
      ),
      (
        #"{"hourly":{"time":[0,1],"temperature_2m":[1,288.15]}}"#,
        "hourly.temperature_2m[1]: 288.15 is not a temperature in degrees Celsius"
      ),
      (
        #"{"hourly":{"time":[0],"temperature_2m":[1]},"daily":{"time":[0],"temperature_2m_min":[1e300]}}"#,
        "daily.temperature_2m_min[0]: 1e+300 is not a temperature"
      ),
      (
        #"{"utc_offset_seconds":1e9}"#,
        "utc_offset_seconds: 1000000000.0 is not a valid offset from UTC"
      ),
      ("<html>", "forecast:1:1 is not the weather: a value was expected, not <"),
    ])
  func malformed(text: String, sentence: String) {
    let problem = problem(text) ?? ""
    #expect(problem.hasPrefix("The response from https://example.org/v1/forecast"), "\(problem)")
    #expect(problem.contains(sentence), "\(problem)")
  }

  @Test("A refusal has the service's own reason")
  func refusals() {
    let body = #"{"error":true,"reason":"Minutely API request limit exceeded."}"#
    #expect(
      problem(body, status: 429)
        == "The weather service reports: Minutely API request limit exceeded (429). Try again later."
    )
    #expect(problem("", status: 502)?.contains("responds with status 502. Try again") == true)
    let advising = #"{"error":true,"reason":"Limit exceeded. Please try again in one minute."}"#
    #expect(
      problem(advising, status: 429)
        == "The weather service reports: Limit exceeded. Please try again in one minute (429).")
    let latitude = "Latitude must be in range of -90 to 90°. Given: 999.0."
    #expect(
      problem(#"{"reason":"\#(latitude)","error":true}"#, status: 400)
        == "The weather service reports: \(latitude.dropLast()) (400). Check the place and the base URL."
    )
  }

  @Test("A success that says to be an error is one, with its reason")
  func refusalWithSuccess() {
    #expect(
      problem(#"{"error":true,"reason":"No data is available for this location"}"#)
        == "The weather service reports: No data is available for this location.")
  }

  @Test(
    "A value that no JSON has, as the service writes it where no model is, is said with its place")
  func nan() {
    #expect(
      problem(#"{"latitude":nan,"longitude":nan}"#)
        == "The response from https://example.org/v1/forecast:1:13 is not the weather: "
        + "latitude: a value was expected, not n.")
  }

  @Test("Days and hours at the end whose values are missing are left out, with the sun's times")
  func missingEnd() throws {
    let text = """
      {"latitude":-33.77856,"longitude":150.89552,"generationtime_ms":0.09,
       "utc_offset_seconds":36000,"timezone":"Australia/Sydney","timezone_abbreviation":"GMT+10",
       "elevation":57.0,"current_units":{"time":"unixtime","interval":"seconds"},
       "current":{"time":1790432100,"interval":900,"temperature_2m":16.7,"weather_code":3},
       "hourly":{"time":[1790431200,1790434800],"temperature_2m":[16.9,null]},
       "daily":{"time":[1790431200,1790517600],"weather_code":[3,null],
         "temperature_2m_max":[19.0,null],"temperature_2m_min":[8.7,null],
         "precipitation_sum":[0.9,null],"sunrise":[1790451582,null],"sunset":[1790495759,null]}}
      """
    let updates = ask(text).updates
    guard case .current(let now, _)? = updates.first, case .forecast(let next, _)? = updates.last
    else { return #expect(Bool(false), "\(updates)") }
    #expect(now.conditions.temperature == 16.7 && now.place.utcOffset == 36_000)
    #expect(now.place.sunrise?.description == "2026-09-26T19:39:42.000Z")
    #expect(next.rows.isEmpty && next.days.map(\.maximum) == [19])
  }

  @Test("An answer with more values than any weather has is not read to its end")
  func dense() {
    let problem = problem("[" + String(repeating: "1,", count: 100_000) + "1]") ?? ""
    #expect(problem.hasSuffix("there are more than 100000 values."), "\(problem)")
  }

  @Test("An answer deep within itself is said with the first and the last of its keys")
  func deep() {
    let problem = problem(String(repeating: "[", count: 1000)) ?? ""
    #expect(problem.count < 300 && problem.contains("[0][0]…[0]"), "\(problem)")
  }

  @Test("An answer that gave weather is accepted, and no other is", arguments: [true, false])
  func accepted(isGood: Bool) {
    let transport = AcceptingTransport(isGood ? WeatherFixture.meteo.text : #"{"hourly":[]}"#)
    let service = OpenMeteo(addresses: .init(baseURL: "https://example.org"), transport: transport)
    _ = service.updates(on: WeatherQuery(place: Coordinate(latitude: 51, longitude: 0))).sink { _ in
    }
    #expect(
      transport.accepted.withLock { $0 } == (isGood ? ["https://example.org/v1/forecast"] : []))
  }

  @Test("No answer however cut or damaged ends the program")
  func fuzz() {
    var random = SplitMix(seed: 11)
    for fixture in [WeatherFixture.meteo.bytes, WeatherFixture.meteoArchive.bytes] {
      for _ in 0..<100 {
        var bytes = fixture
        for _ in 0..<4 {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 255)
        }
        #expect(!ask(String(decoding: bytes, as: UTF8.self)).updates.isEmpty)
        let cut = bytes.prefix(Int(random.next() % UInt64(bytes.count - 2)))
        #expect(problem(String(decoding: cut, as: UTF8.self)) != nil)
      }
    }
  }

  // MARK: Past days

  private static let drive = WeatherQuery(
    place: Coordinate(latitude: 39.4328, longitude: -119.7656),
    time: Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52)!)

  @Test("A past time is asked for from the archive, with the days around it")
  func archive() throws {
    let (updates, requests) = ask(WeatherFixture.meteoArchive.text, about: Self.drive)
    let url = try #require(requests.first?.url)
    #expect(url.hasPrefix("https://example.org/v1/archive?latitude=39.4328&longitude=-119.7656"))
    #expect(url.contains("&start_date=2005-09-24&end_date=2005-09-26&"))
    #expect(!url.contains("probability") && !url.contains("visibility"))
    guard case .history(let history)? = updates.first else { return #expect(Bool(false)) }
    // The last three hours have no values yet.
    #expect(history.hours.count == 69 && history.forecast.days.count == 3)
    let weather = history.weather(at: Self.drive.time!)
    #expect(weather?.conditions.time.description == "2005-09-26T00:00:00.000Z")
    #expect(weather?.conditions.description == "mainly clear")
    #expect(history.weather(at: Timestamp(year: 2005, month: 9, day: 28)!) == nil)
  }

  @Test("A day of last week is asked for from the forecast's service, which has it already")
  func lastWeek() throws {
    let url = ask(
      WeatherFixture.meteoArchive.text, about: Self.drive,
      on: Timestamp(year: 2005, month: 9, day: 30)!
    ).requests.first?.url
    #expect(url?.hasPrefix("https://example.org/v1/forecast?") == true)
    #expect(url?.contains("&start_date=2005-09-24&") == true)
    #expect(url?.contains("forecast_days") == false)
  }
}
