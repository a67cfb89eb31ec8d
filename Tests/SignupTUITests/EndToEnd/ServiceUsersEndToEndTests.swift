import Synchronization
import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(
  "The built program, listing the users of a service",
  .enabled(if: PipedProgram.path(named: "curl") != nil, "curl must be installed"), .mostlyWaiting)
struct ServiceUsersEndToEndTests {
  private typealias Answer = LoopbackHTTPServer.Answer

  private let folder = ScratchFolder()
  private let program = BuiltProgram.path
  private let service = Service()

  /// A service with a sign-in, whose tokens hold until they are revoked.
  private final class Service: Sendable {
    static let password = "Zq7!vermilion-Otter-wm9-canoe"
    static let users = """
      {"data": {"users": [
        {"id": 1, "name": "Ann", "email": "ann@example.org", "company": {"name": "Engines"}},
        {"id": 2, "name": "Bea", "email": null, "company": {"name": "Bridges"}}]}}
      """
    private let token = Atomic(1)
    private let isDown = Atomic(false)

    /// Lets no token through any more that was given until now.
    func revoke() { token.add(1, ordering: .relaxed) }
    func goDown() { isDown.store(true, ordering: .relaxed) }
    var present: String { "token-\(token.load(ordering: .relaxed))-hunter2" }

    func server() -> LoopbackHTTPServer {
      LoopbackHTTPServer { [self] request in
        if isDown.load(ordering: .relaxed) { return .page("", status: 500) }
        switch request.path {
        case "/open": return .page(Self.users, tag: "\"1\"")
        case "/login":
          return request.method == "POST" && request.body.contains(Self.password)
            ? .page(#"{"access_token": "\#(present)"}"#) : .page("{}", status: 401)
        case "/users":
          guard request.headers["authorization"] == "Bearer " + present else {
            return .page("{}", status: 401)
          }
          return request.headers["if-none-match"] == "\"1\""
            ? .notModified(tag: "\"1\"") : .page(Self.users, tag: "\"1\"")
        default: return .page("no", status: 404)
        }
      }
    }
  }

  private func run(_ arguments: [String], input: String = "") -> PipedProgram {
    PipedProgram(
      program, ["users"] + arguments, input: input,
      environment: ["XDG_CACHE_HOME": folder.file("cache")], in: folder)
  }

  private var kept: [String] { Disk.names(in: folder.file("cache/signup-tui/answers")) }

  // MARK: JSON

