import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Documented examples: signing up") @MainActor
struct SignupExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()

  @Test("a form with a store")
  func form() throws {
    let store = InMemoryAccountStore(taken: ["annika"], hasher: .yescrypt)
    let model = SignupViewModel(store: store, scheduler: clock, background: clock)
    model.username = "annika"
    model.password = "Correct-horse-7"
    model.confirmPassword = "Correct-horse-7"
    clock.advance(by: .seconds(1))
    if case .taken(let other?) = model.availability { print("try", other) }  // try annika2
    model.username = "annika.b"
    model.submit()
    clock.run()
    print(try store.verify("annika.b", password: "Correct-horse-7"))  // true
    #expect(printed == ["try annika2", "true"])
  }
}
