import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Signing in, and then the users") @MainActor
struct UsersViewModelTests {
  private let clock = VirtualTimeScheduler()
  private let sessions = ManualPublisher<UserSession, UsersError>(letsGo: true)
  private let accounts = ManualPublisher<[Account], UsersError>(letsGo: true)
  private let asked = Locked<[String]>([])
  private let model: UsersViewModel

  init() {
    let (sessions, accounts, asked) = (sessions, accounts, asked)
    let directory = UserDirectory {
      let name = $0.username
      asked.withLock { $0.append("authenticate \(name)") }
      return sessions.eraseToAnyPublisher()
    } fetch: {
      let name = $0.username
      asked.withLock { $0.append("fetch for \(name)") }
      return accounts.eraseToAnyPublisher()
    }
    model = UsersViewModel(directory: directory, scheduler: clock)
  }

  private func signIn() {
    (model.username, model.password) = ("ann", "secret")
    #expect(model.signIn() == nil)
  }

  private func admit() {
    sessions.connections.last?.send(UserSession(username: "ann"))
    sessions.connections.last?.send(completion: .finished)
  }

  private func list(_ names: String...) {
    let answer = names.enumerated().map { place, name in
      Account(name: name, hash: "$y$j9T$s$h", line: place + 1)
    }
    accounts.connections.last?.send(answer)
    accounts.connections.last?.send(completion: .finished)
    clock.run()
  }

  private var entries: [String] { asked.withLock { $0 } }

  private var names: [String]? { model.state.value?.users.map(\.name) }

  @Test("The password is checked, then the list fetched, then delivered on the main thread")
  func order() {
    signIn()
    #expect(entries == ["authenticate ann"])
    admit()
    #expect(entries == ["authenticate ann", "fetch for ann"])
    list("ann", "bea")
    #expect(names == ["ann", "bea"])
    #expect(model.isSignedIn)
    #expect(!model.isLoading)
  }

  @Test("Nothing is fetched when the password is wrong")
  func refused() {
    signIn()
    sessions.connections.last?.send(completion: .failure(.refused))
    #expect(entries == ["authenticate ann"])
    #expect(model.isLoading)
    clock.run()
    #expect(accounts.connections.isEmpty)
    #expect(!model.isLoading)
    #expect(!model.isSignedIn)
    #expect(model.message == "The name or the password is wrong; check both.")
  }

  @Test(
    "A stored account becomes one of the list on the way",
    arguments: [
      ("$y$j9T$s$h", AccountAccess.open), ("$2b$10$x", .open), ("$1$s$h", .open),
      ("!", .closed), ("{BLF-CRYPT}x", .unknown),
    ])
  func map(hash: String, access: AccountAccess) {
    signIn()
    admit()
    accounts.connections.last?.send([Account(name: "Änne", hash: hash, line: 7)])
    accounts.connections.last?.send(completion: .finished)
    clock.run()
    let user = model.state.value?.users.first
    #expect(user?.name == "Änne")
    #expect(user?.access == access)
    #expect(user?.id == ListedAccount.ID(name: "Änne"))
  }

  @Test("A list that cannot be fetched is an error, not an empty list")
  func unreadable() {
    signIn()
    admit()
    let error = UsersError.store(.unreadable(path: "/accounts", reason: "no"))
    accounts.connections.last?.send(completion: .failure(error))
    clock.run()
    #expect(names == nil)
    #expect(model.message == error.description)
  }

  @Test("The password is forgotten when taken or refused, and kept when there was no answer")
  func forgetting() {
    signIn()
    sessions.connections.last?.send(completion: .failure(.refused))
    clock.run()
    #expect(model.password.isEmpty)
    model.password = "other"
    model.signIn()
    sessions.connections.last?.send(completion: .failure(.store(.noDefaultPath)))
    clock.run()
    #expect(model.password == "other")
    model.signIn()
    admit()
    list("ann")
    #expect(model.password.isEmpty)
    #expect("\(UserCredentials(username: "ann", password: "secret"))" == "credentials of ann")
  }

