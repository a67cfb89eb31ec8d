import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

@Suite("The weather in lines") @MainActor
struct WeatherReportTests {
  @Test("Every answer and every failure is said once, a day of the forecast with it")
  func lines() {
    let clock = VirtualTimeScheduler()
    let folder = ScratchFolder()
    let current = folder.write("current.json", WeatherFixture.current.bytes)
    let model = WeatherViewModel(
      service: OpenWeather(current: current, forecast: WeatherFixture.forecast.path),
      scheduler: clock)
    var report = WeatherReport(units: .metric)
    func said() -> [String] {
      report.lines(ShownWeather(state: model.state, now: clock.now))
    }
    #expect(said().isEmpty)
    model.refresh()
    #expect(said() == ["Loading the weather."])
    #expect(said().isEmpty)
    clock.advance()
    let lines = said()
    #expect(lines.count == 19)
    #expect(
      lines.prefix(2) == [
        "London, GB: 12° light rain.", "Observed 22 September 2026 15:06:52 (UTC+1).",
      ])
    #expect(lines[2].hasPrefix("Feels like 11°. Wind 4.1 m/s SW, gusts 7.2 m/s. Humidity 81%."))
    #expect(lines[3] == "Days:")
    #expect(lines[4] == "Tue 22: 9° to 15°, light rain, 0.8 mm, wind 3.5 m/s SW", "\(lines[4])")
    #expect(lines[10] == "Forecast:")
    #expect(lines[11] == "Tue 22 16:00 15° light rain, rain or snow 62%, wind 2.0 m/s SSW")
    #expect(said().isEmpty)
    folder.write("current.json", "{}".utf8)
    model.refresh()
    _ = said()
    clock.advance()
    let failure = said()
    #expect(failure.count == 1 && failure[0].contains("the key “weather” is missing"))
    #expect(said().isEmpty)
  }
}
