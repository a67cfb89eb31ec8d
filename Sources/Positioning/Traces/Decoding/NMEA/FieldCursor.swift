/// The fields of a sentence read in order, without cutting it first.
///
/// For GSV and GSA, which have many small numbers: each is read by one walk over its digits.
struct FieldCursor {
  private var rest: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  /// Whether the last field was taken.
  private(set) var isAtEnd = false

  /// A cursor that stands at the first field behind the address.
  @inline(__always)
  init(_ fields: NMEAFields) {
    rest = fields.start
    end = fields.start + fields.length
    skip()
  }

  /// A number in hundredths, or what stands in its place.
  enum Number {
    static let none = Int32.min
    static let malformed = Int32.min + 1
  }

  /// Takes a field that is a number of up to six digits, in hundredths; ``Number/none`` where it is
  /// empty, ``Number/malformed`` where it is no such number. Further decimals are cut.
  @inline(__always)
  mutating func hundredths() -> Int32 {
    guard rest < end else {
      isAtEnd = true
      return Number.none
    }
    var value: Int32 = 0
    let begin = rest
    while rest < end, rest[0] &- 0x30 < 10 {
      value = value &* 10 &+ Int32(rest[0] &- 0x30)
      rest += 1
    }
    let digits = rest - begin
    if rest == end || rest[0] == .comma, digits <= 6 {
      takeComma()
      return digits == 0 ? Number.none : value &* 100
    }
    rest = begin
    return unusualHundredths()
  }

  /// The same for numbers with a sign or decimals.
  @inline(never)
  private mutating func unusualHundredths() -> Int32 {
    let text = field()
    guard let number = text.decimal(), number.magnitude < 1_000_000,
      let value = number.scaled(by: 2)
    else { return Number.malformed }
    return Int32(truncatingIfNeeded: value)
  }

  /// Takes a field as it is.
  @inline(__always)
  mutating func field() -> ByteText {
    let begin = rest
    skip()
    let length = (isAtEnd ? end : rest - 1) - begin
    return ByteText(start: begin, count: length)
  }

  /// Goes behind the next comma.
  @inline(__always)
  private mutating func skip() {
    while rest < end, rest[0] != .comma { rest += 1 }
    takeComma()
  }

  @inline(__always)
  private mutating func takeComma() {
    if rest < end { rest += 1 } else { isAtEnd = true }
  }
}
