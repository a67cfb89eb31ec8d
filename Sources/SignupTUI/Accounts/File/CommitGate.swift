/// Decides between a change of the account file and the end of the program, which may happen at the
/// same time.
///
/// Either the change is made and the program ends in success, or the program ends and the change is
/// not made, so the user always knows whether there is an account.
final class CommitGate: Sendable {
  private enum State { case open, committed, closed }

  private let state = Locked(State.open)
  /// One change or decision at a time. A queue rather than the lock, because a change waits for the
  /// disk.
  private let queue = DispatchQueue(label: "CommitGate")

  init() {
    // If a limit on file sizes is reached, the write must fail with a sentence; the process must
    // not end.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Makes a change, unless the program is about to end; then returns -1, like a failed call.
  ///
  /// A signal that would end the process waits; after a successful change it waits for good.
  func commit(_ change: () -> CInt) -> CInt {
    queue.sync {
      guard state.withLock({ $0 }) != .closed else {
        errno = EINTR
        return -1
      }
      var all = sigset_t()
      var before = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, &before)
      let status = change()
      let code = errno
      if status == 0 {
        state.withLock { $0 = .committed }
      } else {
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
      errno = code
      return status
    }
  }

  /// Allows no more changes, and returns whether one was made before.
  func close() -> Bool {
    queue.sync {
      state.withLock { state in
        if state == .open { state = .closed }
        return state == .committed
      }
    }
  }
}
