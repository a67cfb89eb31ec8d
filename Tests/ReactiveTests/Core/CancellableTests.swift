import Reactive
import Synchronization
import TestSupport
import Testing

@Suite("AnyCancellable")
struct CancellableTests {
  @Test("it cancels when it is freed, and only once")
  func cancelsOnce() {
    var count = 0
    do {
      let cancellable = AnyCancellable { count += 1 }
      cancellable.cancel()
      cancellable.cancel()
      #expect(count == 1)
    }
    #expect(count == 1)
    do { _ = AnyCancellable { count += 1 } }
    #expect(count == 2)
  }

  @Test("it may be stored in a set or in any growing collection")
  func store() {
    var count = 0
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    AnyCancellable { count += 1 }.store(in: &set)
    AnyCancellable { count += 1 }.store(in: &array)
    let subject = PassthroughSubject<Int, Never>()
    subject.sink { _ in }.store(in: &set)
    #expect(set.count == 2)
    #expect(array.count == 1)
    set.removeAll()
    array.removeAll()
    #expect(count == 2)
  }

  @Test("it frees what it holds at the cancel, outside its lock")
  func freesAtCancel() {
    var freed = false
    var cancellable: AnyCancellable?
    do {
      let held = DeinitHook {
        // Would deadlock under the lock.
        cancellable?.cancel()
        freed = true
      }
      cancellable = AnyCancellable { _ = held }
    }
    #expect(!freed)
    cancellable?.cancel()
    #expect(freed)
  }

  @Test("of threads that cancel one AnyCancellable at once, one does")
  func cancelsOnceAmongThreads() {
    for _ in 0..<50 {
      let count = Counter()
      let cancellable = Unchecked(AnyCancellable { count.add() })
      Threads.run(4) { _ in cancellable.value.cancel() }
      #expect(count.value == 1)
    }
  }
}
