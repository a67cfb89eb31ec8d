import Platform

/// The terminal's capabilities that are known before anything is written to it.
///
///     var settings = TerminalSettings()
///     settings.theme = .light
///     settings.asksForBackground = false
///     let end = try loop.run(screen, settings: settings)
///
/// The terminal itself is queried once the first frame is shown; its replies are never taken for
/// keys, however late they arrive.
public struct TerminalSettings: Sendable {
  /// The file descriptor that keys are read from.
  public var input: Int32 = 0
  /// The file descriptor that frames are written to.
  public var output: Int32 = 1
  /// The kind of terminal, from `TERM`; empty if it is not set.
  public var term: String
  /// The number of colours that it shows.
  public var colorDepth: ColorDepth
  /// The theme for its background, unless it reports that itself.
  public var theme: Theme = .dark
  /// True if terminals of this kind can be queried. At the end, a program waits for one that never
  /// replies for at most `answerTimeout` after the query.
  package var answersQuestions: Bool
  /// The longest time to wait for the terminal's replies, counted from the query.
  package var answerTimeout = Duration.milliseconds(700)
  /// The longest time to wait until the terminal stops reporting the mouse, if it has replied.
  package var mouseTimeout = Duration.seconds(2)
  /// True if the theme follows the background colour that the terminal reports.
  public var asksForBackground = true
  /// True if the program uses the mouse; otherwise the terminal does, to select text.
  public var takesMouse = true
  /// The milliseconds after which an ESC that nothing follows is the Esc key, and not the beginning
  /// of another key's sequence.
  package var escapeDelay = InputDecoder.usualEscapeDelay
  /// The symbols that its locale and its font allow.
  public var symbols: Symbols

  /// The delay over a network, which can split a sequence.
  private static let remoteEscapeDelay = 200

  /// The size if the terminal does not report one.
  private static let fallbackSize = Size(80, 24)

  /// The terminal's size now; 80 by 24 if it does not report one.
  public var size: Size { RawMode.size(of: output) ?? Self.fallbackSize }

  /// Reads the terminal's capabilities from the usual environment variables.
  ///
  /// - `NO_COLOR`, when not empty, leaves bold and dim as the only emphasis.
  /// - `TERM`, if it is not set or is `dumb` or `unknown`, promises no colours, nor anything else.
  /// - `COLORTERM` of `truecolor` or `24bit`, then `TERM`, decide the number of colours.
  /// - `COLORFGBG` (`15;0`) tells whether the background is light.
  /// - `ESCDELAY`, from 10 to 2000, is the number of milliseconds to wait after a lone ESC; without
  ///   it, 200 if `SSH_CONNECTION` or `SSH_TTY` is set, and 50 otherwise.
  /// - `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set, must name UTF-8 for symbols beyond
  ///   ASCII; on a text console, `TERM` limits them to those in its fonts.
  public init(environment: [String: String] = Self.processEnvironment) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    term = value("TERM")
    if !value("NO_COLOR").isEmpty || Self.isDumb(environment) || term.hasPrefix("vt") {
      colorDepth = .none
    } else if ["truecolor", "24bit"].contains(value("COLORTERM")) || term.hasSuffix("-direct")
      || Self.trueColorTerms.contains(where: term.hasPrefix)
    {
      colorDepth = .trueColor
    } else if term.hasSuffix("-256color") {
      colorDepth = .ansi256
    } else {
      colorDepth = .ansi16
    }
    // The last part is the background: 7 and 9 to 15 are light, 8 is dark grey.
    if let background = value("COLORFGBG").split(separator: ";").last.flatMap({ Int($0) }) {
      theme = background == 7 || background > 8 ? .light : .dark
    }
    if let delay = Int(value("ESCDELAY")), delay >= 0 {
      escapeDelay = min(max(delay, 10), 2000)
    } else if !value("SSH_CONNECTION").isEmpty || !value("SSH_TTY").isEmpty {
      escapeDelay = Self.remoteEscapeDelay
    }
    answersQuestions =
      !TerminalCharacterSet.isConsole(term) && !Self.isDumb(environment) && !term.hasPrefix("vt")
    symbols =
      switch TerminalCharacterSet(environment: environment) {
      case .unicode: .unicode
      case .console: .console
      case .ascii: .ascii
      }
  }

  /// The prefixes of `TERM` for terminals with 24-bit colours that may not set `COLORTERM`.
  private static let trueColorTerms = [
    "xterm-kitty", "foot", "alacritty", "wezterm", "ghostty", "xterm-ghostty",
  ]

  /// Switches the terminal's echo off until a screen takes the terminal over, for programs that
  /// take a while before they draw: text typed meanwhile is for the screen and does not show.
  /// However the process ends, the echo is on again.
  package func hideTyping() { RawMode.mute(input: input) }

  /// The descriptor on which to show a program whose result goes to standard output: standard
  /// output if it is a terminal, otherwise a copy of standard error.
  package static func outputBesideResults() -> Int32 {
    // A copy: other output to standard error is kept back while a screen is shown.
    isatty(1) == 1 ? 1 : fcntl(2, F_DUPFD_CLOEXEC, 3)
  }

  /// Returns true if the terminal is only known to show lines, because its kind is dumb or not set.
  static func isDumb(_ environment: [String: String]) -> Bool {
    ["", "dumb", "unknown"].contains(environment["TERM"] ?? "")
  }

  /// The variables of this process's environment that describe its terminal; if a name occurs
  /// twice, the first counts.
  public static var processEnvironment: [String: String] {
    var result: [String: String] = [:]
    let names = [
      "TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG", "ACCESSIBLE",
      "ESCDELAY", "SSH_CONNECTION", "SSH_TTY",
    ]
    for name in names { if let value = getenv(name) { result[name] = String(cString: value) } }
    return result
  }
}
