/// How many colours the terminal shows.
public enum ColorDepth: Sendable, CaseIterable {
  /// No colours: bold, dim and the like are the only emphasis.
  case none
  /// The sixteen colours of ANSI, whose look the user's terminal decides.
  case ansi16
  /// xterm's palette of 256 colours.
  case ansi256
  /// All colours, 24 bits of them.
  case trueColor
}

/// Which colour each role has, on a dark or on a light background.
///
/// The colours are those of xterm's palette of 256, so that a terminal shows the same with 256
/// colours as with all of them, and naming one takes half the bytes.
public enum Theme: Sendable, CaseIterable {
  /// Light letters on a dark background.
  case dark
  /// Dark letters on a light background.
  case light

  /// A colour of the palette of 256, with its nearest relative among the sixteen.
  struct Color: Equatable, Sendable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// The nearest of the sixteen colours whose look the user's terminal decides, 0 to 15.
    var ansi: UInt8

    init(_ hex: UInt32, ansi: UInt8) {
      red = UInt8(hex >> 16 & 0xFF)
      green = UInt8(hex >> 8 & 0xFF)
      blue = UInt8(hex & 0xFF)
      self.ansi = ansi
    }
  }

  /// The colour of `role`; nil for the terminal's own.
  func color(_ role: Role) -> Color? {
    let isDark = self == .dark
    return switch role {
    case .standard: nil
    case .muted: isDark ? Color(0x9E9E9E, ansi: 7) : Color(0x5F5F5F, ansi: 8)
    case .title, .accent: isDark ? Color(0x5FAFFF, ansi: 14) : Color(0x005FAF, ansi: 4)
    case .success, .ramp4: isDark ? Color(0x87D787, ansi: 10) : Color(0x005F00, ansi: 2)
    case .warning, .ramp3: isDark ? Color(0xFFD75F, ansi: 11) : Color(0x875F00, ansi: 3)
    case .danger, .ramp1: isDark ? Color(0xFF8787, ansi: 9) : Color(0xAF0000, ansi: 1)
    case .border: isDark ? Color(0x808080, ansi: 8) : Color(0x767676, ansi: 8)
    case .selection: isDark ? Color(0x005F87, ansi: 4) : Color(0xAFD7FF, ansi: 7)
    case .ramp2: isDark ? Color(0xFFAF5F, ansi: 3) : Color(0xAF5F00, ansi: 3)
    case .ramp5: isDark ? Color(0x5FD7D7, ansi: 14) : Color(0x005F87, ansi: 6)
    }
  }
}
