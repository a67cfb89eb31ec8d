/// The kind of a simulated receiver, its route, and its faults.
///
///     var configuration = SimulatedGPSConfiguration()
///     configuration.rate = .tenHertz
///     configuration.environment = .street
///     configuration.outages = .scheduled([.seconds(60)..<(.seconds(75))])
///
/// Figures that are negative or not a number count as zero.
public struct SimulatedGPSConfiguration: Hashable, Sendable {
  /// How the receiver moves.
  public var motion = Motion.route(.stockholmLoop)
  /// How often it reports a fix.
  public var rate = Rate.oneHertz
  /// The surroundings.
  public var environment = Environment.openSky
  /// The memory of the receiver when it is switched on.
  public var start = Start.hot
  /// The greatest number of satellites it computes a fix from.
  public var channels = 16
  /// Standard deviation of the uncorrelated error of each axis, metres.
  public var whiteNoise = 0.1
  /// Standard deviation of each axis of the Doppler velocity, metres per second.
  public var velocityNoise = 0.05
  /// Standard deviation of the carrier-to-noise densities, dB.
  public var signalNoise = 1.0
  /// Under this measured speed no course is reported, metres per second.
  public var courseThreshold = 0.3
  /// Height of the geoid above the ellipsoid, metres; nil leaves the ellipsoidal height out.
  ///
  /// One figure for the whole simulation; the default is Stockholm's.
  public var geoidSeparation: Double? = 23
  /// When signals are lost, besides the route's tunnels.
  public var outages = Outages.none
  /// How long a lost position is carried on by dead reckoning and reported as `.estimated`.
  public var coasting = Duration.seconds(3)
  /// Greatest delay of a report after its fix's time, drawn evenly; held under one period.
  public var jitter = Duration.zero
  /// The noise sources that are on; turning one off leaves the values of all others as they are.
  public var noise = Noise.all
  /// Damage done to the reports.
  public var faults: [SimulatedFault] = []
  /// True if the sky is reported once a second.
  public var reportsSky = true

  /// Makes the default: a drive round Stockholm at 1 Hz under open sky, hot started.
  public init() {}

  /// How a simulated receiver moves.
  public enum Motion: Hashable, Sendable {
    /// It stands still at a place, with its height above mean sea level in metres.
    case stationary(Coordinate, altitude: Double = 0)
    /// It drives along a route.
    case route(SimulatedRoute)
  }

  /// How often a fix is reported.
  public enum Rate: Int, Hashable, Sendable, CaseIterable {
    /// Once a second.
    case oneHertz = 1
    /// Five times a second.
    case fiveHertz = 5
    /// Ten times a second.
    case tenHertz = 10

    /// Time from one fix to the next.
    public var interval: Duration { .nanoseconds(1_000_000_000 / Int64(rawValue)) }
  }

  /// The effect of the surroundings on the signals.
  public struct Environment: Hashable, Sendable {
    /// Standard deviation of the range to one satellite (UERE), metres.
    ///
    /// Times the dilutions of precision it gives the standard deviation of the position.
    public var rangeError: Double
    /// Time constant τ of the correlated error, seconds.
    public var timeConstant: Double
    /// Elevation under which signals are blocked, degrees.
    public var maskAngle: Double

    /// Makes surroundings.
    public init(rangeError: Double, timeConstant: Double, maskAngle: Double) {
      self.rangeError = rangeError
      self.timeConstant = timeConstant
      self.maskAngle = maskAngle
    }

    /// A field: 2 m, slowly changing.
    public static let openSky = Environment(rangeError: 2, timeConstant: 120, maskAngle: 10)
    /// A street between houses: 7 m, changing within a minute.
    public static let street = Environment(rangeError: 7, timeConstant: 60, maskAngle: 25)
  }

  /// The memory of a receiver when it is switched on.
  public enum Start: Hashable, Sendable {
    /// Nothing: 25–35 s to the first fix; time, then two, then three dimensions.
    case cold
    /// Time and place, but not the orbits: 20–28 s.
    case warm
    /// Everything: 1–2 s.
    case hot
    /// It has been on for long: a full fix at once.
    case running
  }

  /// When signals are lost.
  public enum Outages: Hashable, Sendable {
    /// Never.
    case none
    /// In these intervals of time.
    case scheduled([Range<Duration>])
    /// Now and then: after exponentially distributed times of the given mean, for a time drawn
    /// evenly.
    case random(meanInterval: Duration, length: ClosedRange<Duration>)
  }

  /// Sources of noise that can be turned off one by one.
  public struct Noise: OptionSet, Hashable, Sendable {
    /// One bit for each source.
    public let rawValue: Int

    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The correlated horizontal error.
    public static let horizontal = Noise(rawValue: 1)
    /// The correlated vertical error.
    public static let vertical = Noise(rawValue: 2)
    /// The uncorrelated error of each fix.
    public static let white = Noise(rawValue: 4)
    /// The error of speed and course.
    public static let velocity = Noise(rawValue: 8)
    /// The flicker of the carrier-to-noise densities.
    public static let signal = Noise(rawValue: 16)
    /// The extra error after a first or a regained fix, which dies away.
    public static let settling = Noise(rawValue: 32)
    /// All of them.
    public static let all: Noise = [.horizontal, .vertical, .white, .velocity, .signal, .settling]
    /// None: every fix is the truth.
    public static let none: Noise = []
  }
}
