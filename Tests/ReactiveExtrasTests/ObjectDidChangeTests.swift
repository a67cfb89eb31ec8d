import Reactive
import ReactiveExtras
import Testing

@Suite("objectDidChange")
struct ObjectDidChangeTests {
  class Model: ObservableObject {
    @Published var name = "a"
    @Published var count = 0
  }

  final class Submodel: Model {
    @Published var flag = false
  }

  @Test("it sends after each set, when the new value can be read")
  func afterSet() {
    let model = Submodel()
    var log: [String] = []
    let will = model.objectWillChange.sink { log.append("will \(model.name) \(model.flag)") }
    let did = model.objectDidChange.sink { log.append("did \(model.name) \(model.flag)") }
    let value = model.$name.dropFirst().sink { log.append("value \($0)") }
    model.name = "b"
    model.flag = true
    #expect(
      log == ["will a false", "value b", "did b false", "will b false", "did b true"])
    withExtendedLifetime((will, did, value)) {}
  }

  @Test("it is one publisher for each object, and needs nobody on objectWillChange")
  func onePublisher() {
    let (model, other) = (Model(), Model())
    #expect(model.objectDidChange === model.objectDidChange)
    #expect(model.objectDidChange !== model.objectWillChange)
    var count = 0
    let cancellable = model.objectDidChange.sink { count += 1 }
    model.count += 1
    other.count += 1
    #expect(count == 1)
    cancellable.cancel()
    model.count += 1
    #expect(count == 1)
  }

  @Test("a set from inside a set is reported first")
  func nested() {
    let model = Model()
    var log: [String] = []
    let did = model.objectDidChange.sink { log.append("\(model.name) \(model.count)") }
    let nesting = model.$count.dropFirst().sink { if $0 == 1 { model.name = "b" } }
    model.count = 1
    #expect(log == ["b 0", "b 1"])
    withExtendedLifetime((did, nesting)) {}
  }
}
