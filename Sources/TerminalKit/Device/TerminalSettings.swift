import Platform

/// The abilities of the terminal that are known before anything is written to it.
///
///     var settings = TerminalSettings()
///     settings.theme = .light
///     settings.asksForBackground = false
///     let end = try loop.run(screen, settings: settings)
///
/// More is asked of the terminal itself once the first frame is shown; its answers are never taken
/// for keys, however late they come.
public struct TerminalSettings: Sendable {
  /// The file descriptor that keys are read from.
  public var input: Int32 = 0
  /// The file descriptor that frames are written to.
  public var output: Int32 = 1
  /// The kind of terminal, as `TERM` has it; empty if it is not set.
  public var term: String
  /// The number of colours that it shows.
  public var colorDepth: ColorDepth
  /// The theme for its background, as far as it has not reported that itself.
  public var theme: Theme = .dark
  /// True if the terminal can be asked about itself, as its kind has it. One that never answers is
  /// waited for at the end, until `answerTimeout` after the question at most.
  package var answersQuestions: Bool
  /// The longest time that its answers are waited for, from the question on.
  package var answerTimeout = Duration.milliseconds(700)
  /// The longest time that it is waited for until it reports no mouse any more, if it has answered.
  package var mouseTimeout = Duration.seconds(2)
  /// True if the theme becomes the one for the background that the terminal says it has.
  public var asksForBackground = true
  /// True if the mouse is for the program; else it is for the terminal, to select text with.
  public var takesMouse = true
  /// The milliseconds after which an ESC that nothing follows is the Esc key, and not the beginning
  /// of another key's sequence.
  package var escapeDelay = InputDecoder.usualEscapeDelay
  /// The symbols that its locale and its font allow.
  public var symbols: Symbols

  /// The delay over a network, which can part a sequence.
  private static let remoteEscapeDelay = 200

  /// The size if the terminal does not report one.
  private static let fallbackSize = Size(80, 24)

  /// The terminal's size now; 80 by 24 where it does not report one.
  public var size: Size { RawMode.size(of: output) ?? Self.fallbackSize }

  /// Finds out what it can from the usual environment variables.
  ///
  /// - `NO_COLOR`, when not empty, leaves bold and dim as the only emphasis.
  /// - `TERM`, when it is not set or says `dumb` or `unknown`, promises no colours, nor anything
  ///   else.
  /// - `COLORTERM` of `truecolor` or `24bit`, then `TERM`, decide the number of colours.
  /// - `COLORFGBG` (`15;0`) says whether the background is light.
  /// - `ESCDELAY`, from 10 to 2000, is how many milliseconds a lone ESC waits; without it they are
  ///   200 if `SSH_CONNECTION` or `SSH_TTY` is set, and 50 otherwise.
  /// - `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set, must name UTF-8 for symbols
  ///   beyond ASCII; `TERM` of a text console leaves those that its fonts have.
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

  /// The beginnings of `TERM` of terminals with 24-bit colors that do not always set `COLORTERM`.
  private static let trueColorTerms = [
    "xterm-kitty", "foot", "alacritty", "wezterm", "ghostty", "xterm-ghostty",
  ]

  /// Switches the terminal's echo off until a screen takes it over, for programs that take a while
  /// before they draw: what is typed meanwhile is for the screen and does not show. However the
  /// process ends, the echo is on again.
  package func hideTyping() { RawMode.mute(input: input) }

  /// The descriptor on which a program shows itself whose result goes to standard output: standard
  /// output where it is a terminal, else a copy of standard error.
  package static func outputBesideResults() -> Int32 {
    // A copy: what others write to standard error while a screen is shown is kept until later.
    isatty(1) == 1 ? 1 : fcntl(2, F_DUPFD_CLOEXEC, 3)
  }

  /// Returns true if nothing is known of the terminal but that it shows lines, because its kind
  /// says so or is not set.
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
