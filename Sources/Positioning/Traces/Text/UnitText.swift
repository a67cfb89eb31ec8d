/// A unit of speed that tables use.
package enum SpeedUnit: String, Hashable, Sendable, CaseIterable {
  case metresPerSecond = "m/s"
  case kilometresPerHour = "km/h"
  case milesPerHour = "mph"
  case knots = "kn"
  case feetPerSecond = "ft/s"
  case centimetresPerSecond = "cm/s"
  case millimetresPerSecond = "mm/s"

  /// The metres per second in one of this unit.
  package var metresPerSecond: Double {
    switch self {
    case .metresPerSecond: 1
    case .kilometresPerHour: 1 / 3.6
    case .milesPerHour: 0.44704
    case .knots: 1852.0 / 3600
    case .feetPerSecond: 0.3048
    case .centimetresPerSecond: 0.01
    case .millimetresPerSecond: 0.001
    }
  }

  /// The unit in a header or a cell, without regard to signs and case.
  init?(word: String) {
    switch word {
    case "ms", "mps", "meterssecond", "metersecond", "metressecond", "metresecond",
      "meterspersecond", "metrespersecond", "msec", "meterssec", "metressec", "ms1", "mpersec",
      "mpers", "mètresparseconde", "meterprosekunde", "metrosporsegundo", "metrialsecondo":
      self = .metresPerSecond
    case "kmh", "kph", "kmph", "kilometershour", "kilometreshour", "kilometersperhour",
      "kilometresperhour", "kmhr", "kmhour", "kmperh", "kmperhour", "kmhrs", "kmstd", "kmh1",
      "kmt", "kmu", "kilometerprostunde", "kilomètresparheure":
      self = .kilometresPerHour
    case "mph", "mih", "mihr", "milesperhour", "mileshour", "mileshr", "milesh", "miperh", "miphr":
      self = .milesPerHour
    case "kn", "kt", "kts", "kns", "knt", "knot", "knots", "knoten", "nœuds", "noeuds", "nudos",
      "nodi", "nmh", "nmih", "nmihr", "nauticalmilesperhour":
      self = .knots
    case "fps", "fts", "ftsec", "ftpers", "feetpersecond", "feetsecond", "feetsec", "fts1":
      self = .feetPerSecond
    case "cms", "cmsec", "cmps", "cmpers", "centimeterspersecond", "centimetrespersecond":
      self = .centimetresPerSecond
    case "mms", "mmsec", "mmps", "mmpers", "millimeterspersecond", "millimetrespersecond":
      self = .millimetresPerSecond
    default: return nil
    }
  }
}

/// A unit of length that tables use.
package enum LengthUnit: String, Hashable, Sendable, CaseIterable {
  case metres = "m"
  case feet = "ft"
  case kilometres = "km"
  case miles = "mi"
  case nauticalMiles = "nmi"
  case yards = "yd"
  case centimetres = "cm"
  case millimetres = "mm"

  /// The metres in one of this unit.
  package var metres: Double {
    switch self {
    case .metres: 1
    case .feet: 0.3048
    case .kilometres: 1000
    case .miles: 1609.344
    case .nauticalMiles: 1852
    case .yards: 0.9144
    case .centimetres: 0.01
    case .millimetres: 0.001
    }
  }

  /// The unit in a header or a cell, without regard to signs and case.
  init?(word: String) {
    switch word {
    case "m", "meter", "meters", "metre", "metres", "mtr", "mtrs", "mmsl", "mamsl", "masl", "mnn",
      "münn", "müm", "mnap", "msnm", "mslm", "mètre", "mètres", "metro", "metros", "metri", "метр",
      "метры", "м":
      self = .metres
    case "ft", "feet", "foot", "ftmsl", "ftbaro", "ftamsl", "ftasl", "fuß", "fuss", "pied",
      "pieds", "pies", "piedi":
      self = .feet
    case "km", "kilometer", "kilometers", "kilometre", "kilometres", "kms": self = .kilometres
    case "mi", "mile", "miles", "statutemiles": self = .miles
    case "nm", "nmi", "nauticalmile", "nauticalmiles", "seemeilen": self = .nauticalMiles
    case "yd", "yds", "yard", "yards": self = .yards
    case "cm", "centimeter", "centimeters", "centimetre", "centimetres": self = .centimetres
    case "mm", "millimeter", "millimeters", "millimetre", "millimetres": self = .millimetres
    default: return nil
    }
  }
}

/// A unit of temperature that tables use.
enum TemperatureUnit: Sendable {
  case celsius, fahrenheit, kelvin

  /// The unit in a header or a cell, without regard to signs and case.
  init?(word: String) {
    switch word {
    case "c", "degc", "degreec", "degreesc", "celsius", "degcelsius", "gradc", "gradcelsius", "℃":
      self = .celsius
    case "f", "degf", "degreef", "degreesf", "fahrenheit", "degfahrenheit", "℉": self = .fahrenheit
    case "k", "kelvin", "degk": self = .kelvin
    default: return nil
    }
  }
}

/// A conversion from some unit to metres, metres per second or degrees Celsius.
struct UnitScale: Hashable, Sendable {
  var factor = 1.0
  var offset = 0.0

  /// A measured quantity.
  enum Quantity: Sendable { case length, speed, temperature }

  init() {}

  init(factor: Double) { self.factor = factor }

  /// The scale of the unit that a word names; nil if it is not a unit of the quantity.
  init?(_ quantity: Quantity, word: String) {
    switch quantity {
    case .length:
      guard let unit = LengthUnit(word: word) else { return nil }
      factor = unit.metres
    case .speed:
      guard let unit = SpeedUnit(word: word) else { return nil }
      factor = unit.metresPerSecond
    case .temperature:
      switch TemperatureUnit(word: word) {
      case .celsius: break
      case .fahrenheit: (factor, offset) = (5.0 / 9, -160.0 / 9)
      case .kelvin: offset = -273.15
      case nil: return nil
      }
    }
  }

  func callAsFunction(_ value: Double) -> Double { value * factor + offset }
}

extension ByteText {
  /// The letters and digits of this text in lower case: `km/h` becomes `kmh`.
  var compactWord: String {
    var word = ""
    let text = prefix(64)
    guard text.contains(where: { $0 >= 0x80 }) else {
      for index in 0..<text.count where start[index].isLetter || start[index].isDigit {
        word.unicodeScalars.append(Unicode.Scalar(start[index].lowercased))
      }
      return word
    }
    for scalar in text.string.unicodeScalars where scalar.isOfWord {
      word += scalar.properties.lowercaseMapping
    }
    return word
  }

  /// Returns true if any byte satisfies a condition.
  func contains(where isWanted: (UInt8) -> Bool) -> Bool {
    (0..<count).contains { isWanted(start[$0]) }
  }
}

extension Unicode.Scalar {
  /// True for a letter, a digit, or another character outside ASCII, except the degree sign and its
  /// substitutes, superscripts, the no-break space and `·`.
  var isOfWord: Bool {
    guard value >= 0x80 else { return UInt8(value).isLetter || UInt8(value).isDigit }
    return !["°", "º", "˚", "²", "³", "\u{A0}", "·"].contains(self)
  }
}
