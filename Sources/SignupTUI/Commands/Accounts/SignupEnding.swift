import Platform
import CommandLineKit
import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a sign-up was left: what remains of it when its secrets are gone.
struct SignupEnding {
  /// Why it is over.
  enum Cause {
    case created
    /// What is wrong has been said.
    case refused
    case cancelled
    case signal(CInt)
    case dialogue(LineDialogue.Ending)
  }

  /// The name that stood in the form.
  var username = ""
  var cause: Cause
  /// Whether the terminal takes nothing any more.
  var isSilent = false
  /// Whether a question still stands on the line.
  var breaksLine = false
  /// Whether it was held in lines, of which no word is to be broken.
  var isInLines = false
}

extension SignupJob {
  /// Says what came of it, and ends the process as it was asked to end.
  @MainActor func finish(_ ending: SignupEnding) -> ExitStatus {
    if case .refused = ending.cause { return .failure }
    var isMade = false
    if case .created = ending.cause { isMade = true }
    if isMade || gate.close() {
      EndingSignals.meanSuccess()
      return ending.isSilent
        ? .success : report(created: ending.username, isInLines: ending.isInLines)
    }
    if !ending.isSilent {
      // Whoever reads no more is not to decide how this ends.
      signal(SIGPIPE, SIG_IGN)
      let sentence = SignupOutcome.nothing.sentence(path: store.path)
      OutputDescriptor.output.report((ending.breaksLine ? "\n" : "") + sentence)
    }
    switch ending.cause {
    case .created, .refused, .cancelled: return .failure
    case .signal(let number): endProcess(bySignal: number)
    case .dialogue(let end): return end.exitStatus(atInputEnd: .failure)
    }
  }
}

/// The signals that ask a program to end.
enum EndingSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Lets them wait, because what was asked for is done.
  static func hold() {
    var held = sigset_t()
    sigemptyset(&held)
    for number in numbers { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
  }

  /// From now on they end the process in success: what was asked for is done, and only the saying
  /// so is cut short.
  static func meanSuccess() {
    for number in numbers { SignalAction.set(number, to: { _ in _exit(0) }) }
    var released = sigset_t()
    sigemptyset(&released)
    for number in numbers { sigaddset(&released, number) }
    pthread_sigmask(SIG_UNBLOCK, &released, nil)
  }
}
