/// A unit of speed that tables use.
public enum SpeedUnit: String, Hashable, Sendable, CaseIterable {
  case metresPerSecond = "m/s"
  case kilometresPerHour = "km/h"
  case milesPerHour = "mph"
  case knots = "kn"
  case feetPerSecond = "ft/s"

  /// Metres per second in one of this unit.
  public var metresPerSecond: Double {
    switch self {
    case .metresPerSecond: 1
    case .kilometresPerHour: 1 / 3.6
    case .milesPerHour: 0.44704
    case .knots: 1852.0 / 3600
    case .feetPerSecond: 0.3048
    }
  }

  /// The unit that a header or a cell names, without regard to signs and case.
  init?(word: String) {
    switch word {
    case "ms", "mps", "meterssecond", "metersecond", "metressecond", "meterspersecond",
      "metrespersecond", "msec", "meterssec", "ms1", "mpersec", "mètresparseconde":
      self = .metresPerSecond
    case "kmh", "kph", "kmph", "kilometershour", "kilometersperhour", "kilometresperhour", "kmhr",
      "kmperh", "kmperhour", "kmstd":
      self = .kilometresPerHour
    case "mph", "mih", "milesperhour", "mileshour": self = .milesPerHour
    case "kn", "kt", "kts", "knot", "knots", "knoten", "nœuds", "nudos", "nodi": self = .knots
    case "fps", "fts", "ftsec", "feetpersecond", "feetsecond": self = .feetPerSecond
    default: return nil
    }
  }
}

/// A unit of length that tables use.
public enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  case metres = "m"
  case feet = "ft"

  /// Metres in one of this unit.
  public var metres: Double {
    switch self {
    case .metres: 1
    case .feet: 0.3048
    }
  }

  /// The unit that a header or a cell names, without regard to signs and case.
  init?(word: String) {
    switch word {
    case "m", "meter", "meters", "metre", "metres", "mmsl", "mamsl", "mètres", "metros", "metri":
      self = .metres
    case "ft", "feet", "foot", "ftmsl", "ftbaro", "ftamsl", "fuß", "pieds", "pies": self = .feet
    default: return nil
    }
  }
}

extension ByteText {
  /// The letters and digits of this text in lower case: `km/h` becomes `kmh`.
  var compactWord: String {
    var word = ""
    for index in 0..<min(count, 32) where start[index].isLetter || start[index].isDigit {
      word.unicodeScalars.append(Unicode.Scalar(start[index].lowercased))
    }
    return word
  }
}
