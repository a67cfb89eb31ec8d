import Formats

/// The fields of one sentence inside a buffer: `$GPGLL,3925.97,N,11945.93,W,235234,A*56`.
///
/// Field 0 is the address (`GPGLL`). A field that is empty or missing is nil, and so is an
/// impossible number or date: a magnetic variation of 999.9 invalidates only that field. A sentence
/// is refused if its time, its position or that position's status cannot be read. Valid only as
/// long as the buffer.
struct NMEAFields {
  /// The first byte after the `$`.
  let start: UnsafePointer<UInt8>
  /// The number of bytes of the sentence up to its checksum.
  let length: Int
  let room: NMEARoom
  let count: Int

  /// The end of each field, relative to `start`.
  @inline(__always) var ends: UnsafeMutablePointer<UInt16> { room.ends }

  /// More fields than any sentence has, and more bytes than a usual sentence; further fields remain
  /// in the last one.
  static let limit = 128

  subscript(index: Int) -> ByteText {
    guard index < count else { return ByteText(start: start, count: 0) }
    let from = index == 0 ? 0 : Int(ends[index - 1]) + 1
    return ByteText(start: start + from, count: Int(ends[index]) - from)
  }

  /// The address of a sentence, two to eight letters and digits.
  struct Address {
    /// Its bytes, the last one lowest.
    let code: UInt64
    let count: Int
  }

  /// The sentence's address; nil if it has none, or if nothing follows it.
  @inline(__always) var address: Address? {
    guard length >= 8, start[5] == .comma else { return unusualAddress }
    let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    // Five letters, each compared with the bounds by its highest bit.
    let letters = word & 0xFF_FFFF_FFFF | 0x20_2020_2020
    let isFromA = letters &+ 0x1F_1F1F_1F1F
    let isBehindZ = letters &+ 0x05_0505_0505
    guard (isFromA & ~isBehindZ & ~word) & 0x80_8080_8080 == 0x80_8080_8080 else {
      return unusualAddress
    }
    return Address(code: word.byteSwapped >> 24, count: 5)
  }

  @inline(never) private var unusualAddress: Address? {
    var code: UInt64 = 0
    var index = 0
    while index < min(length, 9), start[index] != .comma {
      guard start[index].isLetter || start[index].isDigit else { return nil }
      code = code << 8 | UInt64(start[index])
      index += 1
    }
    guard (2...8).contains(index), index < length else { return nil }
    return Address(code: code, count: index)
  }

  /// The talker of an address: its two letters, the first in the high byte.
  @inline(__always) var talker: UInt16 { UInt16(start[0]) << 8 | UInt16(start[1]) }

  /// Refuses a sentence that has fewer than `needed` fields, including the address.
  func require(_ needed: Int) throws(NMEA.Refusal) {
    guard count >= needed else { throw NMEA.Refusal() }
  }
}

/// Memory for reading one sentence after another.
struct NMEARoom {
  /// Room for the ends of ``NMEAFields/limit`` fields.
  let ends: UnsafeMutablePointer<UInt16>
  /// Room for the entries of ``NMEA/Satellites/limit`` satellites.
  let entries: UnsafeMutablePointer<NMEA.Satellites.Entry>

  /// Passes the memory to `body`.
  static func with<Result, Failure: Error>(
    _ body: (NMEARoom) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Before Swift 6.3, the error rethrown by these functions has no type.
    try withUnsafeTemporaryAllocation(of: UInt16.self, capacity: NMEAFields.limit) {
      ends in
      withUnsafeTemporaryAllocation(of: NMEA.Satellites.Entry.self, capacity: NMEA.Satellites.limit)
      { entries in
        Swift.Result<Result, Failure> { () throws(Failure) in
          try body(NMEARoom(ends: ends.baseAddress!, entries: entries.baseAddress!))
        }
      }
    }.get()
  }
}

// MARK: Numbers and letters

