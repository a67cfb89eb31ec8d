import Positioning

/// The alarms of a track: the receiver is silent, a ring was left, a mark was reached.
///
///     var alarms = TrackAlarms(anchor: 50, mark: harbour)
///     for event in alarms.add(epoch) { announce(event) }
///
/// The ring is centred on the first fix. It is left when a fix is outside it by more than the fix's
/// own uncertainty, at least a tenth of the radius: noise at the edge is not an alarm. A mark is
/// reached by coming within `arrival`, not by beginning there.
///
/// It has no clock: the caller passes in the ages.
public struct TrackAlarms: Hashable, Sendable {
  /// A change that is announced.
  public enum Event: Hashable, Sendable {
    /// No fix has come for this long.
    case lost(Duration)
    /// Receiving fixes again.
    case found
    /// The ring was left, at this distance from its middle in metres.
    case leftRing(Double)
    /// It is in the ring again.
    case backInRing
    /// The mark was reached.
    case reached

    /// True if it asks for attention.
    package var isAlarm: Bool {
      switch self {
      case .lost, .leftRing, .reached: true
      case .found, .backInRing: false
      }
    }
  }

  /// The radius of the ring, metres; nil for none.
  package let anchor: Double?
  /// The distance in metres within which a mark counts as reached.
  package let arrival: Double
  /// The middle of the ring: the first fix; nil before that.
  public private(set) var center: Coordinate?
  /// The mark; nil for none.
  public private(set) var mark: Coordinate?
  /// True while no fix comes.
  public private(set) var isLost = false
  /// True while it is outside of the ring.
  public var isOutside: Bool { ring?.state == .outside }
  /// True once the mark was reached, until it is left again.
  public private(set) var isAtMark = false

  private var ring: RegionMonitor?
  private var goal: RegionMonitor?

  /// Makes alarms that have seen nothing yet.
  ///
  /// - Parameters:
  ///   - anchor: The radius of the ring, metres; nil for none.
  ///   - mark: The mark; nil for none.
  ///   - arrival: The distance in metres within which it counts as reached.
  public init(anchor: Double? = nil, mark: Coordinate? = nil, arrival: Double = 30) {
    (self.anchor, self.arrival) = (anchor, arrival)
    set(mark: mark)
  }

  /// Sets another mark, or none.
  package mutating func set(mark: Coordinate?) {
    self.mark = mark
    isAtMark = false
    goal = mark.map {
      RegionMonitor(CircularRegion(center: $0, radius: arrival), hysteresis: arrival / 2)
    }
  }

  /// Adds an epoch, and returns the resulting events. O(1).
  package mutating func add(_ epoch: LocationEpoch) -> [Event] {
    guard epoch.mode.hasPosition, let fix = epoch.location, fix.coordinate.isValid else {
      return []
    }
    var events: [Event] = []
    if isLost {
      isLost = false
      events.append(.found)
    }
    if let anchor, ring == nil {
      center = fix.coordinate
      ring = RegionMonitor(
        CircularRegion(center: fix.coordinate, radius: anchor), hysteresis: anchor / 10)
    }
    for event in ring?.update(fix, at: epoch.clock) ?? [] {
      switch event {
      case .exited: events.append(.leftRing(center.map { $0.distance(to: fix.coordinate) } ?? 0))
      case .entered: events.append(.backInRing)
      case .dwelt: break
      }
    }
    for event in goal?.update(fix, at: epoch.clock) ?? [] {
      switch event {
      case .entered:
        isAtMark = true
        events.append(.reached)
      case .exited: isAtMark = false
      case .dwelt: break
      }
    }
    return events
  }

  /// Takes in how old the latest fix is; nil while it is new.
  package mutating func age(_ age: Duration?) -> [Event] {
    guard let age, !isLost else { return [] }
    isLost = true
    return [.lost(age)]
  }
}
