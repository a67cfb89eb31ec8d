#if compiler(>=6.2)
  import Dispatch
  import Observation
  import Reactive
  import ReactiveExtras
  import TestSupport
  import Testing

  @Suite("Documented examples: Swift's Observation")
  struct ObservationExamples: ExampleSuite {
    let page = PrintedPage()

    @Observable @MainActor final class Score {
      var points = 0
    }

    @MainActor final class Board {
      let score = Score()
      var shown: [Int] = []
      private var waiting: CheckedContinuation<Void, Never>?

      func show(_ points: Int) {
        shown.append(points)
        waiting?.resume()
        waiting = nil
      }

      /// Waits until so many numbers have been shown.
      func waitForShown(_ count: Int) async {
        while shown.count < count { await withCheckedContinuation { waiting = $0 } }
      }
    }

    @available(macOS 26.0, *)
    @Test("observations as a publisher: sets that follow each other without a pause are one")
    @MainActor func observations() async {
      let board = Board()
      let score = board.score
      let shown = Observations { score.points }.publisher
        .receive(on: DispatchQueue.main)
        .sink { points in MainActor.assumeIsolated { board.show(points) } }
      await board.waitForShown(1)
      score.points = 1
      score.points = 2
      await board.waitForShown(2)
      #expect(board.shown == [0, 2])
      shown.cancel()
    }

    final class Model: ObservableObject {
      @Published var name = "Berta"
      @Published var age = 30
    }

    @Observable final class Person {
      var first = "Ann"
      var last = "Berg"
      var name: String { "\(first) \(last)" }
    }

    final class Label { var text = "" }

    @Test("a property of an @Observable object, as by key-value observing")
    func property() {
      let (contact, label) = (Person(), Label())
      let shown =
        contact.publisher(for: \.name).assign(to: \.text, on: label)
      #expect(label.text == "Ann Berg")
      contact.last = "Carl"
      #expect(label.text == "Ann Carl")
      shown.cancel()
    }

    @Test("an expression over an @Observable object")
    func expression() {
      let person = Person()
      let shown =
        ObservedValues { "\(person.first) \(person.last)" }.sink { print($0) }
      person.first = "Bea"
      #expect(printed == ["Ann Berg", "Bea Berg"])
      shown.cancel()
    }

    @Test("an observable object among tracked ones: any of its properties counts, once")
    func tracking() {
      let model = Model()
      let lines = Locked<[String]>([])
      @Sendable func print(_ text: String) { lines.withLock { $0.append(text) } }
      let tracked = TrackedObject(model)
      withObservationTracking {
        print(tracked.name)
      } onChange: {
        print("changes")
      }
      model.name = "Ann"
      model.age += 1
      #expect(lines.withLock { $0 } == ["Berta", "changes"])
      // Who wants to hear of more says so anew.
      withObservationTracking {
        print(tracked.name)
      } onChange: {
        print("changes")
      }
      model.age += 1
      #expect(lines.withLock { $0 } == ["Berta", "changes", "Ann", "changes"])
    }
  }
#endif
