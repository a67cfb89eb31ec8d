import Fetching
import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// A transport that answers as a test says at the moment.
private final class Answers: Transport {
  private let answer: Locked<Result<[String: HTTPResponse], TransportError>?>

  init(_ answer: Result<[String: HTTPResponse], TransportError>?) { self.answer = Locked(answer) }

  /// What stands for the next answers; nil for none that ever comes.
  func set(_ next: Result<[String: HTTPResponse], TransportError>?) {
    answer.withLock { $0 = next }
  }

  func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    guard let answer = answer.withLock({ $0 }) else {
      return Empty(completeImmediately: false).eraseToAnyPublisher()
    }
    let name = request.address.hasSuffix("/weather") ? "weather" : "forecast"
    return answer.map { $0[name] ?? HTTPResponse(status: 500) }.publisher.eraseToAnyPublisher()
  }

  static let fine = Result<[String: HTTPResponse], TransportError>.success([
    "weather": HTTPResponse(status: 200, body: WeatherFixture.current.bytes),
    "forecast": HTTPResponse(status: 200, body: WeatherFixture.forecast.bytes),
  ])
  static let refused = Result<[String: HTTPResponse], TransportError>.success(
    Dictionary(
      uniqueKeysWithValues: ["weather", "forecast"].map {
        ($0, HTTPResponse(status: 401, body: Array(#"{"message":"Invalid API key"}"#.utf8)))
      }))
}

/// The weather of London on virtual time.
@MainActor
private struct London {
  let clock = VirtualTimeScheduler()
  let answers: Answers
  let model: WeatherViewModel
  let screen: WeatherScreen

  init(_ answer: Result<[String: HTTPResponse], TransportError>? = Answers.fine) {
    let clock = clock
    answers = Answers(answer)
    model = WeatherViewModel(
      service: OpenWeather(baseURL: "http://w", key: WeatherKey("0123abcd")!, transport: answers),
      place: Coordinate(latitude: 51.5074, longitude: -0.1278), scheduler: clock)
    screen = WeatherScreen([WeatherEntry("Weather", model: model)], now: { clock.now })
  }

  func frame(_ width: Int = 80, _ height: Int = 24, symbols: Symbols = .unicode) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    screen.draw(on: &canvas)
    return canvas
  }

  func text(_ width: Int = 80, _ height: Int = 24) -> String {
    frame(width, height).lines.joined(separator: "\n")
  }

  func press(_ key: Key) { screen.handle(.key(KeyPress(key))) }

  func start() {
    model.start()
    clock.advance(by: .zero)
  }
}

@Suite("The weather's screen") @MainActor
struct WeatherScreenTests {
  @Test("Its frames: nothing yet, being fetched, refused, shown, old; wide, narrow and tiny")
  func frames() {
    var golden = GoldenFrames("WeatherScreen")
    let london = London(nil)
    golden.add("before the first load", london.frame())
    golden.add("before the first load, 20 by 6", london.frame(20, 6))
    london.press(.character("r"))
    london.clock.advance(by: .seconds(3))
    golden.add("being fetched", london.frame())
    golden.add("being fetched, 20 by 6", london.frame(20, 6))
    london.press(.escape)
    london.answers.set(Answers.refused)
    london.press(.enter)
    london.clock.advance(by: .zero)
    golden.add("refused", london.frame())
    golden.add("refused, 20 by 6", london.frame(20, 6))
    london.answers.set(Answers.fine)
    london.start()
    london.press(.enter)
    london.clock.advance(by: .zero)
    golden.add("shown", london.frame())
    golden.add("shown, 120 by 40", london.frame(120, 40))
    golden.add("shown, 132 by 50", london.frame(132, 50))
    golden.add("shown, 40 by 12", london.frame(40, 12))
    golden.add("shown, 20 by 6", london.frame(20, 6))
    golden.add("shown, 18 by 3", london.frame(18, 3))
    golden.add("shown, ASCII", london.frame(80, 16, symbols: .ascii))
    london.press(.character("v"))
    golden.add("curves", london.frame())
    golden.add("curves, 40 by 12", london.frame(40, 12))
    golden.add("curves, 20 by 6", london.frame(20, 6))
    golden.add("curves, ASCII", london.frame(80, 20, symbols: .ascii))
    london.press(.character("v"))
    golden.add("days, 40 by 12", london.frame(40, 12))
    golden.add("days, 20 by 6", london.frame(20, 6))
    london.press(.character("v"))
    london.press(.character("u"))
    london.press(.pageDown)
    golden.add("imperial, a page down", london.frame())
    london.answers.set(Answers.refused)
    london.clock.advance(by: .seconds(600))
    london.clock.advance(by: .seconds(130))
    golden.add("old, and refused since", london.frame())
    golden.add("old, and refused since, 20 by 6", london.frame(20, 6))
    london.press(.function(1))
    golden.add("keys", london.frame())
    golden.expectUnchanged()
  }

  @Test("Before the first load there is a Refresh button, afterwards a panel and a list")
  func button() {
    let london = London()
    #expect(london.text().contains("[ Refresh ]") && !london.text().contains("°C"))
    london.press(.enter)
    london.clock.advance(by: .zero)
    let text = london.text()
    #expect(!text.contains("[ Refresh ]"))
    #expect(text.contains("12° light rain") && text.contains("Tue 22  16:00"))
    #expect(text.contains("22 September 2026 15:06:52 (UTC+1)"))
  }

  @Test("Esc ends a request that is under way, and leaves where none is")
  func escape() {
    let london = London(nil)
    london.press(.character("r"))
    #expect(london.model.state.isLoading)
    london.press(.escape)
    #expect(!london.model.state.isLoading && london.screen.result == nil)
    #expect(london.text().contains("The request was cancelled."))
    london.press(.escape)
    #expect(london.screen.result == .quit)
  }

  @Test("A request that was cancelled is said below the weather, until the next one")
  func cancelled() {
    let london = London()
    london.start()
    london.answers.set(nil)
    london.press(.character("r"))
    london.press(.escape)
    for (width, height) in [(80, 24), (40, 12), (20, 6)] {
      let text = london.text(width, height)
      #expect(text.contains("cancelled.") && text.contains("12°"), "\(text)")
    }
    london.press(.character("r"))
    #expect(!london.text().contains("cancelled."))
  }

  @Test("Saved weather has the time of its data, and not that of its reading")
  func saved() {
    let london = London()
    london.start()
    let shown = ShownWeather(
      state: london.model.state, isSaved: true, now: london.clock.now)
    #expect(shown.status == "of 22 September 2026" && shown.nextChange == nil)
    let screen = WeatherScreen(
      [WeatherEntry("Weather", model: london.model, isSaved: true)],
      now: { [clock = london.clock] in clock.now })
    var canvas = Canvas(size: Size(20, 6))
    screen.draw(on: &canvas)
    #expect(canvas.lines.first?.contains("London") == true)
    canvas = Canvas(size: Size(80, 24))
    screen.draw(on: &canvas)
    let text = canvas.lines.joined(separator: "\n")
    #expect(text.contains("of 22 September 2026") && !text.contains("just now"))
  }

  @Test("A small screen with old weather has room for what is wrong")
  func smallFailure() {
    let london = London()
    london.start()
    london.answers.set(Answers.refused)
    london.press(.character("r"))
    london.clock.advance(by: .zero)
    let text = london.text(20, 6)
    #expect(text.contains("12° light") && text.contains("Invalid"))
  }

  @Test("The weather says how old it is, and wakes the screen only when that reads differently")
  func age() {
    let london = London()
    london.start()
    #expect(london.text().contains("just now"))
    london.clock.advance(by: .seconds(59))
    #expect(london.text().contains("just now"))
    london.clock.advance(by: .seconds(1))
    #expect(london.text().contains("60 s old"))
    london.answers.set(nil)
    london.clock.advance(by: .seconds(240))
    #expect(london.text().contains("5 min old"))
    let shown = ShownWeather(state: london.model.state, now: london.clock.now)
    let updated = london.model.state.updated
    #expect(shown.nextChange == updated.map { $0 + .seconds(360) })
    london.press(.character("r"))
    let since = london.clock.now
    london.clock.advance(by: .milliseconds(2500))
    let loading = ShownWeather(state: london.model.state, now: london.clock.now)
    #expect(loading.status == "loading 2 s" && loading.nextChange == since + .seconds(3))
    // The weather stays meanwhile.
    #expect(london.text().contains("12° light rain"))
  }

  @Test("Every size from 1 by 1 is drawn without a fault, with and without weather, with any text")
  func sizes() {
    let longName = WeatherFixture.current.text.replacing(
      "London", with: "漢字🙂\\u001b[31m" + String(repeating: "x", count: 300))
    let odd = Result<[String: HTTPResponse], TransportError>.success([
      "weather": HTTPResponse(status: 200, body: Array(longName.utf8))
    ])
    for answer in [Answers.fine, Answers.refused, odd, nil] {
      let london = London(answer)
      london.start()
      for size in [(1, 1), (2, 3), (12, 4), (13, 5), (20, 6), (40, 12), (79, 7), (200, 60)] {
        for symbols in [Symbols.unicode, .ascii] {
          let frame = london.frame(size.0, size.1, symbols: symbols)
          #expect(frame.lines.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
        }
      }
    }
  }

  @Test("Keys that mean nothing change nothing")
  func otherKeys() {
    let london = London()
    london.start()
    let before = london.text()
    for key in [Key.character("x"), .character(" "), .left, .tab, .enter, .delete] {
      london.press(key)
    }
    london.screen.handle(.paste(Paste(text: "q\nq")))
    #expect(london.text() == before && london.screen.result == nil)
    london.screen.handle(.key(.control("c")))
    #expect(london.screen.result == .interrupted)
  }
}
