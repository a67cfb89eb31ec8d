extension TraceFormat {
  /// The format that the beginning of a source shows first; nil when it shows none yet, or a table.
  ///
  /// First by how many bytes it takes to see it, so that it is the same whatever the pieces are.
  /// With what gpsd reports of itself it may go on in either way: `gpspipe -r` shows that, and then
  /// a receiver's sentences. So only if nothing else has come, and no more will be looked at
  /// (`isAll`), does it say that these are gpsd's.
  init?(seenIn head: ByteText, isWhole: Bool, isAll: Bool) {
    var text = head
    if ByteText.isFIT(text) {
      self = .fit
      return
    }
    if text.hasPrefix("\u{FEFF}") { text.drop(3) }
    while let byte = text.first, byte <= 0x20 { text.drop(1) }
    if text.first == UInt8(ascii: "<") {
      guard let root = TraceFormat(rootOf: text) else { return nil }
      self = root
      return
    }
    let mayReport = text.first != UInt8(ascii: "$")
    let report = mayReport ? text.lengthShowingReport(of: ByteText.reports) : nil
    let delta = text.dropping(text.lengthOfLogPrefix)
    let sentence = NMEA.lengthShowingSentence(in: text, isWhole: isWhole)
    let seen: [(Int?, TraceFormat)] = [
      (report, .gpsd), (sentence, .nmea), (text.lengthShowingFeatures, .geojson),
      (text.lengthShowingFixes, .jsonLines), (text.lengthShowingFlight, .igc),
      (text.lengthShowingPVT, .ubx), (text.lengthShowingTimeline, .timeline),
      (text.lengthShowingFlight(of: ["latitude", "GPS"]), .subtitles),
      (text.length(beginning: FITTableReader.heading), .fitTable),
      (text.lengthShowingObject(with: ["\"pgn\"", "\"fields\""]), .canboat),
      (delta.lengthShowingObject(with: ["\"updates\"", "\"values\"", "\"path\""]), .signalK),
      (delta.lengthShowingObject(with: ["\"path\"", "\"value\"", "\"navigation."]), .signalK),
    ]
    if let first = seen.compactMap({ seen in seen.0.map { ($0, seen.1) } }).min(by: { $0.0 < $1.0 })
    {
      self = first.1
      return
    }
    guard isAll, mayReport, text.lengthShowingReport(of: ByteText.introductions) != nil else {
      return nil
    }
    self = .gpsd
  }
}

extension TraceFormat {
  /// The format of the tag that comes first of those that documents begin with.
  private init?(rootOf text: ByteText) {
    let found = [
      ("gpx" as StaticString, TraceFormat.gpx), ("TrainingCenterDatabase", .tcx),
      ("kml", .kml),
    ]
    .compactMap { name, format in text.index(ofTag: name).map { ($0, format) } }
    guard let first = found.min(by: { $0.0 < $1.0 }) else { return nil }
    self = first.1
  }
}

extension ByteText {
  /// The index of the first start tag of this name, with or without prefix.
  fileprivate func index(ofTag name: StaticString) -> Int? {
    let length = name.utf8CodeUnitCount
    return (1..<max(count - length, 1)).first { index in
      (self[index - 1] == UInt8(ascii: "<") || self[index - 1] == UInt8(ascii: ":"))
        && dropping(index).hasPrefix(name)
        && (self[index + length] <= 0x20 || self[index + length] == UInt8(ascii: ">")
          || self[index + length] == UInt8(ascii: "/"))
    }
  }

  /// The number of bytes that show that this is GeoJSON; nil if it is none.
  fileprivate var lengthShowingFeatures: Int? {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    // The properties of a feature may be longer than what is looked at.
    let words: [StaticString] = ["\"FeatureCollection\"", "\"Feature\"", "\"coordinates\""]
    return words.compactMap { length(showing: $0) }.min()
  }

  /// The number of bytes that show JSON lines: up to the end of the first object at the beginning
  /// of a line whose own members are latitude and longitude. Nil if there is none.
  ///
  /// Each line counts for itself, as it does in ``JSONLinesReader``: those before it may be broken
  /// or without a position.
  fileprivate var lengthShowingFixes: Int? {
    // A list of objects is a document.
    guard first != UInt8(ascii: "[") else { return nil }
    var rest = self
    while !rest.isEmpty {
      var line = rest.prefix(rest.firstLineEnd ?? rest.count)
      rest.drop(min(line.count + 1, rest.count))
      line.eatBlanks()
      guard line.first == UInt8(ascii: "{") else { continue }
      var members = FixMembers()
      let isWhole = line.eatObject { name, value in
        if case .number(let number) = value { members.set(name, number: number) }
      }
      if isWhole, members.latitude != nil, members.longitude != nil {
        return line.start - start
      }
    }
    return nil
  }

