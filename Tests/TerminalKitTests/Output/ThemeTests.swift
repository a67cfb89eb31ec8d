import Testing

@testable import TerminalKit

@Suite("The colours of themes")
struct ThemeTests {
  @Test("A theme's colours are in the palette of 256", arguments: [Theme.dark, .light])
  func themesAreExact(theme: Theme) {
    for role in Role.allCases {
      guard let color = theme.colors[role] else { continue }
      #expect(Palette.nearest256(color).isExact, "\(role)")
    }
  }

  /// Backgrounds of terminals in use: black and white, and those of Visual Studio Code, Solarized,
  /// Dracula, Gruvbox, Nord, One Dark and Catppuccin.
  private static let backgrounds: [Theme: [UInt32]] = [
    .dark: [0x000000, 0x1E1E1E, 0x002B36, 0x282A36, 0x282828, 0x2E3440, 0x282C34, 0x1E1E2E],
    .light: [0xFFFFFF, 0xFDF6E3, 0xFBF1C7, 0xFAFAFA, 0xEFF1F5, 0xECEFF4],
  ]

  /// Roles in whose colour something is only drawn, and nothing written.
  private static let marks: [Role] = [.border]

  /// The grounds of colours: the terminal's background and the theme's own.
  private func grounds(_ theme: Theme) -> [Theme.Color] {
    (Self.backgrounds[theme] ?? []).map { Theme.Color($0, ansi: nil) }
      + [theme.colors[.selection]].compactMap { $0 }
  }

  @Test(
    "Text has a contrast of 4.5 and marks have one of 3 on whatever they can stand on",
    arguments: [Theme.dark, .light])
  func contrast(theme: Theme) {
    for role in Role.allCases where role != .selection {
      guard let color = theme.colors[role] else { continue }
      for ground in grounds(theme) {
        #expect(
          ratio(color, ground) >= (Self.marks.contains(role) ? 3 : 4.5), "\(role) on \(ground)")
      }
    }
  }

  @Test("The terminal's own text can be read on a chosen row", arguments: [Theme.dark, .light])
  func ownColors(theme: Theme) throws {
    let selection = try #require(theme.colors[.selection])
    // The faintest foregrounds that terminals have: xterm's and the console's grey, Solarized's.
    let own: [UInt32] = theme == .dark ? [0xAAAAAA, 0xE5E5E5, 0xFFFFFF] : [0x000000, 0x586E75]
    for color in own { #expect(ratio(Theme.Color(color, ansi: nil), selection) >= 4.5) }
  }

  @Test(
    "Of the sixteen colours those are used that xterm and the console both show well",
    arguments: [Theme.dark, .light])
  func sixteen(theme: Theme) {
    let xterm: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F,
      0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let console: [UInt32] = [
      0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555,
      0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
    ]
    let ground = Theme.Color(theme == .dark ? 0x000000 : 0xFFFFFF, ansi: nil)
    for role in Role.allCases where role != .selection {
      guard let ansi = theme.colors[role]?.ansi else { continue }
      for palette in [xterm, console] {
        let color = Theme.Color(palette[Int(ansi)], ansi: nil)
        #expect(ratio(color, ground) >= (Self.marks.contains(role) ? 3 : 4.5), "\(role)")
      }
    }
    #expect(theme.colors[.selection]?.ansi == nil, "No background of them suits all foregrounds.")
  }

  @Test("The theme is the one for the background")
  func backgrounds() {
    for (theme, backgrounds) in Self.backgrounds {
      for background in backgrounds {
        #expect(Theme(background: Theme.Color(background, ansi: nil)) == theme)
      }
    }
  }

  @Test("A luminance is that of WCAG 2.2, computed here without its formula's power function")
  func luminances() {
    for color: UInt32 in [0x000000, 0xFFFFFF, 0x9E9E9E, 0x5FAFFF, 0x5F5F00, 0x030303] {
      let color = Theme.Color(color, ansi: nil)
      #expect(abs(color.luminance - luminance(color)) < 1e-9)
    }
  }

  /// The contrast ratio of WCAG 2.2.
  private func ratio(_ a: Theme.Color, _ b: Theme.Color) -> Double {
    let (a, b) = (luminance(a), luminance(b))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
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
}
