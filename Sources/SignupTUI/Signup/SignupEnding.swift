/// The end of a sign-up, or of a new password: what remains when its secrets are gone.
struct SignupEnding {
  /// The reason for the end.
  enum Cause {
    /// The account is made, or has its new password.
    case done
    /// The reason for the refusal has been reported.
    case refused
    case cancelled
    case ended(LineDialogue.Ending)
  }

  /// The name in the form.
  var username = ""
  var cause: Cause
  /// True if the terminal accepts no more output.
  var isSilent = false
  /// True if the form was a line dialogue, in which no word may be broken.
  var isInLines = false
}

extension SignupJob {
  /// Reports the outcome, and ends the process by the signal that requested its end.
  @MainActor func finish(_ ending: SignupEnding) -> ExitStatus {
    var (isMade, end) = (false, LineDialogue.Ending?.none)
    switch ending.cause {
    case .refused: return .failure
    case .done: isMade = true
    case .cancelled: break
    case .ended(let ending): end = ending
    }
    if isMade || gate.close() {
      EndingSignals.meanSuccess()
      return ending.isSilent ? .success : report(done: ending.username, isInLines: ending.isInLines)
    }
    if !ending.isSilent {
      // If the reader is gone, this must not change the result.
      signal(SIGPIPE, SIG_IGN)
      // A dialogue in lines may have left a question on the line.
      let start = end != nil && ending.isInLines ? "\n" : ""
      OutputDescriptor.output.report(start + purpose.withoutOutcome)
    }
    return end?.exitStatus(atInputEnd: .failure) ?? .failure
  }
}

/// The signals that request a program's end.
enum EndingSignals {
  /// Blocks the signals, because the account is made.
  static func hold() { mask(SIG_BLOCK) }

  /// Makes the signals end the process in success from now on: the account is made, and only its
  /// report is cut short.
  static func meanSuccess() {
    for number in numbers {
      SignalAction.set(
        number,
        to: { _ in
          RunningChildren.endAll()
          _exit(0)
        })
    }
    mask(SIG_UNBLOCK)
  }

  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private static func mask(_ change: CInt) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(change, &signals, nil)
  }
}
