import Positioning
import Testing
import ViewModels

@testable import CommandLineKit
@testable import SignupTUI

@Suite("The command line")
struct CommandParserTests {
  private let parser = CommandParser(Program.specification)

  @Test(
    "Each command is understood, with its options before or after it",
    arguments: [
      ([], SignupCommand()),
      (["signup"], SignupCommand()),
      (["--accounts", "a"], SignupCommand(accounts: "a")),
      (["signup", "--accounts=a=b"], SignupCommand(accounts: "a=b")),
      (["--accounts", "a", "signup"], SignupCommand(accounts: "a")),
      (
        ["--username", "ann", "--password-stdin"],
        SignupCommand(source: .standardInput(username: "ann"))
      ),
      (["track"], TrackCommand(seed: 1)),
      (["track", "--seed", "18446744073709551615"], TrackCommand(seed: .max)),
      (["--seed", "7", "track"], TrackCommand(seed: 7)),
      (["track", "--seed", "x", "--seed=2"], TrackCommand(seed: 2)),
      (["track", "--deny"], TrackCommand(isDenied: true)),
      (
        ["track", "--device", "/dev/ttyUSB0:4800", "--log", "a.nmea"],
        TrackCommand(
          receiver: ReceiverChoice.device(SerialDevice(path: "/dev/ttyUSB0", baud: 4800)),
          log: "a.nmea")
      ),
      (
        ["track", "--tcp", "pi:10110"],
        TrackCommand(receiver: ReceiverChoice.tcp(HostPort(host: "pi", port: 10110)))
      ),
      (
        ["track", "--udp=10110"],
        TrackCommand(receiver: ReceiverChoice.udp(HostPort(host: "0.0.0.0", port: 10110)))
      ),
      (
        ["track", "--gpsd"],
        TrackCommand(receiver: ReceiverChoice.gpsd(HostPort(host: "localhost", port: 2947)))
      ),
      (
        ["track", "--gpsd", "pi", "--accessible"],
        TrackCommand(
          receiver: ReceiverChoice.gpsd(HostPort(host: "pi", port: 2947)), options: accessible)
      ),
      (["track", "-"], TrackCommand(receiver: .standardInput)),
      (["replay", "--follow", "a.nmea"], ReplayCommand(files: ["a.nmea"], isFollowing: true)),
      (["replay", "drive.nmea"], ReplayCommand(files: ["drive.nmea"])),
      (["replay", "--", "--odd-name"], ReplayCommand(files: ["--odd-name"])),
      (["--accessible", "--", "replay", "-h"], ReplayCommand(files: ["-h"], options: accessible)),
      (["replay", "-"], ReplayCommand(files: ["-"])),
      (
        ["replay", "a.csv", "--columns", "time,lat,lon,-"],
        ReplayCommand(
          files: ["a.csv"], reading: TraceOptions(columns: ["time", "lat", "lon", "-"]))
      ),
      (
        ["replay", "a.csv", "--columns", "-,lat,lon"],
        ReplayCommand(
          files: ["a.csv"], reading: TraceOptions(columns: ["-", "lat", "lon"]))
      ),
      (
        ["replay", "--columns=-,-,lat,lon", "a.csv"],
        ReplayCommand(
          files: ["a.csv"], reading: TraceOptions(columns: ["-", "-", "lat", "lon"]))
      ),
      (["export", "a.csv"], ExportCommand(files: ["a.csv"])),
      (["export", "--to", "gpx", "a.csv"], ExportCommand(files: ["a.csv"], format: .gpx)),
      (
        ["export", "a", "-", "-o", "c", "b"],
        ExportCommand(files: ["a", "-", "b"], output: "c")
      ),
      (["stats", "a", "--json", "b"], StatsCommand(files: ["a", "b"], isJSON: true)),
      (["simulate", "--seed=3", "--duration", "9"], SimulateCommand(seed: 3, seconds: 9)),
      (["--mask", "none"], SignupCommand(source: .form(mask: .nothing))),
      (["--mask=bullets"], SignupCommand()),
      (["--accessible"], SignupCommand(source: .form(DisplayOptions(isAccessible: true)))),
      (
        ["--record", "a.cast", "track", "--theme", "light"],
        TrackCommand(
          options: TrackOptions(display: DisplayOptions(theme: .light, record: "a.cast")))
      ),
      (
        ["replay", "--every=60", "a.csv", "--accessible"],
        ReplayCommand(
          files: ["a.csv"],
          options: TrackOptions(display: DisplayOptions(isAccessible: true), every: 60))
      ),
      (["track", "--theme", "auto"], TrackCommand()),
      (["--accessible", "track", "--accessible"], TrackCommand(options: accessible)),
      (
        ["--markers", "block", "track"],
        TrackCommand(options: TrackOptions(look: TrackLook(markers: .block)))
      ),
      (
        ["replay", "a.csv", "--markers=ascii"],
        ReplayCommand(files: ["a.csv"], options: TrackOptions(look: TrackLook(markers: .ascii)))
      ),
      (["track", "--markers", "braille"], TrackCommand()),
      (["streams"], StreamsCommand()),
      (["streams", "a.json"], StreamsCommand(path: "a.json")),
      (["--watch", "streams", "folder"], StreamsCommand(path: "folder", isWatching: true)),
      (["streams", "--json", "./run"], StreamsCommand(path: "./run", writesJSON: true)),
      (["accounts"], AccountsCommand()),
      (
        ["--json", "accounts", "--accounts", "a"],
        AccountsCommand(accounts: "a", writesJSON: true)
      ),
      (["pages", "--source=stream"], PagesCommand(source: .stream)),
      (["pages", "--accessible"], PagesCommand(display: DisplayOptions(isAccessible: true))),
      (
        ["streams", "run", "a.json"], StreamsRunCommand(selection: StreamSelection(file: "a.json"))
      ),
      (
        ["--speed", "2.5", "streams", "run", "a.json", "Serial A"],
        StreamsRunCommand(
          selection: StreamSelection(file: "a.json", stream: "Serial A"), speed: .times(2.5))
      ),
      (
        ["streams", "--speed=max", "run", "--", "a.json", "--b"],
        StreamsRunCommand(selection: StreamSelection(file: "a.json", stream: "--b"), speed: .max)
      ),
      (["streams", "check", "run"], StreamsCheckCommand(file: "run")),
      (
        ["streams", "marbles", "a.json", "check"],
        StreamsMarblesCommand(selection: StreamSelection(file: "a.json", stream: "check"))
      ),
    ] as [([String], any Command)])
  func understood(arguments: [String], command: any Command) throws {
    let parsed = try parser.parse(arguments)
    let isSame = isRun(command, parsed)
    #expect(isSame, "\(parsed)")
  }

