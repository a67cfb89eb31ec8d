import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(
  "The built program, with weather",
  .enabled(if: PipedProgram.path(named: "curl") != nil, "curl must be installed"), .mostlyWaiting)
struct WeatherEndToEndTests {
  private typealias Answer = LoopbackHTTPServer.Answer

  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private static let key = "k0123456789abcdef"

  /// The environment in which all that the program keeps is in a folder.
  private static func folders(_ folder: ScratchFolder) -> [String: String] {
    ["XDG_CACHE_HOME": folder.file("cache"), "XDG_CONFIG_HOME": folder.file("config")]
  }

  /// A service whose forecast is fine unless another answer is given.
  private static func server(
    _ current: Answer = .page(WeatherFixture.current.text), forecast: Answer? = nil
  ) -> LoopbackHTTPServer {
    let fine = Answer.page(WeatherFixture.forecast.text)
    return LoopbackHTTPServer { request in
      request.path.hasSuffix("/weather") ? current : forecast ?? fine
    }
  }

  /// The weather of London as JSON, with the key on standard input.
  private func json(_ url: String) -> PipedProgram {
    PipedProgram(
      program,
      ["weather", "--at", "51.5074,-0.1278", "--json", "--base-url", url, "--key-file", "-"],
      input: Self.key + "\n", environment: Self.folders(folder), in: folder)
  }

  // MARK: Lines of JSON

