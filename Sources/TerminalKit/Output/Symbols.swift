/// The characters that widgets draw with: Unicode's, those of a console's font, or ASCII's for
/// locales without others.
///
/// To make your own set, change a copy:
///
///     var symbols = Symbols.unicode
///     symbols.check = "√"
public struct Symbols: Equatable, Sendable {
  /// The characters that the terminal can show; all text is encoded with them.
  package var characterSet: TerminalCharacterSet
  /// Ends text that is cut.
  public var ellipsis: String
  /// Masks a character of a secret; one column wide.
  public var bullet: Character
  /// Marks the element with the focus.
  public var marker: String
  /// Marks success.
  public var check: String
  /// Marks an error.
  public var cross: String
  /// Marks work under way.
  public var pending: String
  /// Marks a neutral message.
  public var neutral: String
  /// Separates the hints of a footer; it includes the blanks around it.
  public var separator: String
  /// Shown at the left edge of a field whose text continues beyond it.
  public var cutLeft: Character
  /// Shown at the right edge of a field whose text continues beyond it.
  public var cutRight: Character
  /// Shown at the right edge of an area that continues above it; one column wide.
  public var moreAbove: String
  /// Shown at the right edge of an area that continues below it; one column wide.
  public var moreBelow: String
  /// Shown after the text of a control that opens a list.
  public var opens: String
  /// Eight steps of a bar growing to the right, the last one full.
  package var horizontalSteps: [Character]
  /// The steps of a bar growing up, the last one full.
  package var verticalSteps: [Character]
  /// The empty part of a bar.
  package var track: Character
  /// The lines and corners of a box.
  package var box: Box

  /// The lines and corners that a box is drawn with, each one column wide.
  package struct Box: Equatable, Sendable {
    /// The upper left corner.
    package var topLeft: Character
    /// The upper right corner.
    package var topRight: Character
    /// The lower left corner.
    package var bottomLeft: Character
    /// The lower right corner.
    package var bottomRight: Character
    /// The upper and lower edge.
    package var horizontal: Character
    /// The left and right edge.
    package var vertical: Character
  }

  /// Symbols beyond ASCII that nearly every font has.
  public static let unicode = Symbols(
    characterSet: .unicode, ellipsis: "…", bullet: "•", marker: "▸", check: "✓", cross: "✗",
    pending: "⋯", neutral: "·", separator: " · ", cutLeft: "‹", cutRight: "›", moreAbove: "↑",
    moreBelow: "↓", opens: "▾", horizontalSteps: Array("▏▎▍▌▋▊▉█"),
    verticalSteps: Array("▁▂▃▄▅▆▇█"), track: "░",
    box: Box(
      topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─",
      vertical: "│"))

  /// ASCII symbols only, for locales and terminals without others.
  public static let ascii = Symbols(
    characterSet: .ascii, ellipsis: "..", bullet: "*", marker: ">", check: "ok", cross: "x",
    pending: "..", neutral: "-", separator: " | ", cutLeft: "<", cutRight: ">", moreAbove: "^",
    moreBelow: "v", opens: "v", horizontalSteps: Array("    ####"),
    verticalSteps: Array(".,-~=+*#"), track: ".",
    box: Box(
      topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
      vertical: "|"))

  /// Symbols that the fonts of text consoles have, such as that of `TERM=linux`.
  public static let console = Symbols(
    characterSet: .console, ellipsis: "..", bullet: "•", marker: "▶", check: "ok", cross: "x",
    pending: "..", neutral: "·", separator: " · ", cutLeft: "«", cutRight: "»", moreAbove: "↑",
    moreBelow: "↓", opens: "▼", horizontalSteps: Array("░░░▒▒▒▒█"),
    verticalSteps: Array("_░░▒▒▒██"), track: "░", box: unicode.box)

  /// True if only ASCII may be shown.
  public var isASCII: Bool { characterSet == .ascii }

  /// True if signs beyond letters, lines and blocks cannot be shown: no braille, no ticks.
  package var lacksSigns: Bool { characterSet != .unicode }

  /// Returns the number of columns of one line of text, encoded in the character set.
  package func columns(of text: String) -> Int { Glyph.columns(of: characterSet.encoded(text)) }
}
