import CommandLineKit

// The parts of the manual page that are more than the commands' specifications.
extension ManualCommand {
  /// The values of `--policy`.
  static var policyGrammar: ManualPage.Texts.Grammar {
    ManualPage.Texts.Grammar(
      heading: "PASSWORD POLICIES",
      text: "--policy takes a name, or rules with a semicolon between them. Every policy refuses "
        + "what is easy to guess; without minlength: a password has at least 8 characters.",
      terms: [
        ("classic", "8 characters, with a lower-case and an upper-case letter, a digit and a sign"),
        ("passphrase", "those of classic, or 15 characters of any kind that are good or better"),
        ("nist", "15 characters of any kind"), ("nist2", "8 of any kind, beside a second factor"),
        (
          "policy = name | rule { ; rule } [ ; ]",
          "rules in any order; the same rule may stand several times"
        ),
        ("required: KINDS", "one character of these; several rules require one of each"),
        ("allowed: KINDS", "no other characters than these and the required ones"),
        ("minlength: N, maxlength: N", "the least and the greatest number of characters, 1 to 511"),
        ("max-consecutive: N", "no character more than N times in a row"),
        (
          "KINDS = kind { , kind }",
          "lower, upper, digit, special, ascii-printable, unicode, or characters as [-_.!], where "
            + "a hyphen stands first and a bracket ] last"
        ),
      ])
  }

  static var files: [(name: String, text: String)] {
    [
      (
        "~/.local/share/\(Program.folder)/accounts",
        "the accounts, where --accounts names no other file: a line name:hash for each, as nginx, "
          + "Apache and Dovecot read it"
      ),
      ("~/.local/share/\(Program.folder)/streams", "the documents of streams"),
      (
        "FILE.viewmodelkit-change",
        "beside an account file that is written in place, the change until it is done"
      ),
      (
        "FILE.viewmodelkit-unfinished-*",
        "beside an account file, what a killed program left; the next change removes it"
      ),
    ]
  }

  static var examples: [(call: String, text: String)] {
    let name = Program.name
    return [
      (name, "Make an account by a form:"),
      (
        "\(name) --username annika --password-stdin < password.txt",
        "The same for a script, with the password from a file:"
      ),
      (
        "\(name) --policy 'minlength: 12; required: lower; required: digit'",
        "Ask for twelve characters, a small letter and a digit:"
      ),
      ("\(name) accounts | cat", "List the accounts, a line each:"),
      ("\(name) generate --words 5 --policy passphrase", "Make a password of five words:"),
      ("\(name) replay drive.nmea", "See a trip again:"),
      ("\(name) export drive.nmea --to gpx > drive.gpx", "Convert its log:"),
      ("\(name) weather Stockholm", "See the weather in Stockholm:"),
      ("\(name) streams run clock.json", "Run a stream:"),
    ]
  }
}
