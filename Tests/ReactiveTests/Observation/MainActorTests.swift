import Dispatch
import Reactive
import Testing

/// A view model as users write them; that it compiles in Swift 6 mode without a warning, and
/// without `@preconcurrency`, is the test.
@MainActor
final class SearchViewModel: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [String] = []
  @Published private(set) var isLong = false
  private(set) var delivered = 0
  var latest = ""
  private var cancellables: Set<AnyCancellable> = []

  init() {
    $query
      .debounce(for: .milliseconds(1), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .filter { !$0.isEmpty }
      .map { query in (1...3).map { "\(query) \($0)" } }
      .receive(on: DispatchQueue.main)
      .sink { [weak self] results in
        self?.results = results
        self?.delivered += 1
      }
      .store(in: &cancellables)
    $query.map { $0.count > 3 }.assign(to: &$isLong)
    $query.assign(to: \.latest, on: self).store(in: &cancellables)
  }
}

@Suite("A view model on the main actor")
@MainActor
struct MainActorTests {
  @Test("it debounces, receives on the main queue and assigns")
  func viewModel() async {
    let model = SearchViewModel()
    var changes = 0
    let watching = model.objectWillChange.sink { changes += 1 }
    model.query = "sw"
    model.query = "swift"
    #expect(model.isLong)
    #expect(model.latest == "swift")
    #expect(changes >= 2)
    var arrived: AnyCancellable?
    await withCheckedContinuation { continuation in
      arrived = model.$results.dropFirst().first().sink { _ in continuation.resume() }
    }
    // The continuation goes on after the piece of work that delivered, so the value is stored.
    #expect(model.results == ["swift 1", "swift 2", "swift 3"])
    #expect(model.delivered == 1)
    withExtendedLifetime((watching, arrived)) {}
  }
}
