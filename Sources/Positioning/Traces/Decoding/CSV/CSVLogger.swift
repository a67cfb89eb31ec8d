extension CSVDialect {
  /// A program or device whose tables need to be known to be read rightly.
  public enum Logger: String, Hashable, Sendable, CaseIterable {
    case gpsLogger = "GPSLogger for Android"
    case basicAirData = "BasicAirData GPS Logger"
    case openTracks = "OpenTracks"
    case gnssLogger = "Google GnssLogger"
    case sensorLogger = "Sensor Logger"
    case sensorLog = "SensorLog"
    case torque = "Torque"
    case flightradar24 = "Flightradar24"
    case columbus = "Columbus"
    case mtk = "MTK logger"
    case garminG1000 = "Garmin G1000"
    case unicsv = "GPSBabel unicsv"
    case googleLocationHistory = "Google location history"
    case airData = "AirData"
    case djiFlightRecord = "DJI flight record"
    case edgeTX = "EdgeTX"
    case blackbox = "Betaflight or INAV blackbox"
    case marineCadastre = "MarineCadastre AIS"
    case danishAIS = "Danish Maritime Authority AIS"
    case openSky = "OpenSky"
    case movebank = "Movebank"
    case phyphox = "phyphox"
    case raceChrono = "RaceChrono"
    case harrysLapTimer = "Harry's LapTimer"
    case fitRecords = "FIT records"
    case geoLife = "GeoLife"
    case oziExplorer = "OziExplorer"
    case vbo = "Racelogic VBO"
    case ownTracks = "OwnTracks"
    case viewModelKit = "ViewModelKit"
  }

  /// Takes over what is known of the tables of ``logger``.
  mutating func applyLogger() {
    switch logger {
    case .openTracks, .ownTracks:
      speedUnit = .kilometresPerHour
    case .columbus, .mtk:
      speedUnit = .kilometresPerHour
      heightReference = .meanSeaLevel
    case .flightradar24:
      speedUnit = .knots
      heightUnit = .feet
    case .garminG1000:
      speedUnit = .knots
      heightUnit = .feet
      heightReference = .meanSeaLevel
    case .gnssLogger:
      heightReference = .ellipsoid
      // The first cell of every row is its kind; the header's own kind is that of its rows.
      if header?.first == "Fix" {
        rowKind = "Fix"
        columns[.kind] = 0
        columns[.fix] = nil
      }
    case .gpsLogger:
      // Android's height, unless the table leaves open whose it is.
      if columns[.geoidHeight] != nil, names("provider") { heightReference = .ellipsoid }
    case .basicAirData:
      rowKind = "T"
    case .marineCadastre:
      speedUnit = .knots
    case .danishAIS:
      speedUnit = .knots
      dateOrder = .dayFirst
    case .vbo:
      speedUnit = .kilometresPerHour
      angleForm = .minutes
      isWestPositive = true
    case .geoLife, .oziExplorer:
      heightUnit = .feet
      dateOrder = .dayFirst
    case .blackbox, .sensorLog, .unicsv, .airData:
      heightReference = .meanSeaLevel
    case .viewModelKit:
      heightReference = .meanSeaLevel
      columns[.satellitesInView] = header?.firstIndex(of: "sats")
    case .phyphox:
      // Its Android heights are corrected to sea level where a second column has the others.
      if columns[.ellipsoidalAltitude] != nil { heightReference = .meanSeaLevel }
    case .edgeTX:
      // A stick, the elevator.
      if columns[.altitude].map({ header?[$0] }) == "Ele" { columns[.altitude] = nil }
    case .sensorLogger, .torque, .googleLocationHistory, .djiFlightRecord, .openSky,
      .movebank, .raceChrono, .harrysLapTimer, .fitRecords, nil:
      break
    }
    if rowKind == nil { columns[.kind] = nil }
  }

  private func names(_ compact: String) -> Bool {
    header?.contains { CSVHeaderName($0).compact == compact } ?? false
  }
}

extension CSVDialect.Logger {
  /// The logger that writes such a header.
  init?(_ names: [CSVHeaderName]) {
    let header = Set(names.map(\.compact))
    func has(_ names: String...) -> Bool { header.isSuperset(of: names) }
    if has("trackpointtype") {
      self = .openTracks
    } else if has("latitudedegrees", "longitudedegrees") {
      self = .gnssLogger
    } else if has("secondselapsed", "horizontalaccuracy") {
      self = .sensorLogger
    } else if has("locationlatitude", "locationlongitude", "locationcourse") {
      self = .sensorLog
    } else if has("gpstime", "devicetime") {
      self = .torque
    } else if has("callsign", "position") {
      self = .flightradar24
    } else if has("latitudens", "longitudeew") {
      self = .columbus
    } else if has("rcr", "ns", "ew") {
      self = .mtk
    } else if has("lcldate", "lcltime", "altmsl") {
      self = .garminG1000
    } else if has("satused", "satinview", "type") || has("satused", "satinview", "datetime") {
      self = .basicAirData
    } else if CSVDialect.areOwn(names.map(\.compact)) {
      self = .viewModelKit
    } else if has("time", "lat", "lon", "elevation", "accuracy", "bearing", "speed") {
      self = .gpsLogger
    } else if has("no", "latitude", "longitude") {
      self = .unicsv
    } else if has("timestampms", "latitudee7", "longitudee7") {
      self = .googleLocationHistory
    } else if has("datetime", "time", "isvideo") || has("heightabovetakeoff") {
      self = .airData
    } else if has("osdlatitude", "osdlongitude") {
      self = .djiFlightRecord
    } else if has("date", "time", "gps", "sats") || has("rqly", "gps") {
      self = .edgeTX
    } else if has("gpscoord", "gpsnumsat") {
      self = .blackbox
    } else if has("mmsi", "basedatetime") {
      self = .marineCadastre
    } else if has("mmsi", "typeofmobile") {
      self = .danishAIS
    } else if has("icao24", "lat", "lon") {
      self = .openSky
    } else if has("locationlong", "locationlat", "eventid") {
      self = .movebank
    } else if has("latitude", "longitude", "direction", "horizontalaccuracy", "verticalaccuracy") {
      self = .phyphox
    } else if has("fragmentid", "lapnumber") || has("sessionfragment", "lap") {
      self = .raceChrono
    } else if has("lapindex", "timelap") {
      self = .harrysLapTimer
    } else if has("tst", "lat", "lon", "vel") {
      self = .ownTracks
    } else if has("positionlat", "positionlong") {
      self = .fitRecords
    } else {
      return nil
    }
  }
}
