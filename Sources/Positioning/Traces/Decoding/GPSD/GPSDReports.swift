/// gpsd's report of a position: class `TPV`.
struct GPSDPosition {
  private(set) var time: Timestamp?
  private var latitude: Double?
  private var longitude: Double?
  private var location = Location(coordinate: Coordinate(latitude: 0, longitude: 0))
  private var separation: Double?
  private var oldAltitude: Double?
  private var mode: Double?
  private var status: Double?
  private var errors: (x: Double?, y: Double?) = (nil, nil)

  /// Sets a member of the report, by the names of gpsd 2.9x to 3.2x.
  mutating func set(_ name: ByteText, _ value: MemberValue) {
    switch value {
    case .number(let number): set(name, number)
    case .string(let text): if name.equals("time") { time = text.instant }
    case .bool, .nested, .null: break
    }
  }

  private mutating func set(_ name: ByteText, _ value: Double) {
    switch name.lookUp(GPSDPosition.names) {
    case .latitude: latitude = value
    case .longitude: longitude = value
    case .mode: mode = value
    case .status: status = value
    case .oldAltitude: oldAltitude = value
    case .separation: separation = value
    case .eastError: errors.x = value
    case .northError: errors.y = value
    // Before gpsd 3.0 times were seconds since 1970.
    case .time where value > 0 && value < 9e9:
      time = Timestamp(nanosecondsSince1970: Int64((value * 1000).rounded()) * 1_000_000)
    case .value(let field):
      var sensors = Sensors()
      field.set(value, in: &location, &sensors)
    case .time, nil: break
    }
  }

  private enum Member: Sendable {
    case latitude, longitude, mode, status, oldAltitude, separation, eastError, northError, time
    case value(FixField)
  }

  private static let names: [(StaticString, Member)] = [
    ("lat", .latitude), ("lon", .longitude), ("mode", .mode), ("status", .status),
    ("altMSL", .value(.altitude)), ("altHAE", .value(.ellipsoidalAltitude)), ("alt", .oldAltitude),
    ("geoidSep", .separation), ("speed", .value(.speed)), ("track", .value(.course)),
    ("magvar", .value(.variation)), ("eph", .value(.horizontalAccuracy)), ("epx", .eastError),
    ("epy", .northError), ("epv", .value(.verticalAccuracy)), ("eps", .value(.speedAccuracy)),
    ("epd", .value(.courseAccuracy)), ("time", .time),
  ]

  /// The receiver's position; nil if it had no fix.
  var found: Location? {
    guard let latitude, let longitude, (mode ?? 2) >= 2,
      let coordinate = Coordinate(readLatitude: latitude, longitude: longitude),
      !coordinate.isNullIsland
    else { return nil }
    var location = location
    location.coordinate = coordinate
    // An old daemon's only altitude is above mean sea level.
    if location.altitude == nil {
      location.altitude =
        separation.flatMap { gap in location.ellipsoidalAltitude.map { $0 - gap } } ?? oldAltitude
    }
    if let separation, let height = location.altitude, location.ellipsoidalAltitude == nil {
      location.ellipsoidalAltitude = height + separation
    }
    if location.horizontalAccuracy == nil, let x = errors.x, let y = errors.y {
      location.horizontalAccuracy = (x * x + y * y).squareRoot()
    }
    location.fix = fix
    location.timestamp = time
    return location
  }

  private var fix: FixQuality {
    switch status {
    case 2: .dgps
    case 3: .rtk
    case 4: .floatRTK
    case 5, 6: .estimated
    case 8: .simulated
    case 9: .pps
    default: .gps
    }
  }
}

/// gpsd's report of the satellites: class `SKY`.
struct GPSDSky {
  private(set) var time: Timestamp?
  private(set) var satellites: [Satellite] = []
  private(set) var hdop: Double?
  private(set) var vdop: Double?
  private(set) var pdop: Double?
  private var usedCount: Double?
  private var isListed = false

  /// The maximum number of satellites, more than any receiver sees.
  private static let mostSatellites = 256

  /// The number of satellites used for the fix, if the report has it.
  var satellitesUsed: Int? {
    if let usedCount, (0..<1000).contains(usedCount) { return Int(usedCount) }
    return isListed ? satellites.count { $0.isUsed } : nil
  }

  /// Sets a member of the report.
  mutating func set(_ name: ByteText, _ value: MemberValue) {
    switch value {
    case .string(let text): if name.equals("time") { time = text.instant }
    case .number(let number):
      if name.equals("uSat") { usedCount = number }
      guard number > 0 else { return }
      if name.equals("hdop") { hdop = number }
      if name.equals("vdop") { vdop = number }
      if name.equals("pdop") { pdop = number }
    case .nested(var list):
      guard name.equals("satellites") else { return }
      isListed = true
      _ = list.eatList { element in
        guard case .nested(let object) = element, let satellite = Satellite(gpsd: object),
          satellites.count < GPSDSky.mostSatellites
        else { return }
        satellites.append(satellite)
      }
    case .bool, .null: break
    }
  }
}

extension Satellite {
  /// A satellite of a `SKY` report; nil if its number is missing.
  fileprivate init?(gpsd object: ByteText) {
    var result = Satellite(system: .unknown, number: 0)
    var (old, system, number): (Int?, Int?, Int?) = (nil, nil, nil)
    var rest = object
    let isWhole = rest.eatObject { name, value in
      switch value {
      case .number(let value):
        if name.equals("PRN") {
          old = Int(exactly: value)
        } else if name.equals("gnssid") {
          system = Int(exactly: value)
        } else if name.equals("svid") {
          number = Int(exactly: value)
        } else if name.equals("el") {
          if (-90...90).contains(value) { result.elevation = value }
        } else if name.equals("az") {
          if (0...360).contains(value) { result.azimuth = value == 360 ? 0 : value }
        } else if name.equals("ss") {
          if value > 0 { result.carrierToNoise = value }
        }
      case .bool(let value): if name.equals("used") { result.isUsed = value }
      case .string, .nested, .null: break
      }
    }
    guard isWhole else { return nil }
    if let system, let number, (1...999).contains(number) {
      (result.system, result.number) = Satellite.name(gnss: system, number)
    } else if let old, (1...999).contains(old) {
      // Older daemons number all systems together, as NMEA 0183 does.
      (result.system, result.number) = SatelliteNumbering(system: nil).satellite(old)
    } else {
      return nil
    }
    self = result
  }

  /// A satellite's system and number from u-blox's numbers of systems, which gpsd uses.
  private static func name(gnss: Int, _ number: Int) -> (SatelliteSystem, Int) {
    switch gnss {
    case 0: (.gps, number)
    case 1: (.sbas, number < 100 ? number + 87 : number)
    case 2: (.galileo, number)
    case 3: (.beidou, number)
    case 5: (.qzss, number > 192 ? number - 192 : number)
    case 6: (.glonass, number)
    case 7: (.navic, number)
    default: (.unknown, number)
    }
  }
}

extension ByteText {
  /// The instant of an ISO 8601 time in UTC.
  fileprivate var instant: Timestamp? { civilTime(order: .dayFirst)?.timestamp() }
}