  private static let accessible = TrackOptions(display: DisplayOptions(isAccessible: true))

  private func isRun<C: Command>(_ command: C, _ request: Request) -> Bool {
    if case .run(let parsed) = request { parsed as? C == command } else { false }
  }

  @Test("A command line without a command's name means a sign-up, and only one command is that")
  func defaultCommand() {
    let defaults = Program.commands.filter { $0.specification.isDefault }
    #expect(defaults.map { $0.specification.name } == ["signup"])
  }

  @Test(
    "Help is shown for the whole program or for one command, wherever it is asked for",
    arguments: [
      (["--help"], nil), (["-h"], nil), (["help"], nil), (["help", "help"], nil),
      (["--frob", "-h"], nil),
      (["help", "replay"], "replay"), (["replay", "--help"], "replay"),
      (["--help", "replay"], "replay"), (["replay", "--frob", "--help"], "replay"),
      (["streams", "run", "--help"], "streams run"),
      (["help", "streams", "check"], "streams check"),
      (["streams", "-h", "marbles"], "streams marbles"),
    ] as [([String], String?)])
  func helpRequest(arguments: [String], topic: String?) throws {
    guard case .help(let command, let length) = try parser.parse(arguments) else {
      Issue.record("This is no request for help.")
      return
    }
    #expect(command?.name == topic)
    #expect(length == (arguments.first == "help" ? .full : .screen))
  }

