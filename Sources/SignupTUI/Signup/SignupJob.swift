/// One account to make in one file, or to give a new password: the store for it, and its report.
struct SignupJob: Sendable {
  /// The purpose, with the name as it was typed.
  let purpose: SignupPurpose
  /// The store for the account.
  let store: HtpasswdAccountStore
  /// The policies for names and passwords.
  let rules: SignupRules
  /// The gate that decides whether the account or the end of the program comes first.
  let gate: CommitGate
  private let file: AccountFile
  private let report: AccountReport
  private let notice: Locked<@Sendable () -> Void>
  /// True once this program has made the file.
  private let isMaker: Locked<Bool>

  /// Examines the file before any change.
  init(
    purpose: SignupPurpose = .newAccount, path: String, isPathGiven: Bool = true,
    rules: SignupRules, hash: PasswordScheme, creation: CreationOptions, report: AccountReport
  ) {
    let gate = CommitGate()
    let notice = Locked<@Sendable () -> Void>({ report.waiting(for: path) })
    let isMaker = Locked(false)
    store = HtpasswdAccountStore(
      path: path, hasher: .of(hash), creation: creation.creation,
      writesInPlace: creation.writesInPlace, waiting: { notice.withLock { $0 }() },
      making: { isMaker.withLock { $0 = true } }, commit: gate.commit)
    (self.purpose, self.rules, self.gate, self.report) = (purpose, rules, gate, report)
    (self.notice, self.isMaker) = (notice, isMaker)
    file = AccountFile(path: path, isPathGiven: isPathGiven, creation: creation)
  }

  /// Sets another function to report that the program waits for a lock; called on any thread.
  func says(waiting: @escaping @Sendable () -> Void) { notice.withLock { $0 = waiting } }

  /// Throws if the file cannot be used, and returns the purpose with the name in the spelling of
  /// the file.
  func prepare() throws(AccountError) -> SignupPurpose {
    guard let username = purpose.username else {
      try store.check()
      return purpose
    }
    try store.requireFile()
    let spelling = try store.spelling(of: username)
    try store.check()
    return .newPassword(of: spelling)
  }

  /// Returns the password for an account from standard input; nil if the password or the name is
  /// not accepted, with each reason reported in a line for scripts.
  ///
  /// - Parameter form: The effect of leaving the option out: `to fill in the form`.
  func passwordFromInput(of username: String, orLeaveOut form: String) throws -> String? {
    let password: String
    do { password = try PasswordInput.firstLine(orLeaveOut: form) } catch let error as InputFailure
    {
      AccountReport.issue(.password, error.description)
      return nil
    }
    let input = SignupInput(username: username, password: password, confirmation: password)
    let verdict = rules.verdict(input)
    let wrong = purpose.fields.filter { $0 != .confirmation && !verdict[$0].isValid }
    for field in wrong {
      let isPassphrase = field == .password && rules.passwordPolicy.refusesPassphrase(input)
      let hint = isPassphrase ? "; \(PasswordFacts.passphraseHint)" : ""
      AccountReport.issue(field, (verdict[field].message ?? "") + hint)
    }
    return wrong.isEmpty ? password : nil
  }

  /// Reports the result in two lines: the account and its full path, and what a server needs.
  ///
  /// - Parameter isInLines: True if no word may be broken at the terminal's edge.
  func report(done username: String, isInLines: Bool = false) -> ExitStatus {
    var account = [purpose.outcome(username, path: file.fullPath)]
    var needs: [String] = []
    let isMaker = isMaker.withLock { $0 }
    if isMaker, let sentence = file.sentenceAfterMaking { account.append(sentence) }
    if purpose == .newAccount, username != username.lowercased() {
      needs.append("Servers accept the name only in this spelling.")
    }
    needs += file.needs(afterMaking: isMaker)
    let lines = [account, needs].map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
    return report.success(lines, isInLines: isInLines)
  }
}
