/// Damage that a real receiver's reports show now and then.
public struct SimulatedFault: Hashable, Sendable {
  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    /// A reflected signal: the position jumps by so many metres, and back at the end.
    case step(east: Double, north: Double)
    /// The position stays where it was, while time goes on.
    case stuck
    /// The clock is off by so much.
    case clockJump(Duration)
    /// Every fix is reported twice.
    case duplicated
    /// Fixes are reported in pairs with the later one first.
    case swapped
  }

  /// The kind of fault.
  public var kind: Kind
  /// From when to when, since the simulation's start.
  public var span: Range<Duration>

  /// Makes a fault over an interval of time.
  public init(_ kind: Kind, during span: Range<Duration>) {
    self.kind = kind
    self.span = span
  }
}

/// The faults of a simulation at work.
struct FaultInjector: Hashable, Sendable {
  /// Those that have not begun, the next one first.
  private var coming: ArraySlice<SimulatedFault>
  private var present: [SimulatedFault] = []
  private var stuckAt: Coordinate?
  private var held: Location?

  init(_ faults: [SimulatedFault]) {
    coming = faults.sorted { $0.span.lowerBound < $1.span.lowerBound }[...]
  }

  /// Returns the reports in place of a fix: none, the fix itself, or several. Time goes forward
  /// only.
  mutating func reports(of location: Location, at offset: Duration) -> [Location] {
    while let next = coming.first, next.span.lowerBound <= offset {
      coming.removeFirst()
      present.append(next)
    }
    if !present.isEmpty { present.removeAll { !$0.span.contains(offset) } }
    var location = location
    var isStuck = false
    var isDuplicated = false
    var isSwapped = false
    for fault in present {
      switch fault.kind {
      case .step(let east, let north):
        location.coordinate = location.coordinate.displaced(east: east, north: north)
      case .stuck: isStuck = true
      case .clockJump(let change):
        location.timestamp = location.timestamp.map { $0.advanced(by: change) }
      case .duplicated: isDuplicated = true
      case .swapped: isSwapped = true
      }
    }
    if isStuck {
      location.coordinate = stuckAt ?? location.coordinate
      stuckAt = location.coordinate
    } else {
      stuckAt = nil
    }
    let reports = isDuplicated ? [location, location] : [location]
    if let earlier = held {
      held = nil
      return reports + [earlier]
    }
    guard isSwapped else { return reports }
    held = location
    return isDuplicated ? [location] : []
  }
}

extension Coordinate {
  /// This point moved by metres east and north, for moves of up to some hundred metres.
  ///
  /// Uses no function of the platform, so that simulations are alike everywhere.
  func displaced(east: Double, north: Double) -> Coordinate {
    let (sine, cosine) = PortableMath.sineCosine(degrees: latitude)
    return LocalProjection(origin: self, sineOfLatitude: sine, cosineOfLatitude: cosine)
      .coordinate(PlanePoint(east: east, north: north))
  }
}
