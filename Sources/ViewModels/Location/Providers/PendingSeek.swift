import Positioning

/// Seeks by a time that came one after another, before the trace is looked at.
struct PendingSeek: Sendable {
  /// Where they began; nil where the log's times are not known.
  let origin: Timestamp?
  /// Where they lead to; nil where `origin` is.
  private(set) var target: Timestamp?
  /// The way from where they began.
  private(set) var time = Duration.zero
  /// The log's time at the place they lead to, as far as it is known.
  private(set) var position: Duration?

  init(origin: Timestamp?) {
    self.origin = origin
    target = origin
  }

  /// Whether they lead to where they began.
  var isNowhere: Bool { target == origin && (target != nil || time == .zero) }

  /// Goes on by a time, not beyond the log's ends.
  ///
  /// - Parameter position: The log's time before, for a log without dates.
  mutating func add(_ time: Duration, start: Timestamp?, end: Timestamp?, position: Duration?) {
    guard let target, let start, let end else {
      // Some three centuries, so that sums stay within what a `Duration` holds.
      let time = min(max(time, .seconds(-10_000_000_000)), .seconds(10_000_000_000))
      let place = position.map { max(.zero, $0 + time) }
      if let position, let place { self.time += place - position } else { self.time += time }
      self.position = place
      return
    }
    let whole = start.duration(to: end)
    // Held first, since no time so far away can be written.
    let held = min(max(time, .zero - whole), whole)
    let place = min(max(target.advanced(by: held), start), end)
    self.target = place
    self.time += held
    self.position = start.duration(to: place)
  }
}
