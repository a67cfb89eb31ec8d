/// How many colours the terminal shows.
public enum ColorDepth: Sendable, CaseIterable {
  case none
  case ansi16
  case ansi256
  case trueColor
}

/// Which colour each role has.
///
/// The colours are those of xterm's palette of 256, so that a terminal shows the same with 256
/// colours as with all of them, and naming one takes half the bytes.
public enum Theme: Sendable, CaseIterable {
  case dark
  case light

  public struct Color: Equatable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// The nearest of the sixteen colours whose look the user's terminal decides, 0 to 15.
    public var ansi: UInt8

    public init(_ hex: UInt32, ansi: UInt8) {
      red = UInt8(hex >> 16 & 0xFF)
      green = UInt8(hex >> 8 & 0xFF)
      blue = UInt8(hex & 0xFF)
      self.ansi = ansi
    }
  }

  /// The colour of `role`; nil for the terminal's own.
  public func color(_ role: Role) -> Color? {
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

/// The SGR parameters of every role, worked out once for a theme and a colour depth.
struct Palette: Sendable {
  private var foregrounds: [[UInt8]]
  private var backgrounds: [[UInt8]]
  private let hasColors: Bool

  init(theme: Theme, depth: ColorDepth) {
    hasColors = depth != .none
    foregrounds = Role.allCases.map {
      Palette.parameters(theme.color($0), depth, isForeground: true)
    }
    backgrounds = Role.allCases.map {
      Palette.parameters(theme.color($0), depth, isForeground: false)
    }
  }

  /// The parameters that select `role` as foreground; empty for the terminal's own.
  func foreground(_ role: Role) -> [UInt8] { foregrounds[Int(role.rawValue)] }
  /// The parameters that select `role` as background; empty for the terminal's own.
  func background(_ role: Role) -> [UInt8] { backgrounds[Int(role.rawValue)] }

  /// A style as it is sent: where there are no colours, what is muted is dim.
  func shown(_ style: Style) -> Style {
    hasColors || style.foreground != .muted ? style : style.adding(.dim)
  }

  /// The parameters that select a colour.
  static func parameters(
    _ color: Theme.Color?, _ depth: ColorDepth, isForeground: Bool
  ) -> [UInt8] {
    guard let color else { return [] }
    switch depth {
    case .none: return []
    case .ansi16:
      let base = (color.ansi < 8 ? 30 : 82) + (isForeground ? 0 : 10)
      return Array("\(base + Int(color.ansi))".utf8)
    case .ansi256, .trueColor:
      let (index, isExact) = nearest256(color)
      if depth == .ansi256 || isExact {
        return Array("\(isForeground ? 38 : 48);5;\(index)".utf8)
      }
      return Array(
        "\(isForeground ? 38 : 48);2;\(color.red);\(color.green);\(color.blue)".utf8)
    }
  }

  /// The nearest of xterm's 6×6×6 cube (16–231) and grey ramp (232–255), by squared distance, and
  /// whether it is the same colour.
  static func nearest256(_ color: Theme.Color) -> (index: Int, isExact: Bool) {
    let levels = [0, 95, 135, 175, 215, 255]
    let components = [Int(color.red), Int(color.green), Int(color.blue)]
    let cube = components.map { component in
      levels.indices.min { abs(levels[$0] - component) < abs(levels[$1] - component) } ?? 0
    }
    let grey = min(23, max(0, (components.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int {
      zip(components, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let greyLevel = 8 + 10 * grey
    let toGrey = distance([greyLevel, greyLevel, greyLevel])
    let toCube = distance(cube.map { levels[$0] })
    if toGrey < toCube { return (232 + grey, toGrey == 0) }
    return (16 + 36 * cube[0] + 6 * cube[1] + cube[2], toCube == 0)
  }
}