extension NMEAFields {
  /// A decimal number within `range`.
  func number(_ index: Int, in range: ClosedRange<Double>) -> Double? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard let value = (shortDecimal(text) ?? text.decimal())?.double, range.contains(value) else {
      return nil
    }
    return value
  }

  /// The number in a field of up to eight characters without a sign; nil for any other.
  @inline(__always) private func shortDecimal(_ text: ByteText) -> DecimalNumber? {
    // With the preceding bytes of the sentence it is eight bytes long.
    guard text.count <= 8, text.start + text.count - 8 >= start,
      let block = DigitBlock(lastOf: text.lastWord, length: text.count, separator: .dot),
      block.count > 0
    else { return nil }
    return DecimalNumber(mantissa: block.value, scale: block.scale ?? 0)
  }

  /// A natural number within `range`.
  func natural(_ index: Int, in range: ClosedRange<Int>) -> Int? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard let value = text.natural, range.contains(value) else { return nil }
    return value
  }

  /// A natural number that affects the position: one outside `range` refuses the sentence.
  func decisive(_ index: Int, in range: ClosedRange<Int>) throws(NMEA.Refusal) -> Int? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard let value = text.natural, range.contains(value) else { throw NMEA.Refusal() }
    return value
  }

  /// The letter at the beginning of a field; nil if there is none.
  private func firstLetter(_ index: Int) -> UInt8? {
    self[index].first.flatMap { $0.isLetter ? $0 : nil }
  }

  /// One letter.
  func letter(_ index: Int) throws(NMEA.Refusal) -> UInt8? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard text.count == 1, text[0].isLetter else { throw NMEA.Refusal() }
    return text[0]
  }

  /// Returns the meaning of a status letter: `A` and `D` are true, `V` is false.
  func status(_ index: Int) throws(NMEA.Refusal) -> Bool? {
    guard let letter = try letter(index) else { return nil }
    switch letter {
    case UInt8(ascii: "A"), UInt8(ascii: "D"): return true
    case UInt8(ascii: "V"): return false
    default: throw NMEA.Refusal()
    }
  }

  /// A fix quality from a mode letter; unknown if it is empty or not known.
  func mode(_ index: Int) -> FixQuality { FixQuality(modeLetter: firstLetter(index)) }

  /// Degrees east from a number and a letter, `E` or `W`.
  func variation(_ index: Int) -> Double? {
    guard let degrees = number(index, in: 0...180) else { return nil }
    switch firstLetter(index + 1) {
    case UInt8(ascii: "E"): return degrees
    case UInt8(ascii: "W"): return -degrees
    default: return nil
    }
  }

  /// A course over ground in 0..<360.
  func course(_ index: Int) -> Double? { number(index, in: 0...360).map { $0 == 360 ? 0 : $0 } }

  /// A speed in knots, as metres per second.
  func knots(_ index: Int) -> Double? {
    number(index, in: 0...100_000).map { $0 * SpeedUnit.knots.metresPerSecond }
  }

  /// A height with its unit in a separate field; metres if that is empty.
  func metres(_ index: Int, unit: Int) -> Double? {
    guard let value = number(index, in: -100_000...100_000_000) else { return nil }
    let isFeet = firstLetter(unit).map { $0 | 0x20 } == UInt8(ascii: "f")
    return isFeet ? value * LengthUnit.feet.metres : value
  }
}

// MARK: Times, dates and positions

extension NMEAFields {
  /// A time of day `hhmmss` or `hhmmss.sss`, in nanoseconds since midnight.
  func time(_ index: Int) throws(NMEA.Refusal) -> Int64? {
    let text = self[index]
    if text.isEmpty { return nil }
    if let time = usualTime(text) { return time }
    guard text.count >= 6, let number = text.decimal(), text[0].isDigit,
      text.firstIndex(of: .dot) ?? text.count == 6, let time = number.timeOfDay
    else { throw NMEA.Refusal() }
    return time
  }

