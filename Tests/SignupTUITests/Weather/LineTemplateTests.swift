import CommandLineKit
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The line of the weather") @MainActor
struct LineTemplateTests {
  private func text(_ template: String, _ units: WeatherUnits = .metric) throws -> String {
    let clock = VirtualTimeScheduler()
    let model = WeatherViewModel(
      service: OpenWeather(
        current: WeatherFixture.current.path, forecast: WeatherFixture.forecast.path),
      scheduler: clock)
    model.refresh()
    clock.advance()
    let shown = ShownWeather(state: model.state, units: units, now: clock.now)
    return try LineTemplate(template).text(shown, .unicode)
  }

  private func problem(_ template: String) -> String? {
    do throws(UsageError) {
      _ = try LineTemplate(template)
      return nil
    } catch { return error.problem }
  }

  @Test(
    "Placeholders are what is known of now and of today",
    arguments: [
      ("{icon} {temp}", "☂ 12°"),
      ("{place}: {weather}, {wind}", "London, GB: light rain, 4.1 m/s SW"),
      ("{feels}/{humidity}/{pressure}/{clouds}", "11°/81%/1015 hPa/75%"),
      ("{low}…{high} {rain} {gust} {visibility}", "9°…15° 0.3 mm 7.2 m/s 10 km"),
      ("{sunrise}-{sunset} {time}", "06:47-19:01 15:06"), ("{{temp}} {temp}", "{temp} 12°"),
      ("", ""), ("°C", "°C"), ("{temp}, {age} ago", "12°, 0 s ago"),
    ])
  func fields(template: String, line: String) throws { #expect(try text(template) == line) }

  @Test("Figures are in the units that are wanted")
  func units() throws { #expect(try text("{temp} {wind}", .imperial) == "53° 9.2 mph SW") }

  @Test("What is not known is two hyphens")
  func unknown() throws {
    let clock = VirtualTimeScheduler()
    let model = WeatherViewModel(
      service: OpenWeather(current: "", forecast: ""), scheduler: clock)
    let shown = ShownWeather(state: model.state, now: clock.now)
    #expect(try LineTemplate("{icon} {temp} {place}").text(shown, .ascii) == "-- -- --")
  }

  @Test("An unknown placeholder lists those there are; a brace without the other is an error")
  func problems() {
    let unknown = problem("{tmp}") ?? ""
    #expect(
      unknown.hasPrefix("--line has no field {tmp}; the fields are {icon}, {temp}, {feels}"),
      "\(unknown)")
    #expect(unknown.hasSuffix("{time} and {age}."), "\(unknown)")
    #expect(problem("{temp")?.contains("a { without a }") == true)
    #expect(problem("temp}")?.contains("a } without a {") == true)
    #expect(problem("{}")?.contains("has no field {}") == true)
  }
}
