import Reactive
import TerminalKit
import TestSupport
import Testing

@Suite("The built program, documents of a server on its screen", .mostlyWaiting)
struct StreamsPublishTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  /// A page with versions, as a server with PUT and If-Match keeps it.
  private final class Page: Sendable {
    private let state = Locked((body: "", version: 1))
    var text: String { state.withLock { $0.body } }

    init(_ body: String) { state.withLock { $0.body = body } }

    /// Replaces the page, as another client does.
    func publish(_ body: String) { state.withLock { $0 = (body, $0.version + 1) } }

    func answer(_ request: LoopbackHTTPServer.Request) -> LoopbackHTTPServer.Answer {
      state.withLock { state in
        let tag = "\"\(state.version)\""
        if request.method == "GET" {
          return request.headers["if-none-match"] == tag
            ? .notModified(tag: tag) : .page(state.body, tag: tag)
        }
        guard request.headers["if-match"] == tag else { return .page("", status: 412, tag: tag) }
        state = (request.body, state.version + 1)
        return .page("", status: 200, tag: "\"\(state.version)\"")
      }
    }
  }

  private func documents(_ a: String, _ b: String) -> String {
    """
    {"version": 1, "documents": [
      {"source": {"id": "a", "name": "\(a)", "stream": [{"value": 1, "operators": []}]}},
      {"source": {"id": "b", "name": "\(b)", "stream": [{"value": 2, "operators": []}]}}]}
    """
  }

  private func screen(_ url: String) throws -> PseudoTerminal {
    try #require(PipedProgram.path(named: "curl") != nil, "curl must be installed.")
    let terminal = try PseudoTerminal(size: Size(200, 24))
    try terminal.start(
      program, ["streams", url], environment: ["XDG_DATA_HOME": folder.path])
    return terminal
  }

  @Test("^S sends the file to the server, and what others have published beside it is kept")
  func published() throws {
    let page = Page(documents("Ann", "Bob"))
    let server = LoopbackHTTPServer { page.answer($0) }
    let terminal = try screen(server.url("/s.json"))
    #expect(terminal.shows("Ann") && terminal.shows("Bob"))
    terminal.type("\rx\u{13}")
    #expect(terminal.shows("Saved 1 document; the new version runs."), "\(terminal.screen.text)")
    #expect(page.text.contains("Annx"))
    // What is not changed keeps its bytes.
    #expect(page.text.hasSuffix(documents("Ann", "Bob").suffix(80)))
    // Others change another document.
    page.publish(page.text.replacing("Bob", with: "Eve"))
    terminal.type("y\u{13}")
    #expect(terminal.shows("both are kept."), "\(terminal.screen.text)")
    #expect(page.text.contains("Annxy") && page.text.contains("Eve"))
    #expect(server.requests.contains { $0.method == "PUT" && $0.headers["if-match"] == "\"1\"" })
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(2))
    #expect(terminal.leftovers().isEmpty)
  }

  @Test("A document that others have published meanwhile is shown beside one's own, and decided")
  func conflict() throws {
    let page = Page(documents("Ann", "Bob"))
    let server = LoopbackHTTPServer { page.answer($0) }
    let terminal = try screen(server.url("/s.json"))
    #expect(terminal.shows("Ann"))
    page.publish(documents("Eve", "Bob"))
    terminal.type("\rx\u{13}")
    #expect(
      terminal.shows("Another program has also changed “Annx”. Which version do you want to keep?"))
    #expect(terminal.shows("Eve") && page.text.contains("Eve"))
    // From “Not now” to “Both”.
    terminal.type("\u{1B}[D\r")
    #expect(terminal.shows("Saved 1 document"), "\(terminal.screen.text)")
    #expect(page.text.contains("Eve") && page.text.contains("Annx (mine)"))
    terminal.type("\u{3}")
    #expect(terminal.waitForExit() == .killed(2))
  }

  @Test("A server that takes nothing, or gives no tags, is quoted, and nothing is lost")
  func refused() throws {
    let text = documents("Ann", "Bob")
    for (tag, status, sentence) in [
      ("\"1\"", 405, "the server returned status 405: it rejects changes"),
      (nil, 200, "the server sends no strong ETag"),
    ] as [(String?, Int, String)] {
      let server = LoopbackHTTPServer { request in
        request.method == "GET" ? .page(text, tag: tag) : .page("", status: status)
      }
      let terminal = try screen(server.url("/s.json"))
      #expect(terminal.shows("Ann"))
      terminal.type("\rx\u{13}")
      #expect(terminal.shows("Not saved.") && terminal.shows(sentence), "\(terminal.screen.text)")
      #expect(terminal.screen.text.contains("Annx"))
      terminal.type("\u{3}")
      #expect(terminal.shows("1 document has unsaved changes."))
      terminal.type("\u{3}")
      #expect(terminal.waitForExit() == .killed(2))
    }
  }
}
