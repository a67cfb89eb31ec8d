import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(
  "The built program, with the weather of names",
  .enabled(if: PipedProgram.path(named: "curl") != nil, "curl must be installed"), .mostlyWaiting)
struct WeatherByNameTests {
  private typealias Answer = LoopbackHTTPServer.Answer

  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private var environment: [String: String] {
    ["XDG_CACHE_HOME": folder.file("cache"), "XDG_CONFIG_HOME": folder.file("config")]
  }

  /// Open-Meteo's services on one server; a test may answer for the weather itself.
  private static func server(weather: Answer? = nil) -> LoopbackHTTPServer {
    LoopbackHTTPServer { request in
      guard request.path.hasSuffix("/v1/search") else {
        let isPast = request.path.hasSuffix("/v1/archive")
        return weather ?? .page((isPast ? WeatherFixture.meteoArchive : .meteo).text)
      }
      let name = request.target.split(separator: "name=").last?.prefix { $0 != "&" } ?? ""
      switch name {
      case "London": return .page(WeatherFixture.london.text)
      case "Paris": return .page(WeatherFixture.paris.text)
      default: return .page(#"{"generationtime_ms":0.5}"#)
      }
    }
  }

  private func run(_ server: LoopbackHTTPServer, _ arguments: String...) -> PipedProgram {
    PipedProgram(
      program, ["weather", "--base-url", server.url("")] + arguments, environment: environment,
      in: folder)
  }

  @Test("A name needs no key: one search and one request, and its weather as one line")
  func line() {
    let server = Self.server()
    let run = run(server, "Paris", "--line", "{place} {icon} {temp}")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output == "Paris, Île-de-France, FR ☂ 12°\n")
    #expect(server.requests.map(\.path) == ["/v1/search", "/v1/forecast"])
    #expect(server.requests[1].target.contains("latitude=48.8534&longitude=2.3488&"))
  }

  @Test("Within ten minutes a second call asks nobody, and says the same")
  func cache() {
    let server = Self.server()
    let first = run(server, "Paris", "--json")
    let second = run(server, "Paris", "--json")
    #expect(first.status == 0 && second.output == first.output && server.requests.count == 2)
    #expect(first.output.contains(#""place":"Paris","region":"Île-de-France","country":"FR""#))
  }

