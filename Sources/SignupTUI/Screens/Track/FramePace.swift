import TerminalKit
import Reactive
import ReactiveExtras

/// Asks for frames as a model changes: at once, but on average not more than fifteen times a second.
///
/// Position, track and player change each at their own pace, and would ask for as many frames. What
/// changes too soon after a frame is drawn when its time has come, and no timer runs otherwise.
@MainActor final class FramePace {
  private let now: () -> MonotonicInstant
  private let request: (MonotonicInstant) -> Void
  private var earliest: MonotonicInstant?
  private var isAsked = false

  private static let interval: Int64 = 67

  /// - Parameter request: Asks for a frame at a time, which may be now.
  init(now: @escaping () -> MonotonicInstant, request: @escaping (MonotonicInstant) -> Void) {
    self.now = now
    self.request = request
  }

  convenience init(_ loop: EventLoop) {
    self.init(now: { loop.now }) { time in
      if time <= loop.now {
        loop.setNeedsFrame()
      } else {
        loop.schedule(at: time) { loop.setNeedsFrame() }
      }
    }
  }

  /// The model has changed, or is about to.
  func modelChanged() {
    guard !isAsked else { return }
    isAsked = true
    let now = now()
    request(max(now, earliest ?? now))
  }

  /// A frame is being drawn, whoever asked for it.
  func frameDrawn() {
    isAsked = false
    // Counted from when it might have been drawn: so two may come together after a while without any,
    // and a steady source somewhat slower than this never waits.
    let now = now()
    earliest = max(now, earliest?.advanced(byMilliseconds: Self.interval) ?? now)
  }
}
