import Testing

@testable import SignupTUI

@Suite("The help")
struct HelpTextTests {
  private static let names = Program.commands.map { $0.specification.name }

  private func command(_ name: String) throws -> CommandSpec {
    try #require(Program.commands.map { $0.specification }.first { $0.name == name })
  }

  private var overview: String {
    HelpText.overview(
      of: Program.commands.map { $0.specification }, shared: DisplayOptions.shared)
  }

  @Test("The help names every command and every option", arguments: names)
  func complete(name: String) throws {
    let command = try command(name)
    #expect(overview.contains("SignupTUI \(name)") || overview.contains("SignupTUI [\(name)]"))
    let page = HelpText.page(of: command)
    for option in command.options { #expect(page.contains("\n  \(option.label) ")) }
    for line in page.split(separator: "\n") + overview.split(separator: "\n") {
      #expect(line.count <= 88 && line.last != " ")
    }
  }

  @Test("The page of the whole program, to the letter")
  func overviewPage() {
    #expect(
      overview == """
        Make accounts, watch a GPS, replay its logs and run streams, in a terminal.

        Usage:
          SignupTUI [signup] [--accounts FILE]       fill in a form and make an account
          SignupTUI track [--seed N]                 follow a simulated GPS receiver
          SignupTUI replay FILE                      play an NMEA 0183 or CSV trace
          SignupTUI export FILE --to csv             write every fix of a trace as CSV
          SignupTUI streams run FILE [ID|NAME]       write what streams send as lines of JSON
          SignupTUI streams check FILE               report every error of a file of streams
          SignupTUI streams marbles FILE [ID|NAME]   draw streams as lines of text
          SignupTUI form --demo NAME                 fill in a form, written as JSON
          SignupTUI --help | --version

        Each screen also takes:
          --accessible         no screen: questions and answers, a line each
          --theme light|dark   which background the colours are for (default: as COLORFGBG says)
          --record FILE        record the screen for asciinema in a new file

        'SignupTUI COMMAND --help' tells more about a command. F1 lists a screen's keys.
        Exit status: 0 done, 1 bad data or cancelled, 2 bad command line or no terminal,
        130 interrupted.
        """)
  }

  @Test("The page of a command, to the letter", arguments: zip(names, pages))
  func page(name: String, text: String) throws {
    #expect(HelpText.page(of: try command(name)) == text)
  }

  @Test("The page of a group of commands, to the letter")
  func groupPage() {
    let members = Program.commands.map { $0.specification }.filter { $0.topic == "streams" }
    #expect(
      HelpText.page(ofGroup: "streams", members) == """
        Usage:
          SignupTUI streams run FILE [ID|NAME]       write what streams send as lines of JSON
          SignupTUI streams check FILE               report every error of a file of streams
          SignupTUI streams marbles FILE [ID|NAME]   draw streams as lines of text

        'SignupTUI streams COMMAND --help' tells more about a command.
        """)
  }

  private static let pages = [
    """
    Fill in a form and make an account.

    Usage:
      SignupTUI [signup] [--accounts FILE] [--accessible] [--mask none] [--theme NAME]
                         [--record FILE]
      SignupTUI [signup] [--accounts FILE] --username NAME --password-stdin

      --accounts FILE    where accounts are kept: an htpasswd file, which nginx, Apache and
                         Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                         ~/.local/share/signup-tui/accounts)
      --username NAME    make this account without drawing anything
      --password-stdin   read its password from standard input: the first line
      --accessible       ask question by question, a line each, and redraw nothing; so does
                         a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --mask none        show nothing of a password while it is typed, not even its length
      --theme NAME       light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE      record the screen, never the keys, for asciinema in a new file
    """,
    """
    Follow a simulated GPS receiver: position, satellites, and a map of the way so far.

    Usage:
      SignupTUI track [--seed N] [--markers KIND] [--theme NAME] [--record FILE]
      SignupTUI track [--seed N] --accessible [--every SECONDS]

      --seed N          what the receiver's noise is made from (default: 1); the same number
                        gives the same drive
      --markers KIND    what draws the map: braille (default), or block or ascii for fonts
                        without braille; m changes it
      --accessible      tell changes and the position a line each, and redraw nothing; so
                        does a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --every SECONDS   from one position to the next in lines (default: 5)
      --theme NAME      light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE     record the screen for asciinema in a new file
    """,
    """
    Play an NMEA 0183 or CSV trace by its own clock, with figures and a map.

    Usage:
      SignupTUI replay FILE [--markers KIND] [--theme NAME] [--record FILE]
      SignupTUI replay FILE --accessible [--every SECONDS]

      --markers KIND    what draws the map: braille (default), or block or ascii for fonts
                        without braille; m changes it
      --accessible      tell changes and the position a line each, and redraw nothing; so
                        does a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --every SECONDS   from one position to the next in lines (default: 5)
      --theme NAME      light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE     record the screen for asciinema in a new file

    Space pauses, ← and → go 5 seconds back and forth (with Shift 60), - and + change the
    speed, . plays one fix, Home and End go to the ends, q quits. Tab turns to the fixes,
    the satellites, and how the trace was read.
    """,
    """
    Write every fix of a trace to standard output.

    Usage: SignupTUI export FILE --to csv

      --to csv   the format that is written

    Columns: time,latitude,longitude,altitude,speed,course,satellites,hdop,fix. Times are
    ISO 8601 in UTC, angles in degrees, altitudes in metres above mean sea level, speeds in
    metres per second; what is not known is empty. How many lines were damaged is told on
    standard error, and so is that a trace has no fix.
    """,
    """
    Run streams, and write what they send as lines of JSON.

    Usage: SignupTUI streams run FILE [ID|NAME] [--speed N|max]

      --speed N|max   how many seconds of the streams pass in one (default: 1), or max for
                      all at once

    A value is {"t":2.0,"stream":"Serial Stream A","value":2}, the end of a stream
    {"t":4.0,"stream":"Serial Stream A","completion":"finished"}. t counts the seconds of
    the streams' own clock, and is the same at every speed.

    Without ID or NAME all streams of the file run side by side, each from t 0, also those
    that are part of others. What cannot be read or computed is reported on standard error,
    the rest goes on, and the exit status is 1.
    """,
    """
    Report every error of a file of streams on standard error, a line each.

    Usage: SignupTUI streams check FILE

    Each line names the file and, as far as they are known, the line and column or the keys
    that lead to the place. Nothing is written where nothing is wrong; the exit status is 1
    where something is.
    """,
    """
    Draw what streams do over time, a character for each second.

    Usage: SignupTUI streams marbles FILE [ID|NAME]

    A chain has a row for its source and one for each operator, with the result up to there;
    a union or join has its sources and the result. Without ID or NAME all streams of the
    file are drawn, with an empty line between them.

    A - is a second without a value and | the end; parentheses stand around what happens
    within one second, brackets around a value that is not one letter or digit. At most
    10000 values of a row are drawn, and … stands for what comes after 10000 seconds.
    """,
    """
    Fill in a form and write what was filled in as JSON to standard output.

    Usage: SignupTUI form --demo NAME [--accessible] [--theme NAME] [--record FILE]

      --demo NAME     the form to fill in: address or booking
      --accessible    ask question by question, a line each, and redraw nothing; so does a
                      variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --theme NAME    light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE   record the screen for asciinema in a new file

    Where standard output is no terminal, the form shows itself on standard error, so
    'SignupTUI form --demo address > address.json' works. What was hidden in the form is not
    in the output.
    """,
  ]
}
