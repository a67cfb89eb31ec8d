import Reactive
import ReactiveExtras
import Testing

/// The view model of the README, as it stands there.
@MainActor private final class SearchModel: ObservableObject {
  @Published var text = ""
  @Published private(set) var results: [String] = []

  init(words: [String], scheduler: some Scheduler) {
    $text
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .map { text in words.filter { $0.hasPrefix(text) } }
      .assign(to: &$results)
  }
}

@Suite("The README") @MainActor
struct ReadmeExampleTests {
  @Test("Its view model does what it says")
  func search() {
    let clock = VirtualTimeScheduler()
    let model = SearchModel(words: ["ant", "bee"], scheduler: clock)
    model.text = "b"
    clock.advance(by: .milliseconds(300))
    #expect(model.results == ["bee"])
  }
}
