import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: pages and records") @MainActor
struct PagingCommentExamples {
  private struct Answer {
    var contacts: [Contact]
    var nextToken: String?
  }

  private struct Client {
    func contacts(after token: String?) -> AnyPublisher<Answer, Never> {
      Just(
        token == nil
          ? Answer(contacts: [Contact(1)], nextToken: "a") : Answer(contacts: [Contact(2)])
      ).eraseToAnyPublisher()
    }
  }

  private let folder = ScratchFolder()

  @Test("pages that are found by cursors")
  func cursors() {
    let (client, scheduler) = (Client(), VirtualTimeScheduler())
    let source = CursorSource<Contact, String> { cursor in
      client.contacts(after: cursor).map { CursorPage($0.contacts, next: $0.nextToken) }
    }
    let model = PagedListViewModel(source, scheduler: scheduler)
    for _ in 0..<3 {
      model.load()
      scheduler.run()
    }
    #expect(model.items.map(\.id) == [1, 2] && model.hasEnded)
  }

  @Test("bounds and tries")
  func bounds() {
    let source = CursorSource<Contact, Int> { _ in Just(CursorPage([Contact(1)], next: nil)) }
    func bounded() -> Bool {
      let model = PagedListViewModel(source, keeping: KeptPages(pages: 10))
      return model.items.isEmpty
    }
    func tried() -> Bool {
      let model = PagedListViewModel(source, retry: PageRetry(tries: 3, after: .seconds(1)))
      return model.wait == nil
    }
    #expect(bounded() && tried())
  }

  @Test("errors with their causes")
  func causes() {
    let shown = results {
      PageLoadError(TransportError.cutShort("a.example")).cause is TransportError  // true
    }
    #expect(shown == ["true"])
  }

  @Test("records by a mapping")
  func mapping() throws {
    let body = Array(
      #"{"data": {"users": [{"name": "Ada", "since": 1843}, {"name": "Bob", "since": 2}]}}"#.utf8)
    let shown = try results {
      let mapping = try RecordMapping(
        items: "data.users", title: "value.name", detail: "'since ' + text(value.since)")
      try mapping.records(of: body).map(\.title)  // ["Ada", "Bob"]
    }
    #expect(shown == [#"["Ada", "Bob"]"#])
  }

  @Test("paths and templates")
  func paths() throws {
    let shown = try results {
      RecordPath("results[0].hits").steps  // ["results", "0", "hits"]
      try PageTemplate("https://example.org/users?page={page}").placeholder  // .page
    }
    #expect(shown == [#"["results", "0", "hits"]"#, ".page"])
  }

  @Test("pages of a service")
  func service() throws {
    let transport = ScriptedTransport { request in
      .success(
        HTTPResponse(
          status: 200,
          body: Array((request.url.hasSuffix("=1") ? #"[{"name": "Ada"}]"# : "[]").utf8))
      )
    }
    let scheduler = VirtualTimeScheduler()
    let template = try PageTemplate("https://example.org/users?page={page}")
    let pages = RemotePages(template, mapping: RecordMapping(), transport: transport)
    let model = PagedListViewModel(pages.source, scheduler: scheduler)
    for _ in 0..<2 {
      model.load()
      scheduler.run()
    }
    #expect(model.items.map(\.title) == ["Ada"] && model.hasEnded)
  }

  @Test("pages of a file")
  func file() {
    let path = folder.write("big.jsonl", #"{"name": "Ada"}"#.utf8)
    let file = RecordFile(path: path, mapping: RecordMapping())
    let model = PagedListViewModel(file.source, keeping: KeptPages(pages: 10))
    #expect(model.items.isEmpty && file.format == .jsonl)
  }
}
