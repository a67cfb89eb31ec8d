import Testing

@testable import SignupTUI

@Suite("The command line")
struct CommandParserTests {
  @Test(
    "Each command is understood, with its options before or after it",
    arguments: [
      ([], Command.signup(accounts: nil)),
      (["signup"], .signup(accounts: nil)),
      (["--accounts", "a"], .signup(accounts: "a")),
      (["signup", "--accounts=a=b"], .signup(accounts: "a=b")),
      (["--accounts", "a", "signup"], .signup(accounts: "a")),
      (
        ["--username", "ann", "--password-stdin"],
        .signupFromInput(accounts: nil, username: "ann")
      ),
      (["track"], .track(seed: 1)),
      (["track", "--seed", "18446744073709551615"], .track(seed: .max)),
      (["--seed", "7", "track"], .track(seed: 7)),
      (["replay", "drive.nmea"], .replay(file: "drive.nmea")),
      (["replay", "--", "--odd-name"], .replay(file: "--odd-name")),
      (["export", "a.csv", "--to", "csv"], .export(file: "a.csv", format: .csv)),
      (["export", "--to", "csv", "a.csv"], .export(file: "a.csv", format: .csv)),
      (["--help"], .help(topic: nil)),
      (["-h"], .help(topic: nil)),
      (["help", "replay"], .help(topic: .replay)),
      (["replay", "--help"], .help(topic: .replay)),
      (["--version"], .version),
      (["--mask", "none"], .signup(accounts: nil, display: DisplayOptions(mask: .nothing))),
      (["--mask=bullets"], .signup(accounts: nil)),
      (["--accessible"], .signup(accounts: nil, display: DisplayOptions(isAccessible: true))),
      (
        ["--record", "a.cast", "track", "--theme", "light"],
        .track(seed: 1, display: DisplayOptions(theme: .light, record: "a.cast"))
      ),
      (
        ["replay", "--every=60", "a.csv", "--accessible"],
        .replay(file: "a.csv", display: DisplayOptions(isAccessible: true, every: 60))
      ),
      (["track", "--theme", "auto"], .track(seed: 1)),
      (
        ["--accessible", "track", "--accessible"],
        .track(seed: 1, display: DisplayOptions(isAccessible: true))
      ),
      (
        ["--markers", "block", "track"],
        .track(seed: 1, display: DisplayOptions(markers: .block))
      ),
      (
        ["replay", "a.csv", "--markers=ascii"],
        .replay(file: "a.csv", display: DisplayOptions(markers: .ascii))
      ),
      (["track", "--markers", "braille"], .track(seed: 1)),
    ] as [([String], Command)])
  func understood(arguments: [String], command: Command) throws {
    #expect(try Command(arguments: arguments) == command)
  }

  @Test(
    "What cannot be understood is named, with the way out",
    arguments: [
      (["replai", "x"], "'replai' is not a command. Did you mean 'replay'?"),
      (
        ["frobnicate"],
        "'frobnicate' is not a command. There are: signup, track, replay, export."
      ),
      (["--frob"], "signup has no option '--frob'. There are: "),
      (["track", "--sed", "1"], "track has no option '--sed'. Did you mean '--seed'?"),
      (["track", "--seed"], "--seed needs a value: --seed N."),
      (["track", "--seed", "many"], "--seed takes a whole number from 0 to"),
      (["track", "--seed", "-1"], "--seed takes a whole number from 0 to"),
      (["track", "here"], "'here' is one argument too many for track."),
      (["replay"], "replay needs a file: SignupTUI replay FILE."),
      (["replay", ""], "replay needs the name of a file, not ''."),
      (["export"], "export needs a file: SignupTUI export FILE --to csv."),
      (["export", "a", "--to"], "--to needs a value: --to csv."),
      (["track", "--accessible=1"], "--accessible takes no value, so not '1'."),
      (["replay", "a", "b"], "'b' is one argument too many for replay."),
      (["export", "a"], "export needs --to csv"),
      (["export", "a", "--to", "gpx"], "--to knows csv, not 'gpx'."),
      (["track", "--theme", "pink"], "--theme knows light, dark and auto, not 'pink'."),
      (["track", "--record"], "--record needs a value: --record FILE."),
      (["track", "--record="], "--record needs the name of a file."),
      (["track", "--every", "0"], "--every takes whole seconds from 1 to 86400, not '0'."),
      (["track", "--markers", "dots"], "--markers knows braille, block and ascii, not 'dots'."),
      (["replay", "a", "--markers"], "--markers needs a value: --markers braille|block|ascii."),
      (["signup", "--markers", "ascii"], "signup has no option '--markers'."),
      (["--mask", "stars"], "--mask knows bullets and none, not 'stars'."),
      (["track", "--mask", "none"], "track has no option '--mask'."),
      (["signup", "--every", "5"], "signup has no option '--every'."),
      (["export", "a", "--to", "csv", "--record", "b"], "export has no option '--record'."),
      (["--username", "ann"], "--username needs --password-stdin"),
      (["--password-stdin"], "--password-stdin needs --username NAME"),
    ])
  func refused(arguments: [String], problem: String) {
    #expect { try Command(arguments: arguments) } throws: { error in
      guard let error = error as? UsageError else { return false }
      return error.problem.hasPrefix(problem) && error.description.hasSuffix("--help'.")
    }
  }

  @Test("The way out leads to the command's own help, where one was named")
  func topics() {
    func advice(_ arguments: String...) -> String? {
      do throws(UsageError) {
        _ = try Command(arguments: arguments)
        return nil
      } catch { return error.description.split(separator: "\n").last.map(String.init) }
    }
    #expect(advice("track", "--frob") == "Try 'SignupTUI track --help'.")
    #expect(advice("export", "a") == "Try 'SignupTUI export --help'.")
    #expect(advice("--frob") == "Try 'SignupTUI --help'.")
    #expect(advice("frob") == "Try 'SignupTUI --help'.")
  }

  @Test("The help names every command and every option", arguments: HelpTopic.allCases)
  func help(topic: HelpTopic) {
    #expect(
      HelpText.text(about: nil).contains("SignupTUI \(topic.rawValue)")
        || topic == .signup)
    for option in HelpText.options(of: topic) {
      #expect(HelpText.text(about: topic).contains(option))
    }
    for line in HelpText.text(about: topic).split(separator: "\n") { #expect(line.count <= 90) }
  }
}
