import Formats

/// The names of table columns: those of known loggers, common ones, and the words that suggest a
/// column or rule it out.
enum CSVVocabulary {
  /// A column that one of `words` suggests, unless one of `misleading` occurs too.
  struct Likely {
    let column: CSVColumn
    let words: Set<String>
    let misleading: Set<String>
  }

  /// Units at the end of a name without a separator.
  static let unitEndings = [
    "metersecond", "meterssecond", "meterspersecond", "millisecond", "milliseconds", "knots", "kmh",
    "kph", "mph", "mps", "mms", "cms", "kts", "kn", "kt", "ms", "us", "ns", "feet", "ftmsl", "ft",
    "meters", "metres", "degrees", "degree", "deg", "dd", "utc", "gmt", "local", "e7", "e6", "km",
    "cm", "mm", "m", "s",
  ]

  /// Sources in brackets that are not a receiver.
  static let foreignSources: Set<String> = ["obd", "calc", "canbus", "acc", "wheel", "ecu"]

  /// Words in brackets after a column's name that are not a unit.
  static let remarks: Set<String> = [
    "gps", "gnss", "glonass", "galileo", "wgs", "wgs84", "egm", "egm96", "egm2008", "nn", "nhn",
    "asl", "level", "surface", "mean", "raw", "filtered", "smoothed", "corrected", "measured",
    "calculated", "estimated", "derived", "recorded", "value", "2d", "3d", "over", "of", "in",
    "the", "and", "or", "by", "from", "to", "for", "phone", "device", "car", "vehicle", "watch",
    "receiver", "n", "a", "na", "optional", "txt", "float", "double", "int", "real", "dec",
    "decimal", "string", "number", "unit", "units", "orthometric", "signed", "unsigned", "at",
    "point", "terrain", "dem", "srtm", "horizontal",
  ]

  /// Words of languages in which O is west: Spanish, Portuguese, French, Italian.
  static let wordsWithWestO: Set<String> = [
    "latitud", "longitud", "latitudine", "longitudine", "fecha", "hora", "fechahora", "datahora",
    "velocidad", "velocidade", "rumbo", "heure", "horodatage", "dateheure", "vitesse", "ora",
    "velocità",
  ]

  /// Words of languages in which O is east: German, Dutch.
  static let wordsWithEastO: Set<String> = [
    "breite", "breitengrad", "breitegrad", "länge", "laenge", "längengrad", "laengengrad", "zeit",
    "uhrzeit", "datumzeit", "zeitstempel", "höhe", "hoehe", "geschwindigkeit", "koordinaten",
    "breedtegraad", "lengtegraad", "tijd",
  ]

  /// Words that place a height above the ellipsoid.
  static let ellipsoidWords: Set<String> = [
    "ellipsoid", "ellipsoidal", "hae", "wgs84", "ellips", "ellipsoidisch", "geo",
  ]

  /// Words that rule out any column.
  static let misleading: Set<String> = [
    "accuracy", "acc", "geoid", "gain", "loss", "error", "err", "sigma", "std", "uncertainty",
    "max", "min", "maximum", "minimum", "avg", "average", "mean", "total", "distance", "dist",
    "delta", "start", "heart", "rate", "dilution", "dop", "sensor", "sample", "elapsed",
    "vertical", "acceleration", "age", "name", "id", "sun", "moon", "target", "home", "moving",
    "lag", "photo", "gimbal", "wind", "takeoff", "sonar", "ascent", "descent", "precision",
    "genauigkeit", "précision", "ziel", "dest", "destination", "next", "previous", "valid",
  ]

  /// Whole words that suggest a column.
  static let likely: [Likely] = [
    Likely(
      column: .latitude,
      words: ["lat", "latitude", "latitudes", "breite", "breitengrad", "latitud", "latitudine"],
      misleading: []),
    Likely(
      column: .longitude,
      words: [
        "lon", "lng", "long", "longitude", "longitudes", "länge", "längengrad", "longitud",
        "longitudine",
      ], misleading: []),
    Likely(
      column: .altitude,
      words: [
        "alt", "altitude", "elevation", "ele", "height", "höhe", "altitud", "altitudine", "quota",
        "hoogte", "amsl", "msl",
      ],
      misleading: [
        "above", "relative", "rel", "agl", "ground", "pressure", "angle", "mask", "azimuth",
        "person", "antenna", "satellite", "baro", "barometric", "osd",
      ]),
    Likely(
      column: .altitude, words: ["sealevel", "sea"], misleading: ["pressure", "temperature"]),
    Likely(
      column: .altitude, words: ["baro", "barometric", "pressurealtitude"],
      misleading: ["pressure", "temperature", "temp", "humidity", "time"]),
    Likely(
      column: .speed,
      words: ["speed", "velocity", "geschwindigkeit", "vitesse", "velocidad", "velocità"],
      misleading: [
        "x", "y", "z", "n", "e", "d", "up", "down", "north", "east", "engine", "fan", "air",
        "true", "indicated", "limit", "wheel", "obd", "shutter", "over30", "turn",
      ]),
    Likely(
      column: .course,
      words: ["course", "bearing", "track", "cog", "kurs", "cap", "rumbo", "rotta", "koers"],
      misleading: ["type", "segment", "no", "number", "temperature", "count", "local"]),
    Likely(
      column: .heading, words: ["heading", "hdg", "yaw", "compass"],
      misleading: ["rate", "type", "source"]),
    Likely(column: .date, words: ["date", "datum", "fecha"], misleading: ["time"]),
    Likely(
      column: .time,
      words: ["time", "timestamp", "datetime", "utc", "zeit", "uhrzeit", "heure", "hora"],
      misleading: [
        "zone", "offset", "fix", "lap", "trip", "running", "ofst", "created", "updated", "engine",
        "exposure",
      ]),
    Likely(
      column: .satellites, words: ["satellites", "sats", "satelliten", "numsats"],
      misleading: ["view", "inview", "visible", "tracked"]),
  ]

