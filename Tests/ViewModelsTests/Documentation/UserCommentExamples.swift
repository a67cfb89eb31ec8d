import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: users") @MainActor
struct UserCommentExamples {
  private let folder = ScratchFolder()

  @Test("the accounts of a file as a list")
  func list() {
    let path = folder.write("accounts", "ann:$y$x\n".utf8)
    let model = ListViewModel(.accounts(in: HtpasswdAccountStore(path: path)))
    #expect(!model.state.hasLoaded, "It is read in the background.")
  }

  @Test("a form for another password")
  func newPassword() {
    let store = InMemoryAccountStore(taken: ["annika"])
    let model = SignupViewModel(purpose: .newPassword(of: "annika"), store: store)
    let username = model.username  // "annika", whatever the rules for new names say
    #expect(username == "annika")
  }

  @Test("a removal, and its undoing")
  func removal() {
    let clock = VirtualTimeScheduler()
    let store = InMemoryAccountStore(taken: ["ann"])
    let model = AccountRemovalViewModel(store: store, scheduler: clock, background: clock)
    model.remove("ann")
    clock.advance(by: .zero)
    let names = model.state.undoable  // for ten seconds
    model.undo()
    #expect(names == ["ann"])
    clock.advance(by: .zero)
    #expect(model.state.outcome == .done(.undo(of: "ann")) && store.count == 1)
  }
}
