import Positioning
import TestSupport
import Testing

@testable import ViewModels

@Suite("The days of a forecast")
struct WeatherDayTests {
  private func row(_ hour: Int, _ temperature: Double, _ kind: WeatherIcon.Kind)
    -> WeatherConditions
  {
    var row = WeatherConditions(
      time: Timestamp(nanosecondsSince1970: Int64(hour) * 3_600_000_000_000),
      description: "\(kind)", icon: WeatherIcon(kind, isNight: true), temperature: temperature)
    row.precipitation = 0.5
    row.wind = .init(speed: temperature)
    return row
  }

  @Test(
    "Rows are summed by the place's days: extremes, rain, the strongest wind, the worst weather")
  func sums() {
    let rows = [
      row(0, 1, .clear), row(10, 3, .rain), row(21, -2, .clear), row(22, 9, .fewClouds),
    ]
    let days = WeatherDay.days(of: rows, utcOffset: 7200)
    #expect(days.count == 2)
    #expect(days[0].minimum == -2 && days[0].maximum == 3 && days[0].precipitation == 1.5)
    #expect(days[0].wind?.speed == 3 && days[0].description == "rain")
    #expect(days[0].icon == WeatherIcon(.rain))
    #expect(days[1].time == rows[3].time && days[1].maximum == 9)
    #expect(WeatherDay.days(of: rows, utcOffset: 0).count == 1)
    #expect(WeatherDay.days(of: [], utcOffset: 0).isEmpty)
  }

  @Test("Rain that no row says is not known")
  func unknown() {
    var dry = row(0, 1, .clear)
    (dry.precipitation, dry.wind) = (nil, nil)
    let day = WeatherDay(of: [dry])
    #expect(day?.precipitation == nil && day?.wind == nil)
  }
}
