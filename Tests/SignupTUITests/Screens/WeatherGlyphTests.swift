import TerminalKit
import Testing
import ViewModels

@testable import SignupTUI

@Suite("Weather signs")
struct WeatherGlyphTests {
  @Test(
    "Every icon has a sign of one or two columns, and one in ASCII; unknown ones a default")
  func signs() {
    for icon in WeatherIcon.all + [.unknown] {
      let sign = Symbols.unicode.weather(icon)
      #expect(sign.count == 1 && (1...Symbols.weatherColumns).contains(Glyph.columns(of: sign)))
      let plain = Symbols.ascii.weather(icon)
      #expect(plain.utf8.allSatisfy { $0 < 0x80 } && (1...2).contains(plain.count))
    }
  }

  @Test("In ASCII no two kinds have the same sign, and day and night differ in a clear sky")
  func distinct() {
    let signs = WeatherIcon.Kind.allCases.map { Symbols.ascii.weather(WeatherIcon($0)) }
    #expect(Set(signs + [Symbols.ascii.weather(.unknown)]).count == signs.count + 1)
    for symbols in [Symbols.unicode, .ascii] {
      for kind in [WeatherIcon.Kind.clear, .fewClouds] {
        #expect(
          symbols.weather(WeatherIcon(kind)) != symbols.weather(WeatherIcon(kind, isNight: true)))
      }
    }
  }
}
