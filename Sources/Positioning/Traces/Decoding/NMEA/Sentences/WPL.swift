extension NMEA {
  /// WPL, a waypoint.
  struct WPL: EpochSentence {
    /// Latitude and longitude (fields 1–4).
    let coordinate: Coordinate?
    /// The waypoint's name (field 5).
    let name: String

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(6)
      coordinate = try fields.coordinate(1)
      name = fields[5].trimmed.string
    }

    func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
      guard let coordinate else { return }
      assembler.waypoints.add(
        Location(coordinate: coordinate), name: name, details: nil, at: source)
    }
  }

  /// RTE, the waypoints of a route by their names, in one sentence or several.
  struct RTE: EpochSentence {
    /// The number of sentences that the route has (field 1).
    let sentenceCount: Int
    /// Which of them this is, from 1 (field 2).
    let sentenceNumber: Int
    /// The route's name (field 4).
    let name: String
    /// The names of its waypoints (from field 5 on).
    let waypoints: [String]

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(5)
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
      assembler.waypoints.add(
        waypoints, of: name, part: sentenceNumber, of: sentenceCount, at: source)
    }
  }
}
