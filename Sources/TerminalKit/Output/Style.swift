/// The purpose of a cell, which a theme turns into a colour.
public enum Role: UInt8, CaseIterable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// Hints and inactive elements.
  case muted
  /// Headings.
  case title
  /// Emphasised elements: the focus, a drawn line.
  case accent
  /// Success.
  case success
  /// A warning.
  case warning
  /// An error.
  case danger
  /// Lines around boxes.
  case border
  /// The background of the focused row or button.
  case selection
  /// Five steps from low to high, for strength and speed.
  case ramp1, ramp2, ramp3, ramp4, ramp5
  /// The program's own, in the colours that its ``Theme`` has for them.
  case own1, own2, own3, own4, own5, own6

  /// Returns the ramp's colour for `fraction` of its length, 0 to 1.
  public static func ramp(_ fraction: Double) -> Role {
    let steps: [Role] = [.ramp1, .ramp2, .ramp3, .ramp4, .ramp5]
    guard fraction.isFinite else { return .ramp1 }
    return steps[min(4, max(0, Int(fraction * 5)))]
  }
}

/// The appearance of a cell: roles for its colours, and attributes.
public struct Style: Hashable, Sendable {
  /// The emphasis of text, as far as the terminal can show it.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

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

  /// The role of the letters.
  public var foreground: Role
  /// The role of the background.
  public var background: Role
  /// The emphasis of the letters.
  public var attributes: Attributes

  /// Makes a style; omitted parts are the terminal's own.
  public init(
    foreground: Role = .standard, background: Role = .standard, attributes: Attributes = []
  ) { (self.foreground, self.background, self.attributes) = (foreground, background, attributes) }

  /// The terminal's own colours, nothing emphasised.
  public static let plain = Style()
  /// Emphasised without a colour.
  public static let bold = Style(attributes: .bold)
  /// Hints and inactive elements; dim without colours.
  public static let muted = Style(foreground: .muted)
  /// Headings, which are bold as well.
  public static let title = Style(foreground: .title, attributes: .bold)
  /// Success.
  public static let success = Style(foreground: .success)
  /// A warning.
  public static let warning = Style(foreground: .warning)
  /// An error.
  public static let danger = Style(foreground: .danger)
  /// Lines around boxes.
  public static let border = Style(foreground: .border)
  /// Emphasised elements: the focus, a drawn line.
  public static let accent = Style(foreground: .accent)

  /// Returns this style with `attributes` added.
  public func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
