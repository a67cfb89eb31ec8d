import Platform

/// Restores the terminal, ends the child processes, and ends the process by a signal, so that its
/// parent sees the signal (a shell shows 128 + `number`) and not an ordinary exit.
///
///     switch end {
///     case .finished(.interrupted): endProcess(bySignal: SIGINT)
///     default: break
///     }
///
/// If no terminal was taken over, it only ends the process. Call it on the main thread only.
public func endProcess(bySignal number: Int32) -> Never {
  RawMode.leave()
  RunningChildren.endAll()
  signal(number, SIG_DFL)
  var unblocked = sigset_t()
  sigemptyset(&unblocked)
  sigaddset(&unblocked, number)
  pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  raise(number)
  // Reached only if the default action of `number` does not end the process.
  exit(128 + number)
}
