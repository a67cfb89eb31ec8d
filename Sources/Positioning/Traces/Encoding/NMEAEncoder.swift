/// Writes epochs as sentences of NMEA 0183: GGA, GSA, GSV, GST, HDT and RMC if there are values for
/// them, and ZDA if RMC's two-digit year would be ambiguous.
///
/// An epoch without a location is written as such, as receivers do. If satellites of a system other
/// than GPS are in view, the talker is `GN`, and GSA identifies the system as in version 4.10.
/// Without a date, RMC's date is empty. A height is written only if it is known above mean sea
/// level, since that is GGA's. A waypoint is a WPL with its name, as is a point of a route; the RTE
/// follows the last point. Names are truncated to 24 ASCII characters, and a second waypoint with
/// the same name gets a number.
public struct NMEAEncoder: TraceEncoder {
  private var sentence = NMEASentenceWriter()
  private var routes = NMEARouteWriter()
  /// True if satellites of a system other than GPS were seen: the talker then remains `GN`.
  private var isMixed = false

  /// Makes an encoder that has written nothing yet.
  public init() {}

  /// Writes nothing.
  public mutating func begin(_ bytes: inout [UInt8]) {}

  /// Writes an epoch's sentences.
  public mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    if epoch.kind == .route { return routes.writeRoutePoint(epoch, to: &bytes) }
    routes.endRoute(to: &bytes)
    if epoch.kind == .waypoint { return routes.writeWaypoint(epoch, to: &bytes) }
    let systems = SatelliteSystem.allCases.filter { system in
      system != .unknown && epoch.satellites.contains { $0.nmeaSystem == system }
    }
    if systems.count > 1 || systems.first.map({ $0 != .gps }) ?? false { isMixed = true }
    let talker: StaticString = isMixed ? "GN" : "GP"
    let clock = epoch.timeOfDay ?? epoch.timestamp.map { .nanoseconds($0.nanosecondsSince1970) }
    let time = clock.map(TimeWriter.nanosecondsOfDay)
    // GPSBabel duplicates a fix whose RMC comes before its GGA. RMC at the end closes the epoch for
    // live readers: untimed sentences are then between two timed ones. Without a fix only RMC is
    // written: after a GGA, gpsd would take every GGA for the end of an epoch.
    if let location = epoch.location { writeGGA(location, time, talker, &bytes) }
    writeGSA(epoch, systems, &bytes)
    for system in systems { writeGSV(system, epoch.satellites, &bytes) }
    if let location = epoch.location { writeGST(location, time, talker, &bytes) }
    if let heading = epoch.location?.heading {
      sentence.begin(talker, "HDT")
      sentence.field(heading, decimals: 3)
      sentence.field("T")
      sentence.end(&bytes)
    }
    writeZDA(epoch, time, talker, &bytes)
    writeRMC(epoch, time, talker, &bytes)
  }

  /// Writes the end of an unfinished route.
  public mutating func end(_ bytes: inout [UInt8]) { routes.endRoute(to: &bytes) }

  /// Writes the date with its century, if two digits would be read as another one.
  private mutating func writeZDA(
    _ epoch: TraceEpoch, _ time: UInt64?, _ talker: StaticString, _ bytes: inout [UInt8]
  ) {
    guard let date = epoch.timestamp?.components, !(1980...2079).contains(date.year),
      (0...9999).contains(date.year)
    else { return }
    sentence.begin(talker, "ZDA")
    sentence.field(clock: time)
    sentence.field(date.day, width: 2)
    sentence.field(date.month, width: 2)
    sentence.field(date.year, width: 4)
    sentence.field("")
    sentence.field("")
    sentence.end(&bytes)
  }

  private mutating func writeRMC(
    _ epoch: TraceEpoch, _ time: UInt64?, _ talker: StaticString, _ bytes: inout [UInt8]
  ) {
    let location = epoch.location
    sentence.begin(talker, "RMC")
    sentence.field(clock: time)
    sentence.field(location == nil ? "V" : "A")
    sentence.fields(location?.coordinate)
    sentence.field(location?.speed.map { $0 * 3600 / 1852 }, decimals: 3)
    sentence.field(location?.course, decimals: 3)
    sentence.field(date: epoch.timestamp)
    let variation = location?.magneticVariation
    sentence.field(variation?.magnitude, decimals: 3)
    sentence.field(variation.map { $0 < 0 ? "W" : "E" } ?? "")
    sentence.field(letter: (location?.fix ?? .invalid).nmeaMode)
    sentence.end(&bytes)
  }

  private mutating func writeGGA(
    _ location: Location, _ time: UInt64?, _ talker: StaticString, _ bytes: inout [UInt8]
  ) {
    sentence.begin(talker, "GGA")
    sentence.field(clock: time)
    sentence.fields(location.coordinate)
    sentence.field(location.fix.nmeaQuality)
    sentence.field(location.satellitesUsed, width: 2)
    sentence.field(location.hdop, decimals: 2)
    sentence.field(location.altitude, decimals: 3)
    sentence.field("M")
    let separation = location.altitude.flatMap { altitude in
      location.ellipsoidalAltitude.map { $0 - altitude }
    }
    sentence.field(separation, decimals: 3)
    sentence.field("M")
    sentence.field("")
    sentence.field("")
    sentence.end(&bytes)
  }

  private mutating func writeGSA(
    _ epoch: TraceEpoch, _ systems: [SatelliteSystem], _ bytes: inout [UInt8]
  ) {
    let location = epoch.location
    var wrote = false
    for system in systems {
      var used = epoch.satellites.filter { $0.isUsed && $0.nmeaSystem == system }[...]
      while !used.isEmpty {
        writeGSA(location, isMixed ? system : nil, used.prefix(12), &bytes)
        used = used.dropFirst(12)
        wrote = true
      }
    }
    guard !wrote, location?.pdop != nil || location?.vdop != nil else { return }
    writeGSA(location, nil, [], &bytes)
  }

  private mutating func writeGSA(
    _ location: Location?, _ system: SatelliteSystem?, _ used: ArraySlice<Satellite>,
    _ bytes: inout [UInt8]
  ) {
    sentence.begin(system == nil ? "GP" : "GN", "GSA")
    sentence.field("A")
    sentence.field(location == nil ? 1 : location?.altitude == nil ? 2 : 3)
    for satellite in used { sentence.field(satellite.nmeaNumber, width: 2) }
    for _ in used.count..<12 { sentence.field("") }
    sentence.field(location?.pdop, decimals: 2)
    sentence.field(location?.hdop, decimals: 2)
    sentence.field(location?.vdop, decimals: 2)
    if let system { sentence.field(system.nmeaNumber) }
    sentence.end(&bytes)
  }

  private mutating func writeGSV(
    _ system: SatelliteSystem, _ satellites: [Satellite], _ bytes: inout [UInt8]
  ) {
    let own = satellites.filter { $0.nmeaSystem == system }
    let sentences = (own.count + 3) / 4
    for number in 0..<sentences {
      sentence.begin(system.nmeaTalker, "GSV")
      sentence.field(sentences)
      sentence.field(number + 1)
      sentence.field(own.count, width: 2)
      for satellite in own.dropFirst(number * 4).prefix(4) {
        sentence.field(satellite.nmeaNumber, width: 2)
        let elevation = satellite.elevation.flatMap { Int(exactly: $0.rounded()) }
        sentence.field(elevation.map { max(0, $0) }, width: 2)
        // 359.7 is nearer to 0 than to 359.
        let azimuth = satellite.azimuth.flatMap { Int(exactly: $0.rounded()) }
        sentence.field(azimuth.map { $0 % 360 }, width: 3)
        sentence.field(satellite.carrierToNoise.flatMap { Int(exactly: $0.rounded()) }, width: 2)
      }
      sentence.end(&bytes)
    }
  }

  /// Both axes get the same share of the horizontal accuracy, since only that is known.
  private mutating func writeGST(
    _ location: Location, _ time: UInt64?, _ talker: StaticString, _ bytes: inout [UInt8]
  ) {
    guard location.horizontalAccuracy != nil || location.verticalAccuracy != nil else { return }
    let axis = location.horizontalAccuracy.map { $0 / 2.0.squareRoot() }
    sentence.begin(talker, "GST")
    sentence.field(clock: time)
    for _ in 0..<4 { sentence.field("") }
    sentence.field(axis, decimals: 4)
    sentence.field(axis, decimals: 4)
    sentence.field(location.verticalAccuracy, decimals: 4)
    sentence.end(&bytes)
  }
}
