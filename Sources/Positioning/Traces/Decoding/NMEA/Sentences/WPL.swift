extension NMEA {
  /// WPL, the place of a waypoint.
  public struct WPL: Sentence {
    public static let type = "WPL"
    public let talker: Talker
    /// Latitude and longitude (fields 1–4).
    public let coordinate: Coordinate?
    /// The waypoint's name (field 5).
    public let name: String
  }

  /// RTE, the waypoints of a route by their names, in one sentence or several.
  public struct RTE: Sentence {
    public static let type = "RTE"
    public let talker: Talker
    /// How many sentences the route has (field 1).
    public let sentenceCount: Int
    /// Which of them this is, from 1 (field 2).
    public let sentenceNumber: Int
    /// The route's name (field 4).
    public let name: String
    /// The names of its waypoints (from field 5 on).
    public let waypoints: [String]
  }
}

extension NMEA.WPL: EpochSentence {
  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(6)
    talker = fields.talker
    coordinate = try fields.coordinate(1)
    name = fields[5].trimmed.string
  }

  func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
    guard let coordinate else { return }
    assembler.places.add(Location(coordinate: coordinate), name: name, details: nil, at: source)
  }
}

extension NMEA.RTE: EpochSentence {
  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(5)
    talker = fields.talker
    sentenceCount = try fields.decisive(1, in: 1...999) ?? 1
    sentenceNumber = try fields.decisive(2, in: 1...999) ?? 1
    name = fields[4].trimmed.string
    var names: [String] = []
    for index in 5..<max(5, fields.count) where !fields[index].trimmed.isEmpty {
      names.append(fields[index].trimmed.string)
    }
    waypoints = names
  }

  func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
    assembler.places.add(
      waypoints, of: name, part: sentenceNumber, of: sentenceCount, at: source)
  }
}