  @Test("Without a sign-in the users are lines of JSON, as they are or by columns")
  func open() {
    let server = service.server()
    let whole = run(["--url", server.url("/open"), "--json"])
    #expect(whole.status == 0 && whole.errors.isEmpty, "\(whole.errors)")
    #expect(
      whole.output == """
        {"id":1,"name":"Ann","email":"ann@example.org","company":{"name":"Engines"}}
        {"id":2,"name":"Bea","email":null,"company":{"name":"Bridges"}}

        """)
    let columns = run([
      "--url", server.url("/open"), "--json", "--items", "data.users", "--columns",
      "name, Company: upper(value.company.name), id",
    ])
    #expect(
      columns.output == """
        {"name":"Ann","Company":"ENGINES","id":1}
        {"name":"Bea","Company":"BRIDGES","id":2}

        """, "\(columns.errors)")
  }

  @Test("A token is read from a file or a pipe, shown to the service and to nobody else")
  func token() {
    let server = service.server()
    let file = folder.write("token", (service.present + "\n").utf8)
    let fromFile = run(["--url", server.url("/users"), "--json", "--token-file", file])
    #expect(fromFile.status == 0 && fromFile.output.contains(#""name":"Ann""#))
    let fromPipe = run(
      ["--url", server.url("/users"), "--json", "--token-file", "-"], input: service.present)
    #expect(fromPipe.status == 0, "\(fromPipe.errors)")
    #expect(kept.count == 2)
    for name in kept {
      #expect(folder.read("cache/signup-tui/answers/\(name)")?.contains("hunter2") == false)
    }
  }

  @Test("The second time the tag is shown, and 304 is the same list")
  func tag() {
    let server = service.server()
    let file = folder.write("token", service.present.utf8)
    let arguments = ["--url", server.url("/users"), "--json", "--token-file", file]
    let (first, second) = (run(arguments), run(arguments))
    #expect(first.output == second.output && second.status == 0)
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    _ = run(arguments + ["--no-cache"])
    #expect(server.requests.last?.headers["if-none-match"] == nil)
  }

  @Test("A token that is refused is one sentence, without the token")
  func refusedToken() {
    let server = service.server()
    let file = folder.write("token", "other-hunter2".utf8)
    let run = run(["--url", server.url("/users?key=hunter2"), "--json", "--token-file", file])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors
        == "SignupTUI: \(server.url("/users")) does not accept the sign-in (status 401). "
        + "Check the token or the password.\n")
    #expect(server.requests.count == 1, "The file has no other token.")
  }

  @Test("A name and a password on standard input get a token")
  func signIn() {
    let server = service.server()
    let arguments = [
      "--url", server.url("/users"), "--sign-in", server.url("/login"), "--json", "--username",
      "ann", "--password-stdin",
    ]
    let good = run(arguments, input: Service.password + "\n")
    #expect(good.status == 0 && good.output.contains("Bea"), "\(good.errors)")
    let bad = run(arguments, input: "wrong\n")
    #expect(bad.status == 1 && bad.output.isEmpty)
    #expect(
      bad.errors
        == "SignupTUI: The sign-in at \(server.url("/login")) was refused (status 401). "
        + "Check the name and the password.\n")
    _ = run(arguments + ["--sign-in-as", "form"], input: Service.password + "\n")
    let body = server.requests.last { $0.path == "/login" }?.body
    #expect(body?.hasPrefix("grant_type=password&username=ann&password=Zq7%21") == true)
  }

  @Test("What is no list of users is one sentence")
  func unusable() {
    let server = LoopbackHTTPServer { _ in .page("<html>") }
    let run = run(["--url", server.url("/"), "--json"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("SignupTUI: The response from \(server.url("/")) cannot be used: "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(kept.isEmpty)
  }

  @Test(
    "A command line that cannot be meant is a sentence",
    arguments: [
      (["--url", "users.json"], "--url: “users.json” is not a URL"),
      (["--url", "http://ann:pw@h/"], "--url takes a URL without a user and a password"),
      (["--url", "http://h/", "--columns", "a,,b"], "--columns: a column is empty"),
      (
        ["--url", "http://h/", "--columns", "a +"], "--columns: the column “a +” is neither a path"
      ),
      (["--url", "http://h/", "--sign-in", "http://h/", "--json"], "--json needs --username NAME"),
      (
        ["--url", "http://h/", "--json", "--username", "a", "--password-stdin"],
        "--username needs --sign-in URL"
      ),
      (["--url", "http://h/", "--token-path", "a"], "--token-path needs --sign-in URL"),
      (["--columns", "a"], "--columns needs --url URL"),
      (["--url", "http://h/", "--accounts", "a"], "cannot be combined"),
      (
        ["--url", "http://h/", "--sign-in", "http://h/", "--sign-in-keys", "a"],
        "--sign-in-keys takes two keys"
      ),
    ])
  func commandLine(arguments: [String], sentence: String) {
    let run = run(arguments)
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(!run.errors.contains("pw"))
  }

  // MARK: Lines

  @Test("In a pipe the users are a line each; a service that is down leaves those of before")
  func lines() {
    let server = service.server()
    let arguments = ["--url", server.url("/open"), "--columns", "name,email,company.name"]
    let first = run(arguments)
    #expect(
      first.output == "2 users:\nAnn: ann@example.org, Engines\nBea: Bridges\n",
      "\(first.errors)")
    service.goDown()
    let second = run(arguments)
    #expect(second.status == 1)
    #expect(
      second.output == """
        \(server.url("/open")) reports a server error (status 500). Try again later.
        2 users, as of just now:
        Ann: ann@example.org, Engines
        Bea: Bridges

        """)
  }

  // MARK: The screen

  private func start(_ arguments: [String], _ terminal: PseudoTerminal) throws {
    try terminal.start(
      program, ["users"] + arguments, environment: ["XDG_CACHE_HOME": folder.file("cache")])
  }

  @Test("A user is refused, signs in, and is signed in again when the token has run out")
  func screen() throws {
    let server = service.server()
    let terminal = try PseudoTerminal(size: Size(80, 24))
    try start(["--url", server.url("/users"), "--sign-in", server.url("/login")], terminal)
    #expect(terminal.shows("to see the users of 127.0.0.1:\(server.port)/users"))
    terminal.type("ann\twrong\r")
    #expect(terminal.shows("Check the name and the password."))
    #expect(kept.isEmpty)
    terminal.type(Service.password + "\r")
    #expect(terminal.shows("signed in as ann"))
    #expect(terminal.shows("Bea"))
    // While something is loaded, the footer has no such key.
    #expect(terminal.shows("r load again"))
    service.revoke()
    terminal.type("r")
    #expect(terminal.waits { _ in server.requests.count == 6 })
    #expect(
      server.requests.map(\.path) == ["/login", "/login", "/users", "/users", "/login", "/users"])
    #expect(terminal.waits { !$0.text.contains("Loading") })
    #expect(!terminal.screen.text.contains("status 401"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    let written = String(decoding: terminal.output, as: UTF8.self)
    #expect(!written.contains("Otter") && !written.contains("hunter2"))
  }

  @Test("The list of before is there at once, with its age, while the service is asked")
  func cached() throws {
    let gate = LoopbackHTTPServer.Gate()
    let asked = Atomic(0)
    let server = LoopbackHTTPServer { _ in
      asked.add(1, ordering: .relaxed).newValue == 1
        ? .page(Service.users) : .held(until: gate, .page(#"[{"name": "Cleo"}]"#))
    }
    _ = run(["--url", server.url("/"), "--json"])
    let terminal = try PseudoTerminal(size: Size(80, 24))
    try start(["--url", server.url("/")], terminal)
    #expect(terminal.shows("Bea"))
    #expect(terminal.shows("Loading"))
    gate.open()
    #expect(terminal.shows("Cleo"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
  }

  #if os(Linux)
    @Test("The password is on no command line and in no environment, not even curl's")
    func commandLines() throws {
      let server = service.server()
      let terminal = try PseudoTerminal(size: Size(80, 24))
      try start(["--url", server.url("/users"), "--sign-in", server.url("/login")], terminal)
      #expect(terminal.shows("Sign in"))
      terminal.type("ann\t\(Service.password)\r")
      #expect(terminal.shows("signed in as ann"))
      for name in ["environ", "cmdline"] {
        #expect(!Disk.text(at: "/proc/\(terminal.processID)/\(name)").contains("Otter"))
      }
      terminal.type("q")
      #expect(terminal.waitForExit() == .exited(0))
    }
  #endif
}
