import CommandLineKit
import TerminalKit
import TestSupport
import Testing

@testable import SignupTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Completions, in the real shells", .mostlyWaiting)
struct CompletionsEndToEndTests {
  /// Each shell that is installed here.
  static let shells = CompletionsCommand.Shell.allCases.filter { path(of: $0) != nil }

  private static func path(of shell: CompletionsCommand.Shell) -> String? {
    ["/bin/", "/usr/bin/"].map { $0 + shell.rawValue }.first { access($0, X_OK) == 0 }
  }

  private static let lines: [(typed: String, completed: String)] = [
    ("rep", "replay"), ("streams che", "streams check"), ("replay --the", "replay --theme"),
    ("replay --theme li", "replay --theme light"), ("replay --theme=li", "replay --theme=light"),
    ("replay dri", "replay drive\\ one.nmea"), ("--accessible trac", "--accessible track"),
    ("accounts --accounts oth", "accounts --accounts other.csv"),
    ("completions fi", "completions fish"), ("--mask no", "--mask none"),
    ("streams oth", "streams other.csv"), ("export dri", "export drive\\ one.nmea"),
    ("stats -- drive\\ one.nmea oth", "stats -- drive\\ one.nmea other.csv"),
    ("stats drive\\ one.nmea oth", "stats drive\\ one.nmea other.csv"),
    ("track --gpsd --no-m", "track --gpsd --no-mouse"),
    ("login ann", "login annika"), ("accounts remove rob", "accounts remove robert"),
    ("accounts passwd --accounts other.csv bea", "accounts passwd --accounts other.csv beatrix"),
    ("users --username rob", "users --username robert"),
    ("generate --policy pass", "generate --policy passphrase"),
    ("--policy class", "--policy classic"), ("--group daem", "--group daemon"),
    ("track --device oth", "track --device other.csv"),
    ("weather --file dri", "weather --file drive\\ one.nmea"),
  ]

  @Test("Commands, options, values and files are completed", arguments: shells)
  func completes(shell: CompletionsCommand.Shell) throws {
    let folder = ScratchFolder()
    let program = BuiltProgram.path
    for name in ["drive one.nmea", "other.csv"] { folder.write(name, "".utf8) }
    folder.write("other.csv", "beatrix:x\n".utf8)
    mkdir(folder.file("signup-tui"), 0o700)
    folder.write("signup-tui/accounts", "annika:x\nrobert:x\n".utf8)
    let start: [String]
    let load: String
    switch shell {
    case .bash:
      folder.write("script", BashCompletion(Program.specification).script.utf8)
      start = ["--norc", "--noprofile", "-i"]
      load = "PS1='> '; source ./script"
    case .zsh:
      folder.write("_SignupTUI", ZshCompletion(Program.specification).script.utf8)
      start = ["-f", "-i"]
      load = "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; PS1='> '"
    case .fish:
      folder.write("script", FishCompletion(Program.specification).script.utf8)
      start = ["--no-config", "-i"]
      load = "source ./script"
    }
    let terminal = try PseudoTerminal(size: Size(100, 40))
    let home = folder.path
    try terminal.start(
      try #require(Self.path(of: shell)), start,
      environment: [
        "HOME": home, "PATH": folderPath(of: program) + ":/usr/bin:/bin", "XDG_DATA_HOME": home,
        "XDG_CONFIG_HOME": home, "PS1": "> ",
      ])
    // What is typed before a shell is ready for it may be lost.
    var isReady = false
    for _ in 0..<360 where !isReady {
      terminal.type("\u{15}cd '\(home)'; \(load); echo rea''dy\r")
      isReady = terminal.shows("ready", seconds: 5)
    }
    try #require(isReady, "\(terminal.screen.text)")
    for (typed, completed) in Self.lines {
      terminal.type("\u{15}SignupTUI \(typed)\t")
      try #require(
        terminal.shows("SignupTUI \(completed)"), "\(shell): \(typed)\n\(terminal.screen.text)")
    }
  }

  private func folderPath(of program: String) -> String {
    String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
  }
}
