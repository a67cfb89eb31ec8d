import TerminalKit
import Testing
import ViewModels

@testable import SignupTUI

@Suite("Weather signs")
struct WeatherGlyphTests {
  @Test(
    "Every icon has a sign of one to three columns, and one in ASCII; unknown ones a default")
  func signs() {
    for icon in WeatherIcon.all + [.unknown] {
      let sign = Symbols.unicode.weather(icon)
      #expect((1...Symbols.weatherColumns).contains(Glyph.columns(of: sign)))
      let plain = Symbols.ascii.weather(icon)
      #expect(plain.utf8.allSatisfy { $0 < 0x80 } && (1...2).contains(plain.count))
    }
  }

  @Test("No two kinds have the same sign, by day or by night, with signs and without")
  func distinct() {
    for symbols in [Symbols.unicode, .ascii] {
      for isNight in [false, true] {
        let icons = WeatherIcon.Kind.allCases.map { WeatherIcon($0, isNight: isNight) }
        let signs = icons.map(symbols.weather)
        #expect(Set(signs + [symbols.weather(.unknown)]).count == signs.count + 1, "\(signs)")
      }
    }
  }

  @Test("The moon is in every sign of the night, but for a sky that hides it")
  func moon() {
    for (symbols, moon) in [(Symbols.unicode, "☾"), (.ascii, "C")] {
      for kind in WeatherIcon.Kind.allCases {
        let (day, night) = (
          symbols.weather(WeatherIcon(kind)), symbols.weather(WeatherIcon(kind, isNight: true))
        )
        #expect(!day.contains(moon))
        #expect(night.contains(moon) == (kind != .brokenClouds), "\(kind)")
        #expect((night == day) == (kind == .brokenClouds))
      }
    }
  }
}
