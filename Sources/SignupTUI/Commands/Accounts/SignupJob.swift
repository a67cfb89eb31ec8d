import CommandLineKit
import Reactive
import ViewModels

/// One account to be made in one file: the store for it, and the report when it is made.
struct SignupJob: Sendable {
  /// The store for the account.
  let store: HtpasswdAccountStore
  /// The policies for names and passwords.
  let rules: SignupRules
  /// The gate that decides if the account or the end of the program comes first.
  let gate: CommitGate
  private let file: AccountFile
  private let report: AccountReport
  private let notice: Locked<@Sendable () -> Void>

  /// Examines the file before anything is made.
  init(
    path: String, rules: SignupRules, hash: PasswordScheme, creation: CreationOptions,
    report: AccountReport
  ) {
    let gate = CommitGate()
    let notice = Locked<@Sendable () -> Void>({ report.waiting(for: path) })
    store = HtpasswdAccountStore(
      path: path, hasher: .of(hash), creation: creation.creation,
      waiting: { notice.withLock { $0 }() }, commit: gate.commit)
    self.rules = rules
    self.gate = gate
    self.report = report
    self.notice = notice
    file = AccountFile(path: path, creation: creation)
  }

  /// Sets another way to report that a lock is waited for; on any thread.
  func says(waiting: @escaping @Sendable () -> Void) { notice.withLock { $0 = waiting } }

  /// Reports that the account was made, its place, and its use.
  ///
  /// - Parameter isInLines: True if no word may be broken at the terminal's edge.
  func report(created username: String, isInLines: Bool = false) -> ExitStatus {
    report.success(
      [
        SignupOutcome.created(username: username).sentence(path: store.path)
          + " It logs in as \(username), in exactly this spelling."
      ] + file.sentencesAfterAdding, isInLines: isInLines)
  }
}
