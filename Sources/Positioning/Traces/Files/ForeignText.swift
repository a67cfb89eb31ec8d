/// A text that is known and not read, and what makes a trace of it.
enum ForeignText {
  /// The text that a file's beginning shows, and the remedy; nil for unknown ones.
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
