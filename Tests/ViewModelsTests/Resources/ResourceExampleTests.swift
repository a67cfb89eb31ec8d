import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

/// The lines of the README and of the documentation, as they stand there.
@Suite("The examples of resources") @MainActor
struct ResourceExampleTests {
  private struct User: Equatable {
    var name: String
    init(line: some StringProtocol) { name = String(line) }
  }

  @Test("A list is fetched, shown, kept when the next try fails, and tried again")
  func fetching() {
    let clock = VirtualTimeScheduler()
    let folder = ScratchFolder()
    let transport = FileTransport(["/users": folder.file("users.txt")])

    let users = ResourceViewModel(scheduler: clock) {
      transport.response(to: HTTPRequest("https://example.org/users"))
        .map { answer in answer.text.split(separator: "\n").map { User(line: $0) } }
    }
    func load() {
      users.load()
      #expect(users.state.isLoading)
      clock.run()
    }

    load()
    #expect(users.state.message?.contains("no such file") == true)
    folder.write("users.txt", "ann\nbea\n".utf8)
    load()
    #expect(users.state.value?.map(\.name) == ["ann", "bea"])
    folder.remove()
    load()
    #expect(users.state.value?.map(\.name) == ["ann", "bea"])
    #expect(users.state.message != nil)
  }

  @Test("Somebody signs in, and then there are users")
  func users() throws {
    let clock = VirtualTimeScheduler()
    let store = InMemoryAccountStore(hasher: .yescrypt)
    try store.add("ann", password: "correct horse")

    let model = UsersViewModel(
      directory: .accounts(in: store, background: clock), scheduler: clock)
    (model.username, model.password) = ("ann", "correct horse")
    model.signIn()
    #expect(model.isLoading)
    clock.run()
    #expect(model.state.value?.users.map(\.name) == ["ann"])
  }
}
