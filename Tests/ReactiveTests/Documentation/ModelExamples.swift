import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Documented examples: observable objects")
struct ModelExamples: ExampleSuite {
  let page = PrintedPage()

  @Test("@Published sends before it stores")
  func published() {
    final class Model: ObservableObject {
      @Published var name = "Ann"
    }
    let model = Model()
    let cancellable = model.$name.sink { print($0) }  // prints "Ann"
    model.name = "Ben"  // prints "Ben"; model.name still reads "Ann" inside the closure
    #expect(printed == ["Ann", "Ben"])
    var inside = ""
    let looking = model.$name.dropFirst().sink { _ in inside = model.name }
    model.name = "Cem"
    #expect(inside == "Ben")
    withExtendedLifetime((cancellable, looking)) {}
  }

  @Test("objectWillChange")
  func willChange() {
    final class Counter: ObservableObject {
      @Published var count = 0
    }
    let counter = Counter()
    let cancellable = counter.objectWillChange.sink { print("will change") }
    counter.count += 1  // prints "will change"
    #expect(printed == ["will change"])
    cancellable.cancel()
  }

  @Test("objectDidChange")
  func didChange() {
    final class Counter: ObservableObject {
      @Published var count = 0
    }
    let counter = Counter()
    let cancellable = counter.objectDidChange.sink { print(counter.count) }
    counter.count += 1  // prints the new count
    #expect(printed == ["1"])
    cancellable.cancel()
  }

  private final class Label {
    var text = ""
  }

  @Test("assigning to a property of an object")
  func assigning() {
    let names = PassthroughSubject<String, Never>()
    let label = Label()
    let cancellable = example {
      names.assign(to: \.text, on: label)
    }
    names.send("Ann")
    #expect(label.text == "Ann")
    cancellable.cancel()
  }

  private final class Screen {
    @Published var name = ""
    var title = ""
    var places: [Int] = []
    var cancellables: Set<AnyCancellable> = []

    func republish(_ names: PassthroughSubject<String, Never>) {
      names.assign(to: &$name)
    }

    func hold(_ names: PassthroughSubject<String, Never>) {
      names.assign(to: \.title, on: self, ownership: .weak).store(in: &cancellables)
    }

    func watch(_ locations: PassthroughSubject<Int, Never>) {
      locations.sink(on: self, ownership: .weak) { $0.show($1) }.store(in: &cancellables)
    }

    private func show(_ place: Int) { places.append(place) }
  }

  @Test("assigning without a cycle")
  func ownership() {
    let names = PassthroughSubject<String, Never>()
    let locations = PassthroughSubject<Int, Never>()
    weak var released: Screen?
    do {
      let screen = Screen()
      screen.republish(names)
      screen.hold(names)
      screen.watch(locations)
      names.send("Ann")
      locations.send(3)
      #expect(screen.name == "Ann")
      #expect(screen.title == "Ann")
      #expect(screen.places == [3])
      released = screen
    }
    #expect(released == nil)
  }

  private final class Search {
    @Published var query = ""

    func results(
      _ search: @escaping (String) -> AnyPublisher<String, Never>
    ) -> some Publisher<String, Never> {
      $query.flatMapLatest { search($0) }  // a new query cancels the search before it
    }
  }

  @Test("searching for the latest query")
  func searching() {
    let model = Search()
    let answers = PassthroughSubject<String, Never>()
    let cancellable = model.results { query in
      answers.map { query + $0 }.eraseToAnyPublisher()
    }.sink { print($0) }
    model.query = "a"
    model.query = "b"
    answers.send("1")
    #expect(printed == ["b1"])
    cancellable.cancel()
  }

  private final class Editor {
    @Published var document = "draft"

    func documents(
      _ saveTaps: PassthroughSubject<Void, Never>
    ) -> some Publisher<String, Never> {
      saveTaps.withLatestFrom($document)
    }
  }

  @Test("saving the latest document")
  func saving() {
    let editor = Editor()
    let taps = PassthroughSubject<Void, Never>()
    let cancellable = editor.documents(taps).sink { print($0) }
    taps.send()
    editor.document = "final"
    taps.send()
    #expect(printed == ["draft", "final"])
    cancellable.cancel()
  }
}
