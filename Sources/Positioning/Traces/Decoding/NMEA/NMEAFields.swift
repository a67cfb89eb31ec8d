/// One NMEA 0183 sentence inside a buffer, cut into fields: `$GPGLL,3925.97,N,11945.93,W,235234,A*56`.
///
/// Field 0 is the address (`GPGLL`). Reading a field that is not what it should be yields nil and marks
/// the sentence as damaged, so that a reader can take all fields first and look at the mark once.
struct NMEASentence {
  /// Behind the `$`.
  let start: UnsafePointer<UInt8>
  /// Where each field ends, counted from `start`.
  let ends: UnsafeMutablePointer<UInt16>
  let fieldCount: Int
  /// Set when a field was read that holds junk.
  var isDamaged = false

  /// More fields than any sentence has; what follows is left in the last field.
  static let maxFields = 64

  subscript(index: Int) -> ByteText {
    guard index < fieldCount else { return ByteText(start: start, count: 0) }
    let from = index == 0 ? 0 : Int(ends[index - 1]) + 1
    return ByteText(start: start + from, count: Int(ends[index]) - from)
  }

  /// A decimal number; nil when the field is empty.
  mutating func number(_ index: Int) -> Double? {
    let text = self[index]
    if text.isEmpty { return nil }
    if let number = text.decimal() { return number.double }
    return junk()
  }

  /// A decimal number within `range`.
  mutating func number(_ index: Int, in range: ClosedRange<Double>) -> Double? {
    guard let value = number(index) else { return nil }
    return range.contains(value) ? value : junk()
  }

  /// A natural number within `range`; nil when the field is empty.
  mutating func natural(_ index: Int, in range: ClosedRange<Int>) -> Int? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard let value = text.natural, range.contains(value) else { return junk() }
    return value
  }

  /// One letter; nil when the field is empty.
  mutating func letter(_ index: Int) -> UInt8? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard text.count == 1, text[0].isLetter else { return junk() }
    return text[0]
  }

  /// A time of day `hhmmss` or `hhmmss.sss`, in nanoseconds since midnight.
  mutating func time(_ index: Int) -> Int64? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard text.count >= 6, let number = text.decimal(), text[0].isDigit,
      text.firstIndex(of: .dot) ?? text.count == 6, let nanoseconds = number.scaled(by: 9)
    else { return junk() }
    let clock = nanoseconds / 1_000_000_000
    let (hour, minute, second) = (clock / 10000, clock / 100 % 100, clock % 100)
    guard hour < 24, minute < 60, second <= 60 else { return junk() }
    return ((hour * 60 + minute) * 60 + second) * 1_000_000_000 + nanoseconds % 1_000_000_000
  }

  /// A date `ddmmyy`, in days since 1970-01-01; years 80…99 are of the twentieth century.
  mutating func date(_ index: Int) -> Int? {
    let text = self[index]
    if text.isEmpty { return nil }
    guard text.count == 6, let digits = text.natural else { return junk() }
    // Receivers without an almanac write zeros.
    if digits == 0 { return nil }
    let year = digits % 100
    return day(year: year >= 80 ? 1900 + year : 2000 + year, digits / 100 % 100, digits / 10000)
  }

  /// A date in three fields: day, month, four-digit year.
  mutating func date(day dayIndex: Int, month: Int, year: Int) -> Int? {
    guard let day = natural(dayIndex, in: 0...31), let month = natural(month, in: 0...12),
      let year = natural(year, in: 0...9999), day > 0, month > 0, year > 0
    else { return nil }
    return self.day(year: year, month, day)
  }

  private mutating func day(year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1678...2261).contains(year), (1...12).contains(month), day >= 1,
      day <= Timestamp.days(inMonth: month, of: year)
    else { return junk() }
    return Timestamp.daysSince1970(year: year, month: month, day: day)
  }

  /// A latitude and a longitude in four fields: `ddmm.mmmm`, `N` or `S`, `dddmm.mmmm`, `E` or `W`.
  mutating func position(_ index: Int) -> Coordinate? {
    let (latitude, north) = (self[index], letter(index + 1))
    let (longitude, east) = (self[index + 2], letter(index + 3))
    if latitude.isEmpty, longitude.isEmpty { return nil }
    guard let north, let east,
      north == UInt8(ascii: "N") || north == UInt8(ascii: "S"),
      east == UInt8(ascii: "E") || east == UInt8(ascii: "W"),
      let latitude = angle(latitude, isNegative: north == UInt8(ascii: "S"), limit: 90),
      let longitude = angle(longitude, isNegative: east == UInt8(ascii: "W"), limit: 180)
    else { return junk() }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Degrees of `dddmm.mmmm`, with or without leading zeros. A minus in front, which some software
  /// writes beside the letter, means the same as the letters S and W.
  private func angle(_ text: ByteText, isNegative: Bool, limit: Double) -> Double? {
    guard let number = text.decimal(), number.scale <= 15 else { return nil }
    var one: Int64 = 1
    for _ in 0..<number.scale { one *= 10 }
    let whole = number.mantissa / one
    let minutes = scaledDown(Double(whole % 100 * one + number.mantissa % one), by: number.scale)
    guard minutes < 60 else { return nil }
    let degrees = Double(whole / 100) + minutes / 60
    guard degrees <= limit else { return nil }
    return isNegative || number.isNegative ? -degrees : degrees
  }

  @inline(never)
  private mutating func junk<Value>() -> Value? {
    isDamaged = true
    return nil
  }
}
