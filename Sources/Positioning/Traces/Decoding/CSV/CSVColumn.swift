/// What a column of a table of positions holds.
public enum CSVColumn: Int, Hashable, Sendable, CaseIterable {
  case latitude, longitude
  /// `N` or `S`, `E` or `W`, in a cell of its own.
  case latitudeHemisphere, longitudeHemisphere
  /// Latitude and longitude in one cell.
  case position
  /// A time of day, or an instant.
  case time
  case date
  /// How far the table's clock is ahead of UTC.
  case utcOffset
  case altitude, geoidHeight, speed, course
  case horizontalAccuracy, verticalAccuracy
  case hdop, vdop, pdop
  case satellites, fix
  /// The kind of the row, where a table mixes kinds.
  case kind
}

/// A cell of a header line, taken apart: `GPS Speed (Meters/second)`.
struct CSVHeaderName {
  /// The cell as it was written, without quotes and blanks around it.
  let text: String
  /// Its letters and digits in lower case, without what is in brackets: `gpsspeed`.
  let compact: String
  /// Its words in lower case, cut at signs and inner capitals.
  let words: Set<String>
  /// What is in brackets, letters and digits in lower case: `meterssecond`.
  let bracketed: String

  init(_ cell: String) {
    var text = Substring(cell)
    while let first = text.unicodeScalars.first,
      first.value <= 0x20 || "#\"".contains(Character(first))
    { text = Substring(text.unicodeScalars.dropFirst()) }
    while let last = text.unicodeScalars.last, last.value <= 0x20 || last == "\"" {
      text = Substring(text.unicodeScalars.dropLast())
    }
    self.text = String(text)
    var compact = ""
    var bracketed = ""
    var words: Set<String> = []
    var word = ""
    var depth = 0
    var wasLower = false
    for scalar in text.unicodeScalars {
      if "([".unicodeScalars.contains(scalar) { depth += 1 }
      let isSign =
        scalar.value < 0x80 && !UInt8(scalar.value).isDigit && !UInt8(scalar.value).isLetter
      if isSign || (wasLower && scalar.properties.isUppercase) {
        if !word.isEmpty { words.insert(word) }
        word = ""
      }
      if !isSign, scalar != "°" {
        let lower = scalar.properties.lowercaseMapping
        if depth > 0 { bracketed += lower } else { compact += lower; word += lower }
      }
      wasLower = scalar.properties.isLowercase
      if ")]".unicodeScalars.contains(scalar) { depth = max(0, depth - 1) }
    }
    if !word.isEmpty { words.insert(word) }
    self.compact = compact
    self.bracketed = bracketed
    self.words = words
  }

  /// The column that this name is known for, how well it is known (0 best), and its unit.
  var meaning: (column: CSVColumn, rank: Int, unit: String)? {
    if let known = CSVHeaderName.known[compact] { return (known.0, known.1, bracketed) }
    for unit in CSVHeaderName.unitEndings where compact.hasSuffix(unit) {
      if let known = CSVHeaderName.known[String(compact.dropLast(unit.count))] {
        return (known.0, known.1, unit)
      }
    }
    return nil
  }

  /// The column that a whole word of this name points to, if no word speaks against it.
  var likelyMeaning: CSVColumn? {
    guard words.isDisjoint(with: CSVHeaderName.misleading) else { return nil }
    for (column, names) in CSVHeaderName.likely where !words.isDisjoint(with: names) {
      return column
    }
    return nil
  }

  private static let unitEndings = [
    "metersecond", "meterssecond", "knots", "kmh", "kph", "mph", "mps", "kts", "kn", "kt", "ms",
    "feet", "ftmsl", "ft", "meters", "metres", "degrees", "deg", "utc", "e7", "m", "s",
  ]

  private static let misleading: Set<String> = [
    "accuracy", "acc", "geoid", "gain", "loss", "error", "err", "sigma", "std", "uncertainty",
    "max",
    "min", "avg", "average", "mean", "total", "distance", "dist", "delta", "start", "heart", "rate",
    "dilution", "dop", "sensor", "sample", "elapsed", "vertical", "acceleration", "age", "name",
    "id",
    "sun", "moon", "target", "home", "moving", "lag",
  ]

