/// Where the simulated receiver truly is at a time.
public struct SimulatedTruth: Hashable, Sendable {
  /// The true position.
  public let coordinate: Coordinate
  /// The true height above mean sea level, metres.
  public let altitude: Double
  /// The true speed over ground, metres per second.
  public let speed: Double
  /// The true course, degrees in 0..<360; nil when standing.
  public let course: Double?
  /// True if no satellite can be heard here.
  public let isInTunnel: Bool
}

/// A drive worked out in advance, so that the state at any time is a closed formula.
///
/// The speed is built of phases of constant acceleration: as fast as every limit, bend and stop
/// ahead allows. Asking for a state neither depends on the states asked for before nor on the rate.
struct MotionPlan: Hashable, Sendable {
  /// A phase of one piece driven with constant acceleration.
  private struct Phase: Hashable, Sendable {
    let startTime: Double
    let piece: Int
    /// Metres of the piece already behind.
    let startDistance: Double
    let startSpeed: Double
    let acceleration: Double
  }

  private let plane: LocalProjection
  private let path: RoutePath
  private let phases: [Phase]
  private let isLoop: Bool
  /// Seconds for the whole drive, stops included.
  let period: Double

  /// Plans a drive along a route; `stops` gives the length of its stops.
  init(_ route: SimulatedRoute, stops: inout NoiseStream) {
    let middle = route.middle
    let latitude = PortableMath.sineCosine(degrees: middle.latitude)
    plane = LocalProjection(
      origin: middle, sineOfLatitude: latitude.sin, cosineOfLatitude: latitude.cos)
    path = RoutePath(route, on: plane, stops: &stops)
    isLoop = route.isLoop
    let nodes = Self.speedsBetween(path.pieces, vehicle: route.vehicle)
    (phases, period) = Self.phases(of: path.pieces, nodes: nodes, vehicle: route.vehicle)
  }

  /// The true state a number of seconds after the start.
  func truth(at seconds: Double) -> SimulatedTruth {
    let isOver = !isLoop && seconds >= period
    let time =
      isOver ? period : isLoop ? seconds.truncatingRemainder(dividingBy: period) : seconds
    let phase = phases[index(at: time)]
    let since = max(0, time - phase.startTime)
    let piece = path.pieces[phase.piece]
    let distance =
      phase.startDistance + phase.startSpeed * since + phase.acceleration * since * since / 2
    let clipped = min(max(0, distance), piece.length)
    let speed = isOver ? 0 : max(0, phase.startSpeed + phase.acceleration * since)
    let (point, heading) = piece.position(at: clipped)
    let course = PortableMath.degrees(y: heading.east, x: heading.north)
    return SimulatedTruth(
      coordinate: plane.coordinate(point), altitude: piece.altitude(at: clipped), speed: speed,
      course: speed > 0 ? compassBearing(degrees: course) : nil, isInTunnel: piece.isTunnel)
  }

  /// The last phase that starts at or before a time.
  private func index(at time: Double) -> Int {
    var (low, high) = (0, phases.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if phases[middle].startTime <= time { low = middle } else { high = middle }
    }
    return low
  }

  /// The greatest speed at each join of two pieces from which every limit ahead can still be kept.
  private static func speedsBetween(
    _ pieces: [RoutePath.Piece], vehicle: SimulatedRoute.Vehicle
  ) -> [Double] {
    var speeds = [Double](repeating: 0, count: pieces.count + 1)
    for index in pieces.indices.dropFirst() where pieces[index].stopBefore == nil {
      speeds[index] = min(pieces[index - 1].speedLimit, pieces[index].speedLimit)
    }
    for index in pieces.indices.reversed() {
      let next = speeds[index + 1]
      let reachable = (next * next + 2 * vehicle.braking * pieces[index].length).squareRoot()
      speeds[index] = min(speeds[index], reachable)
    }
    for index in pieces.indices {
      let last = speeds[index]
      let reachable = (last * last + 2 * vehicle.acceleration * pieces[index].length).squareRoot()
      speeds[index + 1] = min(speeds[index + 1], reachable)
    }
    return speeds
  }

  /// Speeding up, keeping the limit and braking, piece by piece.
  private static func phases(
    of pieces: [RoutePath.Piece], nodes: [Double], vehicle: SimulatedRoute.Vehicle
  ) -> ([Phase], period: Double) {
    var phases: [Phase] = []
    var time = 0.0
    for (index, piece) in pieces.enumerated() {
      func add(from distance: Double, speed: Double, acceleration: Double, lasting: Double) {
        guard lasting > 0 else { return }
        phases.append(
          Phase(
            startTime: time, piece: index, startDistance: distance, startSpeed: speed,
            acceleration: acceleration))
        time += lasting
      }
      let (entry, exit) = (nodes[index], nodes[index + 1])
      let (gain, loss) = (vehicle.acceleration, vehicle.braking)
      let crossing =
        (2 * gain * loss * piece.length + loss * entry * entry + gain * exit * exit)
        / (gain + loss)
      let peak = max(entry, exit, min(piece.speedLimit, crossing.squareRoot()))
      let speedUp = (peak * peak - entry * entry) / (2 * gain)
      let slowDown = (peak * peak - exit * exit) / (2 * loss)
      let cruise = max(0, piece.length - speedUp - slowDown)
      add(from: 0, speed: 0, acceleration: 0, lasting: piece.stopBefore ?? 0)
      add(from: 0, speed: entry, acceleration: gain, lasting: (peak - entry) / gain)
      add(from: speedUp, speed: peak, acceleration: 0, lasting: cruise / peak)
      add(
        from: speedUp + cruise, speed: peak, acceleration: -loss, lasting: (peak - exit) / loss)
    }
    return (phases, time)
  }
}
