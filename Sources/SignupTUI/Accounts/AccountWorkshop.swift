/// The account file as the list of accounts changes it: its stores, and the forms for them.
@MainActor struct AccountWorkshop {
  private let path: String
  private let command: AccountsCommand
  private let loop: EventLoop
  private let removal: AccountRemovalViewModel
  private let notice: Locked<@Sendable () -> Void>

  /// Makes the workshop for a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - command: The command with the policies and the method of new hashes.
  ///   - loop: The loop on which it is shown.
  init(path: String, for command: AccountsCommand, on loop: EventLoop) {
    // If a limit on file sizes is reached, the write must fail.
    signal(SIGXFSZ, SIG_IGN)
    (self.path, self.command, self.loop) = (path, command, loop)
    notice = Locked({})
    removal = AccountRemovalViewModel(
      store: Self.store(path, .yescrypt, command.writesInPlace, notice),
      scheduler: LoopScheduler(loop: loop), background: WorkerScheduler())
  }

  private static func store(
    _ path: String, _ scheme: PasswordScheme, _ writesInPlace: Bool,
    _ notice: Locked<@Sendable () -> Void>
  ) -> HtpasswdAccountStore {
    HtpasswdAccountStore(
      path: path, hasher: .of(scheme), creation: CreationOptions().creation,
      writesInPlace: writesInPlace, waiting: { notice.withLock { $0 }() }, commit: { $0() })
  }

  /// Begins to follow the accounts.
  func makeList() -> AccountsScreen.Model {
    AccountsScreen.Model(
      .accounts(in: HtpasswdAccountStore(path: path)), scheduler: LoopScheduler(loop: loop))
  }

  /// Sets how to report that the program waits for another program's lock.
  func says(waiting: @escaping @MainActor () -> Void) {
    let loop = loop
    notice.withLock {
      $0 = {
        loop.enqueue { MainActor.assumeIsolated(waiting) }
        loop.setNeedsFrame()
      }
    }
  }

  /// The changes that can be made to the accounts.
  func actions(isRecorded: Bool) -> AccountActions {
    AccountActions(
      removal: removal, makeModel: { purpose throws(AccountError) in try makeModel(purpose) },
      spelling: { [path] name throws(AccountError) in
        try HtpasswdAccountStore(path: path).spelling(of: name)
      },
      mask: command.mask, isRecorded: isRecorded, copy: { [loop] in loop.copy($0) })
  }

  private func makeModel(_ purpose: SignupPurpose) throws(AccountError) -> SignupViewModel {
    var (purpose, scheme) = (purpose, command.hash ?? .yescrypt)
    let lookup = HtpasswdAccountStore(path: path)
    if let username = purpose.username {
      try lookup.requireFile()
      let account = try lookup.account(username)
      purpose = .newPassword(of: account.name)
      scheme = command.hash ?? PasswordHasher.renewing(account.scheme)
    }
    // A file that cannot be written is reported before anything is typed.
    try lookup.check()
    var policy = command.policy
    policy.hashedBytes = scheme.maximumPasswordBytes
    return SignupViewModel(
      purpose: purpose,
      rules: SignupRules(usernamePolicy: command.usernamePolicy, passwordPolicy: policy),
      store: Self.store(path, scheme, command.writesInPlace, notice),
      scheduler: LoopScheduler(loop: loop), background: WorkerScheduler())
  }
}