  @Test("A missing name or password is asked for before anything begins")
  func missing() {
    #expect(model.signIn() == .username)
    model.username = "ann"
    #expect(model.signIn() == .password)
    #expect(entries.isEmpty)
  }

  @Test("A second try while one is under way is ignored; one given up can be begun again")
  func oneFlight() {
    signIn()
    signIn()
    #expect(sessions.connections.count == 1)
    model.cancel()
    #expect(sessions.cancelCount == 1)
    #expect(!model.isLoading)
    signIn()
    #expect(sessions.connections.count == 2)
  }

  @Test("Reloading asks for no password, and keeps the list when it fails")
  func reload() {
    signIn()
    admit()
    list("ann")
    model.reload()
    #expect(sessions.connections.count == 1)
    #expect(names == ["ann"])
    accounts.connections.last?.send(completion: .failure(.store(.noDefaultPath)))
    clock.run()
    #expect(names == ["ann"])
    #expect(model.message != nil)
    model.reload()
    #expect(model.message == nil)
    list("ann", "bea")
    #expect(names == ["ann", "bea"])
  }

  @Test("Signing out forgets the list, and the next one signs in anew")
  func signOut() {
    signIn()
    admit()
    list("ann")
    model.signOut()
    #expect(!model.isSignedIn)
    model.reload()
    signIn()
    #expect(sessions.connections.count == 2)
  }

  @Test("The model does not live longer than its owner")
  func leak() {
    let sessions = sessions
    let directory = UserDirectory { _ in
      sessions.eraseToAnyPublisher()
    } fetch: { _ in
      Empty().eraseToAnyPublisher()
    }
    var model: UsersViewModel? = UsersViewModel(directory: directory, scheduler: clock)
    weak var observed: UsersViewModel?
    observed = model
    model?.username = "ann"
    model?.password = "secret"
    model?.signIn()
    model = nil
    #expect(observed == nil)
    #expect(sessions.cancelCount == 1)
  }
}

@Suite("The users of an account store")
struct UserDirectoryTests {
  private let clock = VirtualTimeScheduler()

  private func log(_ username: String, _ password: String, in store: any AccountStore) -> [String] {
    let directory = UserDirectory.accounts(in: store, background: clock)
    let probe = ProbeSubscriber<UserList, UsersError>()
    directory.users(for: UserCredentials(username: username, password: password))
      .subscribe(probe)
    #expect(probe.values.isEmpty)
    clock.run()
    return probe.values.map { $0.users.map(\.name).joined(separator: " ") }
      + probe.log.filter { $0.hasPrefix("failure") }
  }

  @Test("An account holder sees all users; a wrong password and an unknown name fail alike")
  func store() throws {
    let store = InMemoryAccountStore(hasher: .yescrypt)
    try store.add("ann", password: "correct horse")
    try store.add("bea", password: "battery")
    #expect(log("ann", "correct horse", in: store) == ["ann bea"])
    let refusal = ["failure \(UsersError.refused)"]
    #expect(log("ann", "wrong", in: store) == refusal)
    #expect(log("nobody", "correct horse", in: store) == refusal)
  }

  @Test("A missing file is an error, not an empty list")
  func gone() {
    let directory = UserDirectory.accounts(in: InMemoryAccountStore(), background: clock)
    let probe = ProbeSubscriber<UserList, UsersError>()
    directory.users(for: UserSession(username: "ann")).subscribe(probe)
    clock.run()
    #expect(probe.log == ["subscription", "failure \(UsersError.empty)"])
  }

  @Test("An account file that is gone at sign-in is reported as missing, not as a refusal")
  func goneBefore() {
    let store = HtpasswdAccountStore(path: ScratchFolder().file("accounts"))
    let missing = AccountError.unreadable(path: store.path, reason: "there is no such file")
    #expect(log("ann", "secret", in: store) == ["failure \(UsersError.store(missing))"])
  }

  @Test("An account file that cannot be read is an error with its path")
  func unreadable() {
    let folder = ScratchFolder()
    let store = HtpasswdAccountStore(path: folder.path)
    let failure = log("ann", "secret", in: store).first
    #expect(failure?.contains(folder.path) == true)
  }
}