  /// A known name's column, with its rank among several columns with the same meaning.
  typealias Known = (column: CSVColumn, rank: Int)

  /// The headers of known loggers and the common ones, by `compact`.
  static let known: [String: Known] = {
    var table: [String: Known] = [:]
    for (column, names) in names {
      for (rank, name) in names.parts(at: " ").enumerated() { table[String(name)] = (column, rank) }
    }
    return table
  }()

  private static let names: [(CSVColumn, String)] = [
    (
      .latitude,
      """
      latitude lat latitudens latitudedegrees gpslatitude gpslat locationlatitude latitudee7 poslat \
      positionlat positionlatitude locationlat currentlatitude gpscoord0 latdeg latituded breite \
      breitengrad breitegrad latitud latitudine breedtegraad lats larghezza szerokość ycoord lati \
      breddegrad breddgrad
      """
    ),
    (
      .longitude,
      """
      longitude lon lng long longitudeew longitudedegrees gpslongitude gpslon gpslng gpslong \
      locationlongitude longitudee7 poslon poslong positionlong positionlon positionlongitude \
      locationlong locationlon currentlongitude gpscoord1 londeg lngdeg länge laenge längengrad \
      laengengrad longitud longitudine lengtegraad lons długość xcoord longi \
      længdegrad laengdegrad længde lengdegrad längdgrad
      """
    ),
    (
      .latitudeHemisphere,
      "ns northsouth latitudehemisphere lathemisphere latdir nsindicator latitudedirection latns"
    ),
    (
      .longitudeHemisphere,
      "ew eastwest longitudehemisphere lonhemisphere londir ewindicator longitudedirection lonew"
    ),
    (.utmZone, "utmzone utmz zone zonenumber gridzone"),
    (.utmBand, "utmch utmc utmband utmletter band zoneletter latitudeband"),
    (.easting, "utmeast utmeasting easting eastings utme utmx east rechtswert"),
    (.northing, "utmnorth utmnorthing northing northings utmn utmy north hochwert"),
    (
      .position,
      """
      position latlon gps latlng latlong latitudelongitude coordinates coordinate coords koordinaten \
      coordonnées coordenadas gpsposition gpscoordinates latitudelongitudedegrees locationlatlng \
      geopoint
      """
    ),
    (
      .time,
      """
      locationtimestampsince1970 gpstime gpsdatetime gpstimestamp unixtimemillis utct time utcdatetime \
      datetimeutc timestamputc utctime timeutc basedatetime datetime dateandtime datetimestamp \
      timestampms timestampmillis timestampunix timestamp isotime utc unixtime unixtimestamp \
      unixtimestampms epoch epochtime epochms tst isotst ts firstseen lastupdated positiontime \
      devicetime fixtime recordedat createdat eventtime lcltime localtime customupdatetime \
      updatetime uhrzeit zeit heure horodatage hora ora tijd datumzeit dateheure fechahora datahora \
      loggingtime tidspunkt tidpunkt klokkeslæt tid t timesincestartin secondselapsed elapsedtime \
      timesincestart timeelapsed
      """
    ),
    (
      .date,
      """
      utcd utcdate gpsdate dateutc date lcldate localdate datum fecha data dategmt customdate jour \
      recorddate dato
      """
    ),
    (.year, "year yyyy jahr année annee año anno jaar"),
    (.month, "month monat mois mes mese maand mm"),
    (.day, "day tag día dia giorno dag dayofmonth dd"),
    (.hour, "hour hr hours hh stunde heures hh24 horas uur"),
    (.minute, "minute minutes min mi minuto minuten"),
    (.second, "second seconds sec secs ss sekunde seconde segundo secondo sekunden"),
    (.millisecond, "millisecond milliseconds milisecond miliseconds millis msec msecs ms"),
    (.utcOffset, "utcofst utcoffset timezone tz timezoneoffset zeitzone gmtoffset utcoff"),
    (
      .altitude,
      """
      altmsl altitudemsl gpsaltitudemsl altitudeabovesealevel altitudeabovemeansealevel altitude \
      gpsaltitude locationaltitude alt elevation ele height gpsalt altitudemeters heightmeters \
      enhancedaltitude altitudegps elevationgps höhe hoehe gpshöhe meereshöhe seehöhe \
      höheübernn altitud elevación altura élévation hauteur altitudine quota hoogte \
      højde höjd høyde hoejde heightraw argosaltitude osdaltitude orthometricheight baroaltitude \
      altbaro baroalt z
      """
    ),
    (
      .ellipsoidalAltitude,
      """
      ellipsoidalaltitude ellipsoidalheight ellipsoidheight heightaboveellipsoid \
      altitudeaboveellipsoid altitudewgs84 altitudeellipsoid althae hae heightellipsoid geoaltitude \
      altgeom geomaltitude altitudehae ellipsoidischehöhe
      """
    ),
    (
      .geoidHeight,
      "geoidheight geoidseparation geoid undulation geoidsep geoidalseparation geoidundulation"
    ),
    (
      .speed,
      """
      gpsspeed speed locationspeed speedmps gndspd groundspeed gpsgroundspeed gspd gs velocity sog \
      spd vel speedoverground speedgps enhancedspeed gpsspd geschwindigkeit vitesse velocidad \
      velocità velocita snelheid hastighed hastighet fart tempo osdhspeed hspeed horizontalspeed \
      speedground vgnd
      """
    ),
    (.northSpeed, "veln velocitynorth northvelocity velnorth vnorth speednorth"),
    (.eastSpeed, "vele velocityeast eastvelocity veleast veast speedeast"),
    (
      .course,
      """
      courseoverground cog gpsgroundcourse groundcourse gcrs gpscourse course gpsbearing bearing \
      direction locationcourse bearingdegrees trk track trackangle truetrack gpstrack kurs cap \
      rumbo rotta koers azimuth azimut richtung richting direzione dirección crs
      """
    ),
    (
      .heading,
      """
      heading head hdg trueheading compassheading magneticheading headingdegrees \
      gpsheading yaw osdyaw hdgt hdt compass locationheading
      """
    ),
    (
      .magneticVariation,
      "magneticvariation magvar magneticdeclination magdeclination declination variation"
    ),
    (
      .horizontalAccuracy,
      """
      horizontalaccuracy accuracyhorizontal accuracy accuracymeters locationhorizontalaccuracy hacc \
      acc horizontalaccuracym gpsaccuracy gpshorizontalaccuracy positionaccuracy genauigkeit \
      précision precisión eph hpe horizontalprecision locationerrornumerical currentaccuracy
      """
    ),
    (
      .verticalAccuracy,
      """
      verticalaccuracy accuracyvertical verticalaccuracymeters locationverticalaccuracy vacc epv \
      altitudeaccuracy gpsverticalaccuracy vertacc
      """
    ),
    (
      .speedAccuracy,
      "speedaccuracy accuracyspeed speedaccuracymps locationspeedaccuracy sacc eps speedacc"
    ),
    (
      .courseAccuracy,
      """
      courseaccuracy bearingaccuracy accuracybearing bearingaccuracydegrees locationcourseaccuracy \
      epd headingaccuracy directionaccuracy
      """
    ),
    (.hdop, "hdop horizontaldilutionofprecision gpshdop hdopm"),
    (.vdop, "vdop verticaldilutionofprecision gpsvdop"),
    (.pdop, "pdop positiondilutionofprecision gpspdop gpsdop dop gdop"),
    (
      .satellites,
      """
      satellitesused satused satellites usedsatellites satsused numsatsused sats numsats nsats nsat \
      gpsnumsat numsat numsv svs gpssats gpssatellites gpsnumsats gpssatellitecount satellitecount \
      numberofsatellites nosat satelliten satélites nsv osdgpsnum sat satnum numberofsats
      """
    ),
    (
      .fix,
      """
      valid fixmode fix fixtype fixquality gpsfix gpsfixtype quality gpsdifferential fixstatus \
      gpsquality
      """
    ),
    (.heartRate, "heartrate hr heartratebpm hrbpm bpm heartbeat puls pulse herzfrequenz"),
    (.cadence, "cadence cad cadencerpm bikecadence trittfrequenz"),
    (.power, "power watts powerwatts powerinwatts leistung"),
    (
      .temperature,
      """
      temperature atemp airtemperature temperaturec temperatur temperaturef temperaturek tempc tempf \
      airtemp airtempc airtempf temperaturecelsius temperaturefahrenheit température
      """
    ),
    (.kind, "type recordtype"),
    (
      .segment,
      """
      segment trackpointtype trksegid tracksegid segmentid trkseg segmentindex fragmentid sessionfragment trackfid \
      trackid tripid trajid mmsi icao24 icao hex individuallocalidentifier taglocalidentifier \
      taxiid vehicleid deviceid
      """
    ),
  ]
}
