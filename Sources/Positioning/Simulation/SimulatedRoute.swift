/// A drive along waypoints, with speed limits, stops and tunnels.
///
///     let route = try SimulatedRoute(
///       name: "Out and back",
///       waypoints: [
///         .init(Coordinate(latitude: 59.330, longitude: 18.060), speedLimit: 14),
///         .init(Coordinate(latitude: 59.340, longitude: 18.060), stop: .seconds(10)),
///         .init(Coordinate(latitude: 59.335, longitude: 18.070)),
///       ],
///       isLoop: true)
///
/// Legs are straight; corners are rounded to arcs that the vehicle can drive. The route is laid out
/// on a plane around its middle, so it must stay within 100 km of it.
public struct SimulatedRoute: Hashable, Sendable {
  /// A point to drive to, and how the leg that starts there is driven.
  public struct Waypoint: Hashable, Sendable {
    /// Where it is.
    public var coordinate: Coordinate
    /// Height above mean sea level, metres; heights between waypoints are interpolated.
    public var altitude: Double
    /// Speed limit of the leg that starts here, metres per second.
    public var speedLimit: Double
    /// How long the vehicle stops here on average; zero drives through.
    ///
    /// The stop itself is drawn between half and one and a half of it, once for a simulation.
    public var stop: Duration
    /// True if the leg that starts here lies in a tunnel, where no satellite is heard.
    public var startsTunnel: Bool

    /// Makes a waypoint; by default at sea level, with 50 km/h, no stop and open sky.
    public init(
      _ coordinate: Coordinate, altitude: Double = 0, speedLimit: Double = 50 / 3.6,
      stop: Duration = .zero, startsTunnel: Bool = false
    ) {
      self.coordinate = coordinate
      self.altitude = altitude
      self.speedLimit = speedLimit
      self.stop = stop
      self.startsTunnel = startsTunnel
    }
  }

  /// The abilities of a vehicle.
  public struct Vehicle: Hashable, Sendable {
    /// Greatest gain of speed, m/s².
    public var acceleration: Double
    /// Greatest loss of speed, m/s².
    public var braking: Double
    /// Greatest sideways acceleration in a bend, m/s².
    public var lateralAcceleration: Double
    /// Greatest change of course, degrees per second.
    public var turnRate: Double
    /// The radius to which corners are rounded where there is room, metres.
    public var cornerRadius: Double

    /// Makes a vehicle; every figure must be positive.
    public init(
      acceleration: Double, braking: Double, lateralAcceleration: Double, turnRate: Double,
      cornerRadius: Double
    ) {
      self.acceleration = acceleration
      self.braking = braking
      self.lateralAcceleration = lateralAcceleration
      self.turnRate = turnRate
      self.cornerRadius = cornerRadius
    }

    /// A car driven calmly.
    public static let car = Vehicle(
      acceleration: 1.8, braking: 2.2, lateralAcceleration: 2.5, turnRate: 35, cornerRadius: 14)
    /// A person on a bicycle.
    public static let bicycle = Vehicle(
      acceleration: 0.8, braking: 1.5, lateralAcceleration: 1.8, turnRate: 50, cornerRadius: 6)
    /// A person on foot.
    public static let pedestrian = Vehicle(
      acceleration: 0.6, braking: 0.8, lateralAcceleration: 0.8, turnRate: 90, cornerRadius: 1.5)
  }

  /// Its name on the screen.
  public let name: String
  /// The points in driving order; never fewer than two.
  public let waypoints: [Waypoint]
  /// True if the last waypoint leads back to the first, for ever; else the vehicle rests at the
  /// last.
  public let isLoop: Bool
  /// The vehicle that drives it.
  public let vehicle: Vehicle

  /// Makes a route, or says which waypoint cannot be driven.
  public init(
    name: String, waypoints: [Waypoint], isLoop: Bool, vehicle: Vehicle = .car
  ) throws(SimulatedRouteError) {
    guard waypoints.count >= 2 else { throw .tooFewWaypoints(waypoints.count) }
    let figures = [
      vehicle.acceleration, vehicle.braking, vehicle.lateralAcceleration, vehicle.turnRate,
      vehicle.cornerRadius,
    ]
    guard figures.allSatisfy({ $0.isFinite && $0 > 0 }) else { throw .impossibleVehicle }
    for (index, waypoint) in waypoints.enumerated() {
      guard waypoint.coordinate.isValid, waypoint.altitude.isFinite else {
        throw .notOnEarth(waypoint: index)
      }
      guard waypoint.speedLimit.isFinite, waypoint.speedLimit >= 0.1 else {
        throw .noSpeed(waypoint: index)
      }
    }
    let middle = Self.middle(of: waypoints)
    for (index, waypoint) in waypoints.enumerated() {
      guard abs(waypoint.coordinate.latitude) < 85,
        middle.distance(to: waypoint.coordinate) <= 100_000
      else { throw .tooFar(waypoint: index) }
      let previous = index > 0 ? waypoints[index - 1] : (isLoop ? waypoints.last : nil)
      if let previous, previous.coordinate.stepDistance(to: waypoint.coordinate) < 1 {
        throw .repeated(waypoint: index)
      }
    }
    self.name = name
    self.waypoints = waypoints
    self.isLoop = isLoop
    self.vehicle = vehicle
  }

  /// The coordinate around which the route is laid out: the middle of its bounds.
  public var middle: Coordinate { Self.middle(of: waypoints) }

  private static func middle(of waypoints: [Waypoint]) -> Coordinate {
    var bounds = CoordinateBounds(waypoints[0].coordinate)
    for waypoint in waypoints { bounds.extend(to: waypoint.coordinate) }
    return bounds.center
  }
}

/// Why waypoints do not make a route; waypoints are counted from zero.
public enum SimulatedRouteError: Error, Hashable, Sendable {
  /// Fewer than two waypoints were given.
  case tooFewWaypoints(Int)
  /// A figure of the vehicle is not a positive number.
  case impossibleVehicle
  /// A waypoint's coordinate or altitude is not valid.
  case notOnEarth(waypoint: Int)
  /// A waypoint's speed limit is under 0.1 m/s.
  case noSpeed(waypoint: Int)
  /// A waypoint lies over 100 km from the route's middle or beyond 85° of latitude.
  case tooFar(waypoint: Int)
  /// A waypoint lies within a metre of the one before.
  case repeated(waypoint: Int)
}

extension SimulatedRouteError: CustomStringConvertible {
  /// A sentence that says what is wrong, where, and how to fix it.
  public var description: String {
    switch self {
    case .tooFewWaypoints(let count):
      "A route needs at least two waypoints, but \(count) were given."
    case .impossibleVehicle:
      "The vehicle's accelerations, turn rate and corner radius must all be greater than zero."
    case .notOnEarth(let waypoint):
      "Waypoint \(waypoint) needs a latitude in -90…90, a longitude in -180…180 and a finite altitude."
    case .noSpeed(let waypoint):
      "Waypoint \(waypoint) needs a speed limit of at least 0.1 m/s."
    case .tooFar(let waypoint):
      "Waypoint \(waypoint) must lie within 100 km of the route's middle and 85° of latitude."
    case .repeated(let waypoint):
      "Waypoint \(waypoint) lies within a metre of the one before it; leave one of them out."
    }
  }
}
