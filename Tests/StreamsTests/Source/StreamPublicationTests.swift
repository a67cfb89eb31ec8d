import Expressions
import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Streams

@Suite("Documents of a URL that are edited and published")
@MainActor struct StreamPublicationTests {
  /// A page of a server with versions, which several clients change.
  private final class Page: Sendable {
    private let state: Locked<(body: String, version: Int)>
    /// The status of answers to PUT, whatever they ask for; nil to do it.
    let refusal = Locked<Int?>(nil)
    let givesTags: Bool
    /// What another client publishes right before the next PUT.
    let interloper = Locked<StreamDocumentFile?>(nil)
    /// True for a server that heeds no condition of a PUT.
    let takesAll = Locked(false)
    /// Returns what the server keeps of the body of a PUT, and of what was there.
    let keeps = Locked<@Sendable (_ body: String, _ old: String) -> String>({ body, _ in body })

    init(_ file: StreamDocumentFile, givesTags: Bool = true) {
      state = Locked((String(decoding: file.bytes, as: UTF8.self), 1))
      self.givesTags = givesTags
    }

    var text: String { state.withLock { $0.body } }

    /// Changes the page, as another client does.
    func publish(_ file: StreamDocumentFile) {
      state.withLock { $0 = (String(decoding: file.bytes, as: UTF8.self), $0.version + 1) }
    }

    func answer(_ method: String, match: String?, noneMatch: String?, _ body: String)
      -> (status: Int, tag: String?, body: String)
    {
      let (refusal, takesAll) = (refusal.withLock { $0 }, takesAll.withLock { $0 })
      if method == "PUT", let other = interloper.withLock({ $0.take() }) { publish(other) }
      return state.withLock { state -> (status: Int, tag: String?, body: String) in
        func tag() -> String? { givesTags ? "\"\(state.version)\"" : nil }
        if method == "GET" {
          return noneMatch != nil && noneMatch == tag()
            ? (304, tag(), "") : (200, tag(), state.body)
        }
        if let refusal { return (refusal, nil, "") }
        guard takesAll || match == tag() else { return (412, tag(), "") }
        state = (keeps.withLock { $0 }(body, state.body), state.version + 1)
        return (204, tag(), "")
      }
    }

    var transport: ScriptedTransport {
      ScriptedTransport { request in
        let (status, tag, body) = self.answer(
          request.method.rawValue, match: request.headers["If-Match"],
          noneMatch: request.headers["If-None-Match"], request.body ?? "")
        return .success(
          HTTPResponse(
            status: status, headers: tag.map { ["ETag": $0] } ?? [:], body: Array(body.utf8)))
      }
    }
  }

  private let time = VirtualTimeScheduler()
  private let name = "https://example.org/s.json"

  private func lab(_ transport: some Transport, url: String? = nil) -> StreamWorkspace {
    let source = StreamSource(.web(url: url ?? name + "?key=secret"), transport: transport)
    var contents: StreamContents?
    _ = source.contents.sink { contents = $0 }
    return StreamWorkspace(
      source: contents.map { source.starting(with: $0) } ?? source, scheduler: time)
  }

  private func source(_ id: String, _ value: StreamValue) -> StreamDocument {
    .source(StreamModel(id: id, items: [StreamItem(value: value)]))
  }

  private func change(_ lab: StreamWorkspace, _ id: String, to text: String) throws {
    let file = lab.files[0].name
    var form = try #require(lab.form(of: StreamKey(file: file, id: id)))
    form[.item(0)] = text
    lab.stage(form, in: file)
  }

  private func value(_ id: String, in text: String) throws -> StreamValue? {
    guard case .source(let stream)? = try streamFile(text)[id] else { return nil }
    return stream.items.first?.value
  }

