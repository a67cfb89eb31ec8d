/// A text format that is known but not read, and how to convert it to a trace.
enum ForeignText {
  /// The text format recognized at the beginning of a file, and its remedy; nil if it is unknown.
  static func detect(_ head: ByteText) -> (name: String, remedy: String)? {
    var text = head
    if text.hasPrefix("\u{FEFF}") { text.drop(3) }
    text.eatBlanks()
    if text.areSubtitles {
      return (
        "a video's subtitles (SRT), without positions",
        "name the log that was recorded with the video"
      )
    }
    if text.hasPrefix("$FLYS,"), !text.holds("$GNSS,") {
      return (
        "a log of FlySight 2 without positions (a line $COL,GNSS, and lines $GNSS)",
        "name its TRACK.CSV, not its SENSOR.CSV"
      )
    }
    return nil
  }
}
