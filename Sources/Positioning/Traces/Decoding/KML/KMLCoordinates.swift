/// The text of a `coordinates` element, cut into tuples as it comes.
struct KMLCoordinates: Sendable {
  /// A place, and its height where it says one.
  struct Point: Sendable {
    var coordinate: Coordinate
    var height: Double?
  }

  private var tuple: [UInt8] = []
  private static let longestTuple = 256

  /// Reads some text, and hands out the tuples that end in it, nil for one that is no place, with
  /// how many bytes of the text come before their ends.
  mutating func read(_ text: ByteText, _ body: (Point?, _ end: Int) -> Void) {
    for index in 0..<text.count {
      let byte = text[index]
      guard byte <= 0x20 else {
        if tuple.count < KMLCoordinates.longestTuple { tuple.append(byte) }
        continue
      }
      // Some write a blank behind each comma.
      if let last = tuple.last, last != .comma { finish { body($0, index) } }
    }
  }

  /// Hands out the tuple that is under way.
  mutating func finish(_ body: (Point?) -> Void) {
    guard !tuple.isEmpty else { return }
    tuple.withUnsafeBufferPointer {
      body(KMLCoordinates.point(ByteText($0), separator: .comma))
    }
    tuple.removeAll(keepingCapacity: true)
  }

  /// The place of a tuple, longitude first; nil where it is none.
  static func point(_ text: ByteText, separator: UInt8) -> Point? {
    var rest = text
    guard let longitude = number(&rest, separator), let latitude = number(&rest, separator),
      let coordinate = Coordinate(readLatitude: latitude, longitude: longitude)
    else { return nil }
    return Point(coordinate: coordinate, height: number(&rest, separator))
  }

  private static func number(_ rest: inout ByteText, _ separator: UInt8) -> Double? {
    rest.eatBlanks()
    guard let number = rest.eatNumber(separator: .dot) else { return nil }
    if separator != 0x20 { rest.eatBlanks() }
    if let byte = rest.first {
      guard byte == separator || separator == 0x20 && byte <= 0x20 else { return nil }
      rest.drop(1)
    }
    return number.double
  }
}

extension ByteText {
  /// The instant of a text of XML's types of dates: a year, a month, a day, or a full time.
  func kmlTime(utcOffset: Int64) -> Timestamp? {
    if count == 4 || count == 7, let year = prefix(4).natural {
      guard count == 7 else { return Timestamp(year: year, month: 1, day: 1) }
      guard self[4] == .minus, let month = dropping(5).natural else { return nil }
      return Timestamp(year: year, month: month, day: 1)
    }
    guard let time = civilTime(order: .dayFirst) else { return nil }
    if let day = time.day, time.time == nil {
      return CivilTime(day: day, time: 0, zone: nil).timestamp()
    }
    return time.timestamp(zone: utcOffset)
  }
}
