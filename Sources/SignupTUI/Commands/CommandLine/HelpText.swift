/// What `--help` and `--version` print.
enum HelpText {
  static let version = "SignupTUI 0.1.0"

  static func text(about topic: HelpTopic?) -> String {
    switch topic {
    case nil: overview
    case .signup: signup
    case .track: track
    case .replay: replay
    case .export: export
    }
  }

  /// The options of a command, for suggestions.
  static func options(of topic: HelpTopic) -> [String] {
    switch topic {
    case .signup:
      [
        "--accounts", "--username", "--password-stdin", "--mask", "--accessible", "--theme",
        "--record",
      ]
    case .track: ["--seed", "--markers", "--accessible", "--every", "--theme", "--record"]
    case .replay: ["--markers", "--accessible", "--every", "--theme", "--record"]
    case .export: ["--to"]
    }
  }

  private static let overview = """
    Make accounts, watch a GPS and replay its logs, in a terminal.

    Usage:
      SignupTUI [signup] [--accounts FILE]   fill in a form and make an account
      SignupTUI track [--seed N]             follow a simulated GPS receiver
      SignupTUI replay FILE                  play an NMEA 0183 or CSV trace
      SignupTUI export FILE --to csv         write every fix of a trace as CSV
      SignupTUI --help | --version

    Each screen also takes:
      --accessible          no screen: questions and answers, a line each
      --theme light|dark    which background the colours are for (default: as COLORFGBG says)
      --record FILE         record the screen for asciinema in a new file

    'SignupTUI COMMAND --help' tells more about a command. F1 lists a screen's keys.
    Exit status: 0 done, 1 bad data or cancelled, 2 bad command line or no terminal,
    130 interrupted.
    """

  private static let signup = """
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
      --accessible       ask question by question, a line each, and redraw nothing; so does a
                         variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --mask none        show nothing of a password while it is typed, not even its length
      --theme NAME       light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE      record the screen, never the keys, for asciinema in a new file
    """

  /// What track and replay have in common.
  private static let trackOptions = """
      --markers KIND    what draws the map: braille (default), or block or ascii for fonts
                        without braille; m changes it
      --accessible      tell changes and the position a line each, and redraw nothing; so
                        does a variable ACCESSIBLE=1, and a TERM that is dumb or not set
      --every SECONDS   from one position to the next in lines (default: 5)
      --theme NAME      light, dark or auto (default: auto, which is what COLORFGBG says)
      --record FILE     record the screen for asciinema in a new file
    """

  private static let track = """
    Follow a simulated GPS receiver: position, satellites, and a map of the way so far.

    Usage:
      SignupTUI track [--seed N] [--markers KIND] [--theme NAME] [--record FILE]
      SignupTUI track [--seed N] --accessible [--every SECONDS]

      --seed N          what the receiver's noise is made from (default: 1); the same number
                        gives the same drive
    \(trackOptions)
    """

  private static let replay = """
    Play an NMEA 0183 or CSV trace by its own clock, with figures and a map.

    Usage:
      SignupTUI replay FILE [--markers KIND] [--theme NAME] [--record FILE]
      SignupTUI replay FILE --accessible [--every SECONDS]

    \(trackOptions)

    Space pauses, ← and → go 5 seconds back and forth (with Shift 60), - and + change the
    speed, . plays one fix, Home and End go to the ends, q quits. Tab turns to the fixes, the
    satellites, and how the trace was read.
    """

  private static let export = """
    Write every fix of a trace to standard output.

    Usage: SignupTUI export FILE --to csv

    Columns: time,latitude,longitude,altitude,speed,course,satellites,hdop,fix. Times are
    ISO 8601 in UTC, angles in degrees, altitudes in metres above mean sea level, speeds in
    metres per second; what is not known is empty. How many lines were damaged is told on
    standard error, and so is that a trace has no fix.
    """
}
