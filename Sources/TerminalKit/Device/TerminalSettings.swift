#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is known about the terminal before anything is written to it.
///
/// Nothing is asked of the terminal itself: answers may come late and would be typed into a
/// field or the shell.
public struct TerminalSettings: Sendable {
  public var input: Int32 = 0
  public var output: Int32 = 1
  public var colorDepth: ColorDepth = .trueColor
  public var theme: Theme = .dark
  public var symbols: Symbols = .unicode

  /// The size when the terminal does not tell one.
  public static let fallbackSize = Size(80, 24)

  /// The terminal's size now.
  public var size: Size { RawMode.size(of: output) ?? Self.fallbackSize }

  /// Reads the usual environment variables.
  ///
  /// - `NO_COLOR`, when not empty, leaves bold and dim as the only emphasis.
  /// - `TERM`, when it is not set or says `dumb` or `unknown`, promises no colours, nor anything else.
  /// - `COLORTERM` of `truecolor` or `24bit`, then `TERM`, decide the number of colours.
  /// - `COLORFGBG` (`15;0`) tells a light background from a dark one.
  /// - `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set, must name UTF-8 for symbols
  ///   beyond ASCII.
  public init(environment: [String: String] = Self.processEnvironment) {
    func value(_ name: String) -> String { environment[name] ?? "" }
    let term = value("TERM")
    if !value("NO_COLOR").isEmpty || Self.isDumb(environment) || term.hasPrefix("vt") {
      colorDepth = .none
    } else if ["truecolor", "24bit"].contains(value("COLORTERM")) || term.hasSuffix("-direct") {
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
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map(value).first { !$0.isEmpty } ?? ""
    let encoding = locale.lowercased()
    symbols = encoding.contains("utf-8") || encoding.contains("utf8") ? .unicode : .ascii
  }

  /// Whether nothing is known of the terminal but that it shows lines: it says so, or names no kind.
  public static func isDumb(_ environment: [String: String]) -> Bool {
    ["", "dumb", "unknown"].contains(environment["TERM"] ?? "")
  }

  /// The environment of this process; of a name that stands twice the first counts.
  public static var processEnvironment: [String: String] {
    var result: [String: String] = [:]
    let names = [
      "TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "LC_ALL", "LC_CTYPE", "LANG", "ACCESSIBLE",
    ]
    for name in names {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}
