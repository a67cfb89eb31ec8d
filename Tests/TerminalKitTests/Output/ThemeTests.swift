import Testing

@testable import TerminalKit

@Suite("The colours of themes")
struct ThemeTests {
  @Test("A theme's colours are in the palette of 256", arguments: Theme.allCases)
  func themesAreExact(theme: Theme) {
    for role in Role.allCases {
      guard let color = theme.color(role) else { continue }
      #expect(Palette.nearest256(color).isExact, "\(role)")
    }
  }

  @Test(
    "Colours of text stand out from the background they are meant for", arguments: Theme.allCases)
  func contrast(theme: Theme) {
    let background = theme == .dark ? 0.0 : 1.0
    for role in Role.allCases where role != .selection && role != .border {
      guard let color = theme.color(role) else { continue }
      #expect(ratio(luminance(color), background) >= 4.5, "\(role)")
    }
  }

  /// Relative luminance after WCAG 2.2.
  private func luminance(_ color: Theme.Color) -> Double {
    let parts = [color.red, color.green, color.blue].map { (value: UInt8) -> Double in
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// x^2.4 = x² · x^(2/5), the fifth root by Newton's method.
  private func power(_ x: Double) -> Double {
    var root = x
    for _ in 0..<60 {
      root -= (root * root * root * root * root - x) / (5 * root * root * root * root)
    }
    return x * x * root * root
  }

  private func ratio(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
