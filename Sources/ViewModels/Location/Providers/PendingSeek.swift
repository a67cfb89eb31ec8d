import Positioning

/// Seeks by a time that came one after another, before the trace is read.
struct PendingSeek: Sendable {
  /// Their start; nil if the log's times are not known.
  let origin: Timestamp?
  /// Their target; nil if `origin` is.
  private(set) var target: Timestamp?
  /// The time from their start.
  private(set) var time = Duration.zero
  /// The log's time at their target, as far as it is known.
  private(set) var position: Duration?

  init(origin: Timestamp?) {
    self.origin = origin
    target = origin
  }

  /// True if they lead back to their start.
  var isNowhere: Bool { target == origin && (target != nil || time == .zero) }

  /// Adds a time, within the log's ends.
  ///
  /// - Parameter position: The log's time before, for a log without dates.
  mutating func add(_ time: Duration, start: Timestamp?, end: Timestamp?, position: Duration?) {
    guard let target, let start, let end else {
      // Some three centuries, so that sums stay within the range of a `Duration`.
      let time = min(max(time, .seconds(-10_000_000_000)), .seconds(10_000_000_000))
      let place = position.map { max(.zero, $0 + time) }
      if let position, let place { self.time += place - position } else { self.time += time }
      self.position = place
      return
    }
    let whole = start.duration(to: end)
    // Clamped first, since no time so far away can be written.
    let held = min(max(time, .zero - whole), whole)
    let place = min(max(target.advanced(by: held), start), end)
    self.target = place
    self.time += held
    self.position = start.duration(to: place)
  }
}
