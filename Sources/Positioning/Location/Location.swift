/// Where a receiver was at one epoch, and how well it knew.
///
/// Whatever the receiver did not say is nil, never zero.
public struct Location: Hashable, Sendable {
  /// Latitude and longitude on the WGS-84 ellipsoid.
  public var coordinate: Coordinate
  /// Height above mean sea level (the geoid), metres.
  public var altitude: Double? {
    get { packed.altitude.value }
    set { packed.altitude.value = newValue }
  }
  /// Height above the WGS-84 ellipsoid, metres.
  public var ellipsoidalAltitude: Double? {
    get { packed.ellipsoidalAltitude.value }
    set { packed.ellipsoidalAltitude.value = newValue }
  }
  /// Speed over ground, metres per second.
  public var speed: Double? {
    get { packed.speed.value }
    set { packed.speed.value = newValue }
  }
  /// Course over ground as the source says it, degrees from true north in 0..<360.
  ///
  /// Noise while standing: what a screen shows is ``shownCourse``.
  public var course: Double? {
    get { packed.course.value }
    set { packed.course.value = newValue }
  }
  /// Where the receiver's antenna or vehicle points, degrees from true north in 0..<360.
  public var heading: Double? {
    get { packed.heading.value }
    set { packed.heading.value = newValue }
  }
  /// How far magnetic north is east of true north here, degrees; west is negative.
  public var magneticVariation: Double? {
    get { packed.magneticVariation.value }
    set { packed.magneticVariation.value = newValue }
  }
  /// Radius of uncertainty of the coordinate, metres, as the source says it; where it says none,
  /// ``estimatedHorizontalAccuracy`` may help.
  public var horizontalAccuracy: Double? {
    get { packed.horizontalAccuracy.value }
    set { packed.horizontalAccuracy.value = newValue }
  }
  /// Uncertainty of the altitude, metres.
  public var verticalAccuracy: Double? {
    get { packed.verticalAccuracy.value }
    set { packed.verticalAccuracy.value = newValue }
  }
  /// Uncertainty of the speed, metres per second.
  public var speedAccuracy: Double? {
    get { packed.speedAccuracy.value }
    set { packed.speedAccuracy.value = newValue }
  }
  /// Uncertainty of the course, degrees.
  public var courseAccuracy: Double? {
    get { packed.courseAccuracy.value }
    set { packed.courseAccuracy.value = newValue }
  }
  /// Horizontal dilution of precision.
  public var hdop: Double? {
    get { packed.hdop.value }
    set { packed.hdop.value = newValue }
  }
  /// Vertical dilution of precision.
  public var vdop: Double? {
    get { packed.vdop.value }
    set { packed.vdop.value = newValue }
  }
  /// Position dilution of precision.
  public var pdop: Double? {
    get { packed.pdop.value }
    set { packed.pdop.value = newValue }
  }
  /// How many satellites the fix was computed from.
  public var satellitesUsed: Int?
  /// How the position was found.
  public var fix: FixQuality
  /// When the fix was taken; nil when the source says no date.
  public var timestamp: Timestamp?

  private var packed: Packed

  /// The optional numbers, half as big as they would be as `Double?`.
  private struct Packed: Hashable, Sendable {
    var altitude: OptionalNumber
    var ellipsoidalAltitude: OptionalNumber
    var speed: OptionalNumber
    var course: OptionalNumber
    var heading: OptionalNumber
    var magneticVariation: OptionalNumber
    var horizontalAccuracy: OptionalNumber
    var verticalAccuracy: OptionalNumber
    var speedAccuracy: OptionalNumber
    var courseAccuracy: OptionalNumber
    var hdop: OptionalNumber
    var vdop: OptionalNumber
    var pdop: OptionalNumber
  }

  /// Makes a location that knows its coordinate and nothing else that is not given; numbers that
  /// are none (`nan`) count as not given.
  public init(
    coordinate: Coordinate, altitude: Double? = nil, ellipsoidalAltitude: Double? = nil,
    speed: Double? = nil, course: Double? = nil, heading: Double? = nil,
    magneticVariation: Double? = nil,
    horizontalAccuracy: Double? = nil, verticalAccuracy: Double? = nil,
    speedAccuracy: Double? = nil, courseAccuracy: Double? = nil,
    hdop: Double? = nil, vdop: Double? = nil, pdop: Double? = nil,
    satellitesUsed: Int? = nil, fix: FixQuality = .unknown, timestamp: Timestamp? = nil
  ) {
    self.coordinate = coordinate
    packed = Packed(
      altitude: OptionalNumber(altitude),
      ellipsoidalAltitude: OptionalNumber(ellipsoidalAltitude),
      speed: OptionalNumber(speed),
      course: OptionalNumber(course),
      heading: OptionalNumber(heading),
      magneticVariation: OptionalNumber(magneticVariation),
      horizontalAccuracy: OptionalNumber(horizontalAccuracy),
      verticalAccuracy: OptionalNumber(verticalAccuracy),
      speedAccuracy: OptionalNumber(speedAccuracy),
      courseAccuracy: OptionalNumber(courseAccuracy),
      hdop: OptionalNumber(hdop),
      vdop: OptionalNumber(vdop),
      pdop: OptionalNumber(pdop))
    self.satellitesUsed = satellitesUsed
    self.fix = fix
    self.timestamp = timestamp
  }
}

extension Location {
  /// The location that fills a place where there is none.
  static var nowhere: Location { Location(coordinate: Coordinate(latitude: 0, longitude: 0)) }
}

/// A point on the WGS-84 ellipsoid.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, -90…90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180…180.
  public var longitude: Double

  /// Makes a point from degrees north and degrees east.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// True if both parts are finite and within their ranges.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

extension Coordinate {
  /// Makes a point from the degrees of a file; nil if they are no point.
  ///
  /// Lines across the date line may count on to the east or west of it: such a longitude is turned
  /// round into -180…180, as GPSBabel does.
  ///
  /// - Parameter limit: The greatest longitude that is one, east or west.
  init?(readLatitude latitude: Double, longitude: Double, limit: Double = 360) {
    guard abs(longitude) <= limit else { return nil }
    let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    self.init(latitude: latitude, longitude: turned)
    guard isValid else { return nil }
  }

  /// True if this is the point at which latitude and longitude are zero to the last digit.
  @inline(__always)
  var isNullIsland: Bool { latitude == 0 && longitude == 0 }
}

/// How a position was found, in the words of NMEA 0183's GGA quality field.
public enum FixQuality: String, Hashable, Sendable, CaseIterable {
  /// The source does not say.
  case unknown
  /// The receiver says that it has no valid position.
  case invalid
  /// Autonomous satellite fix.
  case gps
  /// Differentially corrected fix.
  case dgps
  /// Precise positioning service.
  case pps
  /// Real-time kinematic, integer ambiguities fixed.
  case rtk
  /// Real-time kinematic, ambiguities still floating.
  case floatRTK
  /// Dead reckoning.
  case estimated
  /// Entered by hand.
  case manual
  /// Made by a simulator.
  case simulated
}

extension FixQuality {
  /// Where it stands among all of them, from 0.
  var place: Int {
    switch self {
    case .unknown: 0
    case .invalid: 1
    case .gps: 2
    case .dgps: 3
    case .pps: 4
    case .rtk: 5
    case .floatRTK: 6
    case .estimated: 7
    case .manual: 8
    case .simulated: 9
    }
  }
}