  /// The number of bytes that show that this is a document of Google's, by words that it has all
  /// of.
  fileprivate var lengthShowingTimeline: Int? {
    let kinds: [[StaticString]] = [
      ["\"semanticSegments\""], ["\"startTime\"", "\"timelinePath\""],
      ["\"startTime\"", "\"endTime\"", "\"geo:"], ["\"timelineObjects\""],
      ["\"latitudeE7\"", "\"longitudeE7\""],
    ]
    return kinds.compactMap(lengthShowingObject).min()
  }

  /// The number of bytes that show that this is JSON with all of some words; nil if it is not.
  fileprivate func lengthShowingObject(with words: [StaticString]) -> Int? {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    var longest = 0
    for word in words {
      guard let length = length(showing: word) else { return nil }
      longest = max(longest, length)
    }
    return longest
  }

  /// The number of bytes that show that these are subtitles with one of some words in them.
  fileprivate func lengthShowingFlight(of words: [StaticString]) -> Int? {
    guard areSubtitles else { return nil }
    return words.compactMap { length(showing: $0) }.min()
  }

  /// The number of bytes of a text that this begins with; nil if it does not.
  fileprivate func length(beginning text: StaticString) -> Int? {
    hasPrefix(text) ? text.utf8CodeUnitCount : nil
  }

  /// True if this begins as SubRip's subtitles do: a number, and below it from when to when.
  var areSubtitles: Bool {
    guard let end = firstIndex(of: .lineFeed), prefix(end).trimmed.natural != nil else {
      return false
    }
    let line = dropping(end + 1)
    return line.prefix(line.firstIndex(of: .lineFeed) ?? line.count).holds(" --> ")
  }

  /// The number of bytes that show a word; nil if it is not there.
  func length(showing word: StaticString) -> Int? {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return nil }
    let first = word.utf8Start[0].lowercased
    return (0...(count - length)).first {
      start[$0].lowercased == first && dropping($0).hasPrefix(word)
    }.map { $0 + length }
  }

  /// Returns true if a word is in this text, without regard to the case of ASCII letters.
  func holds(_ word: StaticString) -> Bool { length(showing: word) != nil }

  /// The number of bytes that show that this is an IGC log: a maker, and a header or a fix.
  fileprivate var lengthShowingFlight: Int? {
    guard count >= 4, first == UInt8(ascii: "A"),
      (1..<4).allSatisfy({ self[$0].isLetter || self[$0].isDigit })
    else { return nil }
    var index = 4
    while index + 7 < count {
      if self[index] == .lineFeed || self[index] == .carriageReturn {
        let line = dropping(index + 1).prefix(7)
        let isFix = line[0] == UInt8(ascii: "B") && (1..<7).allSatisfy { line[$0].isDigit }
        let isHeader = line[0] == UInt8(ascii: "H") && (1..<5).allSatisfy { line[$0].isLetter }
        if isFix || isHeader { return index + 8 }
      }
      index += 1
    }
    return nil
  }

  /// The classes of what gpsd reports of itself.
  fileprivate static let introductions: [StaticString] = ["VERSION", "DEVICES", "DEVICE", "WATCH"]
  /// The classes of all else that gpsd reports.
  fileprivate static let reports: [StaticString] = [
    "TPV", "SKY", "POLL", "GST", "ATT", "PPS", "TOFF", "OSC", "ERROR", "AIS", "IMU", "RAW",
    "SUBFRAME", "LOG", "RTCM2", "RTCM3",
  ]

  /// The number of bytes that show that a line begins with a report of gpsd of one of the classes;
  /// nil if none does.
  fileprivate func lengthShowingReport(of classes: [StaticString]) -> Int? {
    var rest = self
    while !rest.isEmpty {
      var line = rest.prefix(rest.firstIndex(of: .lineFeed) ?? rest.count)
      rest.drop(min(line.count + 1, rest.count))
      line.eatBlanks()
      guard line.eat(UInt8(ascii: "{")) else { continue }
      line.eatBlanks()
      guard line.hasPrefix("\"class\"") else { continue }
      line.drop(7)
      while let byte = line.first, byte <= 0x20 || byte == UInt8(ascii: ":") { line.drop(1) }
      guard line.eat(.quote), let end = line.firstIndex(of: .quote) else { continue }
      let name = line.prefix(end)
      if classes.contains(where: { name.equals($0) }) { return line.start + end + 1 - start }
    }
    return nil
  }
}
