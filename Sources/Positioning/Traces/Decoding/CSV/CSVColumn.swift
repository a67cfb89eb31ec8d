/// The content of a column of a table of positions.
package enum CSVColumn: Int, Hashable, Sendable, CaseIterable {
  case latitude, longitude
  /// `N` or `S`, `E` or `W`, in a separate cell.
  case latitudeHemisphere, longitudeHemisphere
  /// A position in the UTM grid: zone (possibly with its band), the band, metres east and north.
  case utmZone, utmBand, easting, northing
  /// Latitude and longitude in one cell.
  case position
  /// A time of day, or an instant.
  case time
  case date
  /// The components of a time that is split across several columns.
  case year, month, day, hour, minute, second
  /// The thousandths of a second, if they are separate from the time.
  case millisecond
  /// The time by which the table's clock is ahead of UTC.
  case utcOffset
  case altitude
  /// A height declared to be above the ellipsoid.
  case ellipsoidalAltitude
  case geoidHeight, speed, course
  /// The components of the speed to the north and to the east.
  case northSpeed, eastSpeed
  /// The direction in which the vehicle or the device points.
  case heading
  /// The angle from true north to magnetic north, positive to the east.
  case magneticVariation
  case horizontalAccuracy, verticalAccuracy, speedAccuracy, courseAccuracy
  case hdop, vdop, pdop
  case satellites, fix
  /// Heart beats and turns of the crank per minute, watts, air temperature in degrees Celsius.
  case heartRate, cadence, power, temperature
  /// The satellites in view, with a mark for those that the fix used.
  case satellitesInView
  /// The kind of the row, if the table has several kinds.
  case kind
  /// The name of the part of the track, or of its owner: a change begins a segment.
  case segment
  /// The number of the track or route, its name, and its description.
  case lineNumber, lineName, lineDetails
  /// The point's own name, description and symbol.
  case name, details, symbol
}
