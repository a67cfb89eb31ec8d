/// The position of a receiver at one epoch, and its uncertainty.
///
/// A value that the receiver did not report is nil, never zero.
public struct Location: Hashable, Sendable {
  /// Latitude and longitude on the WGS-84 ellipsoid.
  public var coordinate: Coordinate
  /// Height above mean sea level (the geoid), metres.
  @OptionalNumber public var altitude: Double?
  /// Height above the WGS-84 ellipsoid, metres.
  @OptionalNumber public var ellipsoidalAltitude: Double?
  /// Speed over ground, metres per second.
  @OptionalNumber public var speed: Double?
  /// Course over ground as the source reports it, degrees from true north in 0..<360.
  ///
  /// It is noise while the receiver is stationary; to show a course, use ``shownCourse``.
  @OptionalNumber public var course: Double?
  /// The direction in which the antenna or vehicle points, degrees from true north in 0..<360.
  @OptionalNumber public var heading: Double?
  /// The angle of magnetic north east of true north here, degrees; west is negative.
  @OptionalNumber public var magneticVariation: Double?
  /// Radius of uncertainty of the coordinate, metres, as the source reports it; nil if it reports
  /// none. ``estimatedHorizontalAccuracy`` may then help.
  @OptionalNumber public var horizontalAccuracy: Double?
  /// Uncertainty of the altitude, metres.
  @OptionalNumber public var verticalAccuracy: Double?
  /// Uncertainty of the speed, metres per second.
  @OptionalNumber public var speedAccuracy: Double?
  /// Uncertainty of the course, degrees.
  @OptionalNumber public var courseAccuracy: Double?
  /// Horizontal dilution of precision.
  @OptionalNumber public var hdop: Double?
  /// Vertical dilution of precision.
  @OptionalNumber public var vdop: Double?
  /// Position dilution of precision.
  @OptionalNumber public var pdop: Double?
  /// The number of satellites used for the fix.
  public var satellitesUsed: Int?
  /// The quality of the fix.
  public var fix: FixQuality
  /// The time of the fix; nil if the source has no date.
  public var timestamp: Timestamp?

  /// Makes a location from its coordinate and the given values; `nan` counts as missing.
  public init(
    coordinate: Coordinate, altitude: Double? = nil, ellipsoidalAltitude: Double? = nil,
    speed: Double? = nil, course: Double? = nil, heading: Double? = nil,
    magneticVariation: Double? = nil, horizontalAccuracy: Double? = nil,
    verticalAccuracy: Double? = nil, speedAccuracy: Double? = nil, courseAccuracy: Double? = nil,
    hdop: Double? = nil, vdop: Double? = nil, pdop: Double? = nil, satellitesUsed: Int? = nil,
    fix: FixQuality = .unknown, timestamp: Timestamp? = nil
  ) {
    (self.coordinate, self.fix) = (coordinate, fix)
    (self.satellitesUsed, self.timestamp) = (satellitesUsed, timestamp)
    (self.altitude, self.ellipsoidalAltitude, self.speed) = (altitude, ellipsoidalAltitude, speed)
    (self.course, self.heading, self.magneticVariation) = (course, heading, magneticVariation)
    (self.horizontalAccuracy, self.verticalAccuracy) = (horizontalAccuracy, verticalAccuracy)
    (self.speedAccuracy, self.courseAccuracy, self.hdop) = (speedAccuracy, courseAccuracy, hdop)
    (self.vdop, self.pdop) = (vdop, pdop)
  }
}

extension Location {
  /// The location to use if there is none.
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
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// True if both values are finite and within their ranges.
  public var isValid: Bool {
    latitude.isFinite && longitude.isFinite && abs(latitude) <= 90 && abs(longitude) <= 180
  }
}

extension Coordinate {
  /// Makes a point from degrees in a file; nil if they are not a point.
  ///
  /// Lines across the date line may continue the count beyond 180°: such a longitude is wrapped
  /// into -180…180, as GPSBabel does.
  ///
  /// - Parameter limit: The greatest longitude that is accepted, east or west.
  init?(readLatitude latitude: Double, longitude: Double, limit: Double = 360) {
    guard abs(longitude) <= limit else { return nil }
    let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    self.init(latitude: latitude, longitude: turned)
    guard isValid else { return nil }
  }

  /// True if latitude and longitude are both exactly zero.
  @inline(__always) var isNullIsland: Bool { latitude == 0 && longitude == 0 }
}

/// The quality of a fix, in the terms of NMEA 0183's GGA quality field.
public enum FixQuality: String, Hashable, Sendable, CaseIterable {
  /// The source does not report it.
  case unknown
  /// The receiver reports that it has no valid position.
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

  private static let order = allCases

  /// The index in the order of all qualities, from 0.
  var index: Int { FixQuality.order.firstIndex(of: self) ?? 0 }
}
