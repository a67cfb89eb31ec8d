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
    case .signup: ["--accounts", "--username", "--password-stdin"]
    case .track: ["--seed"]
    case .replay: []
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

    'SignupTUI COMMAND --help' tells more about a command. F1 lists a screen's keys.
    Exit status: 0 done, 1 bad data or cancelled, 2 bad command line or no terminal,
    130 interrupted.
    """

  private static let signup = """
    Fill in a form and make an account.

    Usage:
      SignupTUI [signup] [--accounts FILE]
      SignupTUI [signup] [--accounts FILE] --username NAME --password-stdin

      --accounts FILE    where accounts are kept: an htpasswd file, which nginx, Apache and
                         Dovecot read (default: $XDG_DATA_HOME/signup-tui/accounts, or
                         ~/.local/share/signup-tui/accounts)
      --username NAME    make this account without drawing anything
      --password-stdin   read its password from standard input: the first line
    """

  private static let track = """
    Follow a simulated GPS receiver: position, satellites, and a map of the way so far.

    Usage: SignupTUI track [--seed N]

      --seed N   what the receiver's noise is made from (default: 1); the same number gives
                 the same drive
    """

  private static let replay = """
    Play an NMEA 0183 or CSV trace by its own clock, with figures and a map.

    Usage: SignupTUI replay FILE

    Space pauses, ← and → go 5 seconds back and forth (with Shift 60), - and + change the
    speed, . plays one fix, Home and End go to the ends, q quits.
    """

  private static let export = """
    Write every fix of a trace to standard output.

    Usage: SignupTUI export FILE --to csv

    Columns: time,latitude,longitude,altitude,speed,course,satellites,hdop,fix. Times are
    ISO 8601 in UTC, angles in degrees, altitudes in metres above mean sea level, speeds in
    metres per second; what is not known is empty. How many lines were damaged is told on
    standard error.
    """
}
