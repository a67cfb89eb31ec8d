import Dispatch
import Reactive
import ReactiveExtras

/// The removal of accounts; each can be undone for a while.
///
///     let model = AccountRemovalViewModel(store: store, scheduler: clock, background: clock)
///     model.remove("ann")
///     clock.advance(by: .zero)
///     let names = model.state.undoable  // for ten seconds
///     model.undo()
///
/// One change is made at a time; further requests meanwhile are ignored. The store is asked on
/// `background`. Removed accounts are forgotten when their time is over, and by ``forget()``.
@MainActor package final class AccountRemovalViewModel: ObservableObject {
  /// The state of the removals.
  package struct State: Equatable, Sendable {
    /// The running change; nil for none.
    package internal(set) var change: Change?
    /// True while another program's lock is waited for.
    package internal(set) var isWaiting = false
    /// The names of the accounts that can be put back; ``AccountRemovalViewModel/undo()`` takes the
    /// last one.
    package internal(set) var undoable: [String] = []
    /// The result of the last change; nil before the first, and while one is running.
    package internal(set) var outcome: Outcome?
  }

  /// A change of the accounts.
  package enum Change: Hashable, Sendable {
    /// An account is removed.
    case removal(of: String)
    /// An account is put back.
    case undo(of: String)
  }

  /// The result of a change.
  package enum Outcome: Hashable, Sendable {
    /// It was made.
    case done(Change)
    /// It was not made, and the file is unchanged.
    case failed(Change, AccountError)
  }

  /// The state of the removals.
  @Published package private(set) var state = State()

  private struct Removed {
    let account: RemovedAccount
    /// The end of its time, which takes it out.
    var end: AnyCancellable?
  }

  private let perform: (@escaping Work, @escaping (Answer) -> Void) -> AnyCancellable
  private let wait: (@escaping () -> Void) -> AnyCancellable
  private var removed: [Removed] = []
  private var work: AnyCancellable?

  private typealias Work = @Sendable (any AccountStore) throws(AccountError) -> RemovedAccount
  private typealias Answer = Result<RemovedAccount, AccountError>

  /// Makes the removal of the accounts of a store.
  ///
  /// - Parameters:
  ///   - store: The store of the accounts.
  ///   - scheduler: The scheduler that measures time and delivers responses. It has to run its work
  ///     on the main thread.
  ///   - background: The scheduler that asks the account store.
  package init<UI: Scheduler, Background: Scheduler>(
    store: any AccountStore, scheduler: UI = DispatchQueue.main,
    background: Background = DispatchQueue.global(qos: .userInitiated)
  ) {
    perform = { work, answer in
      BackgroundWork.publisher(on: background) {
        Result { () throws(AccountError) in try work(store) }
      }
      .assertNoFailure()
      .receive(on: scheduler)
      .sink(receiveValue: answer)
    }
    wait = { action in
      Just(()).delay(for: .seconds(10), scheduler: scheduler).sink(receiveValue: action)
    }
  }

  /// Removes an account, which can be put back for a while.
  package func remove(_ username: String) {
    begin(.removal(of: username)) { store throws(AccountError) in try store.takeOut(username) }
  }

  /// Restores the account that was removed last; does nothing if there is none.
  package func undo() {
    guard state.change == nil, let account = removed.popLast()?.account else { return }
    state.undoable.removeLast()
    begin(.undo(of: account.name), puttingBack: account) { store throws(AccountError) in
      try store.putBack(account)
      return account
    }
  }

  /// Forgets the removed accounts, which can then no longer be restored.
  package func forget() {
    removed = []
    state.undoable = []
  }

  /// Reports that another program's lock is waited for.
  package func noteWaiting() { if state.change != nil { state.isWaiting = true } }

  /// Forgets the outcome, which has been seen.
  package func dismissOutcome() { if state.outcome != nil { state.outcome = nil } }

  private func begin(
    _ change: Change, puttingBack account: RemovedAccount? = nil, _ work: @escaping Work
  ) {
    guard state.change == nil else { return }
    state.change = change
    state.outcome = nil
    self.work = perform(work) { [weak self] answer in
      MainActor.assumeIsolated { self?.finish(change, account, answer) }
    }
  }

  private func finish(_ change: Change, _ account: RemovedAccount?, _ answer: Answer) {
    var next = state
    (next.change, next.isWaiting) = (nil, false)
    switch answer {
    case .success(let removed):
      switch change {
      case .removal:
        // The name may have been typed in other capitals.
        next.outcome = .done(.removal(of: removed.name))
        keep(removed, in: &next)
      case .undo: next.outcome = .done(change)
      }
    case .failure(let error):
      next.outcome = .failed(change, error)
      // An account that could not be put back may be later; not if another has the name.
      if let account, error != .taken(username: account.name) { keep(account, in: &next) }
    }
    state = next
  }

  private func keep(_ account: RemovedAccount, in next: inout State) {
    let name = account.name
    removed.append(Removed(account: account))
    next.undoable.append(name)
    removed[removed.count - 1].end = wait { [weak self] in
      MainActor.assumeIsolated { self?.drop(name) }
    }
  }

  private func drop(_ name: String) {
    guard let index = removed.firstIndex(where: { $0.account.name == name }) else { return }
    removed.remove(at: index)
    state.undoable.remove(at: index)
  }
}
