/// The accounts of a file for a user with an account there.
@MainActor final class AccountListing: UserListing {
  let model: UsersViewModel
  /// The path of the accounts, for the user.
  private let path: String
  private let now: () -> MonotonicInstant
  private let requestFrame: (MonotonicInstant) -> Void
  private(set) lazy var list = AccountList(
    model.$state.compactMap { $0.value?.users }.removeDuplicates().map { ListSnapshot($0) },
    now: now, requestFrame: requestFrame)
  /// True while the list is loaded because the accounts have changed, without a message.
  private var isFollowing = false
  private var cancellables: Set<AnyCancellable> = []

  init(
    model: UsersViewModel, path: String, now: @escaping () -> MonotonicInstant,
    requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.model, self.path, self.now, self.requestFrame) = (model, path, now, requestFrame)
    model.$state.sink { [weak self] in if !$0.isLoading { self?.isFollowing = false } }
      .store(in: &cancellables)
  }

  /// Makes the list of a store's accounts, and follows their changes.
  convenience init(_ store: HtpasswdAccountStore, on loop: EventLoop) {
    let scheduler = LoopScheduler(loop: loop)
    self.init(
      model: UsersViewModel(
        directory: .accounts(in: store, background: WorkerScheduler()), scheduler: scheduler),
      path: AccountPath.shortened(store.path), now: { loop.now }, requestFrame: loop.frames())
    follow(store.changes(on: scheduler))
  }

  /// Reloads the list after each change of the accounts.
  func follow(_ changes: some Publisher<Void, Never>) {
    changes.sink { [weak self] in
      guard let self, model.isSignedIn else { return }
      isFollowing = true
      model.followChange()
    }
    .store(in: &cancellables)
  }

  var signIn: (any SigningIn)? { model }
  var note: String { "to see the accounts in \(path)" }
  var isThere: Bool { model.isSignedIn }
  var isLoading: Bool { model.isLoading && !isFollowing }
  var failure: String? { model.message.map { "\($0) This is the old list." } }
  var changes: AnyPublisher<Void, Never> { model.objectWillChange.eraseToAnyPublisher() }

  var answers: AnyPublisher<Bool, Never> {
    model.$state.filter { $0.value != nil || $0.error as? UsersError == .refused }
      .map { $0.value != nil }.eraseToAnyPublisher()
  }

  func appear() {}
  func load() { model.reload() }
  func cancel() { model.cancel() }
  func forget() { model.signOut() }

  var hasRecord: Bool { false }
  func recordPage() -> RecordPage? { nil }
  var panel: any ListInput { list.panel }
  var keys: [KeyBinding] { list.keys }

  func draw(message: MessageRow?, footer: () -> Footer, on canvas: inout Canvas) {
    guard let users = model.state.value else { return }
    list.panel.placeholder = users.users.isEmpty ? "No accounts" : "No account matches"
    list.draw(
      title: "Accounts in \(path)", subtitle: "signed in as \(users.session.username), read-only",
      count: FigureText.count(users.users.count, "account", "accounts"), message: message,
      footer: footer, on: &canvas)
  }

  func say(in dialogue: LineDialogue) throws(LineDialogue.Ending) -> Bool {
    let users = model.state.value?.users ?? []
    try dialogue.say("\(FigureText.count(users.count, "account", "accounts")):")
    for user in users { try dialogue.say(user.line) }
    return true
  }
}
