/// Measurements of a body, a bicycle and the air at one epoch.
///
///     let sensors = Sensors(heartRate: 142, cadence: 88)
///     sensors.heartRate!  // 142.0
///     sensors.power  // nil
///
/// A value that was not measured is nil: zero turns of the crank and zero watts are values, but a
/// heart rate of zero is not. Numbers are kept to a thousandth, in half the memory of a location's
/// height and speed, since every epoch reserves room for them and most have none.
public struct Sensors: Hashable, Sendable {
  /// Heart beats per minute.
  public var heartRate: Double? {
    get { Sensors.value(beats) }
    set { beats = Sensors.stored(newValue.flatMap { $0 > 0 ? $0 : nil }) }
  }
  /// Turns of the crank or strides per minute, as the source reports them.
  public var cadence: Double? {
    get { Sensors.value(turns) }
    set { turns = Sensors.stored(newValue) }
  }
  /// Watts.
  public var power: Double? {
    get { Sensors.value(watts) }
    set { watts = Sensors.stored(newValue) }
  }
  /// The temperature of the air, degrees Celsius.
  public var temperature: Double? {
    get { Sensors.value(degrees) }
    set { degrees = Sensors.stored(newValue) }
  }

  private var beats = none
  private var turns = none
  private var watts = none
  private var degrees = none

  /// Makes sensors from the given values; by default none is known.
  public init(
    heartRate: Double? = nil, cadence: Double? = nil, power: Double? = nil,
    temperature: Double? = nil
  ) {
    guard heartRate != nil || cadence != nil || power != nil || temperature != nil else { return }
    (self.heartRate, self.cadence, self.power) = (heartRate, cadence, power)
    self.temperature = temperature
  }

  /// True if nothing is known.
  @inline(__always) package var isEmpty: Bool {
    beats & turns & watts & degrees == Sensors.none
      && beats | turns | watts | degrees == Sensors.none
  }

  /// Copies the values of `other` that are missing here.
  mutating func fill(from other: Sensors) {
    if beats == Sensors.none { beats = other.beats }
    if turns == Sensors.none { turns = other.turns }
    if watts == Sensors.none { watts = other.watts }
    if degrees == Sensors.none { degrees = other.degrees }
  }

  /// The stored number for a missing value.
  private static let none = Int32.min

  private static func value(_ stored: Int32) -> Double? {
    stored == none ? nil : Double(stored) / 1000
  }

  /// A number in thousandths; `none` if it is missing or does not fit.
  private static func stored(_ value: Double?) -> Int32 {
    guard let value, value.magnitude < 2_000_000 else { return none }
    // Most numbers are whole, and rounding would be a function call.
    if let whole = Int32(exactly: value) { return whole * 1000 }
    return Int32((value * 1000).rounded())
  }
}
