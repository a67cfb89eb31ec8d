import Formats

/// Writes tracks, routes and waypoints as GPX 1.1, with the elements in the order of its schema.
///
/// Each track and route is written separately with its name and description; a waypoint keeps its
/// name, description and symbol. They are written in the order in which they come, but a waypoint
/// within a track or route does not end it: it is kept, and written after it. The schema requires
/// waypoints first, then routes: a caller that reads a trace twice can write them in that order.
///
/// Speed, course, temperature, heart rate and cadence are in Garmin's TrackPointExtension, version
/// 2; power is in a `power` element next to it, as other programs write it, since GPX 1.1 has none.
/// GPX has no times without a date, so these are left out. Heights are above mean sea level, or
/// above the ellipsoid if only that is known. Each segment of the source begins a new `trkseg`.
package struct GPXEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The current track or route.
  private var open: (kind: TraceKind, number: UInt32)?
  /// The waypoints that came within it, encoded, to be written after it.
  private var heldWaypoints: [UInt8] = []

  /// Makes an encoder that has written nothing yet.
  package init() {}

  /// Writes the document's beginning.
  package mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="ViewModelKit" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

      """)
  }

  /// Writes an epoch's point, if it has a location.
  package mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard let location = epoch.location else { return }
    guard epoch.kind == .waypoint else {
      goOn(to: epoch, &bytes)
      return writePoint(epoch, location, &bytes)
    }
    guard open != nil else { return writePoint(epoch, location, &bytes) }
    var held: [UInt8] = []
    swap(&held, &heldWaypoints)
    writePoint(epoch, location, &held)
    swap(&held, &heldWaypoints)
  }

  private mutating func writePoint(
    _ epoch: TraceEpoch, _ location: Location, _ bytes: inout [UInt8]
  ) {
    let tag: StaticString =
      switch epoch.kind {
      case .track: "trkpt"
      case .route: "rtept"
      case .waypoint: "wpt"
      }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(tag)
    bytes.append(" lat=\"")
    bytes.append(fixedPoint: location.coordinate.latitude, decimals: 9)
    bytes.append("\" lon=\"")
    bytes.append(fixedPoint: location.coordinate.longitude, decimals: 9)
    bytes.append("\">")
    bytes.append(element: "ele", location.altitude ?? location.ellipsoidalAltitude, decimals: 3)
    if let timestamp = epoch.timestamp {
      bytes.append(element: "time") { time.write(timestamp, to: &$0) }
    }
    bytes.append(
      element: "magvar", location.magneticVariation.map { $0 < 0 ? $0 + 360 : $0 }, decimals: 3)
    if let altitude = location.altitude, let ellipsoidal = location.ellipsoidalAltitude {
      bytes.append(element: "geoidheight", ellipsoidal - altitude, decimals: 3)
    }
    bytes.append(element: "name", epoch.label?.name)
    bytes.append(element: "desc", epoch.label?.details)
    bytes.append(element: "sym", epoch.label?.symbol)
    if let fix = GPXEncoder.name(of: location) { bytes.append(element: "fix") { $0.append(fix) } }
    if let count = location.satellitesUsed, count >= 0 {
      bytes.append(element: "sat") { $0.append(decimal: UInt64(count), width: 1) }
    }
    bytes.append(element: "hdop", location.hdop, decimals: 2)
    bytes.append(element: "vdop", location.vdop, decimals: 2)
    bytes.append(element: "pdop", location.pdop, decimals: 2)
    let sensors = epoch.sensors
    if location.speed != nil || location.course != nil || !sensors.isEmpty {
      bytes.append("<extensions>")
      // The schema of the extension has no element for it.
      bytes.append(element: "power", sensors.power, decimals: 3)
      bytes.append("<gpxtpx:TrackPointExtension>")
      bytes.append(element: "gpxtpx:atemp", sensors.temperature, decimals: 3)
      bytes.append(element: "gpxtpx:hr", sensors.heartRate, decimals: 3)
      bytes.append(element: "gpxtpx:cad", sensors.cadence, decimals: 3)
      bytes.append(element: "gpxtpx:speed", location.speed, decimals: 4)
      bytes.append(element: "gpxtpx:course", location.course, decimals: 3)
      bytes.append("</gpxtpx:TrackPointExtension></extensions>")
    }
    bytes.append("</")
    bytes.append(tag)
    bytes.append(">\n")
  }

  /// Ends the current line if a point does not belong to it, and begins the point's own.
  private mutating func goOn(to epoch: TraceEpoch, _ bytes: inout [UInt8]) {
    if let open, open == (epoch.kind, epoch.number) {
      if epoch.kind == .track, epoch.startsSegment { bytes.append("</trkseg>\n<trkseg>\n") }
      return
    }
    endLine(&bytes)
    open = (epoch.kind, epoch.number)
    bytes.append(epoch.kind == .track ? "<trk>\n" : "<rte>\n")
    if let label = epoch.label?.line {
      bytes.append(element: "name", label.name)
      bytes.append(element: "desc", label.details)
      bytes.append(.lineFeed)
    }
    if epoch.kind == .track { bytes.append("<trkseg>\n") }
  }

  private mutating func endLine(_ bytes: inout [UInt8]) {
    guard let (kind, _) = open.take() else { return }
    bytes.append(kind == .track ? "</trkseg>\n</trk>\n" : "</rte>\n")
    bytes += heldWaypoints
    heldWaypoints = []
  }

  /// Writes the document's end.
  package mutating func end(_ bytes: inout [UInt8]) {
    endLine(&bytes)
    bytes.append("</gpx>\n")
  }

  /// The kind of fix in the terms of GPX, which has five; nil if none of them fits.
  private static func name(of location: Location) -> StaticString? {
    switch location.fix {
    case .invalid: "none"
    case .gps, .simulated: location.altitude == nil ? "2d" : "3d"
    case .dgps, .rtk, .floatRTK: "dgps"
    case .pps: "pps"
    case .unknown, .estimated, .manual: nil
    }
  }
}
