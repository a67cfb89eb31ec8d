/// What a cell is for, from which a theme decides its colour.
enum Role: UInt8, CaseIterable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  case muted
  case title
  case accent
  case success
  case warning
  case danger
  case border
  /// Behind the focused row or button.
  case selection
  /// Five steps from low to high, for strength and speed.
  case ramp1, ramp2, ramp3, ramp4, ramp5

  /// The ramp's colour for `fraction` of its length, 0 to 1.
  static func ramp(_ fraction: Double) -> Role {
    let steps: [Role] = [.ramp1, .ramp2, .ramp3, .ramp4, .ramp5]
    guard fraction.isFinite else { return .ramp1 }
    return steps[min(4, max(0, Int(fraction * 5)))]
  }
}

/// How a cell looks: roles for its colours, and attributes.
struct Style: Hashable, Sendable {
  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let italic = Attributes(rawValue: 4)
    static let underline = Attributes(rawValue: 8)
    static let reverse = Attributes(rawValue: 16)
  }

  var foreground: Role = .standard
  var background: Role = .standard
  var attributes: Attributes = []

  /// The terminal's own colours, nothing emphasised.
  static let plain = Style()
  static let bold = Style(attributes: .bold)
  /// Hints and what is not active; dim where there are no colours.
  static let muted = Style(foreground: .muted)
  static let title = Style(foreground: .title, attributes: .bold)
  static let success = Style(foreground: .success)
  static let warning = Style(foreground: .warning)
  static let danger = Style(foreground: .danger)
  static let border = Style(foreground: .border)
  static let accent = Style(foreground: .accent)

  /// This style with `attributes` added.
  func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
