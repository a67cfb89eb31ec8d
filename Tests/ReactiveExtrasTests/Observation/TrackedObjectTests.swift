import Observation
import Reactive
import Testing
import TestSupport

@testable import ReactiveExtras

@Suite("ObservableObjects for withObservationTracking")
struct TrackedObjectTests {
  final class Model: ObservableObject {
    @Published var name = "Ann"
    @Published var count = 0
    let id = 7
  }

  @Test("Reading a property is followed by one onChange at its next change.")
  func tracking() {
    let model = Model()
    let tracked = TrackedObject(model)
    let calls = Locked(0)
    let name = withObservationTracking {
      tracked.name
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    #expect(name == "Ann")
    #expect(tracked.id == 7)
    #expect(calls.withLock { $0 } == 0)
    model.name = "Bea"
    model.name = "Cleo"
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("A property can be set through it, and published as one of an @Observable object.")
  func settingAndPublishing() {
    let tracked = TrackedObject(Model())
    var seen: [String] = []
    let cancellable = ObservedValues { "\(tracked.name) \(tracked.count)" }.sink { seen.append($0) }
    tracked.name = "Bea"
    tracked.count += 1
    #expect(seen == ["Ann 0", "Bea 0", "Bea 1"])
    cancellable.cancel()
  }

  @Test("It keeps its object, and the object does not keep it.")
  func lifetime() {
    var model: Model? = Model()
    weak let object = model
    var tracked: TrackedObject<Model>? = model.map { TrackedObject($0) }
    weak let wrapper = tracked
    model = nil
    #expect(object != nil)
    tracked = nil
    #expect(wrapper == nil)
    #expect(object == nil)
  }
}
