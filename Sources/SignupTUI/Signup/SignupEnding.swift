import CommandLineKit
import Platform
import TerminalKit

/// The end of a sign-up, or of a new password: the part that remains when its secrets are gone.
struct SignupEnding {
  /// The reason for the end.
  enum Cause {
    /// The account is made, or has its new password.
    case done
    /// The reason for the refusal has been reported.
    case refused
    case cancelled
    case signal(CInt)
    case dialogue(LineDialogue.Ending)
  }

  /// The name that stood in the form.
  var username = ""
  var cause: Cause
  /// True if the terminal takes no output any more.
  var isSilent = false
  /// True if a question still stands on the line.
  var breaksLine = false
  /// True if it was held in lines, of which no word is to be broken.
  var isInLines = false
}

extension SignupJob {
  /// Reports the outcome, and ends the process by the signal that requested its end.
  @MainActor func finish(_ ending: SignupEnding) -> ExitStatus {
    if case .refused = ending.cause { return .failure }
    var isMade = false
    if case .done = ending.cause { isMade = true }
    if isMade || gate.close() {
      EndingSignals.meanSuccess()
      return ending.isSilent
        ? .success : report(done: ending.username, isInLines: ending.isInLines)
    }
    if !ending.isSilent {
      // A reader that is gone must not decide how this ends.
      signal(SIGPIPE, SIG_IGN)
      let sentence = purpose.withoutOutcome.sentence(path: store.path)
      OutputDescriptor.output.report((ending.breaksLine ? "\n" : "") + sentence)
    }
    switch ending.cause {
    case .done, .refused, .cancelled: return .failure
    case .signal(let number): endProcess(bySignal: number)
    case .dialogue(let end): return end.exitStatus(atInputEnd: .failure)
    }
  }
}

/// The signals that request a program's end.
enum EndingSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Lets them wait, because the account is made.
  static func hold() {
    var held = sigset_t()
    sigemptyset(&held)
    for number in numbers { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
  }

  /// Makes them end the process in success from now on: the account is made, and only the report of
  /// it is cut short.
  static func meanSuccess() {
    for number in numbers {
      SignalAction.set(
        number,
        to: { _ in
          RunningChildren.endAll()
          _exit(0)
        })
    }
    var released = sigset_t()
    sigemptyset(&released)
    for number in numbers { sigaddset(&released, number) }
    pthread_sigmask(SIG_UNBLOCK, &released, nil)
  }
}
