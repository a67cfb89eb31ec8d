/// What a cell is for, from which a theme decides its colour.
public enum Role: UInt8, CaseIterable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// Hints, and what is not active.
  case muted
  /// Headings.
  case title
  /// What stands out: the focus, a drawn line.
  case accent
  /// What is right.
  case success
  /// What deserves attention.
  case warning
  /// What is wrong.
  case danger
  /// Lines around boxes.
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
  /// How text is emphasised, as far as the terminal can.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Heavier letters.
    public static let bold = Attributes(rawValue: 1)
    /// Paler letters.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted letters.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 16)
  }

  /// What the letters are for.
  public var foreground: Role
  /// What the space behind the letters is for.
  public var background: Role
  /// How the letters are emphasised.
  public var attributes: Attributes

  /// Makes a style; what is left out is as the terminal has it.
  public init(
    foreground: Role = .standard, background: Role = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own colours, nothing emphasised.
  public static let plain = Style()
  /// Emphasised without a colour.
  public static let bold = Style(attributes: .bold)
  /// Hints and what is not active; dim where there are no colours.
  public static let muted = Style(foreground: .muted)
  /// Headings, which are bold as well.
  public static let title = Style(foreground: .title, attributes: .bold)
  /// What is right.
  public static let success = Style(foreground: .success)
  /// What deserves attention.
  public static let warning = Style(foreground: .warning)
  /// What is wrong.
  public static let danger = Style(foreground: .danger)
  /// Lines around boxes.
  public static let border = Style(foreground: .border)
  /// What stands out: the focus, a drawn line.
  public static let accent = Style(foreground: .accent)

  /// This style with `attributes` added.
  public func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
