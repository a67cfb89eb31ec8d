/// Asks for frames as a model changes: at once, but on average not more than fifteen times a
/// second.
///
/// All drawing is paced here: a model says each change when it comes, position,
/// track and player each for itself. What changes too soon after a frame is drawn when its time has
/// come, and no timer runs otherwise.
@MainActor final class FramePace {
  private let now: () -> MonotonicInstant
  private let request: (MonotonicInstant) -> Void
  /// The earliest time for the next frame; nil before the first.
  private var earliest: MonotonicInstant?
  /// True while a frame was asked for that has not been drawn yet.
  private var isAsked = false

  private static let interval = Duration.milliseconds(67)

  /// Makes a pace that has not seen a frame yet.
  ///
  /// - Parameters:
  ///   - now: The present instant.
  ///   - request: Asks for a frame at an instant, which may be the present one.
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

  /// Reports that a frame is being drawn, asked for here or not.
  func frameDrawn() {
    isAsked = false
    // Counted from when it might have been drawn: so two may come together after a while without
    // any, and a steady source somewhat slower than this never waits.
    let now = now()
    earliest = max(now, earliest.map { $0 + Self.interval } ?? now)
  }
}
