import Positioning

/// A short trace of each format that is made here, not recorded.
package enum TraceSample: String, CaseIterable, Sendable {
  case fit, tcx, kml, geojson, jsonLines, igc, ubx
  case timeline, subtitles, fitTable, canboat, signalK

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
    case .timeline: .timeline
    case .subtitles: .subtitles
    case .fitTable: .fitTable
    case .canboat: .canboat
    case .signalK: .signalK
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
    case .timeline: Array(timeline.utf8)
    case .subtitles: Array(subtitles.utf8)
    case .fitTable: Array(fitTable.utf8)
    case .canboat: Array(canboat.utf8)
    case .signalK: Array(signalK.utf8)
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

  private var timeline: String {
    let points = (0..<8).map { minute in
      "{\"point\": \"59.33\(minute)0000°, 18.06°\", \"time\": \"2024-05-01T14:0\(minute):00.000+02:00\"}"
    }
    return """
      {"semanticSegments": [
        {"startTime": "2024-05-01T14:00:00.000+02:00", "endTime": "2024-05-01T15:00:00.000+02:00",
         "timelinePath": [\(points.joined(separator: ",\n"))]},
        {"startTime": "2024-05-01T15:00:00.000+02:00", "endTime": "2024-05-01T16:00:00.000+02:00",
         "visit": {"hierarchyLevel": 0, "topCandidate": {"semanticType": "HOME",
         "placeLocation": {"latLng": "59.34°, 18.06°"}}}}
      ], "rawSignals": [
        {"wifiScan": {"deliveryTime": "2024-05-01T14:00:00.000+02:00"}},
        {"position": {"LatLng": "59.33°, 18.06°", "accuracyMeters": 12, "altitudeMeters": 31.5,
         "speedMetersPerSecond": 1.5, "timestamp": "2024-05-01T14:00:30.000+02:00"}}
      ]}
      """
  }

  private var subtitles: String {
    (0..<8).map { second in
      """
      \(second + 1)
      00:00:0\(second),000 --> 00:00:0\(second + 1),000
      <font size="28">SrtCnt : \(second + 1), DiffTime : 1000ms
      2024-05-01 14:00:0\(second),250,118
      [iso : 100] [latitude: 59.33\(second)] [longitude: 18.06] [rel_alt: 1.0 abs_alt: 31.\(second)]</font>


      """
    }.joined()
  }

  private var fitTable: String {
    let noon = FITWriter.noon
    let records = (0..<8).map { second in
      "Data,0,record,timestamp,\"\(noon + Int64(second))\",s,position_lat,"
        + "\"\(FITWriter.semicircles(59.33 + Double(second) / 1000))\",semicircles,position_long,"
        + "\"\(FITWriter.semicircles(18.06))\",semicircles,altitude,\"31.4\",m,enhanced_altitude,"
        + "\"31.4\",m,heart_rate,\"14\(second)\",bpm,cadence,\"80\",rpm,fractional_cadence,\"0.5\",rpm,"
        + "enhanced_speed,\"4.25\",m/s,,,\n"
    }
    return "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2\n"
      + "Definition,0,record,timestamp,1,,position_lat,1,,position_long,1,,\n"
      + records.joined()
  }

  private var canboat: String {
    (0..<8).map { second in
      """
      {"timestamp":"2024-05-01T12:00:0\(second).000Z","prio":2,"src":2,"dst":255,"pgn":129026,\
      "description":"COG & SOG, Rapid Update","fields":{"SID":0,"COG Reference":"True","COG":15.5,\
      "SOG":4.25}}
      {"timestamp":"2024-05-01T12:00:0\(second).100Z","prio":2,"src":2,"dst":255,"pgn":129025,\
      "description":"Position, Rapid Update","fields":{"Latitude":59.33\(second),"Longitude":18.06}}

      """
    }.joined()
  }

  private var signalK: String {
    (0..<8).map { second in
      """
      {"context":"vessels.self","updates":[{"source":{"label":"a"},"timestamp":\
      "2024-05-01T12:00:0\(second).000Z","values":[{"path":"navigation.position","value":\
      {"latitude":59.33\(second),"longitude":18.06}},{"path":"navigation.speedOverGround","value":\
      4.25},{"path":"navigation.courseOverGroundTrue","value":1.5707963267948966}]}]}

      """
    }.joined()
  }
}
