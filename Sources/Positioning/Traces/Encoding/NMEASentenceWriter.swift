import Formats

/// Builds one sentence of NMEA 0183, with its checksum.
///
///     var sentence = NMEASentenceWriter()
///     var text: [UInt8] = []
///     sentence.begin("GP", "RMC")
///     sentence.field("A")
///     sentence.end(&text)  // $GPRMC,A*26
struct NMEASentenceWriter: Hashable, Sendable {
  private var bytes: [UInt8] = []

  /// Begins a sentence with its talker and type.
  mutating func begin(_ talker: StaticString, _ type: StaticString) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(UInt8(ascii: "$"))
    bytes.append(talker)
    bytes.append(type)
  }

  /// Appends a text field.
  mutating func field(_ text: StaticString) {
    bytes.append(.comma)
    bytes.append(text)
  }

  /// Appends a name field, in ASCII and without characters that end a field.
  mutating func field(name: String) {
    bytes.append(.comma)
    for scalar in name.unicodeScalars.prefix(60) {
      let isPlain = NMEASentenceWriter.isPlain(scalar)
      bytes.append(isPlain ? UInt8(scalar.value) : UInt8(ascii: "_"))
    }
  }

  /// Returns true if a field may contain a character.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x1F && scalar.value < 0x7F && !",*$!\\^~".unicodeScalars.contains(scalar)
  }

  /// Appends a field with a letter.
  mutating func field(letter: UInt8) {
    bytes.append(.comma)
    bytes.append(letter)
  }

  /// Appends a field with a number, or an empty one.
  mutating func field(_ value: Double?, decimals: Int) {
    bytes.append(.comma)
    if let value { bytes.append(fixedPoint: value, decimals: decimals) }
  }

  /// Appends a field with a natural number, or an empty one.
  mutating func field(_ value: Int?, width: Int = 1) {
    bytes.append(.comma)
    if let value, value >= 0 { bytes.append(decimal: UInt64(value), width: width) }
  }

  /// Appends a field with nanoseconds since midnight, or an empty one: `235234.000`.
  mutating func field(clock: UInt64?) {
    bytes.append(.comma)
    if let clock { TimeWriter.write(clock: clock, separator: "", to: &bytes) }
  }

  /// Appends a field with a date, or an empty one: `250905`.
  mutating func field(date: Timestamp?) {
    bytes.append(.comma)
    guard let parts = date?.components else { return }
    bytes.append(decimal: UInt64(parts.day), width: 2)
    bytes.append(decimal: UInt64(parts.month), width: 2)
    bytes.append(decimal: UInt64(parts.year % 100), width: 2)
  }

  /// Appends four fields with a latitude and a longitude: `3925.9702000,N,11945.9354000,W`; empty
  /// ones if there is none.
  mutating func fields(_ coordinate: Coordinate?) {
    guard let coordinate else { return bytes.append(",,,,") }
    angle(coordinate.latitude, width: 2)
    field(coordinate.latitude < 0 ? "S" : "N")
    angle(coordinate.longitude, width: 3)
    field(coordinate.longitude < 0 ? "W" : "E")
  }

  /// Degrees and minutes, with seven decimals of the minute: 0.2 mm.
  private mutating func angle(_ degrees: Double, width: Int) {
    let units = (degrees.magnitude * 600_000_000).rounded()
    guard units < 1e12 else { return bytes.append(.comma) }
    let (whole, minutes) = UInt64(units).quotientAndRemainder(dividingBy: 600_000_000)
    bytes.append(.comma)
    bytes.append(decimal: whole, width: width)
    bytes.append(decimal: minutes / 10_000_000, width: 2)
    bytes.append(.dot)
    bytes.append(decimal: minutes % 10_000_000, width: 7)
  }

  /// Ends the sentence, and appends it to some text.
  mutating func end(_ text: inout [UInt8]) {
    let checksum = bytes.dropFirst().reduce(0, ^)
    text += bytes
    text.append(UInt8(ascii: "*"))
    for digit in [checksum >> 4, checksum & 15] {
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
    text.append("\r\n")
  }
}
