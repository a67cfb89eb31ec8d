/// The units that metrics are shown in.
struct UnitSystem: CaseIterable, Equatable, CustomStringConvertible {
  /// The units' family.
  enum Kind: String, CaseIterable {
    case metric, imperial, nautical
  }

  var kind: Kind
  /// True if speeds are written as the time for a kilometre or its equivalent.
  var showsPace = false

  static let metric = UnitSystem(kind: .metric)
  static let imperial = UnitSystem(kind: .imperial)
  static let nautical = UnitSystem(kind: .nautical)
  static let allCases = [metric, imperial, nautical]

  /// The next one, for a key that cycles through them.
  var next: UnitSystem { UnitSystem(kind: kind.next, showsPace: showsPace) }

  var description: String { kind.rawValue + (showsPace ? " with paces" : "") }

  /// The name of a speed in metrics.
  var speedName: String { showsPace ? "Pace" : "Speed" }

  /// A speed given in metres per second, or its pace.
  func speed(_ value: Double) -> String {
    if showsPace { return pace(value) }
    return fixed(value / speedUnit.size, 1) + " " + speedUnit.name
  }

  /// The time for a kilometre or mile at a speed in metres per second: `5:12 /km`; `-` if it is
  /// more than an hour.
  func pace(_ value: Double) -> String {
    let unit = lengthUnit
    let seconds = value > 0 ? (unit.size / value).rounded() : .infinity
    guard seconds < 3600 else { return "- /\(unit.name)" }
    return FigureText.time(.seconds(Int(seconds))) + " /" + unit.name
  }

  /// A kilometre or its equivalent: its length in metres and its name.
  var lengthUnit: (size: Double, name: String) {
    switch kind {
    case .metric: (1000, "km")
    case .imperial: (1609.344, "mi")
    case .nautical: (1852, "nmi")
    }
  }

  /// A metre or its equivalent.
  private var smallUnit: (size: Double, name: String) {
    kind == .imperial ? (0.3048, "ft") : (1, "m")
  }

  /// A round speed for the upper end of a scale, in metres per second and as text; at least one of
  /// the unit, because lower speeds are only noise.
  func roundSpeed(atLeast value: Double) -> (metresPerSecond: Double, text: String) {
    let number = UnitSystem.roundNumber(atLeast: max(1, value / speedUnit.size))
    let text = number == number.rounded() ? fixed(number, 0) : "\(number)"
    return (number * speedUnit.size, text + " " + speedUnit.name)
  }

  private var speedUnit: (size: Double, name: String) {
    let name =
      switch kind {
      case .metric: "km/h"
      case .imperial: "mph"
      case .nautical: "kn"
      }
    return (lengthUnit.size / 3600, name)
  }

  /// A distance given in metres, in the larger unit if it is at least about one of it.
  func distance(_ value: Double) -> String {
    let (large, small) = (lengthUnit, smallUnit)
    return value < large.size
      ? fixed(value / small.size, 0) + " " + small.name
      : fixed(value / large.size, 2) + " " + large.name
  }

  /// A height given in metres, with a number of decimal places, or about as precise in other units.
  func height(_ value: Double, decimals: Int) -> String {
    let digits = kind == .imperial ? max(0, decimals - 1) : decimals
    return fixed(value / smallUnit.size, digits) + " " + smallUnit.name
  }

  /// A climb rate given in metres per second: `+0.4 m/s`, `-80 ft/min`.
  func climbRate(_ value: Double) -> String {
    let (text, unit) =
      kind == .imperial ? (fixed(value / 0.3048 * 60, 0), "ft/min") : (fixed(value, 1), "m/s")
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return (isZero || text.hasPrefix("-") ? "" : "+") + text + " " + unit
  }

  /// Returns a fix's height above mean sea level, otherwise above the ellipsoid, as precise as the
  /// fix; nil if neither is known.
  func height(of fix: Location) -> String? {
    (fix.altitude ?? fix.ellipsoidalAltitude).map {
      height($0, decimals: FigureText.heightDecimals(of: fix))
    }
  }

  /// Returns the uncertainty of a value: `±2.1 m`.
  func accuracy(_ metres: Double) -> String {
    "±" + height(metres, decimals: metres < 0.1 ? 3 : metres < 1 ? 2 : metres < 10 ? 1 : 0)
  }

  /// A round length of at most a number of metres, for a scale bar: in metres and as text.
  func roundLength(upTo metres: Double) -> (metres: Double, text: String)? {
    for (size, name) in [lengthUnit, smallUnit] where metres >= size {
      let count = UnitSystem.roundNumber(upTo: metres / size)
      return (count * size, "\(Int(count)) \(name)")
    }
    return nil
  }

  /// The largest of 1, 2, 5, 10, 20, 50 … that does not exceed a number of at least 1.
  static func roundNumber(upTo limit: Double) -> Double {
    var step = 1.0
    while step * 10 <= limit, step < 1e9 { step *= 10 }
    for factor in [5.0, 2.0] where step * factor <= limit { return step * factor }
    return step
  }

  /// The smallest of 1, 1.5, 2, 3, 5, 7 times a power of ten that is at least a positive number.
  static func roundNumber(atLeast limit: Double) -> Double {
    var power = 0.001
    while power * 10 < limit, power < 1e6 { power *= 10 }
    for factor in [1, 1.5, 2, 3, 5, 7] where power * factor >= limit { return power * factor }
    return power * 10
  }

  private func fixed(_ value: Double, _ decimals: Int) -> String {
    String(fixedPoint: value, decimals: decimals)
  }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The next case, for a key that cycles through them.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
