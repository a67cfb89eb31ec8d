import Foundation
import Reactive
import ReactiveFoundation
import TestSupport
import Testing

@Suite("Examples in comments: Foundation")
struct CommentExamples {
  private final class Search: ObservableObject {
    @Published var query = ""
    private(set) var searched: [String] = []

    func pause() -> AnyCancellable {
      func search(_ text: String) { searched.append(text) }
      return $query.debounce(for: .milliseconds(300), scheduler: RunLoop.main).sink { search($0) }
    }
  }

  @Test("notifications")
  func notifications() {
    var shown: [Int?] = []
    func show(_ info: [AnyHashable: Any]?) { shown.append(info?.count) }
    func subscribe() -> AnyCancellable {
      NotificationCenter.default.publisher(for: Notification.Name("saved"))
        .sink { show($0.userInfo) }
    }
    let subscription = subscribe()
    NotificationCenter.default.post(
      name: Notification.Name("saved"), object: nil, userInfo: ["name": "Ann"])
    subscription.cancel()
    #expect(shown == [1])
  }

  @Test("a timer, which does not come before its second is over")
  func timer() {
    var shown: [Date] = []
    func show(_ date: Date) { shown.append(date) }
    let cancellable = Timer.publish(every: 1, on: .main, in: .common)
      .autoconnect()
      .sink { show($0) }
    cancellable.cancel()
    #expect(shown.isEmpty)
  }

  @Test("a queue that does one thing after the other")
  func operationQueue() {
    let values = [1, 2, 3].publisher
    let stored = Locked<[Int]>([])
    @Sendable func store(_ value: Int) { stored.withLock { $0.append(value) } }
    var cancellables: Set<AnyCancellable> = []
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    values.receive(on: queue).sink { store($0) }.store(in: &cancellables)
    queue.waitUntilAllOperationsAreFinished()
    #expect(stored.withLock { $0 } == [1, 2, 3])
  }

  @Test("a pause on the run loop")
  func runLoop() {
    let search = Search()
    let subscription = search.pause()
    search.query = "a"
    subscription.cancel()
    #expect(search.searched.isEmpty, "The pause was not over.")
  }

  private struct Person: Codable {
    var name: String
  }

  @Test("people of data, and their names")
  func coders() throws {
    let bodies = Just(Data(#"[{"name": "Ann"}, {"name": "Ben"}]"#.utf8))
    func names() -> some Publisher<[String], any Error> {
      bodies
        .decode(type: [Person].self, decoder: JSONDecoder())
        .map { people in people.map(\.name) }
    }
    var received: [String] = []
    let cancellable = names().sink(receiveCompletion: { _ in }, receiveValue: { received = $0 })
    cancellable.cancel()
    #expect(received == ["Ann", "Ben"])
  }
}
