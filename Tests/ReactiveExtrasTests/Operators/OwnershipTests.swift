import Reactive
import ReactiveExtras
import TestSupport
import Testing

@Suite("Assignments by ownership")
struct OwnershipTests {
  final class Label {
    var text = ""
    var cancellable: AnyCancellable?
  }

  @Test("a weak assignment is no cycle, and cancels at the first value after the object has gone")
  func weakAssign() {
    let names = ManualPublisher<String, Never>()
    weak var weakLabel: Label?
    var kept: AnyCancellable?
    do {
      let label = Label()
      weakLabel = label
      label.cancellable = names.assign(to: \.text, on: label, ownership: .weak)
      kept = names.assign(to: \.text, on: label, ownership: .weak)
      names.send("Ann")
      #expect(label.text == "Ann")
    }
    #expect(weakLabel == nil)
    #expect(names.cancelCount == 1)
    names.connections[1].send("Ben")
    #expect(names.cancelCount == 2)
    withExtendedLifetime(kept) {}
  }

  @Test("a strong assignment keeps the object until the end, an unowned one does not")
  func otherAssigns() {
    let names = PassthroughSubject<String, Never>()
    weak var weakLabel: Label?
    var kept: AnyCancellable?
    do {
      let label = Label()
      weakLabel = label
      kept = names.assign(to: \.text, on: label, ownership: .strong)
      let other = Label()
      other.cancellable = names.assign(to: \.text, on: other, ownership: .unowned)
      names.send("Ann")
      #expect(label.text == "Ann")
      #expect(other.text == "Ann")
    }
    #expect(weakLabel != nil)
    names.send("Ben")
    #expect(weakLabel?.text == "Ben")
    kept?.cancel()
    #expect(weakLabel == nil)
  }

  @Test("a value for an unowned object that has gone stops the program")
  func unownedTrap() async {
    await #expect(processExitsWith: .failure) {
      let names = PassthroughSubject<String, Never>()
      let cancellable = names.assign(to: \.text, on: Label(), ownership: .unowned)
      names.send("Ann")
      withExtendedLifetime(cancellable) {}
    }
  }
}
