/// The options with which `export` splits a trace into files, or joins tracks into one.
enum TracePartOptions {
  static let split = Option<TraceCut>.reading(
    "--split", "PARTS",
    as: "track, day, pause, pause=10min, distance=10km or time=1h",
    help: "write a file per track, day, pause, distance=10km or time=1h; {n} in --output is its "
      + "number"
  ) { TraceCut($0) }

  static let join = OptionSpec(
    "--join",
    help: "join all tracks into one, before --split"
  )

  static let specs = [split.spec, join]

  /// The placeholder for the number of a part in the name of an output.
  static let placeholder = "{n}"

  /// Returns the path of a part; numbers count from 1.
  static func path(_ pattern: String, of number: Int) -> String {
    pattern.replacingBytes(placeholder, with: "\(number)")
  }
}

extension TraceCut {
  /// Parses `track`, `day`, `pause`, `pause=10min`, `distance=10km` or `time=1h`; otherwise nil.
  init?(_ text: String) {
    let halves = text.halves(at: "=")
    let value = halves.map { String($0.behind) }
    switch (halves.map { String($0.before) } ?? text, value) {
    case ("track", nil): self = .track
    case ("day", nil): self = .day
    case ("pause", nil): self = .pause(nil)
    case ("pause", let value?):
      guard let pause = DurationText.duration(value), pause > .zero else { return nil }
      self = .pause(pause)
    case ("distance", let value?):
      guard let metres = LengthText.metres(value), (1...1e8).contains(metres) else {
        return nil
      }
      self = .distance(metres)
    case ("time", let value?):
      guard let time = DurationText.duration(value), time >= .seconds(1) else {
        return nil
      }
      self = .time(time)
    default: return nil
    }
  }
}
