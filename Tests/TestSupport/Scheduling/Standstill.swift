import Dispatch
import Platform
import Reactive
import Testing

/// How long a test waits for what is bound to come: until the whole run must be stuck.
///
/// A busy machine makes a run slow, and nothing else: no test depends on how soon a queue, a thread
/// or a program gets to its work. A test waits for the event itself. When it has waited so long,
/// the event never comes.
package enum Standstill {
  /// The limit, in seconds; `STANDSTILL=20 swift test` finds sooner what never comes.
  package static let seconds = getenv("STANDSTILL").flatMap { Double(String(cString: $0)) } ?? 600

  /// The limit for a wait that begins now.
  package static var deadline: DispatchTime { .now() + seconds }

  /// Waits until something holds that other threads bring about; false if it never does.
  ///
  /// - Parameter pump: Lets others work for a little while.
  package static func waits(
    pump: () -> Void = SchedulerTrial.pause, until holds: () -> Bool
  ) -> Bool {
    let limit = deadline
    while !holds() {
      if DispatchTime.now() > limit { return false }
      pump()
    }
    return true
  }
}

extension Trait where Self == TimeLimitTrait {
  /// For a test that would wait for ever where it fails.
  package static var untilStandstill: Self { .timeLimit(.minutes(Int(Standstill.seconds / 60))) }
}

extension DispatchSemaphore {
  /// Waits for a signal; false if it never comes.
  package func comes() -> Bool { wait(timeout: Standstill.deadline) == .success }
}
