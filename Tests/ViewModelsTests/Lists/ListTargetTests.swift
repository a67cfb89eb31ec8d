import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Lists shown by what shows lists") @MainActor
struct ListTargetTests {
  private final class Table: ListTarget {
    var log: [String] = []
    var subscription: AnyCancellable?

    func apply(_ snapshot: ListSnapshot<Never, Contact>, animated: Bool) {
      log.append("\(snapshot.items.map(\.id))" + (animated ? " animated" : ""))
    }
  }

  private let lists = CurrentValueSubject<ListSnapshot<Never, Contact>, Never>(
    ListSnapshot([Contact(1)]))
  private let animate = CurrentValueSubject<Bool, Never>(true)

  private func send(_ ids: Int...) { lists.send(ListSnapshot(ids.map { Contact($0) })) }

  @Test("Each list is applied until the cancellable is cancelled, the first without animation")
  func apply() {
    let table = Table()
    let subscription = lists.apply(to: table)
    send(1, 2)
    subscription.cancel()
    send(3)
    #expect(table.log == ["[1]", "[1, 2] animated"])
  }

  @Test("A second publisher decides about animation; the first list is applied without")
  func flag() {
    let table = Table()
    let subscription = lists.apply(to: table, animate: animate)
    send(2)
    animate.send(false)
    send(3)
    animate.send(true)
    send(4)
    #expect(table.log == ["[1]", "[2] animated", "[3]", "[4] animated"])
    subscription.cancel()
  }

  @Test("A list that comes before the flag's first value is shown all the same")
  func lateFlag() {
    let table = Table()
    let late = PassthroughSubject<Bool, Never>()
    let subscription = lists.apply(to: table, animate: late)
    send(2)
    late.send(true)
    send(3)
    #expect(table.log == ["[1]", "[2]", "[3] animated"])
    subscription.cancel()
  }

  @Test("The latest value of the animation flag counts; a change of it alone applies nothing")
  func latest() {
    let sent = lists.dropFirst().withLatestFrom(animate)
    let probe = ProbeSubscriber<Bool, Never>()
    sent.subscribe(probe)
    animate.send(false)
    animate.send(true)
    animate.send(false)
    #expect(probe.values.isEmpty)
    send(2)
    #expect(probe.values == [false])
  }

  @Test("A change of the flag alone applies nothing again")
  func flip() {
    let table = Table()
    let subscription = lists.apply(to: table, animate: animate)
    animate.send(false)
    animate.send(true)
    #expect(table.log == ["[1]"])
    subscription.cancel()
  }

  @Test("A view of a list may keep the cancellable without a cycle")
  func leak() {
    weak var weakTable: Table?
    do {
      let table = Table()
      table.subscription = lists.apply(to: table, animate: animate)
      weakTable = table
    }
    #expect(weakTable == nil)
    send(2)
  }
}