  @Test(
    "Help is shown for a group of commands",
    arguments: [["streams", "--help"], ["help", "streams"], ["-h", "streams"]])
  func helpOnGroup(arguments: [String]) throws {
    guard case .helpOnGroup(let group, let members, _) = try parser.parse(arguments) else {
      Issue.record("This is no request for help on a group.")
      return
    }
    #expect(group == "streams")
    #expect(
      members.map(\.name) == [
        "streams", "streams run", "streams check", "streams marbles", "streams schema",
      ])
  }

  @Test("The version wins over everything else", arguments: [["--version"], ["track", "-V", "x"]])
  func version(arguments: [String]) throws {
    guard case .version = try parser.parse(arguments) else {
      Issue.record("This is no request for the version.")
      return
    }
  }

  @Test(
    "An argument that cannot be understood is named, with the way out",
    arguments: [
      (["replai", "x"], "'replai' is not a command. Did you mean 'replay'?"),
      (
        ["frobnicate"],
        "'frobnicate' is not a command. "
          + "The commands are: signup, login, accounts, strength, generate, users, track, replay, export, "
          + "stats, simulate, weather, pages, streams, form, completions, manual."
      ),
      (["--frob"], "signup has no option '--frob'. Its options are: "),
      (["track", "--sed", "1"], "track has no option '--sed'. Did you mean '--seed'?"),
      (["track", "--seed"], "--seed needs a value: --seed N."),
      (["track", "--seed", "many"], "--seed takes a whole number from 0 to"),
      (["track", "--seed", "-1"], "--seed takes a whole number from 0 to"),
      (["track", "here"], "Unexpected argument 'here' for track."),
      (["track", "--device"], "--device needs a value: --device PATH[:BAUD]."),
      (
        ["track", "--tcp", "pi"], "--tcp takes a host and a port such as 10.0.0.5:10110, not 'pi'."
      ),
      (
        ["track", "--tcp", "pi:1", "--gpsd"],
        "--gpsd and --tcp cannot be combined: only one receiver can be followed"
      ),
      (["track", "--seed", "1", "--gpsd"], "--seed and --gpsd cannot be combined"),
      (["track", "--gpsd", "pi", "-"], "Only one receiver can be followed; leave out '-'"),
      (["track", "--log", "a"], "--log records a receiver; name one with --device"),
      (["replay"], "replay needs a file: SignupTUI replay FILE…."),
      (["replay", ""], "replay needs a file, not an empty argument."),
      (["export"], "export needs a file: SignupTUI export FILE… [--to FORMAT]."),
      (["export", "a", "--to"], "--to needs a value: --to csv|gpx|geojson|kml|jsonl|nmea|svg."),
      (["export", "-", "-"], "Standard input can be read once; leave out one -."),
      (["export", "a", "--max-hdop", "x"], "--max-hdop takes a number from 0 to 10000, not 'x'."),
      (["export", "a", "--min-distance", "0x10"], "--min-distance takes metres, not '0x10'."),
      (["export", "a", "--after", "noon"], "--after takes a time in UTC, such as"),
      (["export", "a", "--box", "1,2,0,3"], "--box takes degrees as south,west,north,east,"),
      (["export", "a", "--date", "May"], "--date takes a date such as 2024-05-01, not 'May'."),
      (["stats"], "stats needs a file: SignupTUI stats FILE… [--json]."),
      (["track", "--accessible=1"], "--accessible takes no value, but '1' was given."),
      (
        ["replay", "--follow", "a", "b"], "--follow reads only one file."
      ),
      (
        ["export", "a", "--to", "xml"],
        "--to takes csv, gpx, geojson, kml, jsonl, nmea or svg, not 'xml'."
      ),
      (["track", "--theme", "pink"], "--theme takes light, dark or auto, not 'pink'."),
      (["track", "--record"], "--record needs a value: --record FILE."),
      (["track", "--record="], "--record needs a file name."),
      (["track", "--every", "0"], "--every takes whole seconds from 1 to 86400, not '0'."),
      (["track", "--markers", "dots"], "--markers takes braille, block or ascii, not 'dots'."),
      (["replay", "a", "--markers"], "--markers needs a value: --markers braille|block|ascii."),
      (["signup", "--markers", "ascii"], "signup has no option '--markers'."),
      (["--mask", "stars"], "--mask takes bullets or none, not 'stars'."),
      (["track", "--mask", "none"], "track has no option '--mask'."),
      (["signup", "--every", "5"], "signup has no option '--every'."),
      (["export", "a", "--to", "csv", "--record", "b"], "export has no option '--record'."),
      (["--password-stdin"], "--password-stdin needs --username NAME"),
      (
        ["accounts", "ann"], "'ann' is not a command of accounts. The commands are: remove, passwd."
      ),
      (
        ["pages", "--source", "pagd"],
        "--source takes loading, error, empty, single, paged, stream or flaky, not 'pagd'."
      ),
      (["pages", "--json", "--theme", "dark"], "--json and --theme cannot be combined"),
      (["track", "--help=1"], "--help takes no value, but '1' was given."),
      (["help", "repaly"], "'repaly' is not a command. Did you mean 'replay'?"),
      (["lgoin"], "'lgoin' is not a command. Did you mean 'login'?"),
      (["accounts", "rm"], "'rm' is not a command of accounts. Did you mean 'remove'?"),
      (["accounts", "rm", "ann"], "'rm' is not a command of accounts. Did you mean 'remove'?"),
      (
        ["accounts", "paswd", "ann"],
        "'paswd' is not a command of accounts. Did you mean 'passwd'?"
      ),
      (["halp"], "'halp' is not a command. Did you mean 'help'?"),
      (["passwd", "ann"], "'passwd' is not a command. Did you mean 'accounts passwd'?"),
      (["rm", "ann"], "'rm' is not a command. Did you mean 'accounts remove'?"),
      (["adduser", "ann"], "'adduser' is not a command. Did you mean 'signup'?"),
      (
        ["accounts", "add", "ann"], "'add' is not a command of accounts. Did you mean 'signup'?"
      ),
      (["accounts", "ls"], "'ls' is not a command of accounts. Did you mean 'accounts'?"),
      (["accounts", "login"], "'login' is not a command of accounts. Did you mean 'login'?"),
      (["accounts", "remove", ""], "accounts remove needs a user, not an empty argument."),
      (["signup", "--user", "a"], "signup has no option '--user'. Did you mean '--username'?"),
      (["stream", "run"], "'stream' is not a command. Did you mean 'streams'?"),
      (["streams", "rum", "a"], "'rum' is not a command of streams. Did you mean 'run'?"),
      (["run", "a.json"], "'run' is not a command."),
      (["streams", "check"], "streams check needs a file: SignupTUI streams check FILE."),
      (["streams", "run"], "streams run needs a file: SignupTUI streams run FILE [ID|NAME]."),
      (["streams", "run", "a", ""], "streams run needs a stream, not an empty argument."),
      (["streams", "run", "a", "b", "c"], "Unexpected argument 'c' for streams run."),
      (["streams", "check", "a", "b"], "Unexpected argument 'b' for streams check."),
      (
        ["streams", "run", "a", "--speed", "0"],
        "--speed takes a number from 0.001 to 1000, or max, not '0'."
      ),
      (
        ["streams", "run", "a", "--speed=nan"],
        "--speed takes a number from 0.001 to 1000, or max, not 'nan'."
      ),
      (["streams", "run", "a", "--speed"], "--speed needs a value: --speed N|max."),
    ] as [([String], String)])
  func refused(arguments: [String], problem: String) {
    #expect { try parser.parse(arguments) } throws: { error in
      guard let error = error as? UsageError else { return false }
      return error.problem.hasPrefix(problem)
        && error.text(for: Program.specification).hasSuffix("--help'.")
    }
  }

  @Test(
    "A misspelt option is named as an option, also where its value looks like a command",
    arguments: [
      (["--acounts", "x"], "signup has no option '--acounts'. Did you mean '--accounts'?"),
      (["-accounts", "x"], "signup has no option '-accounts'. Did you mean '--accounts'?"),
      (["--acounts=x"], "signup has no option '--acounts'. Did you mean '--accounts'?"),
      (["--sede", "5", "track"], "track has no option '--sede'. Did you mean '--seed'?"),
      (["--frob", "track"], "track has no option '--frob'. Its options are: --device, "),
      (["--acounts", "x", "frob"], "'frob' is not a command."),
    ])
  func misspeltOption(arguments: [String], problem: String) {
    #expect(error(arguments)?.problem.hasPrefix(problem) == true)
  }

  @Test(
    "Options that cannot be combined are named, with the reason and the way out",
    arguments: [
      (["--accessible"], "--accessible"), (["--mask", "none"], "--mask"),
      (["--theme=dark"], "--theme"), (["--record", "a"], "--record"),
    ])
  func apart(option: [String], name: String) {
    #expect(
      error(["--username", "ann", "--password-stdin"] + option)?.problem == """
        --password-stdin and \(name) cannot be combined: a password from standard input needs \
        no form. Leave out --password-stdin, or \(name).
        """)
    #expect(
      error(option + ["--password-stdin"])?.problem == """
        --password-stdin and \(name) cannot be combined: a password from standard input needs \
        no form. Leave out --password-stdin, or \(name).
        """)
  }

  @Test(
    "An option of others is said to be theirs; the hint is to the help of the named command",
    arguments: [
      (
        ["--seed", "5"],
        "signup has no option '--seed'. --seed is an option of track and simulate.", "track"
      ),
      (
        ["export", "a", "--every=5"],
        "export has no option '--every'. --every is an option of track and replay.", "export"
      ),
      (
        ["track", "--record", "a", "--mask=none"],
        "track has no option '--mask'. --mask is an option of signup, accounts, accounts passwd and "
          + "users.", "track"
      ),
      (
        ["replay", "a", "--username", "b"],
        "replay has no option '--username'. --username is an option of signup and users.",
        "replay"
      ),
      (
        ["streams", "check", "a", "--speed=2"],
        "streams check has no option '--speed'. --speed is an option of streams run.",
        "streams check"
      ),
      (
        ["--marker", "ascii"],
        "signup has no option '--marker'. Did you mean '--markers' of track and replay?", "track"
      ),
    ])
  func otherCommand(arguments: [String], problem: String, topic: String) {
    #expect(error(arguments) == UsageError(problem, topic: topic))
    #expect(
      error(arguments)?.text(for: Program.specification)
        == "\(problem)\nTry 'SignupTUI \(topic) --help'.")
  }

  private func error(_ arguments: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try parser.parse(arguments)
      return nil
    } catch { return error }
  }

  @Test(
    "An option of this command is suggested before any other command's, and its own help named",
    arguments: [
      (["weather", "--key", "x"], "weather has no option '--key'. Did you mean '--key-file'?"),
      (["generate", "--word", "5"], "generate has no option '--word'. Did you mean '--words'?"),
      (
        ["generate", "--bits"],
        "generate has no option '--bits'. Its options are: --words, --length, "
      ),
      (
        ["track", "--speed", "5"],
        "track has no option '--speed'. Did you mean '--seed'? (--speed is an option of "
      ),
    ])
  func ownFirst(arguments: [String], problem: String) {
    #expect(error(arguments)?.problem.hasPrefix(problem) == true)
    #expect(error(arguments)?.topic == arguments[0])
  }

  @Test("The way out leads to the help that has the option, or else to the whole program's")
  func topics() {
    func advice(_ arguments: String...) -> String? {
      error(arguments)?.text(for: Program.specification).split(separator: "\n").last.map(
        String.init)
    }
    #expect(advice("track", "--frob") == "Try 'SignupTUI track --help'.")
    #expect(advice("export") == "Try 'SignupTUI export --help'.")
    #expect(advice("--mask", "stars") == "Try 'SignupTUI signup --help'.")
    #expect(advice("--acounts", "x") == "Try 'SignupTUI signup --help'.")
    #expect(advice("--frob") == "Try 'SignupTUI --help'.")
    #expect(advice("--help=1") == "Try 'SignupTUI --help'.")
    #expect(advice("--hepl") == "Try 'SignupTUI --help'.")
    #expect(advice("frob") == "Try 'SignupTUI --help'.")
    #expect(advice("streams", "a", "b") == "Try 'SignupTUI streams --help'.")
    #expect(advice("streams", "rum", "a") == "Try 'SignupTUI streams --help'.")
    #expect(advice("streams", "run") == "Try 'SignupTUI streams run --help'.")
  }
}
