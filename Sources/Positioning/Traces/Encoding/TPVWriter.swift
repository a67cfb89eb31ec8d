/// Writes a receiver's reports as gpsd does: one object of class `TPV` per line.
///
///     var writer = TPVWriter()
///     writer.write(epoch, to: &bytes)
///     // {"class":"TPV","mode":3,"time":"2024-05-01T12:00:00.000Z","lat":59.33,"lon":18.07,…}
///
/// Members are gpsd's, with its units, and left out if unknown: `mode` (1 no fix, 2 two and 3 three
/// dimensions), `status` (2 differential, 3 RTK, 4 float RTK, 6 dead reckoning, 8 simulated),
/// `time`, `lat` and `lon` in degrees, `altMSL` and `altHAE` in metres, `track` in degrees, `speed`
/// and `climb` in metres per second, and the uncertainties of position, height and speed, `eph`,
/// `epv` and `eps`.
package struct TPVWriter {
  private var time = TimeWriter()

  package init() {}

  /// Appends the line of an epoch, with or without a fix.
  ///
  /// - Parameters:
  ///   - epoch: The receiver's report.
  ///   - climb: The rate of climb, metres per second.
  ///   - bytes: The buffer for the line.
  package mutating func write(_ epoch: LocationEpoch, climb: Double? = nil, to bytes: inout [UInt8])
  {
    let fix = epoch.mode.hasPosition ? epoch.location : nil
    bytes.append(#"{"class":"TPV""#)
    bytes.append("mode", TPVWriter.mode(of: fix))
    bytes.append("status", fix.flatMap(TPVWriter.status))
    if let timestamp = epoch.timestamp {
      bytes.append(key: "time") { time.write(timestamp, to: &$0) }
    }
    if let fix {
      bytes.append("lat", fix.coordinate.latitude, decimals: 9)
      bytes.append("lon", fix.coordinate.longitude, decimals: 9)
      bytes.append("altMSL", fix.altitude, decimals: 3)
      bytes.append("altHAE", fix.ellipsoidalAltitude, decimals: 3)
      bytes.append("track", fix.course, decimals: 3)
      bytes.append("speed", fix.speed, decimals: 4)
      bytes.append("climb", climb, decimals: 3)
      bytes.append("eph", fix.horizontalAccuracy, decimals: 3)
      bytes.append("epv", fix.verticalAccuracy, decimals: 3)
      bytes.append("eps", fix.speedAccuracy, decimals: 3)
    }
    bytes.append("}\n")
  }

  private static func mode(of fix: Location?) -> Int {
    guard let fix else { return 1 }
    return fix.altitude == nil && fix.ellipsoidalAltitude == nil ? 2 : 3
  }

  private static func status(of fix: Location) -> Int? {
    switch fix.fix {
    case .unknown, .invalid, .manual: nil
    case .gps: 1
    case .dgps: 2
    case .rtk: 3
    case .floatRTK: 4
    case .estimated: 6
    case .simulated: 8
    case .pps: 9
    }
  }
}
