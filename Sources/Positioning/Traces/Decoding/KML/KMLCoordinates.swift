/// The text of a `coordinates` element, split into tuples as it arrives.
struct KMLCoordinates: Sendable {
  /// A coordinate, and its height if it has one.
  struct Point: Sendable {
    var coordinate: Coordinate
    var height: Double?
  }

  private var tuple: [UInt8] = []
  private static let longestTuple = 256

  /// Reads some text, and passes the tuples that end in it to `body`, nil for one that is not a
  /// coordinate, with the number of bytes of the text before their ends.
  mutating func read(_ text: ByteText, _ body: (Point?, _ end: Int) -> Void) {
    for index in 0..<text.count {
      let byte = text[index]
      guard byte <= 0x20 else {
        if tuple.count < KMLCoordinates.longestTuple { tuple.append(byte) }
        continue
      }
      // Some programs write a blank after each comma.
      if let last = tuple.last, last != .comma { finish { body($0, index) } }
    }
  }

  /// Passes the unfinished tuple to `body`.
  mutating func finish(_ body: (Point?) -> Void) {
    guard !tuple.isEmpty else { return }
    tuple.withUnsafeBufferPointer { body(KMLCoordinates.point(ByteText($0), separator: .comma)) }
    tuple.removeAll(keepingCapacity: true)
  }

  /// The coordinate of a tuple, longitude first; nil if it is invalid.
  static func point(_ text: ByteText, separator: UInt8) -> Point? {
    var rest = text
    if separator == .comma, let point = commaPoint(text) { return point }
    guard let longitude = number(&rest, separator), let latitude = number(&rest, separator),
      let coordinate = Coordinate(readLatitude: latitude, longitude: longitude)
    else { return nil }
    return Point(coordinate: coordinate, height: number(&rest, separator))
  }

  /// The coordinate of a tuple whose numbers have decimal commas, as in `12,55,55,7,31,5`; nil if
  /// it has none. A tuple has two or three numbers, so four or six without a point are these.
  private static func commaPoint(_ text: ByteText) -> Point? {
    var commas: [Int] = []
    for index in 0..<text.count {
      if text[index] == .dot { return nil }
      if text[index] == .comma { commas.append(index) }
    }
    guard commas.count == 3 || commas.count == 5 else { return nil }
    func number(_ index: Int) -> Double? {
      let start = index == 0 ? 0 : commas[index * 2 - 1] + 1
      let end = index * 2 + 1 < commas.count ? commas[index * 2 + 1] : text.count
      return text.dropping(start).prefix(end - start).trimmed.decimal(separator: .comma)?.double
    }
    guard let longitude = number(0), let latitude = number(1),
      let coordinate = Coordinate(readLatitude: latitude, longitude: longitude)
    else { return nil }
    return Point(coordinate: coordinate, height: commas.count == 5 ? number(2) : nil)
  }

  private static func number(_ rest: inout ByteText, _ separator: UInt8) -> Double? {
    rest.eatBlanks()
    // Between blanks, a comma can only be a decimal sign.
    let sign =
      separator == 0x20
        && rest.prefix(rest.firstIndex(of: 0x20) ?? rest.count).firstIndex(of: .comma) != nil
      ? UInt8.comma : .dot
    guard let number = rest.eatNumber(separator: sign) else { return nil }
    if separator != 0x20 { rest.eatBlanks() }
    if let byte = rest.first {
      guard byte == separator || separator == 0x20 && byte <= 0x20 else { return nil }
      rest.drop(1)
    }
    return number.double
  }
}

extension ByteText {
  /// The instant of text in one of XML's date types: a year, a month, a day, or a full time; and
  /// whether it is a time without a zone.
  func kmlTime(utcOffset: Int64) -> (instant: Timestamp?, isLocal: Bool) {
    if count == 4 || count == 7, let year = prefix(4).natural {
      guard count == 7 else { return (Timestamp(year: year, month: 1, day: 1), false) }
      guard self[4] == .minus, let month = dropping(5).natural else { return (nil, false) }
      return (Timestamp(year: year, month: month, day: 1), false)
    }
    guard let time = civilTime(order: .dayFirst) else { return (nil, false) }
    if let day = time.day, time.time == nil {
      return (CivilTime(day: day, time: 0, zone: nil).timestamp(), false)
    }
    return (time.timestamp(zone: utcOffset), time.isLocal)
  }
}
