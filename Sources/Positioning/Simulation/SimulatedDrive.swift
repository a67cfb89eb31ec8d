/// The true state of the simulated receiver at a time.
struct SimulatedTruth: Hashable, Sendable {
  let point: PlanePoint
  /// The height above mean sea level, metres.
  let altitude: Double
  /// The speed over ground, metres per second.
  let speed: Double
  /// The direction of the current leg, degrees.
  let bearing: Double
  /// True if no satellite can be heard here.
  let isInTunnel: Bool
}

/// A drive along a route, planned in advance: the state at any time is a closed formula.
struct SimulatedDrive: Hashable, Sendable {
  private struct Leg: Hashable, Sendable {
    let start: SimulatedRoute.Waypoint
    let end: SimulatedRoute.Waypoint
    let from: PlanePoint
    /// The unit vector along the leg.
    let direction: PlanePoint
    let length: Double
    let bearing: Double

    init(_ start: SimulatedRoute.Waypoint, _ end: SimulatedRoute.Waypoint, on map: LocalProjection)
    {
      (self.start, self.end) = (start, end)
      from = map.point(start.coordinate)
      let to = map.point(end.coordinate)
      let (east, north) = (to.east - from.east, to.north - from.north)
      length = (east * east + north * north).squareRoot()
      direction = PlanePoint(east: east / length, north: north / length)
      let angle = SineCosine(sin: direction.east, cos: direction.north).degrees
      bearing = compassBearing(degrees: angle).rounded(to: 0.01)
    }
  }

  /// A part of a leg that is driven with constant acceleration.
  private struct Phase: Hashable, Sendable {
    let startTime: Double
    let leg: Int
    /// The distance already covered on the leg, metres.
    let distance: Double
    let speed: Double
    let acceleration: Double
  }

  /// The plane that the route is laid out on.
  let map: LocalProjection
  private let route: SimulatedRoute
  private let legs: [Leg]
  private var phases: [Phase] = []
  private var period = 0.0

  private static let acceleration = 1.8
  private static let braking = 2.2

  init(_ route: SimulatedRoute) {
    self.route = route
    let map = LocalProjection(origin: route.waypoints[0].coordinate)
    let ends = route.waypoints + (route.isLoop ? [route.waypoints[0]] : [])
    self.map = map
    legs = zip(ends, ends.dropFirst()).map { Leg($0, $1, on: map) }
    let speeds = speedsAtWaypoints()
    for index in legs.indices { add(index, entry: speeds[index], exit: speeds[index + 1]) }
  }

  /// Returns the true state a number of seconds after the start.
  func truth(at seconds: Double) -> SimulatedTruth {
    let time =
      route.isLoop && period > 0 ? seconds.truncatingRemainder(dividingBy: period) : seconds
    guard time < period, let phase = phases.last(where: { $0.startTime <= time }) else {
      let last = route.waypoints[route.waypoints.count - 1]
      return SimulatedTruth(
        point: map.point(last.coordinate), altitude: last.altitude, speed: 0, bearing: 0,
        isInTunnel: false)
    }
    let leg = legs[phase.leg]
    let since = time - phase.startTime
    let distance = phase.distance + (phase.speed + phase.acceleration * since / 2) * since
    let climb = leg.end.altitude - leg.start.altitude
    return SimulatedTruth(
      point: PlanePoint(
        east: leg.from.east + distance * leg.direction.east,
        north: leg.from.north + distance * leg.direction.north),
      altitude: leg.start.altitude + climb * distance / leg.length,
      speed: max(0, phase.speed + phase.acceleration * since), bearing: leg.bearing,
      isInTunnel: leg.start.startsTunnel)
  }

  /// Returns the greatest speed at each waypoint at which every limit ahead can still be kept.
  private func speedsAtWaypoints() -> [Double] {
    var speeds = [Double](repeating: 0, count: legs.count + 1)
    for index in legs.indices.dropFirst() where legs[index].start.stop == .zero {
      let (before, after) = (legs[index - 1], legs[index])
      let cosine =
        before.direction.east * after.direction.east
        + before.direction.north * after.direction.north
      // The sharper the turn, the slower.
      speeds[index] = min(before.start.speedLimit, after.start.speedLimit) * max(0.1, cosine)
    }
    func reachable(from speed: Double, by change: Double, along leg: Leg) -> Double {
      (speed * speed + 2 * change * leg.length).squareRoot()
    }
    for (index, leg) in legs.enumerated().reversed() {
      let limit = reachable(from: speeds[index + 1], by: Self.braking, along: leg)
      speeds[index] = min(speeds[index], limit)
    }
    for (index, leg) in legs.enumerated() {
      let limit = reachable(from: speeds[index], by: Self.acceleration, along: leg)
      speeds[index + 1] = min(speeds[index + 1], limit)
    }
    return speeds
  }

  /// Adds the phases of a leg: its stop, speeding up, keeping the limit and braking.
  private mutating func add(_ index: Int, entry: Double, exit: Double) {
    let leg = legs[index]
    let (gain, loss) = (Self.acceleration, Self.braking)
    let crossing =
      (2 * gain * loss * leg.length + loss * entry * entry + gain * exit * exit) / (gain + loss)
    let peak = max(entry, exit, min(leg.start.speedLimit, crossing.squareRoot()))
    let speedUp = (peak * peak - entry * entry) / (2 * gain)
    let slowDown = (peak * peak - exit * exit) / (2 * loss)
    let cruise = max(0, leg.length - speedUp - slowDown)
    func add(from distance: Double, speed: Double, acceleration: Double, lasting: Double) {
      guard lasting > 0 else { return }
      phases.append(
        Phase(
          startTime: period, leg: index, distance: distance, speed: speed,
          acceleration: acceleration))
      period += lasting
    }
    add(from: 0, speed: 0, acceleration: 0, lasting: leg.start.stop / .seconds(1))
    add(from: 0, speed: entry, acceleration: gain, lasting: (peak - entry) / gain)
    add(from: speedUp, speed: peak, acceleration: 0, lasting: cruise / peak)
    add(from: speedUp + cruise, speed: peak, acceleration: -loss, lasting: (peak - exit) / loss)
  }
}