  @Test("A change replaces the page, and another change the page that was made by it")
  func saved() throws {
    let page = Page(StreamDocumentFile([source("a", 1), source("b", 2)]))
    let lab = lab(page.transport)
    #expect(lab.files.map(\.isWritable) == [true])
    for text in ["5", "6"] {
      try change(lab, "a", to: text)
      #expect(lab.save(name) == .saved(count: 1, isMerged: false))
      #expect(try value("a", in: page.text) == StreamValue(editedText: text))
    }
    #expect(try value("b", in: page.text) == 2)
    #expect(!lab.hasChanges)
  }

  @Test("What somebody else has published of other documents is kept")
  func merged() throws {
    let page = Page(StreamDocumentFile([source("a", 1), source("b", 2)]))
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    page.publish(StreamDocumentFile([source("a", 1), source("b", 7), source("c", 8)]))
    #expect(lab.save(name) == .saved(count: 1, isMerged: true))
    #expect(try value("a", in: page.text) == 5 && value("b", in: page.text) == 7)
    #expect(try value("c", in: page.text) == 8)
  }

  @Test("What is published between the last look and the PUT is found by the server, and kept")
  func mergedLate() throws {
    let page = Page(StreamDocumentFile([source("a", 1), source("b", 2)]))
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    page.interloper.withLock { $0 = StreamDocumentFile([source("a", 1), source("b", 7)]) }
    #expect(lab.save(name) == .saved(count: 1, isMerged: true))
    #expect(try value("a", in: page.text) == 5 && value("b", in: page.text) == 7)
  }

  @Test("A server that heeds no condition loses no change that was there before")
  func heedless() throws {
    let page = Page(StreamDocumentFile([source("a", 1), source("b", 2)]))
    page.takesAll.withLock { $0 = true }
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    page.publish(StreamDocumentFile([source("a", 1), source("b", 7)]))
    #expect(lab.save(name) == .saved(count: 1, isMerged: true))
    #expect(try value("a", in: page.text) == 5 && value("b", in: page.text) == 7)
  }

  @Test("A document that somebody else has published, too, is decided about, and nothing is sent")
  func conflict() throws {
    let page = Page(StreamDocumentFile([source("a", 1)]))
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    page.publish(StreamDocumentFile([source("a", 9)]))
    guard case .conflicts(let conflicts) = lab.save(name) else {
      Issue.record("there is no conflict")
      return
    }
    #expect(conflicts.map(\.id) == ["a"] && conflicts[0].theirs == source("a", 9))
    #expect(try value("a", in: page.text) == 9)
    lab.decide(conflicts[0], .mine, in: name)
    #expect(lab.save(name) == .saved(count: 1, isMerged: false))
    #expect(try value("a", in: page.text) == 5)
  }

