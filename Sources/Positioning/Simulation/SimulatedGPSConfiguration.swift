/// The kind of a simulated receiver, its route, and its faults.
///
///     var configuration = SimulatedGPSConfiguration()
///     configuration.rate = .tenHertz
///     configuration.environment = .street
///     configuration.outages = [.seconds(60)..<(.seconds(75))]
public struct SimulatedGPSConfiguration: Hashable, Sendable {
  /// The route that is driven.
  public var route = SimulatedRoute.stockholmLoop
  /// The number of fixes per second.
  public var rate = Rate.oneHertz
  /// The surroundings.
  public var environment = Environment.openSky
  /// The memory of the receiver when it is switched on.
  public var start = Start.hot
  /// The intervals in which signals are lost, besides the route's tunnels.
  public var outages: [Range<Duration>] = []
  /// True if reflected signals move the position by 40 m, for 5 s in every minute.
  public var hasReflections = false

  /// Makes the default: a drive round Stockholm at 1 Hz under open sky, hot started.
  public init() {}

  /// The number of fixes per second.
  public enum Rate: Int, Hashable, Sendable {
    /// Once a second.
    case oneHertz = 1
    /// Five times a second.
    case fiveHertz = 5
    /// Ten times a second.
    case tenHertz = 10
  }

  /// The effect of the surroundings on the signals.
  public enum Environment: Hashable, Sendable {
    /// A field: errors of 2 m for each satellite, which change slowly.
    case openSky
    /// A street between houses: errors of 7 m, which change within a minute.
    case street

    /// Standard deviation of the distance to one satellite, metres.
    var rangeError: Double { self == .openSky ? 2 : 7 }
    /// The time in which the error of a position is forgotten, seconds.
    var timeConstant: Double { self == .openSky ? 120 : 60 }
    /// The elevation under which signals are blocked, degrees.
    var maskAngle: Double { self == .openSky ? 10 : 25 }
  }

  /// The memory of a receiver when it is switched on.
  public enum Start: Hashable, Sendable {
    /// Nothing: 25–35 s to the first fix; time, then two, then three dimensions.
    case cold
    /// Time and position, but not the orbits: 20–28 s.
    case warm
    /// Everything: 1–2 s.
    case hot
    /// The receiver has been on for a long time: a full fix at once.
    case running
  }
}