  private static let likely: [(CSVColumn, Set<String>)] = [
    (.latitude, ["lat", "latitude", "latitudes"]),
    (.longitude, ["lon", "lng", "long", "longitude", "longitudes"]),
    (.altitude, ["alt", "altitude", "elevation", "ele", "height"]),
    (.speed, ["speed", "velocity"]),
    (.course, ["course", "heading", "bearing", "track", "cog"]),
    (.date, ["date"]),
    (.time, ["time", "timestamp", "datetime", "utc"]),
    (.satellites, ["satellites", "sats"]),
  ]

  /// The headers of known loggers and the usual ones, by `compact`, with the rank among several
  /// columns that mean the same.
  private static let known: [String: (CSVColumn, Int)] = {
    var table: [String: (CSVColumn, Int)] = [:]
    func add(_ column: CSVColumn, _ names: String...) {
      for (rank, name) in names.enumerated() { table[name] = (column, rank) }
    }
    add(
      .latitude, "latitude", "lat", "latitudens", "latitudedegrees", "gpslatitude",
      "locationlatitude", "latitudee7", "poslat", "breite", "breitengrad")
    add(
      .longitude, "longitude", "lon", "lng", "long", "longitudeew", "longitudedegrees",
      "gpslongitude", "locationlongitude", "longitudee7", "poslon", "poslong", "länge", "laenge",
      "längengrad")
    add(.latitudeHemisphere, "ns", "northsouth", "latitudehemisphere", "lathemisphere", "latdir")
    add(.longitudeHemisphere, "ew", "eastwest", "longitudehemisphere", "lonhemisphere", "londir")
    add(.position, "position", "latlon", "latlng", "latlong", "coordinates", "coordinate")
    add(
      .time, "locationtimestampsince1970", "gpstime", "unixtimemillis", "utct", "time", "datetime",
      "timestamp", "timestampms", "utc", "utctime", "utcdatetime", "timeutc", "dateandtime",
      "timestamputc", "unixtime", "epoch", "isotime", "lcltime", "localtime", "zeit", "devicetime",
      "loggingtime", "secondselapsed", "elapsedtime")
    add(.date, "utcd", "date", "utcdate", "gpsdate", "lcldate", "localdate", "datum")
    add(.utcOffset, "utcofst", "utcoffset", "timezone", "tz")
    add(
      .altitude, "altmsl", "altitude", "elevation", "ele", "height", "alt", "altitudemeters",
      "locationaltitude", "gpsaltitude", "altitudemsl", "höhe", "hoehe")
    add(.geoidHeight, "geoidheight", "geoidseparation", "geoid", "undulation")
    add(
      .speed, "gpsspeed", "speed", "locationspeed", "speedmps", "gndspd", "groundspeed", "velocity",
      "sog", "spd", "geschwindigkeit")
    add(
      .course, "course", "bearing", "heading", "direction", "locationcourse", "bearingdegrees",
      "trk", "track", "cog", "head", "kurs", "azimuth")
    add(
      .horizontalAccuracy, "accuracy", "horizontalaccuracy", "accuracyhorizontal",
      "accuracymeters", "locationhorizontalaccuracy", "hacc", "acc")
    add(
      .verticalAccuracy, "verticalaccuracy", "accuracyvertical", "verticalaccuracymeters",
      "locationverticalaccuracy", "vacc")
    add(.hdop, "hdop", "horizontaldilutionofprecision")
    add(.vdop, "vdop", "verticaldilutionofprecision")
    add(.pdop, "pdop", "positiondilutionofprecision")
    add(
      .satellites, "satellitesused", "satused", "satellites", "usedsatellites", "sats", "numsats",
      "nsat", "sat")
    add(.fix, "valid", "fixmode", "fix", "fixtype", "fixquality")
    add(.kind, "type", "recordtype")
    return table
  }()
}