  @Test(
    "A server that does not take it is quoted, and the change is kept",
    arguments: [(405, "rejects changes"), (403, "permission to"), (500, "try again later")])
  func refused(status: Int, advice: String) throws {
    let page = Page(StreamDocumentFile([source("a", 1)]))
    page.refusal.withLock { $0 = status }
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    guard case .refused(let reasons) = lab.save(name) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reasons.count == 1 && reasons[0].hasPrefix("\(name): cannot be written ("))
    #expect(reasons[0].contains("status \(status): ") && reasons[0].contains(advice))
    #expect(lab.changeCount == 1)
  }

  @Test(
    "What a server does not keep is not saved, whatever it answers",
    arguments: [
      ("", "with an empty file"), ("<html>", "with something that is not a stream file"),
      ("old", "with the file as it was before"),
    ])
  func unkept(kept: String, found: String) throws {
    let page = Page(StreamDocumentFile([source("a", 1)]))
    page.keeps.withLock { $0 = { _, old in kept == "old" ? old : kept } }
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    #expect(
      lab.save(name)
        == .refused([
          "\(name): was not saved (the server returned status 204, but then \(found)); check "
            + "what the server has, and export your changes"
        ]))
    #expect(lab.changeCount == 1)
  }

  @Test("A server that writes JSON in its own way has saved it")
  func reformatted() throws {
    let page = Page(StreamDocumentFile([source("a", 1)]))
    page.keeps.withLock {
      $0 = { body, _ in body.split(separator: "\n").joined(separator: "\n\n") }
    }
    let lab = lab(page.transport)
    for text in ["5", "6"] {
      try change(lab, "a", to: text)
      #expect(lab.save(name) == .saved(count: 1, isMerged: false))
    }
    #expect(!lab.hasChanges)
  }

  @Test("A redirection that is not followed is named, and the change is kept")
  func redirected() throws {
    let page = Page(StreamDocumentFile([source("a", 1)]))
    let transport = ScriptedTransport { request in
      if request.method == .put {
        return .failure(.leadsElsewhere(request.address, to: "http://b/", reason: "and no"))
      }
      var answer: Result<HTTPResponse, TransportError>?
      _ = page.transport.response(to: request)
        .sink { _ in
        } receiveValue: {
          answer = .success($0)
        }
      return answer!
    }
    let lab = lab(transport)
    try change(lab, "a", to: "5")
    #expect(lab.save(name) == .refused(["\(name) leads to http://b/, and no."]))
    #expect(lab.changeCount == 1)
  }

  @Test("Without a tag nothing is sent, because the changes of others could be lost")
  func untagged() throws {
    let page = Page(StreamDocumentFile([source("a", 1)]), givesTags: false)
    let lab = lab(page.transport)
    try change(lab, "a", to: "5")
    guard case .refused(let reasons) = lab.save(name) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reasons[0].contains("no strong ETag"))
    #expect(try value("a", in: page.text) == 1)
  }

  @Test("A URL is imported like a file")
  func imported() throws {
    let folder = ScratchFolder()
    let path = folder.write("s.json", StreamDocumentFile([source("a", 1)]).bytes)
    let page = Page(StreamDocumentFile([source("a", 1), source("b", 2)]))
    let lab = StreamWorkspace(
      source: StreamSource(.local(path: path), transport: page.transport), scheduler: time)
    #expect(
      sentence(try lab.importDocuments(from: name, into: path))
        == "1 of 2 imported, not saved yet; 1 was already here.")
    #expect(lab.save(path) == .saved(count: 1, isMerged: false))
    let offline = StreamWorkspace(source: StreamSource(.local(path: path)), scheduler: time)
    #expect(
      sentence(try offline.importDocuments(from: name, into: path))
        == "\(name) could not be fetched: URLs are not fetched here. Try again.")
  }

  @Test("curl publishes to a server, which sees the tag, and says no to an old one")
  func overLoopback() throws {
    let page = Page(StreamDocumentFile([source("a", 1), source("b", 2)]))
    let server = LoopbackHTTPServer { request in
      let (status, tag, body) = page.answer(
        request.method, match: request.headers["if-match"],
        noneMatch: request.headers["if-none-match"], request.body)
      return .page(body, status: status, tag: tag)
    }
    let publication = StreamPublication(url: server.url("/s.json"), transport: CurlTransport())
    let old = try publication.load()
    var file = old.file
    file.replace(source("a", "“ä” \\ \" \n"))
    let new = try publication.save(file, over: old)
    #expect(try value("a", in: page.text) == "“ä” \\ \" \n")
    #expect(server.requests.map(\.method) == ["GET", "GET", "PUT", "GET"] && new.tag == "\"2\"")
    #expect(server.requests[2].headers["content-type"] == "application/json")
    // What is there already need not be sent again.
    #expect(try publication.save(file, over: old).tag == "\"2\"")
    var other = old.file
    other.replace(source("a", 9))
    #expect { try publication.save(other, over: old) } throws: {
      guard case .conflict(_, _, let theirs)? = $0 as? StreamStoreError else { return false }
      return theirs.documents == file.documents
    }
    file.replace(source("b", 3))
    _ = try publication.save(file, over: new)
    #expect(try value("b", in: page.text) == 3)
  }
}