  @Test("A name of several places is an error that lists them with what to type")
  func ambiguous() {
    let server = Self.server()
    for arguments in [["--json"], ["--line", "{temp}"]] {
      let run = PipedProgram(
        program, ["weather", "London", "--base-url", server.url("")] + arguments,
        environment: environment, in: folder)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("SignupTUI: Several places are called “London”. Choose one:"))
      #expect(
        run.errors.contains(
          "\n  weather 'London, Ontario'        London, Ontario, Canada, 422324 people\n"),
        "\(run.errors)")
    }
    let piped = run(server, "London")
    #expect(piped.status == 1 && piped.output.contains("weather 'London, England'"))
    #expect(run(server, "London, Ontario", "--line", "{place}").output == "London, Ontario, CA\n")
  }

  @Test("Several places come in their order, and one that fails does not hide the others")
  func several() {
    let server = Self.server()
    let run = run(server, "London, GB", "Xyzzy", "Paris", "--line", "{place} {temp}")
    #expect(
      run.status == 1 && run.output == "London, England, GB 12°\nParis, Île-de-France, FR 12°\n")
    #expect(run.errors.contains("SignupTUI: Xyzzy: No place is called “Xyzzy”. Check the spelling"))
  }

  @Test("What is saved is shown where nothing is named, and found by its name without a search")
  func saved() {
    let server = Self.server()
    #expect(run(server, "London, Ontario", "--save", "--line", "{temp}").status == 0)
    #expect(run(server, "--at", "IO91wm", "--save", "--line", "{temp}").status == 0)
    let both = run(server, "--line", "{place}")
    #expect(
      both.output == "London, Ontario, CA\n51.5208 N 0.1250 W\n", "\(both.output)\(both.errors)")
    let searches = server.requests.filter { $0.path == "/v1/search" }.count
    #expect(run(server, "London", "--line", "{place}").output == "London, Ontario, CA\n")
    #expect(server.requests.filter { $0.path == "/v1/search" }.count == searches)
    let forgotten = run(server, "London", "--forget")
    #expect(forgotten.status == 0 && forgotten.output == "Forgot London, Ontario, Canada.\n")
    let again = run(server, "London", "--forget")
    #expect(again.status == 1 && again.errors.contains("No saved place is called 'London'."))
    #expect(run(server, "--line", "{place}").output == "51.5208 N 0.1250 W\n")
  }

  @Test("A file of saved places that is damaged is named, and stays as it is")
  func damaged() {
    mkdir(folder.file("config"), 0o700)
    mkdir(folder.file("config/signup-tui"), 0o700)
    let path = folder.write("config/signup-tui/places.json", #"{"places": 1}"#.utf8)
    for arguments in [["--line", "{temp}"], ["Paris", "--save", "--line", "{temp}"]] {
      let run = PipedProgram(
        program, ["weather"] + arguments, environment: environment, in: folder)
      #expect(run.status == 1 && run.errors.contains("\(path): places: a list was expected"))
    }
    #expect(Disk.text(at: path) == #"{"places": 1}"#)
  }

  @Test("JSON in imperial units says so, and has its numbers in them")
  func imperial() {
    let run = run(Self.server(), "Paris", "--json", "--units", "imperial")
    let first = run.output.split(separator: "\n").first ?? ""
    #expect(
      first.contains(#""units":"imperial""#) && first.contains(#""temperature":52.88"#), "\(first)")
  }

  private static let broken: [(Answer, String)] = [
    (
      .page(#"{"error":true,"reason":"Daily API request limit exceeded."}"#, status: 429),
      "reports: Daily API request limit exceeded (429). Try again later."
    ),
    (.page("{}", missing: 100), "was cut off"),
    (.huge(5 << 20), "is larger than 4 MiB"),
    (.bytes(Array("nonsense\r\n\r\n".utf8)), "is not HTTP"),
    (.page("<html>"), "forecast:1:1 is not the weather: a value was expected, not <."),
    (.page("{}"), "hourly: it has no hours."),
  ]

  @Test(
    "An answer that is no weather is a sentence, and the exit status 1", arguments: broken.indices)
  func noWeather(index: Int) {
    let (answer, sentence) = Self.broken[index]
    let run = run(Self.server(weather: answer), "Paris", "--json")
    #expect(run.status == 1 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("On the screen a name of several is a list; the place that is taken is saved")
  func screen() throws {
    let server = Self.server()
    let terminal = try PseudoTerminal(size: Size(80, 24))
    try terminal.start(
      program, ["weather", "London", "--save", "--base-url", server.url("")],
      environment: environment)
    #expect(terminal.shows("Which one?"))
    #expect(terminal.shows("London, Ontario, Canada"))
    terminal.type("\u{1B}[B\r")
    #expect(terminal.shows("London, Ontario, CA"))
    #expect(terminal.shows("12° light rain"))
    terminal.type("v")
    #expect(terminal.shows("Rain and snow"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
    #expect(Disk.text(at: folder.file("config/signup-tui/places.json")).contains("Ontario"))
  }

  @Test("In lines a number chooses one of several places")
  func lines() throws {
    let server = Self.server()
    let terminal = try PseudoTerminal(size: Size(120, 40))
    try terminal.start(
      program, ["weather", "London", "--accessible", "--base-url", server.url("")],
      environment: environment)
    #expect(terminal.shows("2: London, Ontario, Canada, 422324 people"))
    terminal.type("9\r")
    #expect(terminal.shows("Type a number from 1 to 5."))
    terminal.type("2\r")
    #expect(terminal.shows("London, Ontario, CA: 12° light rain."))
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
  }

  @Test("Along a trace it is the weather of the trace's own day")
  func track() throws {
    let server = Self.server()
    let terminal = try PseudoTerminal(size: Size(80, 24))
    try terminal.start(
      program, ["weather", "--track", TraceFixture.drive.path, "--base-url", server.url("")],
      environment: environment)
    #expect(terminal.shows("at the time of the track"))
    #expect(terminal.shows("25 September 2005 17:00:00 (UTC-7)"))
    #expect(server.requests.first?.target.contains("/v1/archive?latitude=39.4") == true)
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
  }
}
