import Formats

extension CSVDialect {
  /// A program or device whose tables can only be read correctly if it is known.
  package enum Logger: String, Hashable, Sendable, CaseIterable {
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
    case oziExplorerWaypoints = "OziExplorer waypoints"
    case vbo = "Racelogic VBO"
    case ownTracks = "OwnTracks"
    case flySight = "FlySight"
    case viewModelKit = "ViewModelKit"
  }

  /// Applies the known properties of the tables of ``logger``.
  mutating func applyLogger() {
    switch logger {
    case .openTracks, .ownTracks: speedUnit = .kilometresPerHour
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
      // The first cell of every row is its kind; the header has the kind of its rows.
      if header?.first == "Fix" {
        rowKind = "Fix"
        columns[.kind] = 0
        columns[.fix] = nil
      }
    case .gpsLogger:
      // Android's height, unless the table does not reveal its provider.
      if columns[.geoidHeight] != nil, names("provider") { heightReference = .ellipsoid }
    case .basicAirData:
      rowKind = "T"
      columns[.name] = header?.firstIndex(of: "name")
      columns[.details] = header?.firstIndex(of: "desc")
    case .marineCadastre: speedUnit = .knots
    case .danishAIS:
      speedUnit = .knots
      dateOrder = .dayFirst
    case .vbo:
      speedUnit = .kilometresPerHour
      angleForm = .minutes
      isWestPositive = true
    case .geoLife, .oziExplorer, .oziExplorerWaypoints:
      heightUnit = .feet
      dateOrder = .dayFirst
    case .blackbox, .sensorLog, .unicsv, .airData, .flySight:
      heightReference = .meanSeaLevel
    case .viewModelKit:
      heightReference = .meanSeaLevel
      columns[.satellitesInView] = header?.firstIndex(of: "sats")
    case .phyphox:
      // Its Android heights are corrected to sea level if a second column has the others.
      if columns[.ellipsoidalAltitude] != nil { heightReference = .meanSeaLevel }
    case .edgeTX:
      // A stick, the elevator.
      if columns[.altitude].map({ header?[$0] }) == "Ele" { columns[.altitude] = nil }
    case .sensorLogger, .torque, .googleLocationHistory, .djiFlightRecord, .openSky,
      .movebank, .raceChrono, .harrysLapTimer, .fitRecords, nil:
      break
    }
    if rowKind == nil { columns[.kind] = nil }
    guard logger == .viewModelKit else { return }
    for (name, column) in CSVDialect.ownNames { columns[column] = header?.lastIndex(of: name) }
  }

  private func names(_ compact: String) -> Bool {
    header?.contains { CSVHeaderName($0).compact == compact } ?? false
  }
}

extension CSVDialect.Logger {
  /// The logger with such a header.
  init?(_ names: [CSVHeaderName]) {
    let compact = names.map(\.compact)
    if CSVDialect.areOwn(compact) {
      self = .viewModelKit
      return
    }
    let header = Set(compact)
    let known = Self.columns.first { _, columns in
      columns.parts(at: " ").allSatisfy { header.contains(String($0)) }
    }
    guard let known else { return nil }
    self = known.0
  }

  /// The columns that identify a table: the first entry whose columns are all in a header counts.
  private static let columns: [(Self, String)] = [
    (.openTracks, "trackpointtype"), (.gnssLogger, "latitudedegrees longitudedegrees"),
    (.sensorLogger, "secondselapsed horizontalaccuracy"),
    (.sensorLog, "locationlatitude locationlongitude locationcourse"),
    (.torque, "gpstime devicetime"), (.flightradar24, "callsign position"),
    (.columbus, "latitudens longitudeew"), (.mtk, "rcr ns ew"),
    (.garminG1000, "lcldate lcltime altmsl"), (.basicAirData, "satused satinview type"),
    (.basicAirData, "satused satinview datetime"),
    (.gpsLogger, "time lat lon elevation accuracy bearing speed"),
    (.unicsv, "no latitude longitude"),
    (.googleLocationHistory, "timestampms latitudee7 longitudee7"),
    (.airData, "datetime time isvideo"), (.airData, "heightabovetakeoff"),
    (.djiFlightRecord, "osdlatitude osdlongitude"), (.edgeTX, "date time gps sats"),
    (.edgeTX, "rqly gps"), (.blackbox, "gpscoord gpsnumsat"),
    (.marineCadastre, "mmsi basedatetime"), (.danishAIS, "mmsi typeofmobile"),
    (.openSky, "icao24 lat lon"), (.movebank, "locationlong locationlat eventid"),
    (.phyphox, "latitude longitude direction horizontalaccuracy verticalaccuracy"),
    (.raceChrono, "fragmentid lapnumber"), (.raceChrono, "sessionfragment lap"),
    (.harrysLapTimer, "lapindex timelap"), (.ownTracks, "tst lat lon vel"),
    (.fitRecords, "positionlat positionlong"),
    (.flySight, "hmsl veln vele"),
  ]
}
