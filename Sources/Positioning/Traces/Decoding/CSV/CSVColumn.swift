/// The content of a column of a table of positions.
package enum CSVColumn: Int, Hashable, Sendable, CaseIterable {
  case latitude, longitude
  /// `N` or `S`, `E` or `W`, in a cell of its own.
  case latitudeHemisphere, longitudeHemisphere
  /// A position in the UTM grid: zone, maybe with its band, the band, metres east and north.
  case utmZone, utmBand, easting, northing
  /// Latitude and longitude in one cell.
  case position
  /// A time of day, or an instant.
  case time
  case date
  /// The parts of a time that is split into several columns.
  case year, month, day, hour, minute, second
  /// The thousandths of a second, if they are separate from the time.
  case millisecond
  /// The time by which the table's clock is ahead of UTC.
  case utcOffset
  case altitude
  /// A height that is declared to be above the ellipsoid.
  case ellipsoidalAltitude
  case geoidHeight, speed, course
  /// The parts of the speed to the north and to the east.
  case northSpeed, eastSpeed
  /// The direction in which the vehicle or the device points.
  case heading
  /// The angle from true north to magnetic north, positive to the east.
  case magneticVariation
  case horizontalAccuracy, verticalAccuracy, speedAccuracy, courseAccuracy
  case hdop, vdop, pdop
  case satellites, fix
  /// Heart beats and turns of the crank a minute, watts, degrees Celsius of the air.
  case heartRate, cadence, power, temperature
  /// Which satellites are in view, and which of them the fix used.
  case satellitesInView
  /// The kind of the row, where a table mixes kinds.
  case kind
  /// The name of the part of the track, or of its owner: a change of it begins a segment.
  case segment
  /// The number of the track or route, and what it is called.
  case lineNumber, lineName, lineDetails
  /// The name of the point itself.
  case name, details, symbol
}
