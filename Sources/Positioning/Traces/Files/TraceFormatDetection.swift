extension TraceFormat {
  /// The format that the beginning of a source shows first; nil if it shows none yet, or a table.
  ///
  /// The format that takes the fewest bytes to recognize comes first, so the result does not depend
  /// on the sizes of the pieces. gpsd's reports about itself are not conclusive: `gpspipe -r`
  /// prints them, followed by a receiver's sentences. They count as gpsd's only if nothing else has
  /// come and no more will be examined (`isAll`).
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
  /// The format of the first tag with which a known document begins.
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
  /// The index of the first start tag with this name, with or without a prefix.
  fileprivate func index(ofTag name: StaticString) -> Int? {
    let length = name.utf8CodeUnitCount
    return (1..<max(count - length, 1)).first { index in
      (self[index - 1] == UInt8(ascii: "<") || self[index - 1] == UInt8(ascii: ":"))
        && dropping(index).hasPrefix(name)
        && (self[index + length] <= 0x20 || self[index + length] == UInt8(ascii: ">")
          || self[index + length] == UInt8(ascii: "/"))
    }
  }

  /// The number of bytes up to where GeoJSON is recognized; nil if it is not GeoJSON.
  fileprivate var lengthShowingFeatures: Int? {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    // The properties of a feature may be longer than the part that is examined.
    let words: [StaticString] = ["\"FeatureCollection\"", "\"Feature\"", "\"coordinates\""]
    return words.compactMap { length(showing: $0) }.min()
  }

  /// The number of bytes up to where JSON lines are recognized: the end of the first object at the
  /// beginning of a line whose own members include latitude and longitude. Nil if there is none.
  ///
  /// Each line is examined by itself, as in ``JSONLinesReader``: the lines before it may be
  /// malformed or without a position.
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

  /// The number of bytes up to where one of Google's documents is recognized, by a set of words
  /// that it contains.
  fileprivate var lengthShowingTimeline: Int? {
    let kinds: [[StaticString]] = [
      ["\"semanticSegments\""], ["\"startTime\"", "\"timelinePath\""],
      ["\"startTime\"", "\"endTime\"", "\"geo:"], ["\"timelineObjects\""],
      ["\"latitudeE7\"", "\"longitudeE7\""],
    ]
    return kinds.compactMap(lengthShowingObject).min()
  }

  /// The number of bytes up to where JSON with all of some words is recognized; nil if it is not.
  fileprivate func lengthShowingObject(with words: [StaticString]) -> Int? {
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    var longest = 0
    for word in words {
      guard let length = length(showing: word) else { return nil }
      longest = max(longest, length)
    }
    return longest
  }

  /// The number of bytes up to where subtitles with one of some words are recognized.
  fileprivate func lengthShowingFlight(of words: [StaticString]) -> Int? {
    guard areSubtitles else { return nil }
    return words.compactMap { length(showing: $0) }.min()
  }

  /// The length of `text` in bytes if this begins with it; otherwise nil.
  fileprivate func length(beginning text: StaticString) -> Int? {
    hasPrefix(text) ? text.utf8CodeUnitCount : nil
  }

  /// True if this begins as SubRip's subtitles do: a number, and below it a start and an end time.
  var areSubtitles: Bool {
    guard let end = firstIndex(of: .lineFeed), prefix(end).trimmed.natural != nil else {
      return false
    }
    let line = dropping(end + 1)
    return line.prefix(line.firstIndex(of: .lineFeed) ?? line.count).holds(" --> ")
  }

  /// The number of bytes up to the end of a word; nil if it does not occur.
  func length(showing word: StaticString) -> Int? {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return nil }
    let first = word.utf8Start[0].lowercased
    return (0...(count - length)).first {
      start[$0].lowercased == first && dropping($0).hasPrefix(word)
    }.map { $0 + length }
  }

  /// Returns true if a word occurs in this text, without regard to the case of ASCII letters.
  func holds(_ word: StaticString) -> Bool { length(showing: word) != nil }

  /// The number of bytes up to where an IGC log is recognized: a maker, and a header or a fix.
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

  /// The classes of gpsd's reports about itself.
  fileprivate static let introductions: [StaticString] = ["VERSION", "DEVICES", "DEVICE", "WATCH"]
  /// The classes of gpsd's other reports.
  fileprivate static let reports: [StaticString] = [
    "TPV", "SKY", "POLL", "GST", "ATT", "PPS", "TOFF", "OSC", "ERROR", "AIS", "IMU", "RAW",
    "SUBFRAME", "LOG", "RTCM2", "RTCM3",
  ]

  /// The number of bytes up to where a line begins with a report of gpsd of one of the classes; nil
  /// if none does.
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
