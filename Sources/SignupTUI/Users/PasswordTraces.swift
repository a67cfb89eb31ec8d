import Platform
import Reactive
import ReactiveExtras
import TerminalKit

/// The traces that a password leaves in memory.
enum PasswordTraces {
  /// The times at which they are erased after a response: at once, and again when the thread that
  /// handed the response over is sure to have ended.
  private static let times: [MonotonicInstant.Stride] = [.zero, .milliseconds(250), .seconds(2)]

  /// Erases the traces of a password as soon as it was accepted or refused.
  ///
  /// - Parameters:
  ///   - answers: Sends true for a password that was accepted, false for one that was refused.
  ///   - forget: Forgets the password that was accepted. A refused one is forgotten by the model,
  ///     and the next may be on its way.
  @MainActor static func erase(
    after answers: some Publisher<Bool, Never>, on loop: EventLoop,
    forget: @escaping @MainActor () -> Void = {}
  ) -> AnyCancellable {
    let scheduler = LoopScheduler(loop: loop)
    return
      answers
      .flatMap { isAccepted in
        times.publisher.flatMap { Just(isAccepted).delay(for: $0, scheduler: scheduler) }
      }
      .sink { isAccepted in
        if isAccepted { MainActor.assumeIsolated(forget) }
        SecretMemory.sweep()
      }
  }
}