  /// A time of day with one to eight decimals; nil for any other, and if it does not exist.
  @inline(__always) private func usualTime(_ text: ByteText) -> Int64? {
    let decimals = text.count - 7
    guard (1...8).contains(decimals), text.start[6] == .dot,
      let clock = DigitBlock.natural(lastOf: text.firstWord << 16, length: 6),
      let fraction = DigitBlock.natural(lastOf: text.lastWord, length: decimals),
      let time = Timestamp.timeOfDay(clock: clock)
    else { return nil }
    return time + fraction * powerOfTen(9 - decimals)
  }

  /// A date `ddmmyy`, in days since 1970-01-01; years 80…99 are of the twentieth century.
  func date(_ index: Int) -> Int? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard text.count == 6, let digits = text.natural else { return nil }
    // Receivers without an almanac write zeros.
    if digits == 0 { return nil }
    let year = digits % 100
    return Timestamp.day(
      year: year >= 80 ? 1900 + year : 2000 + year, month: digits / 100 % 100, day: digits / 10000)
  }

  /// A date in three fields, day, month and four-digit year, in days since 1970-01-01.
  func date(day: Int, month: Int, year: Int) -> Int? {
    guard let day = natural(day, in: 0...31), let month = natural(month, in: 0...12),
      let year = natural(year, in: 0...9999), day > 0, month > 0, year > 0
    else { return nil }
    return Timestamp.day(year: year, month: month, day: day)
  }

  /// A latitude and a longitude in four fields: `ddmm.mmmm`, `N` or `S`, `dddmm.mmmm`, `E` or `W`.
  func coordinate(_ index: Int) throws(NMEA.Refusal) -> Coordinate? {
    let (latitude, north) = (self[index], try letter(index + 1))
    let (longitude, east) = (self[index + 2], try letter(index + 3))
    if latitude.isEmpty, longitude.isEmpty { return nil }
    guard let north, north == UInt8(ascii: "N") || north == UInt8(ascii: "S"),
      let latitude = angle(latitude, isNegative: north == UInt8(ascii: "S"), limit: 90)
    else { throw NMEA.Refusal() }
    guard let east, east == UInt8(ascii: "E") || east == UInt8(ascii: "W"),
      let longitude = angle(longitude, isNegative: east == UInt8(ascii: "W"), limit: 180)
    else { throw NMEA.Refusal() }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Degrees of `dddmm.mmmm`, with or without leading zeros. A leading minus, which some software
  /// writes in addition to the letter, means the same as S and W.
  private func angle(_ text: ByteText, isNegative: Bool, limit: Double) -> Double? {
    if let angle = usualAngle(text), angle <= limit { return isNegative ? -angle : angle }
    guard let number = text.decimal(), number.scale <= 15 else { return nil }
    let one = powerOfTen(number.scale)
    let whole = number.mantissa / one
    let minutes = scaledDown(Double(whole % 100 * one + number.mantissa % one), by: number.scale)
    guard minutes < 60 else { return nil }
    let degrees = Double(whole / 100) + minutes / 60
    guard degrees <= limit else { return nil }
    return isNegative || number.isNegative ? -degrees : degrees
  }

  /// Degrees of an angle without a sign, with three to five digits and one to eight decimals; nil
  /// for any other, or if the minutes reach 60.
  @inline(__always) private func usualAngle(_ text: ByteText) -> Double? {
    guard text.count >= 8 else { return nil }
    let head = text.firstWord
    let point = text.start[4] == .dot ? 4 : text.start[5] == .dot ? 5 : 3
    let decimals = text.count - point - 1
    guard text.start[point] == .dot, (1...8).contains(decimals),
      let whole = DigitBlock.natural(
        lastOf: head << UInt64(truncatingIfNeeded: 64 - 8 * point), length: point),
      let fraction = DigitBlock.natural(lastOf: text.lastWord, length: decimals)
    else { return nil }
    let minutes = scaledDown(Double(whole % 100 * powerOfTen(decimals) + fraction), by: decimals)
    return minutes < 60 ? Double(whole / 100) + minutes / 60 : nil
  }
}
