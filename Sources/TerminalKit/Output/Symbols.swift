/// The characters widgets draw with: Unicode's, or ASCII's where the locale or the font has none.
struct Symbols: Equatable, Sendable {
  var ellipsis: String
  var bullet: Character
  var marker: String
  var check: String
  var cross: String
  var pending: String
  var neutral: String
  var separator: String
  /// Shown at the cut edges of a field wider than its place.
  var cutLeft: Character
  var cutRight: Character
  /// Eight steps of a bar growing to the right, the last one full.
  var horizontalSteps: [Character]
  /// Eight steps of a bar growing up, the last one full.
  var verticalSteps: [Character]
  /// What is left of a bar.
  var track: Character
  /// Top left, top right, bottom left, bottom right, horizontal, vertical.
  var box: Box

  struct Box: Equatable, Sendable {
    var topLeft: Character
    var topRight: Character
    var bottomLeft: Character
    var bottomRight: Character
    var horizontal: Character
    var vertical: Character
  }

  static let unicode = Symbols(
    ellipsis: "…", bullet: "•", marker: "▸", check: "✓", cross: "✗", pending: "⋯", neutral: "·",
    separator: " · ", cutLeft: "‹", cutRight: "›",
    horizontalSteps: Array("▏▎▍▌▋▊▉█"), verticalSteps: Array("▁▂▃▄▅▆▇█"), track: "░",
    box: Box(
      topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘", horizontal: "─",
      vertical: "│"))

  static let ascii = Symbols(
    ellipsis: "..", bullet: "*", marker: ">", check: "ok", cross: "x", pending: "..",
    neutral: "-", separator: " | ", cutLeft: "<", cutRight: ">",
    horizontalSteps: Array("    ####"), verticalSteps: Array(".,-~=+*#"), track: ".",
    box: Box(
      topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-",
      vertical: "|"))

  /// Whether these are the plain ASCII ones.
  var isASCII: Bool { bullet.isASCII }
}
