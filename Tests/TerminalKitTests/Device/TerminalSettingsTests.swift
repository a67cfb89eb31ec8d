import TerminalKit
import Testing

@Suite("Settings of the terminal from the environment")
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
    "COLORFGBG says whether the background is light",
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark), ("x", .dark),
    ] as [(String, Theme)])
  func theme(value: String, theme: Theme) {
    #expect(TerminalSettings(environment: ["COLORFGBG": value]).theme == theme)
  }

  @Test(
    "Esc is told apart in 50 ms, over a network in 200, or as ESCDELAY says within bounds",
    arguments: [
      ([:], 50), (["SSH_CONNECTION": "::1 1 ::1 22"], 200), (["SSH_TTY": "/dev/pts/1"], 200),
      (["SSH_TTY": ""], 50), (["ESCDELAY": "25"], 25), (["ESCDELAY": "25", "SSH_TTY": "x"], 25),
      (["ESCDELAY": "0"], 10), (["ESCDELAY": "99999"], 2000), (["ESCDELAY": "x"], 50),
      (["ESCDELAY": "-5", "SSH_TTY": "x"], 200), (["ESCDELAY": ""], 50),
    ] as [([String: String], Int)])
  func escapeDelay(environment: [String: String], delay: Int) {
    #expect(TerminalSettings(environment: environment).escapeDelay == delay)
  }

  @Test(
    "A text console has the signs that its fonts have, where its locale is UTF-8",
    arguments: [
      (["TERM": "linux", "LANG": "en_US.UTF-8"], .console),
      (["TERM": "screen.linux", "LANG": "C.UTF-8"], .console),
      (["TERM": "linux", "LANG": "C"], .ascii), (["TERM": "xterm", "LANG": "C.UTF-8"], .unicode),
    ] as [([String: String], TerminalCharacterSet)])
  func console(environment: [String: String], characterSet: TerminalCharacterSet) {
    let settings = TerminalSettings(environment: environment)
    #expect(settings.symbols.characterSet == characterSet)
    #expect(settings.answersQuestions == (environment["TERM"] == "xterm"))
  }
}
