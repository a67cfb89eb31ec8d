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

  /// Takes over a member of the report, by the names of gpsd 2.9x to 3.2x.
  mutating func set(_ name: ByteText, _ value: GPSDValue) {
    switch value {
    case .number(let number): set(name, number)
    case .string(let text):
      if name.equals("time") { time = text.instant }
    case .bool, .nested, .null: break
    }
  }

  private mutating func set(_ name: ByteText, _ value: Double) {
    if name.equals("lat") {
      latitude = value
    } else if name.equals("lon") {
      longitude = value
    } else if name.equals("mode") {
      mode = value
    } else if name.equals("status") {
      status = value
    } else if name.equals("altMSL") {
      location.altitude = value
    } else if name.equals("altHAE") {
      location.ellipsoidalAltitude = value
    } else if name.equals("alt") {
      oldAltitude = value
    } else if name.equals("geoidSep") {
      separation = value
    } else if name.equals("speed") {
      if value >= 0 { location.speed = value }
    } else if name.equals("track") {
      if (0...360).contains(value) { location.course = value == 360 ? 0 : value }
    } else if name.equals("magvar") {
      if (-180...180).contains(value) { location.magneticVariation = value }
    } else if name.equals("eph") {
      if value >= 0 { location.horizontalAccuracy = value }
    } else if name.equals("epx") {
      errors.x = value
    } else if name.equals("epy") {
      errors.y = value
    } else if name.equals("epv") {
      if value > 0 { location.verticalAccuracy = value }
    } else if name.equals("eps") {
      if value >= 0 { location.speedAccuracy = value }
    } else if name.equals("epd") {
      if value >= 0 { location.courseAccuracy = value }
    } else if name.equals("time") {
      // Before gpsd 3.0 times were seconds since 1970.
      if value > 0, value < 9e9 {
        time = Timestamp(nanosecondsSince1970: Int64((value * 1000).rounded()) * 1_000_000)
      }
    }
  }

  /// Where the receiver was; nil when it had no fix.
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

  /// More than any receiver sees.
  private static let mostSatellites = 256

  /// How many satellites the fix was computed from, if the report says so.
  var satellitesUsed: Int? {
    if let usedCount, (0..<1000).contains(usedCount) { return Int(usedCount) }
    return isListed ? satellites.count { $0.isUsed } : nil
  }

  /// Takes over a member of the report.
  mutating func set(_ name: ByteText, _ value: GPSDValue) {
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
        guard case .nested(let object) = element,
          let satellite = Satellite(gpsd: object),
          satellites.count < GPSDSky.mostSatellites
        else { return }
        satellites.append(satellite)
      }
    case .bool, .null: break
    }
  }
}

extension Satellite {
  /// A satellite of a `SKY` report; nil when its number is missing.
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
      case .bool(let value):
        if name.equals("used") { result.isUsed = value }
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

  /// A satellite's name from u-blox's numbers of systems, which gpsd uses.
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
  /// The instant that an ISO 8601 text in UTC says.
  fileprivate var instant: Timestamp? { civilTime(order: .dayFirst)?.timestamp() }
}
