import Reactive
import TestSupport
import Testing

/// The cancellable of a sink on a subject is the subject's subscription itself, which its caller
/// owns: letting go of it ends its life, perhaps while a thread is inside it.
@Suite("Subscriptions of a subject that are cancellables")
struct OwnedSubscriptionTests {
  private final class Keeper {
    var cancellables: [AnyCancellable?] = []
  }

  @Test("a sink that lets go of itself, and of others, gets nothing more, nor do they")
  func lettingGoInside() {
    let keeper = Keeper()
    var freed = 0
    var log: [String] = []
    weak var kept: PassthroughSubject<Int, Never>?
    do {
      let subject = PassthroughSubject<Int, Never>()
      kept = subject
      for number in 0..<3 {
        let hook = DeinitHook { freed += 1 }
        keeper.cancellables.append(
          subject.map { $0 + 1 }.sink { value in
            withExtendedLifetime(hook) { log.append("\(number): \(value)") }
            guard number == 0 else { return }
            // In the memory of what is let go of, if it were free.
            keeper.cancellables = (0..<20).map { _ in
              PassthroughSubject<[String], Never>().sink { _ in }
            }
            #expect(freed == 0)
            subject.send(value)
          })
      }
      subject.send(1)
      subject.send(5)
    }
    #expect(log == ["0: 2"])
    #expect(freed == 3)
    #expect(kept == nil)
  }

  @Test("sinks let go of during a send are passed over, and so are those that were gone before")
  func sweeping() {
    let (subject, keeper) = (PassthroughSubject<Int, Never>(), Keeper())
    let other = PassthroughSubject<[String], Never>()
    var (log, freed): ([Int], Int) = ([], 0)
    for number in 0..<10 {
      let hook = DeinitHook { freed += 1 }
      keeper.cancellables.append(
        subject.sink { _ in
          withExtendedLifetime(hook) { log.append(number) }
          guard number == 0 else { return }
          // The dead are half of all now, and are taken out of the list together.
          for index in 1...4 { keeper.cancellables[index] = nil }
          // In their memory, if it were free.
          keeper.cancellables += (0..<20).map { _ in other.sink { log.append($0.count) } }
        })
    }
    keeper.cancellables[9] = nil
    subject.send(1)
    #expect(log == [0, 5, 6, 7, 8])
    #expect(freed == 5)
  }

  @Test("the value of a property that is gone is freed, though a cancelled subscription is kept")
  func propertyIsGone() {
    final class Value {}
    final class Model { @Published var value = Value() }
    var model: Model? = Model()
    weak let value = model?.value
    let cancellable = model!.$value.sink { _ in }
    cancellable.cancel()
    #expect(value != nil)
    model = nil
    #expect(value == nil)
  }

  @Test("a sink that lets go of itself at the latest value of a subject that remembers")
  func lettingGoOfRemembering() {
    let (subject, keeper) = (CurrentValueSubject<Int, Never>(1), Keeper())
    var log: [Int] = []
    keeper.cancellables = [
      subject.sink {
        log.append($0)
        if $0 == 2 { keeper.cancellables = [] }
      }
    ]
    subject.value = 2
    subject.value = 3
    #expect(log == [1, 2])
  }

  @Test("a sink on a subject that has ended frees its closures, though its cancellable is kept")
  func onEndedSubject() {
    var freed = 0
    var log: [String] = []
    let subject = CurrentValueSubject<Int, Never>(1)
    subject.send(completion: .finished)
    let cancellable: AnyCancellable
    do {
      let hook = DeinitHook { freed += 1 }
      cancellable = subject.sink(
        receiveCompletion: { log.append("\($0)") },
        receiveValue: { value in withExtendedLifetime(hook) { log.append("\(value)") } })
    }
    #expect(log == ["finished"])
    #expect(freed == 1)
    cancellable.cancel()
  }

  @Test("a completion during which the cancellable is let go of comes no further")
  func lettingGoDuringEnd() {
    let (subject, keeper) = (PassthroughSubject<Int, Never>(), Keeper())
    var log: [String] = []
    var freed = 0
    do {
      let hook = DeinitHook { freed += 1 }
      keeper.cancellables = [
        subject.handleEvents(receiveCompletion: { _ in
          keeper.cancellables = []
          log.append("ends")
        })
        .sink(
          receiveCompletion: { end in withExtendedLifetime(hook) { log.append("\(end)") } },
          receiveValue: { _ in })
      ]
    }
    subject.send(completion: .finished)
    #expect(log == ["ends"])
    #expect(freed == 1)
  }

  @Test("any other subscription keeps itself until its end, whether its subscriber keeps it or not")
  func others() {
    var values: [Int] = []
    var freed = 0
    let subject = PassthroughSubject<Int, Never>()
    do {
      let hook = DeinitHook { freed += 1 }
      subject.subscribe(
        AnySubscriber(
          receiveSubscription: { $0.request(.unlimited) },
          receiveValue: { value in
            withExtendedLifetime(hook) { values.append(value) }
            return .none
          }))
    }
    subject.send(1)
    subject.send(2)
    #expect(values == [1, 2])
    #expect(freed == 0)
    subject.send(completion: .finished)
    #expect(freed == 1)
  }

  @Test("it describes itself as a cancellable")
  func description() {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink { _ in }
    #expect("\(cancellable)" == "Reactive.AnyCancellable")
    #expect("\(AnyCancellable {})" == "Reactive.AnyCancellable")
    withExtendedLifetime(cancellable) {}
  }

  @Test("a stage that ends its stream while another thread lets go of it frees all, once")
  func endingWhileLettingGo() {
    let (freed, ends) = (Counter(), Counter())
    for round in 0..<1_000 {
      let subject = Unchecked(PassthroughSubject<Int, Never>())
      let keeper = Unchecked(Keeper())
      let others = subject.value.sink { _ in }
      do {
        let hook = DeinitHook { freed.add() }
        keeper.value.cancellables = [
          subject.value.prefix(2).sink(
            receiveCompletion: { _ in ends.add() },
            receiveValue: { _ in withExtendedLifetime(hook) {} })
        ]
      }
      Threads.run(2) { thread in
        if thread == 0 {
          for value in 0..<3 { subject.value.send(value) }
          if round.isMultiple(of: 2) { subject.value.send(completion: .finished) }
        } else {
          keeper.value.cancellables = []
        }
      }
      withExtendedLifetime(others) {}
    }
    #expect(freed.value == 1_000)
    #expect(ends.value <= 1_000)
  }

  @Test("cancellables that come and go on one thread while others send free all of their closures")
  func threads() {
    let subject = Unchecked(PassthroughSubject<Int, Never>())
    let (freed, made) = (Counter(), Counter())
    Threads.run(4) { thread in
      guard thread > 1 else {
        for value in 0..<20_000 { subject.value.send(value) }
        return
      }
      for round in 0..<2_000 {
        let hook = DeinitHook { freed.add() }
        let cancellable = subject.value.scan(0, +).sink { _ in withExtendedLifetime(hook) {} }
        made.add()
        if round.isMultiple(of: 3) { cancellable.cancel() }
      }
    }
    subject.value.send(0)
    #expect(made.value == 4_000)
    #expect(freed.value == 4_000)
  }
}
