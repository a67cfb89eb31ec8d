import TestSupport
import Testing

@testable import Reactive

private final class Model: ObservableObject {
  @Published var first = 0
  @Published var second = 0
  @Published var third = 0
  @Published var last = 0
}

@Suite("Threads: published properties", .serialized)
struct PublishedThreadTests {
  @Test(
    "whoever subscribes while two threads set ends on the others' last value, or the stored one")
  func joiner() {
    for round in 0..<2000 {
      let model = Unchecked(Model())
      let early = ConcurrentProbe<Int, Never>()
      let late = ConcurrentProbe<Int, Never>()
      model.value.$first.subscribe(early)
      Threads.run(3) { thread in
        if thread < 2 {
          for value in 1...8 { model.value.first = thread * 1000 + value }
        } else {
          for _ in 0..<round % 40 { _ = model.value.second }
          model.value.$first.subscribe(late)
        }
      }
      let stored = model.value.first
      #expect(early.values.count == 17)
      #expect(late.values.last == early.values.last || late.values.last == stored)
      let newcomer = ConcurrentProbe<Int, Never>()
      model.value.$first.subscribe(newcomer)
      #expect(newcomer.values == [stored])
    }
  }

  @Test("whoever subscribes between the ends of two overlapping sets is given the value sent last")
  func joinerInTheMiddle() {
    let model = Model()
    let storage = model.$first.storage
    var early: [Int] = []
    var late: [Int] = []
    var cancellables: [AnyCancellable] = []
    model.$first.sink {
      early.append($0)
      guard $0 == 1 else { return }
      // Another thread's set sends its value, and is not stored yet when this one ends.
      storage.begunCount += 1
      storage.broadcast.transmit(2, from: currentThread())
    }.store(in: &cancellables)
    model.first = 1
    model.$first.sink { late.append($0) }.store(in: &cancellables)
    #expect(early == [0, 1, 2])
    #expect(late == [2])
  }

  @Test("a set is announced to whoever looks at objectWillChange while another thread installs it")
  func installationInTheMiddle() {
    let model = Model()
    _ = PublishedFields.of(model)[0].installed(ObservableObjectPublisher())
    var count = 0
    let cancellable = model.objectWillChange.sink { count += 1 }
    model.last = 1
    #expect(count == 1)
    withExtendedLifetime(cancellable) {}
  }
}
