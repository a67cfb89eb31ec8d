import Formats

/// Writes tracks, routes and waypoints of GPX 1.1, with the elements of its schema in their order.
///
/// Each track and each route is one of its own, with its name and description; a waypoint keeps its
/// name, description and symbol. They are written in the order in which they come, but a waypoint
/// that comes amid a track or a route ends neither: it is held, and written behind it. The schema
/// wants waypoints first, then routes: whoever can read a trace twice writes them in that order.
///
/// Speed, course, temperature, heart rate and cadence are in Garmin's TrackPointExtension, version
/// 2, and power is in a `power` beside it, as others write it, since GPX 1.1 has none. Times
/// without a date cannot be said in GPX, and are left out. Heights are above mean sea level, or
/// above the ellipsoid where only that is known. A new `trkseg` begins where the source's next
/// segment does.
public struct GPXEncoder: TraceEncoder {
  private var time = TimeWriter()
  /// The track or route that is under way.
  private var open: (kind: TraceKind, number: UInt32)?
  /// The waypoints that have come amid it, as they are written behind it.
  private var heldWaypoints: [UInt8] = []

  /// Makes an encoder that has written nothing yet.
  public init() {}

  /// Writes the document's beginning.
  public mutating func begin(_ bytes: inout [UInt8]) {
    bytes.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="ViewModelKit" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

      """)
  }

  /// Writes an epoch's point, if it has a location.
  public mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
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
    element("ele", location.altitude ?? location.ellipsoidalAltitude, 3, &bytes)
    if let timestamp = epoch.timestamp {
      bytes.append("<time>")
      time.write(timestamp, to: &bytes)
      bytes.append("</time>")
    }
    element("magvar", location.magneticVariation.map { $0 < 0 ? $0 + 360 : $0 }, 3, &bytes)
    if let altitude = location.altitude, let ellipsoidal = location.ellipsoidalAltitude {
      element("geoidheight", ellipsoidal - altitude, 3, &bytes)
    }
    if let label = epoch.label {
      element("name", label.name, &bytes)
      element("desc", label.details, &bytes)
      element("sym", label.symbol, &bytes)
    }
    if let fix = GPXEncoder.name(of: location) {
      bytes.append("<fix>")
      bytes.append(fix)
      bytes.append("</fix>")
    }
    if let count = location.satellitesUsed, count >= 0 {
      bytes.append("<sat>")
      bytes.append(decimal: UInt64(count), width: 1)
      bytes.append("</sat>")
    }
    element("hdop", location.hdop, 2, &bytes)
    element("vdop", location.vdop, 2, &bytes)
    element("pdop", location.pdop, 2, &bytes)
    let sensors = epoch.sensors
    if location.speed != nil || location.course != nil || !sensors.isEmpty {
      bytes.append("<extensions>")
      // The schema of the other has no place for it.
      element("power", sensors.power, 3, &bytes)
      bytes.append("<gpxtpx:TrackPointExtension>")
      element("gpxtpx:atemp", sensors.temperature, 3, &bytes)
      element("gpxtpx:hr", sensors.heartRate, 3, &bytes)
      element("gpxtpx:cad", sensors.cadence, 3, &bytes)
      element("gpxtpx:speed", location.speed, 4, &bytes)
      element("gpxtpx:course", location.course, 3, &bytes)
      bytes.append("</gpxtpx:TrackPointExtension></extensions>")
    }
    bytes.append("</")
    bytes.append(tag)
    bytes.append(">\n")
  }

  /// Ends the line that is under way if a point is not part of it, and begins the point's own.
  private mutating func goOn(to epoch: TraceEpoch, _ bytes: inout [UInt8]) {
    if let open, open == (epoch.kind, epoch.number) {
      if epoch.kind == .track, epoch.startsSegment { bytes.append("</trkseg>\n<trkseg>\n") }
      return
    }
    endLine(&bytes)
    open = (epoch.kind, epoch.number)
    bytes.append(epoch.kind == .track ? "<trk>\n" : "<rte>\n")
    if let label = epoch.label?.line {
      element("name", label.name, &bytes)
      element("desc", label.details, &bytes)
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
  public mutating func end(_ bytes: inout [UInt8]) {
    endLine(&bytes)
    bytes.append("</gpx>\n")
  }

  private func element(
    _ name: StaticString, _ value: Double?, _ decimals: Int, _ bytes: inout [UInt8]
  ) {
    guard let value, value.magnitude < 0x1p63 else { return }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(name)
    bytes.append(UInt8(ascii: ">"))
    bytes.append(trimmed: value, decimals: decimals)
    bytes.append("</")
    bytes.append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  private func element(_ name: StaticString, _ text: String?, _ bytes: inout [UInt8]) {
    guard let text else { return }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(name)
    bytes.append(UInt8(ascii: ">"))
    bytes.append(xmlText: text)
    bytes.append("</")
    bytes.append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// The kind of fix in the words of GPX, which has five; nil where none of them fits.
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
