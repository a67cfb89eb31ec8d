import Positioning
import Testing
import ViewModels

@Suite("Weather as text")
struct WeatherTextTests {
  @Test(
    "A temperature has no decimals and a degree sign",
    arguments: [
      (11.62, "12°", "53°"), (-0.4, "0°", "31°"), (-7.5, "-8°", "18°"), (0, "0°", "32°"),
      (35.49, "35°", "96°"),
    ])
  func temperature(celsius: Double, metric: String, imperial: String) {
    #expect(WeatherUnits.metric.temperature(celsius) == metric)
    #expect(WeatherUnits.imperial.temperature(celsius) == imperial)
    let conditions = WeatherConditions(
      time: Timestamp(nanosecondsSince1970: 0), description: "", icon: .unknown,
      temperature: celsius)
    #expect(conditions.temperatureText == metric)
  }

  @Test(
    "A date is in the long style and a time in the medium one, in the place's time zone",
    arguments: [
      (0, "22 September 2026 14:06:52", "Tue 22 14:06", "UTC"),
      (3600, "22 September 2026 15:06:52", "Tue 22 15:06", "UTC+1"),
      (19_800, "22 September 2026 19:36:52", "Tue 22 19:36", "UTC+5:30"),
      (-12_600, "22 September 2026 10:36:52", "Tue 22 10:36", "UTC-3:30"),
      (36_000, "23 September 2026 00:06:52", "Wed 23 00:06", "UTC+10"),
      (-54_000, "21 September 2026 23:06:52", "Mon 21 23:06", "UTC-15"),
    ])
  func time(offset: Int, long: String, short: String, zone: String) {
    let timestamp = Timestamp(
      year: 2026, month: 9, day: 22, hour: 14, minute: 6, second: 52)!
    let time = PlaceTime(timestamp, utcOffset: offset)
    #expect(time.longText == long)
    #expect(time.longText == "\(time.dateText) \(time.timeText)")
    #expect(time.shortText == short)
    #expect(time.zoneText == zone)
  }

  @Test("The day of the week is right before 1970, too, and on a leap day")
  func weekday() {
    func text(_ year: Int, _ month: Int, _ day: Int) -> String {
      PlaceTime(Timestamp(year: year, month: month, day: day)!, utcOffset: 0).shortText
    }
    #expect(text(1970, 1, 1) == "Thu  1 00:00")
    #expect(text(1969, 12, 31) == "Wed 31 00:00")
    #expect(text(1900, 1, 1) == "Mon  1 00:00")
    #expect(text(2024, 2, 29) == "Thu 29 00:00")
  }

  @Test("The eighteen icons are nine kinds by day and by night; any other code is the default")
  func icons() {
    #expect(WeatherIcon.all.count == 18)
    for number in ["01", "02", "03", "04", "09", "10", "11", "13", "50"] {
      for (letter, isNight) in [("d", false), ("n", true)] {
        let icon = WeatherIcon(code: number + letter)
        #expect(icon.kind?.rawValue == number && icon.isNight == isNight)
        #expect(icon.code == number + letter)
      }
    }
    for code in ["", "01", "05d", "10x", "10dd", "10D", "☀"] {
      #expect(WeatherIcon(code: code) == .unknown)
    }
    #expect(WeatherIcon.unknown.code == nil)
  }

  @Test("Winds, distances and amounts are shown in either system")
  func figures() {
    let wind = WeatherConditions.Wind(speed: 4.12, direction: 230, gust: 7.2)
    #expect(WeatherUnits.metric.wind(wind) == "4.1 m/s SW")
    #expect(WeatherUnits.imperial.wind(wind) == "9.2 mph SW")
    #expect(WeatherUnits.metric.wind(.init(speed: 0)) == "0.0 m/s")
    #expect(WeatherUnits.metric.wind(.init(speed: 1, direction: 360)) == "1.0 m/s N")
    #expect(WeatherUnits.metric.visibility(700) == "700 m")
    #expect(WeatherUnits.metric.visibility(10_000) == "10 km")
    #expect(WeatherUnits.imperial.visibility(10_000) == "6.2 mi")
    #expect(WeatherUnits.metric.precipitation(0.31) == "0.3 mm")
    #expect(WeatherUnits.imperial.precipitation(2.54) == "0.10 in")
  }
}
