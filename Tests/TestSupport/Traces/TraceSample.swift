import Positioning

/// A short trace of each format that is made here, not recorded.
package enum TraceSample: String, CaseIterable, Sendable {
  case fit, tcx, kml, geojson, jsonLines, igc, ubx

  /// The format that its content shows.
  package var format: TraceFormat {
    switch self {
    case .fit: .fit
    case .tcx: .tcx
    case .kml: .kml
    case .geojson: .geojson
    case .jsonLines: .jsonLines
    case .igc: .igc
    case .ubx: .ubx
    }
  }

  /// Its bytes.
  package var bytes: [UInt8] {
    switch self {
    case .fit: FITWriter.ride(seconds: 60)
    case .tcx: Array(tcx.utf8)
    case .kml: Array(kml.utf8)
    case .geojson: Array(geojson.utf8)
    case .jsonLines: Array(jsonLines.utf8)
    case .igc: Array(igc.utf8)
    case .ubx: UBXWriter.log(seconds: 12)
    }
  }

  private var tcx: String {
    let points = (0..<12).map { second in
      """
      <Trackpoint><Time>2024-05-01T12:00:\(10 + second).250Z</Time>
      <Position><LatitudeDegrees>59.33\(second)</LatitudeDegrees>\
      <LongitudeDegrees>18.06</LongitudeDegrees></Position>
      <AltitudeMeters>\(20 + second)</AltitudeMeters><HeartRateBpm><Value>\(140 + second)</Value>
      </HeartRateBpm><Cadence>88</Cadence>
      <Extensions><ns3:TPX><ns3:Speed>8.5</ns3:Speed><ns3:Watts>250</ns3:Watts></ns3:TPX>
      </Extensions></Trackpoint>

      """
    }
    return """
      <?xml version="1.0"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
      <Activities><Activity Sport="Biking"><Id>2024-05-01T12:00:10Z</Id>
      <Lap StartTime="2024-05-01T12:00:10Z"><Track>
      \(points[..<6].joined())</Track></Lap>
      <Lap StartTime="2024-05-01T12:00:16Z"><Track>
      \(points[6..<9].joined())</Track><Track>
      \(points[9...].joined())</Track></Lap>
      </Activity></Activities></TrainingCenterDatabase>

      """
  }

  private var kml: String {
    let times = (0..<8).map { "<when>2024-05-01T12:00:0\($0)Z</when>" }.joined(separator: "\n")
    let places = (0..<8).map { "<gx:coord>18.06 59.33\($0) 12.5</gx:coord>" }
      .joined(separator: "\n")
    let rates = (0..<8).map { "<gx:value>14\($0)</gx:value>" }.joined(separator: "\n")
    return """
      <?xml version="1.0"?>
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
      <Placemark><name>Home</name><Point><coordinates>18.06,59.3,0</coordinates></Point></Placemark>
      <Placemark><name>Ride</name><gx:Track><altitudeMode>absolute</altitudeMode>
      \(times)
      \(places)
      <ExtendedData><SchemaData><gx:SimpleArrayData name="heartrate">
      \(rates)
      </gx:SimpleArrayData></SchemaData></ExtendedData>
      </gx:Track></Placemark></Document></kml>

      """
  }

  private var geojson: String {
    let places = (0..<8).map { "[18.06,59.33\($0),35.5]" }.joined(separator: ",")
    let times = (0..<8).map { "\"2024-05-01T12:00:0\($0)Z\"" }.joined(separator: ",")
    return """
      {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"LineString",\
      "coordinates":[\(places)]},"properties":{"name":"Ride","coordTimes":[\(times)],\
      "heartRates":[140,141,142,null,144,145,146,147]}}]}
      """
  }

  private var jsonLines: String {
    (0..<8).map { second in
      """
      {"latitude":59.33\(second),"longitude":18.06,"time":"2024-05-01T12:00:0\(second).000Z",\
      "altitude":12.5,"heart_rate":14\(second),"sats":[{"name":"G07","used":true}]}

      """
    }.joined()
  }

  private var igc: String {
    let fixes = (0..<8).map { "B12000\($0)5919800N01803600EA001000012\($0)\r\n" }.joined()
    return "AXXX001\r\nHFDTEDATE:010524,01\r\nHFALGALTGPS:GEO\r\nLXXXa,table,of,commas\r\n\(fixes)"
  }
}
