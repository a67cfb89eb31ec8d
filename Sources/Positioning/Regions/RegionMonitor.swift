/// Reports when a receiver enters a region, leaves it, or has stayed in it for some time.
///
///     var monitor = RegionMonitor(region, hysteresis: 20, dwell: .seconds(60))
///     for epoch in epochs {
///       for event in monitor.update(epoch.location!, at: epoch.clock) { announce(event) }
///     }
///
/// **Hysteresis.** The receiver is inside as soon as a fix is in the region. It is outside only
/// when a fix is farther from the edge than the hysteresis and the fix's own uncertainty, so noise
/// at the edge causes no events. The first fix sets the state without an event, as in CoreLocation.
///
/// The monitor has no clock of its own: the time comes with the fixes.
public struct RegionMonitor: Hashable, Sendable {
  /// The receiver's relation to the region.
  public enum State: Hashable, Sendable {
    /// No fix has arrived yet.
    case unknown
    /// The receiver is inside.
    case inside
    /// The receiver is outside.
    case outside
  }

  /// The region.
  package let region: CircularRegion
  /// The distance outside the edge at which the receiver has left the region, metres.
  package let hysteresis: Double
  /// The time inside that counts as a stay; nil for no such event.
  package let dwell: Duration?
  /// The current state.
  public private(set) var state = State.unknown

  /// The time at which the receiver entered; nil while it is outside.
  private var entry: Duration?
  private var hasDwelt = false

  /// Makes a monitor that has received no fix yet.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - hysteresis: The distance outside the edge at which the receiver has left, metres.
  ///   - dwell: The time inside that counts as a stay; nil for no such event.
  public init(_ region: CircularRegion, hysteresis: Double = 20, dwell: Duration? = nil) {
    self.region = region
    self.hysteresis = max(0, hysteresis)
    self.dwell = dwell
  }

  /// Adds a fix, and returns the events that it causes. O(1).
  ///
  /// Ignores a fix whose coordinate is invalid.
  ///
  /// - Parameters:
  ///   - location: The fix.
  ///   - clock: Its time, on any clock that never runs backwards.
  public mutating func update(_ location: Location, at clock: Duration) -> [RegionEvent] {
    guard location.coordinate.isValid else { return [] }
    let distance = region.center.stepDistance(to: location.coordinate)
    let margin = max(hysteresis, location.horizontalAccuracy ?? 0)
    var events: [RegionEvent] = []
    switch state {
    case .unknown, .outside:
      if distance <= region.radius {
        if state == .outside { events.append(.entered) }
        state = .inside
        (entry, hasDwelt) = (clock, false)
      } else {
        state = .outside
      }
    case .inside:
      if distance > region.radius + margin {
        state = .outside
        entry = nil
        return [.exited]
      }
    }
    return events + dwelling(at: clock)
  }

  /// Advances the time without a fix, which may complete a stay.
  package mutating func pass(_ clock: Duration) -> [RegionEvent] { dwelling(at: clock) }

  private mutating func dwelling(at clock: Duration) -> [RegionEvent] {
    guard let dwell, let entry, !hasDwelt, clock - entry >= dwell else { return [] }
    hasDwelt = true
    return [.dwelt]
  }
}
