/// A drive along waypoints, with speed limits, stops and tunnels.
///
///     let route = SimulatedRoute(
///       waypoints: [
///         .init(Coordinate(latitude: 59.330, longitude: 18.060), speedLimit: 14),
///         .init(Coordinate(latitude: 59.340, longitude: 18.060), stop: .seconds(10)),
///         .init(Coordinate(latitude: 59.335, longitude: 18.070)),
///       ],
///       isLoop: true)
///
/// Legs are straight lines on a plane that touches the Earth at the first waypoint. With only one
/// waypoint, the receiver stays there.
public struct SimulatedRoute: Hashable, Sendable {
  /// A point to drive to, and the properties of the leg that starts there.
  public struct Waypoint: Hashable, Sendable {
    let coordinate: Coordinate
    let altitude: Double
    let speedLimit: Double
    let stop: Duration
    let startsTunnel: Bool

    /// Makes a waypoint.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - altitude: The height above mean sea level, metres.
    ///   - speedLimit: The speed limit of the leg that starts here, metres per second.
    ///   - stop: How long the vehicle stops here; with zero it drives through.
    ///   - startsTunnel: Whether the leg that starts here is in a tunnel.
    public init(
      _ coordinate: Coordinate, altitude: Double = 0, speedLimit: Double = 50 / 3.6,
      stop: Duration = .zero, startsTunnel: Bool = false
    ) {
      (self.coordinate, self.altitude, self.speedLimit) = (coordinate, altitude, speedLimit)
      (self.stop, self.startsTunnel) = (stop, startsTunnel)
    }
  }

  let waypoints: [Waypoint]
  let isLoop: Bool

  /// Makes a route; nil if it cannot be driven.
  ///
  /// A route needs at least one waypoint. Each needs a valid coordinate within 100 km of the first
  /// one and within 85° of the equator, at least a metre from the previous one, a finite altitude
  /// and a speed limit of at least 0.1 m/s. In a loop the last waypoint leads back to the first.
  public init?(waypoints: [Waypoint], isLoop: Bool) {
    guard let first = waypoints.first else { return nil }
    for waypoint in waypoints {
      guard waypoint.coordinate.isValid, waypoint.altitude.isFinite, waypoint.speedLimit.isFinite,
        waypoint.speedLimit >= 0.1, abs(waypoint.coordinate.latitude) < 85,
        first.coordinate.distance(to: waypoint.coordinate) <= 100_000
      else { return nil }
    }
    let ends = waypoints + (isLoop && waypoints.count > 1 ? [first] : [])
    for (start, end) in zip(ends, ends.dropFirst())
    where start.coordinate.stepDistance(to: end.coordinate) < 1 { return nil }
    self.waypoints = waypoints
    self.isLoop = isLoop && waypoints.count > 1
  }
}
