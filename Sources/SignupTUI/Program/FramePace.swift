/// Requests frames as a model changes: at once, but on average at most fifteen a second.
///
/// All drawing is paced here: a model reports each change of the position, the track and the player
/// separately. A change too soon after a frame is drawn later; there are no other timers.
@MainActor final class FramePace {
  private let now: () -> MonotonicInstant
  private let request: (MonotonicInstant) -> Void
  /// The earliest time for the next frame; nil before the first.
  private var earliest: MonotonicInstant?
  /// True while a requested frame has not been drawn yet.
  private var isAsked = false

  private static let interval = Duration.milliseconds(67)

  /// Makes a pace that has not seen a frame yet.
  ///
  /// - Parameters:
  ///   - now: Returns the current instant.
  ///   - request: Requests a frame at an instant, which may be the current one.
  init(now: @escaping () -> MonotonicInstant, request: @escaping (MonotonicInstant) -> Void) {
    (self.now, self.request) = (now, request)
  }

  /// Makes the pace of a screen that an event loop shows.
  convenience init(_ loop: EventLoop) {
    self.init(now: { loop.now }) { instant in
      if instant <= loop.now {
        loop.setNeedsFrame()
      } else {
        loop.schedule(at: instant) { loop.setNeedsFrame() }
      }
    }
  }

  /// Reports that the model has changed, or is about to.
  func modelChanged() {
    guard !isAsked else { return }
    isAsked = true
    let now = now()
    request(max(now, earliest ?? now))
  }

  /// Reports that a frame is being drawn, whether requested here or not.
  func frameDrawn() {
    isAsked = false
    // Counted from the earliest possible time, so two frames may follow each other after a pause,
    // and a steady source slightly slower than this never waits.
    let now = now()
    earliest = max(now, earliest.map { $0 + Self.interval } ?? now)
  }
}
