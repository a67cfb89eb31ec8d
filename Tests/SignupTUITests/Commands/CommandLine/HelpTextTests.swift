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
        Make accounts, follow a GPS or its logs, see the weather, run streams, in a terminal.

        Usage:
          SignupTUI [signup] [--accounts FILE]       fill in a form and make an account
          SignupTUI login NAME [--accounts FILE]     check a password
          SignupTUI accounts [--accounts FILE]       list the accounts as they change
          SignupTUI accounts remove NAME             remove an account
          SignupTUI accounts passwd NAME             give an account another password
          SignupTUI users [--accounts FILE]          sign in, and list the accounts
          SignupTUI track [--seed N]                 follow a simulated GPS receiver
          SignupTUI replay FILE                      play an NMEA 0183 or CSV trace
          SignupTUI export FILE --to csv             write every fix of a trace as CSV
          SignupTUI weather --at LAT,LON             show the weather of a place or a trace
          SignupTUI pages [--source NAME]            scroll a list that loads page by page
          SignupTUI streams [FILE|FOLDER]            watch and edit streams that are documents
          SignupTUI streams run FILE [ID|NAME]       write what streams send as lines of JSON
          SignupTUI streams check FILE               report every error of a file of streams
          SignupTUI streams marbles FILE [ID|NAME]   draw streams as lines of text
          SignupTUI strength                         estimate passwords from standard input
          SignupTUI generate                         make a random password that sign-up accepts
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
    let all = Program.commands.map { $0.specification }.filter { $0.topic == "streams" }
    let members = all.filter { $0.nameInGroup != nil }
    let page = HelpText.page(ofGroup: "streams", members)
    // The command that has the group's name comes first.
    #expect(
      HelpText.page(ofGroup: "streams", all)
        == HelpText.page(of: StreamsCommand.specification) + "\n\n"
        + page.replacingPrefix("Usage:", by: "Commands of streams:"))
    #expect(
      page == """
        Usage:
          SignupTUI streams run FILE [ID|NAME]       write what streams send as lines of JSON
          SignupTUI streams check FILE               report every error of a file of streams
          SignupTUI streams marbles FILE [ID|NAME]   draw streams as lines of text

        'SignupTUI streams COMMAND --help' tells more about a command.
        """)
  }

  @Test("The page of a group whose name is a command itself begins with that command")
  func groupWithCommand() throws {
    let members = Program.commands.map { $0.specification }.filter { $0.topic == "accounts" }
    let page = HelpText.page(ofGroup: "accounts", members)
    #expect(page.hasPrefix(HelpText.page(of: try command("accounts"))))
    #expect(
      page.hasSuffix(
        """
        Commands of accounts:
          SignupTUI accounts remove NAME   remove an account
          SignupTUI accounts passwd NAME   give an account another password

        'SignupTUI accounts COMMAND --help' tells more about a command.
        """))
  }

  private static let pages = [
    """
    Fill in a form and make an account.

    Usage:
      SignupTUI [signup] [--accounts FILE] [--hash KIND] [--group GROUP] [--mode MODE]
                         [--username NAME] [--accessible] [--mask none] [--theme NAME]
                         [--record FILE]
      SignupTUI [signup] [--accounts FILE] [--hash KIND] [--group GROUP] [--mode MODE]
                         --username NAME --password-stdin

      --accounts FILE    where accounts are kept: an htpasswd file, which nginx, Apache and
                         Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                         ~/.local/share/signup-tui/accounts)
      --hash KIND        yescrypt (default), or for servers whose C library lacks it sha512
                         (musl, BSD) or bcrypt, which reads 72 bytes of a password
      --group GROUP      group of a new account file, so that a server can read it: --group
                         www-data --mode 640
      --mode MODE        permissions of a new account file, in octal from 600 to 664
                         (default: 600)
      --username NAME    the name that stands in the form at the start
      --password-stdin   make the account without a form; the password is the first line of
                         standard input
      --accessible       ask question by question, a line each, and redraw nothing; so does
                         a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --mask none        show nothing of a password while it is typed, not even its length
      --theme NAME       light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE      record the screen, never the keys, for asciinema in a new file

    Exit status: 0 made, 1 refused or cancelled, 2 bad command line, 3 name taken, 4 the
    account file cannot be read, locked or written, 130 interrupted. What is refused without
    a form is a line each on standard error: 'username: …' or 'password: …'.
    """,
    """
    Check the password of an account: exit status 0 if it is right, 1 if it is wrong.

    Usage: SignupTUI login NAME [--accounts FILE] [--password-stdin]

      --accounts FILE    where accounts are kept: an htpasswd file, which nginx, Apache and
                         Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                         ~/.local/share/signup-tui/accounts)
      --password-stdin   read the password from standard input: the first line

    A name that nobody has is as wrong as a password, and takes as long. 4 means that the
    account file cannot be read.
    """,
    """
    List the accounts of a file, and follow them as any program changes it.

    Usage:
      SignupTUI accounts [--accounts FILE] [--accessible] [--theme NAME] [--record FILE]
      SignupTUI accounts [--accounts FILE] --json

      --accounts FILE   where accounts are kept: an htpasswd file, which nginx, Apache and
                        Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                        ~/.local/share/signup-tui/accounts)
      --json            write the accounts as they are now, a line of JSON each, and draw
                        nothing
      --accessible      tell the accounts and each change, a line each, and redraw nothing;
                        so does a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --theme NAME      light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE     record the screen for asciinema in a new file

    / searches, s sorts by name or as the file has it, q quits. What has changed is marked
    for a moment.

    A line of JSON is {"name":"ann","scheme":"yescrypt","line":1}: the name, how the
    password is hashed, and the line of the file.
    """,
    """
    Remove an account. Everything else in the file stays as it is.

    Usage: SignupTUI accounts remove NAME [--accounts FILE]

      --accounts FILE   where accounts are kept: an htpasswd file, which nginx, Apache and
                        Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                        ~/.local/share/signup-tui/accounts)
    """,
    """
    Give an account another password. Everything else in the file stays as it is.

    Usage: SignupTUI accounts passwd NAME [--accounts FILE] [--hash KIND] [--password-stdin]

      --accounts FILE    where accounts are kept: an htpasswd file, which nginx, Apache and
                         Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                         ~/.local/share/signup-tui/accounts)
      --hash KIND        yescrypt (default), or for servers whose C library lacks it sha512
                         (musl, BSD) or bcrypt, which reads 72 bytes of a password
      --password-stdin   read the password from standard input: the first line
    """,
    """
    Sign in with an account, and list all accounts.

    Usage:
      SignupTUI users [--accounts FILE] [--accessible] [--mask none] [--theme NAME]
                      [--record FILE]
      SignupTUI users [--accounts FILE] --json --username NAME --password-stdin

      --accounts FILE    where accounts are kept: an htpasswd file, which nginx, Apache and
                         Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                         ~/.local/share/signup-tui/accounts)
      --json             write a line of JSON for each user, and draw nothing
      --username NAME    sign in with this name
      --password-stdin   read the password from standard input: the first line
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
    Show the weather at a place now and in the next five days, as OpenWeather says it.

    Usage:
      SignupTUI weather --at LAT,LON [--key-file FILE] [--base-url URL] [--units imperial]
                        [--accessible] [--theme NAME] [--record FILE]
      SignupTUI weather --track FILE [--key-file FILE] [--base-url URL] [--units imperial]
                        [--accessible] [--theme NAME] [--record FILE]
      SignupTUI weather --file CURRENT,FORECAST [--units imperial] [--accessible]
                        [--theme NAME] [--record FILE]
      SignupTUI weather --at LAT,LON [--key-file FILE] [--base-url URL] --json
      SignupTUI weather --file CURRENT,FORECAST --json

      --at LAT,LON              degrees north and degrees east, below zero for south and
                                west: London is --at 51.5074,-0.1278
      --track FILE              play an NMEA 0183 or CSV trace, and follow its places
      --file CURRENT,FORECAST   show two answers that were saved before, and fetch nothing
      --key-file FILE           read the key from a file's first line, or with - from
                                standard input (default: the variable OPENWEATHER_API_KEY)
      --base-url URL            where the service is (default:
                                https://api.openweathermap.org)
      --json                    write lines of JSON, in metric units
      --units imperial          show degrees Fahrenheit, miles per hour and inches; u
                                changes it
      --accessible              say the weather in sentences, a line each, and redraw
                                nothing; so does a variable ACCESSIBLE=1, and a TERM that is
                                dumb or not set
      --theme NAME              light, dark or auto (default: auto, which is what COLORFGBG
                                says)
      --record FILE             record the screen for asciinema in a new file

    The key is one of openweathermap.org's. It stands in the variable OPENWEATHER_API_KEY or
    in a file, never among the arguments, which every user of the machine can read.

    The weather is asked for again after ten minutes, and along a trace also after a
    kilometre. What came last stays, with its age, when that fails. r asks at once, Esc
    cancels, u changes the units. Without a network, --file shows two answers that were
    saved before; nothing is fetched then, and no key is needed.

    A line of JSON is {"kind":"current","time":"2026-09-22T14:06:52.000Z",…}, and one of
    {"kind":"forecast",…} follows for every three hours. The exit status is 1 where one of
    the two requests has failed.
    """,
    """
    Scroll a list that loads page by page, from a source for each way it can go.

    Usage:
      SignupTUI pages [--source NAME] [--accessible] [--theme NAME] [--record FILE]
      SignupTUI pages [--source NAME] --json

      --source NAME   where pages come from: loading, error, empty, single, paged and stream
                      (default: paged)
      --json          load everything, write what comes as lines of JSON, and draw nothing
      --accessible    tell the items as they come, a line each, and redraw nothing; so does
                      a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --theme NAME    light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE   record the screen for asciinema in a new file

    Tab or a digit chooses another source, r loads again, q quits. The source loading never
    answers, error always fails, empty has nothing and single one item, paged has 45 in
    pages of 10, and stream sends them one by one.

    A line of JSON is {"item":1,"title":"Item 1"}, or {"state":"…"} with loading,
    hasMoreData, loadedContent or error. With the source error the exit status is 1.
    """,
    """
    Watch streams that are documents as they run, and edit them.

    Usage:
      SignupTUI streams [FILE|FOLDER] [--watch] [--accessible] [--theme NAME]
                        [--record FILE]
      SignupTUI streams [FILE|FOLDER] [--watch] --json

      --watch         follow changes by other programs, and run what is new
      --json          no screen: write what all streams send as lines of JSON, as 'streams
                      run' does
      --accessible    say values and answers a line each, and redraw nothing; so does a
                      variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --theme NAME    light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE   record the screen for asciinema in a new file

    Without FILE or FOLDER the streams are those of $XDG_DATA_HOME/signup-tui/streams.json,
    or ~/.local/share/signup-tui/streams.json; on the screen that file is always followed.
    Until there is one, there are the numbers 1 to 4, one a second, and the letters A to D,
    one every two seconds. Of a folder all files whose names end in .json are shown.

    Space pauses, - and + change the speed, . makes one step, Enter edits a document, n
    makes one, ^S saves and runs what is new, q quits, F1 lists all keys.
    """,
    """
    Run streams, and write what they send as lines of JSON.

    Usage: SignupTUI streams run FILE [ID|NAME] [--speed N|max] [--watch] [--poll SECONDS]

      --speed N|max    how many seconds of the streams pass in one (default: 1), or max for
                       all at once
      --watch          go on, and switch to new streams when the file changes
      --poll SECONDS   how often a URL is looked at (default: 1)

    A value is {"t":2.0,"stream":"Serial Stream A","value":2}, the end of a stream
    {"t":4.0,"stream":"Serial Stream A","completion":"finished"}. t counts the seconds of
    the streams' own clock, and is the same at every speed.

    Without ID or NAME all streams of the file run side by side, each from t 0, also those
    that are part of others. What cannot be read or computed is reported on standard error,
    the rest goes on, and the exit status is 1.

    With --watch a stream whose document changes, or one that it refers to, ends with the
    completion "replaced" and begins again from t 0; one whose document is gone ends with
    "removed". What cannot be read leaves the old running, and is reported once.

    FILE may be a folder, for all files in it whose names end in .json, and a URL that
    begins with http://, https:// or file://.
    """,
    """
    Report every error of a file of streams on standard error, a line each.

    Usage: SignupTUI streams check FILE

    Each line names the file and, as far as they are known, the line and column or the keys
    that lead to the place. Nothing is written where nothing is wrong; the exit status is 1
    where something is.

    FILE may be a folder, for all files in it whose names end in .json, and a URL that
    begins with http://, https:// or file://.
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

    FILE may be a folder, for all files in it whose names end in .json, and a URL that
    begins with http://, https:// or file://.
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

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
