/// The characters widgets draw with: Unicode's, or ASCII's where the locale or the font has none.
public struct Symbols: Equatable, Sendable {
  public var ellipsis: String
  public var bullet: Character
  public var marker: String
  public var check: String
  public var cross: String
  public var pending: String
  public var neutral: String
  public var separator: String
  /// Shown at the cut edges of a field wider than its place.
  public var cutLeft: Character
  public var cutRight: Character
  /// Eight steps of a bar growing to the right, the last one full.
  public var horizontalSteps: [Character]
  /// Eight steps of a bar growing up, the last one full.
  public var verticalSteps: [Character]
  /// What is left of a bar.
  public var track: Character
  /// Top left, top right, bottom left, bottom right, horizontal, vertical.
  public var box: Box

  /// Makes a Symbols of its parts.
  public init(
    ellipsis: String, bullet: Character, marker: String, check: String, cross: String,
    pending: String, neutral: String, separator: String, cutLeft: Character, cutRight: Character,
    horizontalSteps: [Character], verticalSteps: [Character], track: Character, box: Box
  ) {
    self.ellipsis = ellipsis
    self.bullet = bullet
    self.marker = marker
    self.check = check
    self.cross = cross
    self.pending = pending
    self.neutral = neutral
    self.separator = separator
    self.cutLeft = cutLeft
    self.cutRight = cutRight
    self.horizontalSteps = horizontalSteps
    self.verticalSteps = verticalSteps
    self.track = track
    self.box = box
  }

  public struct Box: Equatable, Sendable {
    public var topLeft: Character
    public var topRight: Character
    public var bottomLeft: Character
    public var bottomRight: Character
    public var horizontal: Character
    public var vertical: Character

    /// Makes a Box of its parts.
    public init(
      topLeft: Character, topRight: Character, bottomLeft: Character, bottomRight: Character,
      horizontal: Character, vertical: Character
    ) {
      self.topLeft = topLeft
      self.topRight = topRight
      self.bottomLeft = bottomLeft
      self.bottomRight = bottomRight
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  public static let unicode = Symbols(
    ellipsis: "…", bullet: "•", marker: "▸", check: "✓", cross: "✗", pending: "⋯", neutral: "·",
    separator: " · ", cutLeft: "‹", cutRight: "›",
    horizontalSteps: Array("▏▎▍▌▋▊▉█"), verticalSteps: Array("▁▂▃▄▅▆▇█"), track: "░",
    box: Box(
      topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─",
      vertical: "│"))

  public static let ascii = Symbols(
    ellipsis: "..", bullet: "*", marker: ">", check: "ok", cross: "x", pending: "..",
    neutral: "-", separator: " | ", cutLeft: "<", cutRight: ">",
    horizontalSteps: Array("    ####"), verticalSteps: Array(".,-~=+*#"), track: ".",
    box: Box(
      topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
      vertical: "|"))

  /// Whether these are the plain ASCII ones.
  public var isASCII: Bool { bullet.isASCII }
}
