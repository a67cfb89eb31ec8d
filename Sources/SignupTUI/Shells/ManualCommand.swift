import CommandLineKit
import TerminalKit

/// `manual`: the manual page, for `man`.
struct ManualCommand: Command {
  static let name = "manual"

  static let specification = CommandSpec(
    name: name, summary: "print the manual page",
    purpose: "Print the manual page, as man(1) reads it.", synopsis: [], usages: [[]], options: [],
    notes: [
      "To read it: \(Program.name) manual | man -l -. 'make install' puts it where man finds it."
    ])

  init(_ arguments: Arguments) throws(UsageError) {}

  @MainActor func run() throws -> ExitStatus {
    let page = ManualPage(Program.specification, Self.texts).text
    try OutputFailure.check(OutputDescriptor.output.write(Array(page.utf8)))
    return .success
  }
}

extension ManualCommand {
  static var texts: ManualPage.Texts {
    ManualPage.Texts(
      description: [
        "Without a command, \(Program.name) fills in a form and makes an account.",
        "Each screen lists its keys when F1 or ^G is pressed, or ? where no text is typed.",
        "The mouse goes to fields, presses buttons, chooses rows and pages, and scrolls; with "
          + "Shift it selects text as ever.",
        "Options may stand anywhere, as --name value or --name=value; after -- nothing is one.",
      ],
      statuses: [
        ("0", "done"), ("1", "bad data, refused, wrong password, or cancelled"),
        ("2", "bad command line, or no terminal where one is needed"),
        ("3", "the account's name is taken"),
        ("4", "the account file cannot be read, locked or written"), ("130", "interrupted"),
      ],
      variables: [
        ("NO_COLOR", "not empty, it leaves out colours"),
        ("COLORTERM", "truecolor: all colours there are; else TERM says how many"),
        ("COLORFGBG", "which background the colours are for, where --theme does not say it"),
        (
          "ESCDELAY",
          "milliseconds after which an Esc that nothing follows is a key (50; 200 over ssh)"
        ),
        ("ACCESSIBLE", "set to 1, questions and answers take the place of screens"),
        ("TERM", "dumb or not set, it does the same; of a console, signs are those of its font"),
        ("LC_ALL", "or LC_CTYPE or LANG: without UTF-8 in it, everything is written in ASCII"),
        (
          "XDG_DATA_HOME",
          "the folder of signup-tui, with accounts and streams; else ~/.local/share"
        ),
        ("XDG_CONFIG_HOME", "the folder of signup-tui, with saved places; else ~/.config"),
        ("XDG_CACHE_HOME", "the folder of signup-tui, with answers to show again; else ~/.cache"),
        (WeatherKeyInput.variable, "OpenWeather's key, where --key-file names no file"),
      ],
      grammars: [policyGrammar], files: files, examples: examples,
      seeAlso: [("htpasswd", 1), ("crypt", 5), ("gpsd", 8)])
  }
}
