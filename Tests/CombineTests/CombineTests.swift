#if canImport(Combine)
  import Combine
  import ExtensionLibrary
  import Foundation
  import Testing

  /// Sources written for Combine, which say so, compile and run; see `ExtensionLibrary`.
  @Suite("Sources that import Combine")
  struct CombineTests {
    @Test("an operator of a library's own takes the latest of another publisher")
    func withLatestFrom() {
      let (taps, names) = (
        PassthroughSubject<Int, Never>(), CurrentValueSubject<String, Never>("a")
      )
      var heard: [String] = []
      let cancellable = taps.withLatestFrom(names) { "\($1)\($0)" }.sink { heard.append($0) }
      taps.send(1)
      names.send("b")
      taps.send(2)
      cancellable.cancel()
      taps.send(3)
      #expect(heard == ["a1", "b2"])
    }

    @Test("a timer and a scheduler of a library's own tick on Foundation's run loop")
    func timer() {
      let scheduler = AnyScheduler(RunLoop.current)
      let timer = Publishers.Timer(every: .milliseconds(1), scheduler: scheduler).autoconnect()
      var ticks = 0
      let cancellable = timer.prefix(3).sink { _ in ticks += 1 }
      let end = Date(timeIntervalSinceNow: 1800)
      while ticks < 3, Date() < end { _ = RunLoop.current.run(mode: .default, before: end) }
      cancellable.cancel()
      #expect(ticks == 3)
    }

    #if URLSession
      @Test("a session's answers are there without another import")
      func dataTask() throws {
        let url = try #require(URL(string: "https://example.org/people.json"))
        let people = URLSession.shared.dataTaskPublisher(for: url)
          .map(\.data)
          .decode(type: [String].self, decoder: JSONDecoder())
        #expect(type(of: people).Output.self == [String].self)
      }
    #endif

    @Test("a subject of a library's own replays, and a model with weak captures is let go")
    func subjectAndModel() {
      final class Model: ObservableObject {
        @Published var name = ""
        var length = 0
        private var cancellables: Set<AnyCancellable> = []
        init(_ names: some Publisher<String, Never>) {
          names.sink { [weak self] in self?.name = $0 }.store(in: &cancellables)
          $name.map(\.count).sink { [weak self] in self?.length = $0 }.store(in: &cancellables)
        }
      }
      let names = ReplaySubject<String, Never>(bufferSize: 1)
      names.send("Ann")
      names.send("Anton")
      var model: Model? = Model(names)
      weak let weakModel = model
      #expect(model?.length == 5)
      var changes = 0
      let cancellable = model?.objectWillChange.sink { changes += 1 }
      names.send("Bo")
      #expect(changes == 1)
      #expect(model?.length == 2)
      model = nil
      cancellable?.cancel()
      #expect(weakModel == nil)
    }
  }
#endif
