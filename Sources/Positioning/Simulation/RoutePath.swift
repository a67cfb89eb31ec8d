/// The line a vehicle follows: straight pieces and the arcs that round its corners.
///
/// Invariant: each piece starts where the one before ends, with the same heading unless it is
/// entered at a standstill.
struct RoutePath: Hashable, Sendable {
  /// A straight line or an arc of a circle.
  struct Piece: Hashable, Sendable {
    let start: PlanePoint
    /// Unit vector of the heading at the start.
    let heading: PlanePoint
    /// 1 / radius, per metre; positive to the right, 0 for a straight line.
    let curvature: Double
    let length: Double
    /// Greatest speed on the piece, metres per second.
    let speedLimit: Double
    let altitudes: (start: Double, end: Double)
    let isTunnel: Bool
    /// Seconds of standstill before the piece is driven; nil when it is entered rolling.
    let stopBefore: Double?

    static func == (left: Piece, right: Piece) -> Bool {
      left.start == right.start && left.heading == right.heading && left.length == right.length
        && left.curvature == right.curvature && left.speedLimit == right.speedLimit
        && left.altitudes == right.altitudes && left.isTunnel == right.isTunnel
        && left.stopBefore == right.stopBefore
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(start)
      hasher.combine(heading)
      hasher.combine(length)
    }

    /// Where the vehicle is, and its heading, after so many metres of the piece.
    func position(at distance: Double) -> (point: PlanePoint, heading: PlanePoint) {
      guard curvature != 0 else {
        return (start.moved(distance, along: heading), heading)
      }
      let (sine, cosine) = PortableMath.sineCosine(degrees: distance * curvature * 180 / .pi)
      let right = heading.turnedRight
      let point =
        start
        .moved(sine / curvature, along: heading)
        .moved((1 - cosine) / curvature, along: right)
      let turned = PlanePoint(
        east: heading.east * cosine + right.east * sine,
        north: heading.north * cosine + right.north * sine)
      return (point, turned)
    }

    func altitude(at distance: Double) -> Double {
      altitudes.start + (altitudes.end - altitudes.start) * distance / length
    }
  }

  let pieces: [Piece]

  /// Lays a route out on a plane, drawing the length of each stop from `stops`.
  init(_ route: SimulatedRoute, on plane: LocalProjection, stops: inout NoiseStream) {
    let ends = route.isLoop ? route.waypoints + [route.waypoints[0]] : route.waypoints
    let legs = (1..<ends.count).map { Leg(from: ends[$0 - 1], to: ends[$0], on: plane) }
    let pauses = ends.dropLast().map { waypoint in
      let mean = SimulationClock.seconds(SimulationClock.nanoseconds(waypoint.stop))
      return mean > 0 ? mean * stops.uniform(0.5, 1.5) : nil as Double?
    }

    var pieces: [Piece] = []
    // A loop turns from its last leg into its first standing.
    var stop: Double? = pauses[0] ?? (route.isLoop ? 2 : 0)
    var cut = 0.0
    for (index, leg) in legs.enumerated() {
      let next = index + 1 < legs.count ? legs[index + 1] : nil
      let corner = next.map { Corner(from: leg, to: $0, vehicle: route.vehicle) }
      let straight = leg.length - cut - (corner?.tangent ?? 0)
      pieces.append(leg.straight(from: cut, length: straight, stopBefore: stop))
      guard let next, let corner else { break }
      stop = pauses[index + 1] ?? (corner.isReversal ? 2 : nil)
      if corner.tangent > 0 {
        pieces.append(corner.arc(from: leg, to: next, stopBefore: stop))
        stop = nil
      }
      cut = corner.tangent
    }
    self.pieces = pieces
  }
}

/// The straight line between two waypoints.
private struct Leg {
  let start: PlanePoint
  let heading: PlanePoint
  let length: Double
  let altitudes: (start: Double, end: Double)
  let speedLimit: Double
  let isTunnel: Bool

  init(
    from: SimulatedRoute.Waypoint, to: SimulatedRoute.Waypoint, on plane: LocalProjection
  ) {
    start = plane.point(from.coordinate)
    let end = plane.point(to.coordinate)
    let (east, north) = (end.east - start.east, end.north - start.north)
    length = (east * east + north * north).squareRoot()
    heading = PlanePoint(east: east / length, north: north / length)
    altitudes = (from.altitude, to.altitude)
    speedLimit = from.speedLimit
    isTunnel = from.startsTunnel
  }

  func altitude(at distance: Double) -> Double {
    altitudes.start + (altitudes.end - altitudes.start) * distance / length
  }

  func straight(from cut: Double, length: Double, stopBefore: Double?) -> RoutePath.Piece {
    RoutePath.Piece(
      start: start.moved(cut, along: heading), heading: heading, curvature: 0, length: length,
      speedLimit: speedLimit, altitudes: (altitude(at: cut), altitude(at: cut + length)),
      isTunnel: isTunnel, stopBefore: stopBefore)
  }
}

/// The rounding between two legs.
private struct Corner {
  /// How far from the waypoint the arc begins and ends, metres; 0 when there is no arc.
  let tangent: Double
  /// Radius in metres, negative to the left.
  let radius: Double
  /// The angle turned, radians.
  let angle: Double
  let speedLimit: Double
  /// True if the vehicle must stop and turn on the spot.
  let isReversal: Bool

  init(from: Leg, to: Leg, vehicle: SimulatedRoute.Vehicle) {
    let sine = from.heading.north * to.heading.east - from.heading.east * to.heading.north
    let cosine = from.heading.north * to.heading.north + from.heading.east * to.heading.east
    // Turning back over 168° leaves no room for an arc: its tangent points lie beyond all bounds.
    isReversal = cosine < -0.98
    let halfTangent = abs(sine) / (1 + cosine)
    guard !isReversal, halfTangent > 1e-6 else {
      (tangent, radius, angle, speedLimit) = (0, 0, 0, 0)
      return
    }
    tangent = min(vehicle.cornerRadius * halfTangent, 0.45 * min(from.length, to.length))
    let turning = tangent / halfTangent
    radius = sine < 0 ? -turning : turning
    angle = PortableMath.degrees(y: abs(sine), x: cosine) * .pi / 180
    speedLimit = min(
      min(from.speedLimit, to.speedLimit),
      min(
        (vehicle.lateralAcceleration * turning).squareRoot(),
        vehicle.turnRate * .pi / 180 * turning))
  }

  func arc(from: Leg, to: Leg, stopBefore: Double?) -> RoutePath.Piece {
    RoutePath.Piece(
      start: from.start.moved(from.length - tangent, along: from.heading),
      heading: from.heading, curvature: 1 / radius, length: abs(radius) * angle,
      speedLimit: speedLimit,
      altitudes: (from.altitude(at: from.length - tangent), to.altitude(at: tangent)),
      isTunnel: from.isTunnel && to.isTunnel, stopBefore: stopBefore)
  }
}

extension PlanePoint {
  /// This point moved some metres along a unit vector.
  func moved(_ distance: Double, along heading: PlanePoint) -> PlanePoint {
    PlanePoint(east: east + distance * heading.east, north: north + distance * heading.north)
  }

  /// This vector turned a quarter to the right.
  var turnedRight: PlanePoint { PlanePoint(east: north, north: -east) }
}
