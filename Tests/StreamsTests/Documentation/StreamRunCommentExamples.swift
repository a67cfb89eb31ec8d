import Dispatch
import Expressions
import Fetching
import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing

@Suite("Examples in comments: streams that run, are drawn, kept and followed")
struct StreamRunCommentExamples: ExampleSuite {
  let page = PrintedPage()
  private let scheduler = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private let curl = ScriptedTransport(publisher: { _ in
    Empty(completeImmediately: false).eraseToAnyPublisher()
  })
  private let evens = StreamDocument.chain(
    StreamChain(id: "evens", source: "serial-a", operators: [.filter(expression: "%d % 2 == 0")]))

  private func values<Value>(of publisher: AnyPublisher<Value, Never>) -> [Value] {
    var values: [Value] = []
    let cancellable = publisher.sink { values.append($0) }
    scheduler.run()
    cancellable.cancel()
    return values
  }

  @Test("operators")
  func operators() {
    let publisher = [1, 3, 4].publisher.eraseToAnyPublisher()
    func tens() -> AnyPublisher<Int, Never> {
      let operators: [Operator] = [.filter(expression: "%d != 3"), .map(expression: "%d * 10")]
      return operators.reduce(publisher) { $1.applyPublisher($0) }  // 10, 40, if 1, 3 and 4 come
    }
    #expect(values(of: tens()) == [10, 40])
    let numbers = [1, 2, 3, 4].publisher.eraseToAnyPublisher()
    let evens = Operator.filter(expression: "%d % 2 == 0").applyPublisher(numbers)  // 2, 4
    #expect(values(of: evens) == [2, 4])
    func item() -> AnyPublisher<Int, Never> {
      StreamItem(value: 2, operators: [.map(expression: "%d + 1"), .map(expression: "%d * 10")])
        .toPublisher()  // 30
    }
    #expect(values(of: item()) == [30])
  }

  @Test("streams of items")
  func models() throws {
    let shown = results {
      let stream = StreamModel(
        id: "a", name: "Serial Stream A",
        items: (1...4).map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) })
      // {"id": "a", "name": "Serial Stream A", "stream": […]}
      stream.toPublisher().sink { print($0) }  // 1, 2, 3, 4, a second apart
    }
    #expect(shown.isEmpty)
    func publisher() -> AnyPublisher<Int, Never> {
      let items = (1...4).map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) }
      return StreamModel(id: "a", items: items).toPublisher()  // 1 after a second, 2 after two …
    }
    publisher().sink { _ in }.cancel()
    let items = (1...4).map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) }
    let stream = StreamModel(id: "a", items: items)
    #expect(values(of: stream.toPublisher(on: scheduler)) == [1, 2, 3, 4])
    #expect(scheduler.now == VirtualTimeScheduler().now.advanced(by: .seconds(4)))
  }

  @Test("a library and its timeline")
  func library() throws {
    let shown = try results {
      let library = StreamDocumentFile(StreamDocument.defaults).library
      try library.publisher(of: "serial-a").sink { print($0) }  // 1, 2, 3, 4, a second apart
    }
    #expect(shown.isEmpty)
    let defaults = StreamDocumentFile(StreamDocument.defaults).library
    let stream = try defaults.publisher(of: "serial-a", on: scheduler)
    #expect(values(of: stream) == [1, 2, 3, 4])
    let count = try results {
      let library = StreamDocumentFile(StreamDocument.defaults).library
      try library.timeline(of: "serial-a").rows[0].marbles.count  // 5
    }
    #expect(count == ["5"])
    let library = StreamDocumentFile(StreamDocument.defaults).library
    let diagram = MarbleDiagram(try library.timeline(of: "serial-a"))
    print(diagram.text)
    // 0 1 2 3 4   seconds
    // --1-2-3-4|  Serial Stream A
    #expect(printed.last == "0 1 2 3 4   seconds\n--1-2-3-4|  Serial Stream A")
  }

  @Test("marbles of rows")
  func marbles() {
    let last = results {
      var recording = MarbleRecording(limit: 400)
      recording.append(Marble(nanoseconds: 1_000_000_000, event: .value("1")))
      recording.lastNanoseconds  // 1000000000
    }
    #expect(last == ["1000000000"])
  }

  // MARK: Places

  @Test("addresses")
  func addresses() throws {
    let shown = try results {
      try StreamAddress("https://example.org/streams.json")
      try StreamAddress("file:///srv/my%20streams")  // the same as /srv/my streams
    }
    #expect(shown.count == 2)
    #expect(
      try StreamAddress("file:///srv/my%20streams").description
        == StreamAddress("/srv/my streams").description)
  }

  @Test("a store that nobody else writes")
  func store() throws {
    let (path, evens) = (folder.file("streams.json"), evens)
    let store = StreamStore(path: path)
    let snapshot = try store.loadOrDefaults()
    var file = snapshot.file
    file.replace(evens)
    try store.save(file, over: snapshot)  // throws .conflict if another has written meanwhile
    #expect(try store.loadOrDefaults().file["evens"] == evens)
    #expect(throws: StreamStoreError.self) {
      try store.save(StreamDocumentFile([evens]), over: snapshot)
    }
  }

  @Test("documents for somebody else")
  func excerpt() throws {
    var file = StreamDocumentFile(StreamDocument.defaults)
    file.replace(evens)
    let path = folder.file("evens.json")
    try StreamStore(path: path).save(file.excerpt(of: ["evens"]), over: .absent)
    let ids = try StreamStore(path: path).loadOrDefaults().file.documents.map(\.id)
    #expect(Set(ids) == ["evens", "serial-a"])
  }

  /// Files and servers would be looked at from now on: it is only compiled.
  @MainActor private func follow(contents: StreamContents) throws {
    func show(_ problem: any Error) {}
    func draw(_ value: StreamValue) {}
    func draw(_ rows: [WorkspaceRow]) {}
    _ = try results {
      let address = try StreamAddress("https://example.org/prices.json")
      let source = StreamSource(address, transport: curl)
      source.publisher(of: "prices", problem: { show($0) }).sink { draw($0) }
    }
    _ = try results {
      let address = try StreamAddress("https://example.org/s.json")
      let source = StreamSource(address, transport: curl)
      StreamWorkspace(source: source.starting(with: contents))
    }
    _ = results {
      let source = StreamSource(.local(path: "streams.json"))
      let model = StreamWorkspace(source: source, isWatching: true)
      model.objectWillChange.sink { draw(model.rows) }
    }
  }
}
