/// What a cell is for, from which a theme decides its colour.
public enum Role: UInt8, CaseIterable, Sendable {
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
  public static func ramp(_ fraction: Double) -> Role {
    let steps: [Role] = [.ramp1, .ramp2, .ramp3, .ramp4, .ramp5]
    guard fraction.isFinite else { return .ramp1 }
    return steps[min(4, max(0, Int(fraction * 5)))]
  }
}

/// How a cell looks: roles for its colours, and attributes.
public struct Style: Hashable, Sendable {
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Makes a Attributes of its parts.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let italic = Attributes(rawValue: 4)
    public static let underline = Attributes(rawValue: 8)
    public static let reverse = Attributes(rawValue: 16)
  }

  public var foreground: Role = .standard
  public var background: Role = .standard
  public var attributes: Attributes = []

  /// Makes a Style of its parts.
  public init(
    foreground: Role = .standard, background: Role = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours, nothing emphasised.
  public static let plain = Style()
  public static let bold = Style(attributes: .bold)
  /// Hints and what is not active; dim where there are no colours.
  public static let muted = Style(foreground: .muted)
  public static let title = Style(foreground: .title, attributes: .bold)
  public static let success = Style(foreground: .success)
  public static let warning = Style(foreground: .warning)
  public static let danger = Style(foreground: .danger)
  public static let border = Style(foreground: .border)
  public static let accent = Style(foreground: .accent)

  /// This style with `attributes` added.
  public func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
