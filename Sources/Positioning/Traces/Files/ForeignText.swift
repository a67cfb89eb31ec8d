import Formats

/// A text with positions that is known and not read, and what makes a trace of it.
enum ForeignText {
  /// The text that a file's beginning shows, and the remedy; nil for unknown ones.
  static func detect(_ head: ByteText, path: String) -> (name: String, remedy: String)? {
    var text = head
    if text.hasPrefix("\u{FEFF}") { text.drop(3) }
    text.eatBlanks()
    let file = path == "-" ? "FILE" : path.shellWord
    if text.hasPrefix("$FLYS,") {
      return (
        "a log of FlySight 2, with tables of several kinds",
        "name the columns of its positions: grep '^.GNSS' \(file) | "
          + "SignupTUI export - --columns -,time,lat,lon,ele"
      )
    }
    if text.areSubtitles {
      return text.holds("latitude")
        ? (
          "a film's subtitles (SRT) with a drone's positions in their text",
          "convert it first, for example with ExifTool or the drone maker's own program"
        )
        : (
          "a film's subtitles (SRT), without positions",
          "name the log that was recorded with the film"
        )
    }
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return nil }
    return kinds.first { $0.words.allSatisfy(text.holds) }.map { ($0.name, $0.remedy) }
  }

  private struct Kind {
    let name: String
    let words: [StaticString]
    let remedy: String
  }

  private static let convert = "convert it to GPX or GeoJSON first"

  /// Documents in JSON, by the words that their beginning has all of.
  private static let kinds = [
    Kind(
      name: "Google's Timeline as Android exports it (JSON with semanticSegments)",
      words: ["\"semanticSegments\""], remedy: convert),
    Kind(
      name: "Google's Timeline as iOS exports it (JSON with timelinePath)",
      words: ["\"startTime\"", "\"timelinePath\""], remedy: convert),
    Kind(
      name: "Google's Timeline as iOS exports it (JSON with visits and activities)",
      words: ["\"startTime\"", "\"endTime\"", "\"geo:"], remedy: convert),
    Kind(
      name: "Google's Semantic Location History (JSON with timelineObjects)",
      words: ["\"timelineObjects\""],
      remedy: "convert it first: gpsbabel -i googletakeout -f FILE -o gpx -F FILE.gpx"),
    Kind(
      name: "Google's location history (Records.json, JSON with latitudeE7)",
      words: ["\"latitudeE7\"", "\"longitudeE7\""],
      remedy: "convert it first: gpsbabel -i googletakeout -f FILE -o gpx -F FILE.gpx"),
    Kind(
      name: "canboat's JSON of NMEA 2000, an object a line with pgn and fields",
      words: ["\"pgn\"", "\"fields\""],
      remedy: "convert it to NMEA 0183 first, for example with canboat's n2kd"),
  ]
}

extension ByteText {
  /// True if this begins as SubRip's subtitles do: a number, and below it from when to when.
  fileprivate var areSubtitles: Bool {
    guard let end = firstIndex(of: .lineFeed), prefix(end).trimmed.natural != nil else {
      return false
    }
    let line = dropping(end + 1)
    return line.prefix(line.firstIndex(of: .lineFeed) ?? line.count).holds(" --> ")
  }
}
