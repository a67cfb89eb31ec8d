import Reactive
import TestSupport
import Testing

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

  @Test("a set after a look at objectWillChange is announced, whoever else looks at it")
  func announcement() {
    for _ in 0..<2000 {
      let model = Unchecked(Model())
      let probes = (0..<2).map { _ in ConcurrentProbe<Void, Never>() }
      Threads.run(2) { thread in
        model.value.objectWillChange.subscribe(probes[thread])
        if thread == 0 { model.value.last = 1 } else { model.value.third = 1 }
      }
      for probe in probes { #expect(probe.values.count >= 1) }
    }
  }
}