  @Test("Both answers, for a place west of Greenwich and with the key, are lines of JSON")
  func good() {
    let server = Self.server()
    let run = json(server.url(""))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 47)
    #expect(
      lines.first == """
        {"kind":"current","time":"2026-09-22T14:06:52.000Z","units":"metric","place":"London","country":"GB",\
        "latitude":51.5074,"longitude":-0.1278,"utcOffset":3600,"description":"light rain",\
        "icon":"10d","temperature":11.62,"feelsLike":10.94,"humidity":81.0,"pressure":1015.0,\
        "windSpeed":4.12,"windDirection":230.0,"windGust":7.2,"cloudiness":75.0,\
        "visibility":10000.0,"precipitation":0.31}
        """)
    #expect(lines[1...6].allSatisfy { $0.hasPrefix(#"{"kind":"day","#) })
    #expect(lines.dropFirst(7).allSatisfy { $0.hasPrefix(#"{"kind":"forecast","#) })
    let query = "?lat=51.5074&lon=-0.1278&units=metric&appid=\(Self.key)"
    #expect(
      Set(server.requests.map(\.target))
        == ["/data/2.5/weather" + query, "/data/2.5/forecast" + query])
    #expect(!run.output.contains(Self.key))
  }

  @Test(
    "Two refused requests are one sentence on standard error, and the exit status 1",
    arguments: [
      (
        401, #"{"cod":401,"message":"Invalid API key."}"#,
        "reports: Invalid API key (401). Check the"
      ),
      (
        404, #"{"cod":"404","message":"city not found"}"#,
        "reports: city not found (404). Check the p"
      ),
      (
        429, #"{"cod":429,"message":"blocked"}"#, "reports: blocked (429). Try again in 30 seconds."
      ),
      (500, "<html>", "responds with status 500. Try again in 30 seconds."),
    ])
  func refused(status: Int, body: String, sentence: String) {
    let answer = Answer.page(
      body, status: status, headers: status < 429 ? [:] : ["Retry-After": "30"])
    let server = Self.server(answer, forecast: answer)
    let run = json(server.url())
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("SignupTUI: The weather service "))
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1 && !run.errors.contains(Self.key))
  }

  private static let broken: [(Answer, String)] = [
    (.page("{}", missing: 100), "was cut off"),
    (.huge(5 << 20), "is larger than 4 MiB"),
    (.bytes(Array("nonsense\r\n\r\n".utf8)), "is not HTTP"),
    (.page("<html>"), "weather:1:1 is not the weather: a value was expected, not <."),
    (.page("{\"dt\": 5}"), "is not the weather: the key “weather” is missing."),
    (.page(""), "it is empty"),
  ]

  @Test(
    "One request's answer is written, and the other's error is a sentence",
    arguments: broken.indices)
  func halves(index: Int) {
    let (answer, sentence) = Self.broken[index]
    let server = Self.server(answer)
    let run = json(server.url(""))
    #expect(run.status == 1)
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1 && !run.errors.contains(Self.key))
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 46 && !lines.contains { $0.hasPrefix(#"{"kind":"current","#) })
  }

  @Test("Where nobody listens, one sentence says so for both requests")
  func unreachable() {
    let run = json("http://127.0.0.1:\(LoopbackListener.refusingPort())")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("cannot be reached"), "\(run.errors)")
    #expect(run.errors.components(of: "cannot be reached") == 1)
  }

  // MARK: Command line

  @Test("Without a key, with a place that is none, or with a file of no key, it says so")
  func commandLine() {
    func run(_ arguments: String...) -> PipedProgram {
      PipedProgram(
        program, ["weather"] + arguments, environment: Self.folders(folder), in: folder)
    }
    let nowhere = run("--json")
    #expect(
      nowhere.status == 2
        && nowhere.errors.contains("weather needs a place, such as weather London"))
    let keyless = run("--at", "1,2", "--json", "--provider", "openweather")
    #expect(
      keyless.status == 2
        && keyless.errors.contains("Set the environment variable OPENWEATHER_API_KEY"))
    #expect(keyless.errors.contains("Try 'SignupTUI weather --help'."))
    let far = run("--at", "200,0", "--json")
    #expect(far.status == 2 && far.errors.contains("a latitude from -90 to 90, not 200."))
    let empty = run("--at", "1,2", "--json", "--key-file", folder.write("key", []))
    #expect(empty.status == 1 && empty.errors.contains("its first line has no key"))
    let missing = run("--at", "1,2", "--json", "--key-file", folder.file("nowhere"))
    #expect(missing.status == 1 && missing.errors.contains("No such file"))
    let long = run(
      "--at", "1,2", "--json", "--key-file",
      folder.write("long", [UInt8](repeating: 65, count: 9999)))
    #expect(long.status == 1 && long.errors.contains("too long for a key"))
    let lines = run("--file", "a,b")
    #expect(lines.status == 1 && lines.output.contains("Cannot read a: no such file."))
  }

  @Test("Saved answers are JSON without a network; a damaged one is named with its place")
  func files() {
    func run(_ current: String) -> PipedProgram {
      PipedProgram(
        program, ["weather", "--json", "--file", "\(current),\(WeatherFixture.forecast.path)"],
        in: folder)
    }
    let fine = run(WeatherFixture.current.path)
    #expect(fine.status == 0 && fine.output.split(separator: "\n").count == 47)
    let broken = folder.write("broken.json", "{\n  \"dt\": x}".utf8)
    let half = run(broken)
    #expect(half.status == 1 && half.output.split(separator: "\n").count == 46)
    #expect(
      half.errors == """
        SignupTUI: The response from \(broken):2:9 is not the weather: \
        dt: a value was expected, not x.

        """)
    #expect(run(folder.file("nowhere.json")).errors.contains("nowhere.json: no such file"))
  }

  // MARK: Screen

  private func terminal(_ size: Size = Size(80, 24)) throws -> PseudoTerminal {
    try PseudoTerminal(size: size)
  }

  @Test("Saved answers are a panel and a list, and start no process")
  func screen() throws {
    let terminal = try terminal()
    try terminal.start(
      program,
      ["weather", "--file", "\(WeatherFixture.current.path),\(WeatherFixture.forecast.path)"])
    #expect(terminal.shows("London, GB"))
    #expect(terminal.shows("12° light rain"))
    #expect(terminal.shows("Tue 22  16:00"))
    #expect(Self.children(of: terminal.processID).isEmpty)
    terminal.type("u")
    #expect(terminal.shows("53° light rain"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A slow service shows that it is asked; Esc cancels, and no process lists the key")
  func slow() async throws {
    let server = Self.server(.silence, forecast: .silence)
    let terminal = try terminal()
    try terminal.start(
      program, ["weather", "--at", "51.5074,-0.1278", "--base-url", server.url("")],
      environment: Self.folders(folder).merging(["OPENWEATHER_API_KEY": Self.key]) { $1 })
    #expect(terminal.shows("[ Refresh ]"))
    #expect(terminal.shows("Loading the weather"))
    // Nothing is awaited here: behind all the other tests that could take longer than the program
    // waits for an answer. What is shown changes every second.
    #expect(terminal.waits { $0.text.contains(/loading \d+ s/) && server.requests.count == 2 })
    let children = Self.children(of: terminal.processID)
    #expect(children.count == 2)
    for process in children {
      for file in ["cmdline", "environ"] {
        #expect(!Disk.text(at: "/proc/\(process)/\(file)").contains(Self.key))
      }
    }
    #expect(!Disk.text(at: "/proc/\(terminal.processID)/cmdline").contains(Self.key))
    terminal.type("\u{1B}")
    var events = server.events.makeAsyncIterator()
    for event in ["request", "request", "hung up", "hung up"] {
      #expect(await events.next() == event)
    }
    #expect(terminal.waits { !$0.text.contains("loading") })
    #expect(terminal.shows("[ Refresh ]"))
    // The next Esc leaves.
    terminal.type("\u{1B}")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty && !terminal.output.contains(Array(Self.key.utf8)))
  }

  @Test("The button asks again after a failure; the answer replaces it and the message")
  func again() throws {
    let count = Counter()
    let refused = Answer.page(#"{"cod":401,"message":"Invalid API key"}"#, status: 401)
    let server = LoopbackHTTPServer { request in
      count.add()
      guard count.value > 2 else { return refused }
      return .page(
        request.path.hasSuffix("/weather")
          ? WeatherFixture.current.text : WeatherFixture.forecast.text)
    }
    let terminal = try terminal()
    try terminal.start(
      program, ["weather", "--at", "51.5074,-0.1278", "--base-url", server.url("")],
      environment: Self.folders(folder).merging(["OPENWEATHER_API_KEY": Self.key]) { $1 })
    #expect(terminal.shows("The weather service reports: Invalid API key (401). Check the key."))
    terminal.type("\r")
    #expect(terminal.shows("12° light rain"))
    #expect(terminal.waits { !$0.text.contains("Invalid") && !$0.text.contains("[ Refresh ]") })
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
  }

  @Test("A trace that is played leads to the weather of its places")
  func track() throws {
    let server = Self.server()
    let terminal = try terminal()
    try terminal.start(
      program, ["weather", "--track", TraceFixture.drive.path, "--base-url", server.url("")],
      environment: Self.folders(folder).merging(["OPENWEATHER_API_KEY": Self.key]) { $1 })
    #expect(terminal.shows("London, GB"))
    #expect(terminal.shows("playing 1×"))
    let target = server.requests.first?.target ?? ""
    #expect(target.contains("lat=39.4") && target.contains("lon=-119.7"), "\(target)")
    terminal.type(" ")
    #expect(terminal.shows("paused 1×"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("Line by line it says the weather, the first day of the forecast, and more when asked")
  func accessible() throws {
    let files = "\(WeatherFixture.current.path),\(WeatherFixture.forecast.path)"
    let terminal = try terminal(Size(160, 70))
    try terminal.start(program, ["weather", "--accessible", "--file", files])
    #expect(terminal.shows("London, GB: 12° light rain."))
    #expect(terminal.shows("Observed 22 September 2026 15:06:52 (UTC+1)."))
    terminal.type("f\r")
    #expect(terminal.shows("Sun 27 13:00"))
    terminal.type("q\r")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(!terminal.output.contains(0x1B) && terminal.leftovers().isEmpty)
    // Where nothing can be typed, it ends by itself.
    let piped = PipedProgram(program, ["weather", "--accessible", "--file", files], in: folder)
    #expect(piped.status == 0 && piped.errors.isEmpty)
    #expect(piped.output.split(separator: "\n").count == 19, "\(piped.output)")
  }

  // MARK: Processes

  /// The processes that a process has started.
  private static func children(of process: pid_t) -> [String] {
    Disk.names(in: "/proc/\(process)/task").flatMap { task in
      Disk.text(at: "/proc/\(process)/task/\(task)/children").split(separator: " ").map(String.init)
    }
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
