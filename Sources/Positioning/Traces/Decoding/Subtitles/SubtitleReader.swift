/// Reads the subtitles (SRT) that drones write for their films, as they arrive, in pieces of any
/// size, and emits an epoch for each of them.
///
/// Positions are in their text, as `[latitude: 55.7] [longitude: 12.5]` or `GPS (12.5, 55.7, 9)`,
/// with the longitude first. The height above sea level is `abs_alt`, else `altitude`; the height
/// above the start is ignored. A date in the text is from the drone's clock, which has no zone;
/// without one, times count from the beginning of the film.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct SubtitleReader: LineDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts subtitles with a position.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  private var subtitle: Subtitle?

  /// The current subtitle.
  fileprivate struct Subtitle: Sendable {
    var line: Int
    var endOffset: Int
    /// Nanoseconds since the beginning of the film.
    var elapsed: Int64?
    var time: CivilTime?
    var latitude: Double?
    var longitude: Double?
    var location = Location.nowhere
  }

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    if let arrow = text.length(showing: "-->") {
      finishSubtitle(emit)
      let start = text.prefix(arrow - 3).trimmed.filmTime
      subtitle = Subtitle(line: number, endOffset: endOffset, elapsed: start)
    }
    subtitle?.endOffset = endOffset
    subtitle?.read(text)
  }

  mutating func flush(_ emit: (TraceEpoch) -> Void) { finishSubtitle(emit) }
  mutating func close(_ emit: (TraceEpoch) -> Void) { finishSubtitle(emit) }

  private mutating func finishSubtitle(_ emit: (TraceEpoch) -> Void) {
    guard let subtitle = subtitle.take() else { return }
    guard let latitude = subtitle.latitude, let longitude = subtitle.longitude else {
      return statistics.skip(.otherKind)
    }
    guard let coordinate = Coordinate(readLatitude: latitude, longitude: longitude) else {
      return statistics.skip(.malformedField)
    }
    statistics.sentences += 1
    var location = subtitle.location
    location.coordinate = coordinate
    location.timestamp = subtitle.time?.timestamp()
    var epoch = TraceEpoch(
      location: location, timestamp: location.timestamp,
      nanosecondsOfDay: location.timestamp?.dayAndTime.time ?? subtitle.elapsed,
      endOffset: subtitle.endOffset, line: subtitle.line)
    epoch.hasLocalTime = location.timestamp != nil
    statistics.count(epoch)
    emit(epoch)
  }
}

extension SubtitleReader.Subtitle {
  /// Reads the values in a line of the text.
  fileprivate mutating func read(_ text: ByteText) {
    var sensors = Sensors()
    if let value = text.value(of: "latitude") { latitude = value }
    // Some drones spell it with an extra t.
    if let value = text.value(of: "longitude") ?? text.value(of: "longtitude") { longitude = value }
    if let value = text.value(of: "abs_alt") ?? text.value(of: "altitude") {
      FixField.altitude.set(value, in: &location, &sensors)
    }
    if let value = text.value(of: "H.S") { FixField.speed.set(value, in: &location, &sensors) }
    if let end = text.length(showing: "GPS"), latitude == nil {
      var rest = text.dropping(end).trimmed
      if rest.eat(UInt8(ascii: "(")), let east = rest.eatAngle(form: .degrees, decimalComma: false)
      {
        while let byte = rest.first, byte == .comma || byte <= 0x20 { rest.drop(1) }
        latitude = rest.eatAngle(form: .degrees, decimalComma: false)
        longitude = east
      }
    }
    if time == nil { time = text.dateWithin }
  }
}

extension ByteText {
  /// The number after a word and a colon, anywhere in this text; nil if there is none.
  fileprivate func value(of word: StaticString) -> Double? {
    guard let end = length(showing: word) else { return nil }
    var rest = dropping(end).trimmed
    while let byte = rest.first, byte == UInt8(ascii: ":") || byte <= 0x20 { rest.drop(1) }
    return rest.eatNumber(separator: .dot)?.double
  }

  /// Nanoseconds of `00:01:02,345`.
  fileprivate var filmTime: Int64? {
    guard let time = civilTime(order: .dayFirst), time.day == nil else { return nil }
    return time.time
  }

  /// The first date with a time of day in this text: `2025-05-02 11:00:00.000`, `2017.08.05
  /// 14:11:51`, `2019-09-25 01:22:35,118,697`.
  fileprivate var dateWithin: CivilTime? {
    guard count >= 19 else { return nil }
    for index in 0...(count - 19) where self[index + 4] == .minus || self[index + 4] == .dot {
      let text = dropping(index)
      guard text.prefix(4).natural != nil, text[7] == text[4],
        var time = text.prefix(19).civilTime(order: .dayFirst), time.day != nil,
        let clock = time.time
      else { continue }
      let rest = text.dropping(19)
      let hasFraction = rest.count > 3 && (rest[0] == .comma || rest[0] == .dot)
      if hasFraction, let milliseconds = rest.dropping(1).prefix(3).natural {
        time.time = clock + Int64(milliseconds) * 1_000_000
      }
      return time
    }
    return nil
  }
}
