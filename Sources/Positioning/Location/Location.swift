/// Where a receiver was at one epoch, and how well it knew.
///
/// Whatever the receiver did not say is nil, never zero.
public struct Location: Hashable, Sendable {
  /// Latitude and longitude on the WGS-84 ellipsoid.
  public var coordinate: Coordinate
  /// Height above mean sea level (the geoid), metres.
  public var altitude: Double?
  /// Height above the WGS-84 ellipsoid, metres.
  public var ellipsoidalAltitude: Double?
  /// Speed over ground, metres per second.
  public var speed: Double?
  /// Course over ground, degrees from true north in 0..<360; nil when standing.
  public var course: Double?
  /// Radius of uncertainty of the coordinate, metres.
  public var horizontalAccuracy: Double?
  /// Uncertainty of the altitude, metres.
  public var verticalAccuracy: Double?
  /// Horizontal dilution of precision.
  public var hdop: Double?
  /// Vertical dilution of precision.
  public var vdop: Double?
  /// Position dilution of precision.
  public var pdop: Double?
  /// How many satellites the fix was computed from.
  public var satellitesUsed: Int?
  /// How the position was found.
  public var fix: FixQuality
  /// When the fix was taken; nil when the source says no date.
  public var timestamp: Timestamp?

  /// Makes a location that knows its coordinate and nothing else that is not given.
  public init(
    coordinate: Coordinate, altitude: Double? = nil, ellipsoidalAltitude: Double? = nil,
    speed: Double? = nil, course: Double? = nil,
    horizontalAccuracy: Double? = nil, verticalAccuracy: Double? = nil,
    hdop: Double? = nil, vdop: Double? = nil, pdop: Double? = nil,
    satellitesUsed: Int? = nil, fix: FixQuality = .unknown, timestamp: Timestamp? = nil
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.ellipsoidalAltitude = ellipsoidalAltitude
    self.speed = speed
    self.course = course
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.hdop = hdop
    self.vdop = vdop
    self.pdop = pdop
    self.satellitesUsed = satellitesUsed
    self.fix = fix
    self.timestamp = timestamp
  }
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

  /// Whether both parts are finite and within their ranges.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }
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
