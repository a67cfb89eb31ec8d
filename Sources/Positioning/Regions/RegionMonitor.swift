/// Reports when a receiver enters a region, leaves it, and has stayed in it.
///
///     var monitor = RegionMonitor(region, hysteresis: 20, dwell: .seconds(60))
///     for epoch in epochs {
///       for event in monitor.update(epoch.location!, at: epoch.clock) { announce(event) }
///     }
///
/// **Hysteresis.** It is inside as soon as a fix lies in the region, and outside only when one lies
/// further from the edge than the hysteresis and the fix's own uncertainty: noise at the edge makes
/// no events. The first fix settles where it is, without an event, as in CoreLocation.
///
/// It has no clock of its own: the time comes with the fixes.
public struct RegionMonitor: Hashable, Sendable {
  /// The side of the region's edge that the receiver is on, as far as that is known.
  public enum State: Hashable, Sendable {
    /// There was no fix yet.
    case unknown
    /// In the region.
    case inside
    /// Outside.
    case outside
  }

  /// The region.
  package let region: CircularRegion
  /// The distance outside the edge from which on it has gone out, metres.
  package let hysteresis: Double
  /// The time inside after which it has dwelt; nil for no such event.
  package let dwell: Duration?
  /// The current state.
  public private(set) var state = State.unknown

  /// The time when it came in; nil while it is outside.
  private var entry: Duration?
  private var hasDwelt = false

  /// Makes a monitor that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - hysteresis: How far outside the edge it has to be to have gone out, metres.
  ///   - dwell: How long it has to be inside to have dwelt; nil for no such event.
  public init(_ region: CircularRegion, hysteresis: Double = 20, dwell: Duration? = nil) {
    self.region = region
    self.hysteresis = max(0, hysteresis)
    self.dwell = dwell
  }

  /// Adds a fix, and returns the events that it causes. O(1).
  ///
  /// A fix whose coordinate is not valid changes nothing.
  ///
  /// - Parameters:
  ///   - location: The fix.
  ///   - clock: Its time, on any clock that never goes back.
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

  /// Takes in that time has passed without a fix: it may have dwelt.
  package mutating func pass(_ clock: Duration) -> [RegionEvent] { dwelling(at: clock) }

  private mutating func dwelling(at clock: Duration) -> [RegionEvent] {
    guard let dwell, let entry, !hasDwelt, clock - entry >= dwell else { return [] }
    hasDwelt = true
    return [.dwelt]
  }
}
