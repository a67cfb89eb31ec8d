/// The SGR parameters of every role, computed once for a theme and a colour depth.
struct Palette: Sendable {
  /// The parameters by role, as foreground.
  private let foregrounds: [[UInt8]]
  /// The parameters by role, as background.
  private let backgrounds: [[UInt8]]

  init(theme: Theme, depth: ColorDepth) {
    foregrounds = Role.allCases.map {
      Palette.parameters(theme.colors[$0], depth, isForeground: true)
    }
    backgrounds = Role.allCases.map {
      Palette.parameters(theme.colors[$0], depth, isForeground: false)
    }
  }

  /// The parameters that select `role` as foreground; empty for the terminal's own.
  func foreground(_ role: Role) -> [UInt8] { foregrounds[Int(role.rawValue)] }

  /// The parameters that select `role` as background; empty for the terminal's own.
  func background(_ role: Role) -> [UInt8] { backgrounds[Int(role.rawValue)] }

  /// Returns a style in the form that is sent: without colours, muted text becomes dim.
  func shown(_ style: Style) -> Style {
    style.foreground != .muted || !foreground(.muted).isEmpty ? style : style.adding(.dim)
  }

  /// The parameters that select a colour; empty for the terminal's own.
  static func parameters(_ color: Theme.Color?, _ depth: ColorDepth, isForeground: Bool) -> [UInt8]
  {
    guard let color else { return [] }
    switch depth {
    case .none: return []
    case .ansi16:
      guard let ansi = color.ansi else { return [] }
      let base = (ansi < 8 ? 30 : 82) + (isForeground ? 0 : 10)
      return Array("\(base + Int(ansi))".utf8)
    case .ansi256, .trueColor:
      let (index, isExact) = nearest256(color)
      if depth == .ansi256 || isExact { return Array("\(isForeground ? 38 : 48);5;\(index)".utf8) }
      return Array("\(isForeground ? 38 : 48);2;\(color.red);\(color.green);\(color.blue)".utf8)
    }
  }

  /// Returns the nearest of xterm's 6×6×6 cube (16–231) and grey ramp (232–255), by squared
  /// distance, and true if it is the same colour.
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
