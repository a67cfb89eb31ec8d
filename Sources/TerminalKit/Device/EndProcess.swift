import Platform

/// Gives the terminal back, ends the programs that run as children, and ends the process by a
/// signal, so that its parent sees the signal (a shell shows 128 + `number`) and not an ordinary
/// exit.
///
///     switch end {
///     case .finished(.interrupted): endProcess(bySignal: SIGINT)
///     default: break
///     }
///
/// Without a terminal that was taken over it only ends the process. It may be called on the main
/// thread alone.
public func endProcess(bySignal number: Int32) -> Never {
  RawMode.leave()
  RunningChildren.endAll()
  signal(number, SIG_DFL)
  var unblocked = sigset_t()
  sigemptyset(&unblocked)
  sigaddset(&unblocked, number)
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  raise(number)
  // Reached only when the default action of `number` is to go on.
  exit(128 + number)
}
