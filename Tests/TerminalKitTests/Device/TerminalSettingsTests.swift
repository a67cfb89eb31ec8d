import Testing

@testable import TerminalKit

@Suite("What the environment says about the terminal")
struct TerminalSettingsTests {
  @Test(
    "NO_COLOR, COLORTERM and TERM decide the colours",
    arguments: [
      (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "xterm-256color", "COLORTERM": "24bit"], .trueColor),
      (["TERM": "xterm-direct"], .trueColor), (["TERM": "xterm-256color"], .ansi256),
      (["TERM": "tmux-256color", "COLORTERM": ""], .ansi256), (["TERM": "linux"], .ansi16),
      (["TERM": "vt100"], .none), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256), ([:], .none), (["TERM": ""], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none), (["TERM": "unknown"], .none),
    ] as [([String: String], ColorDepth)])
  func colors(environment: [String: String], depth: ColorDepth) {
    #expect(TerminalSettings(environment: environment).colorDepth == depth)
  }

  @Test(
    "The locale decides the symbols, its strongest variable first",
    arguments: [
      (["LANG": "en_US.UTF-8"], false), (["LC_CTYPE": "C.utf8", "LANG": "C"], false),
      (["LC_ALL": "C", "LANG": "en_US.UTF-8"], true), ([:], true),
      (["LC_ALL": "", "LANG": "sv_SE.UTF-8"], false),
    ] as [([String: String], Bool)])
  func symbols(environment: [String: String], isASCII: Bool) {
    #expect(TerminalSettings(environment: environment).symbols.isASCII == isASCII)
  }

  @Test(
    "COLORFGBG tells a light background",
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark), ("x", .dark),
    ] as [(String, Theme)])
  func theme(value: String, theme: Theme) {
    #expect(TerminalSettings(environment: ["COLORFGBG": value]).theme == theme)
  }

  @Test(
    "Colours of text stand out from the background they are meant for", arguments: Theme.allCases)
  func contrast(theme: Theme) {
    let background = theme == .dark ? 0.0 : 1.0
    for role in Role.allCases where role != .selection && role != .border {
      guard let color = theme.color(role) else { continue }
      #expect(ratio(luminance(color), background) >= 4.5, "\(role)")
    }
  }

  /// Relative luminance after WCAG 2.2.
  private func luminance(_ color: Theme.Color) -> Double {
    let parts = [color.red, color.green, color.blue].map { (value: UInt8) -> Double in
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : power((part + 0.055) / 1.055)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  /// x^2.4 = x² · x^(2/5), the fifth root by Newton's method.
  private func power(_ x: Double) -> Double {
    var root = x
    for _ in 0..<60 {
      root -= (root * root * root * root * root - x) / (5 * root * root * root * root)
    }
    return x * x * root * root
  }

  private func ratio(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }
}
