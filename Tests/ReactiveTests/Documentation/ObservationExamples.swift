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

    final class Tracked<Object: ObservableObject>: Observable
    where Object.ObjectWillChangePublisher == ObservableObjectPublisher {
      private let registrar = ObservationRegistrar()
      private let tracked: Object
      private var following: AnyCancellable?

      init(_ object: Object) {
        tracked = object
        following = object.objectDidChange.sink { [unowned self] in
          registrar.withMutation(of: self, keyPath: \.object) {}
        }
      }

      var object: Object {
        registrar.access(self, keyPath: \.object)
        return tracked
      }
    }

    final class Model: ObservableObject {
      @Published var name = "Ann"
      @Published var age = 30
    }

    @Test("an observable object among tracked ones: any of its properties counts, once")
    func tracking() {
      let redrawn = Counter()
      @Sendable func redraw() { redrawn.add() }
      let model = Tracked(Model())
      func draw() {
        withObservationTracking {
          print(model.object.name)
        } onChange: {
          redraw()
        }
      }
      draw()
      model.object.age += 1
      #expect(redrawn.value == 1)
      // Who wants to hear of more says so anew.
      model.object.name = "Ben"
      #expect(redrawn.value == 1)
      draw()
      model.object.name = "Cay"
      #expect(redrawn.value == 2)
      #expect(printed == ["Ann", "Ben"])
    }

    @Test("what tracks an object does not keep it, nor is it kept")
    func freed() {
      let model = Model()
      weak var weakTracked: Tracked<Model>?
      do {
        let tracked = Tracked(model)
        weakTracked = tracked
        #expect(tracked.object === model)
      }
      #expect(weakTracked == nil)
      model.name = "Ben"
    }
  }
#endif
