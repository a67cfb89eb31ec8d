import Platform

/// The number of colours that the terminal shows.
public enum ColorDepth: Sendable, CaseIterable {
  /// No colours: bold, dim and the like are the only emphasis.
  case none
  /// The sixteen ANSI colours, which look as the user's terminal defines them.
  case ansi16
  /// xterm's palette of 256 colours.
  case ansi256
  /// All 24-bit colours.
  case trueColor
}

/// The colours of the roles, on a dark or a light background.
///
///     var theme = Theme.dark
///     theme.colors[.own1] = Theme.Color(0xFF8700)
///     let style = Style(foreground: .own1)
///
/// The colours of ``dark`` and ``light`` belong to xterm's palette of 256, so that a terminal looks
/// the same with 256 colours as with all of them, and setting one takes half the bytes. As WCAG 2.2
/// requires, text has a contrast of at least 4.5 and marks of at least 3, on the common terminal
/// backgrounds and on the theme's own. The sixteen colours look different on every terminal, so
/// only those are used that have this contrast in both xterm's and the console's palette.
public struct Theme: Hashable, Sendable {
  /// The colour of each role; a role without one has the terminal's own.
  public var colors: [Role: Color]

  /// Makes a theme from the colours of some roles.
  public init(colors: [Role: Color]) { self.colors = colors }

  /// Light letters on a dark background.
  public static let dark = Theme(colors: both.mapValues(\.dark))
  /// Dark letters on a light background.
  public static let light = Theme(colors: both.mapValues(\.light))

  /// A colour, and the nearest of the sixteen.
  public struct Color: Hashable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// The nearest of the sixteen colours that the user's terminal defines, 0 to 15; nil if none of
    /// them is legible everywhere: then the terminal's own colour is used.
    var ansi: UInt8?

    /// Makes a colour from its red, green and blue parts, as in `0xFF8700`.
    ///
    /// - Parameters:
    ///   - hex: Red, green and blue, eight bits each; higher bits are ignored.
    ///   - ansi: The number, 0 to 15, of the colour for a terminal with sixteen colours; nil for
    ///     the terminal's own.
    public init(_ hex: UInt32, ansi: UInt8? = nil) {
      red = UInt8(hex >> 16 & 0xFF)
      green = UInt8(hex >> 8 & 0xFF)
      blue = UInt8(hex & 0xFF)
      self.ansi = ansi
    }

    /// The brightness, 0 to 1: the relative luminance of WCAG 2.2.
    var luminance: Double {
      func linear(_ value: UInt8) -> Double {
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
  }

  /// The theme for a background: the one whose text has more contrast with it.
  init(background: Color) {
    // Black and white letters have the same contrast at √(1.05 · 0.05) − 0.05.
    self = background.luminance > 0.179 ? .light : .dark
  }

  private static let both: [Role: (dark: Color, light: Color)] = {
    let (blue, green) = (
      (Color(0x5FAFFF, ansi: 14), Color(0x005FAF, ansi: 4)),
      (Color(0x87D787, ansi: 10), Color(0x005F00, ansi: 4))
    )
    let (yellow, red) = (
      (Color(0xFFD75F, ansi: 11), Color(0x5F5F00, ansi: 5)),
      (Color(0xFF8787, ansi: 9), Color(0xAF0000, ansi: 1))
    )
    return [
      .muted: (Color(0x9E9E9E, ansi: 7), Color(0x5F5F5F)), .title: blue, .accent: blue,
      .success: green, .ramp4: green, .warning: yellow, .ramp3: yellow, .danger: red, .ramp1: red,
      .border: (Color(0x808080, ansi: 7), Color(0x767676, ansi: 8)),
      .selection: (Color(0x303030), Color(0xD7FFFF)),
      .ramp2: (Color(0xFFAF5F, ansi: 11), Color(0x875F00, ansi: 5)),
      .ramp5: (Color(0x5FD7D7, ansi: 14), Color(0x005F87, ansi: 4)),
    ]
  }()
}
