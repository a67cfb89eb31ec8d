/// Numbers, or none, that wait in their order, mostly in one to three bytes each: the difference
/// from the one before, in as many decimals as they have.
///
///     var column = PackedColumn()
///     for latitude in [59.33, 59.331, .nan] { column.append(latitude) }
///     column.takeDouble()  // 59.33
///
/// Places and times of a line of any length are held until their counterparts have come, and most
/// differ little from the one before. Every number comes out as it went in.
struct PackedColumn: Sendable {
  /// How many numbers wait.
  private(set) var count = 0
  /// How many bytes they take.
  private(set) var byteCount = 0

  private var pieces: [[UInt8]] = []
  /// The first byte of the first piece that was not taken.
  private var place = 0
  private var written = Former()
  private var taken = Former()

  var isEmpty: Bool { count == 0 }

  /// The number before, and its decimals.
  private struct Former: Sendable {
    var mantissa: Int64 = 0
    var decimals = 0
  }

  /// A number as it is kept.
  private enum Number {
    case none
    /// The mantissa, divided by ten as often as there are decimals.
    case decimal(Int64, Int)
    case bits(UInt64)
  }

  /// The mark in front of a number that is no difference.
  private enum Mark {
    static let none: UInt64 = 0
    static let bits: UInt64 = 1
    static let decimals: UInt64 = 2
    static let count: UInt64 = 3
  }

  private static let pieceLength = 16_384
  /// The decimals of a nanosecond, and the most that are tried.
  private static let most = 9
  private static let powers: [Int64] = (0...most).map { decimals in
    (0..<decimals).reduce(1) { power, _ in power * 10 }
  }

  /// Puts a number behind the others; one that is not a number is none.
  mutating func append(_ value: Double) {
    guard !value.isNaN else { return append(.none) }
    for decimals in written.decimals...Self.most {
      let power = Double(Self.powers[decimals])
      let mantissa = (value * power).rounded()
      guard mantissa.magnitude < 0x1p53 else { break }
      // Minus zero is a number of its own.
      if mantissa / power == value, mantissa != 0 || value.sign == .plus {
        return append(.decimal(Int64(mantissa), decimals))
      }
    }
    append(.bits(value.bitPattern))
  }

  /// Puts an instant behind the others, in nanoseconds since 1970; nil is none.
  mutating func append(nanoseconds: Int64?) {
    guard let nanoseconds else { return append(.none) }
    for decimals in written.decimals..<Self.most {
      let (mantissa, rest) = nanoseconds.quotientAndRemainder(
        dividingBy: Self.powers[Self.most - decimals])
      if rest == 0 { return append(.decimal(mantissa, decimals)) }
    }
    append(.decimal(nanoseconds, Self.most))
  }

  /// Puts a whole number behind the others.
  mutating func append(whole: Int) { append(.decimal(Int64(whole), 0)) }

  /// Takes the first number; not a number where it is none, and where there is none.
  mutating func takeDouble() -> Double {
    switch take() {
    case .none: .nan
    case .decimal(let mantissa, let decimals): Double(mantissa) / Double(Self.powers[decimals])
    case .bits(let bits): Double(bitPattern: bits)
    }
  }

  /// Takes the first instant, in nanoseconds since 1970; nil where it is none.
  mutating func takeNanoseconds() -> Int64? {
    switch take() {
    case .none: nil
    case .decimal(let mantissa, let decimals): mantissa &* Self.powers[Self.most - decimals]
    case .bits(let bits): Int64(bitPattern: bits)
    }
  }

  /// Takes the first whole number; 0 where there is none.
  mutating func takeWhole() -> Int {
    guard case .decimal(let number, _) = take() else { return 0 }
    return Int(number)
  }
}

extension PackedColumn {
  private mutating func append(_ number: Number) {
    if pieces.last.map({ $0.count + 24 > Self.pieceLength }) ?? true {
      pieces.append([])
      // A column of a few numbers takes no whole piece.
      if pieces.count > 1 { pieces[pieces.count - 1].reserveCapacity(Self.pieceLength) }
    }
    let last = pieces.count - 1
    let before = pieces[last].count
    switch number {
    case .none: pieces[last].append(variable: Mark.none)
    case .bits(let bits):
      pieces[last].append(variable: Mark.bits)
      for index in 0..<8 {
        pieces[last].append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index)))
      }
    case .decimal(let mantissa, let decimals):
      let isAnew = decimals != written.decimals
      let difference = isAnew ? mantissa : mantissa &- written.mantissa
      // The sign goes last, so that small differences are small numbers.
      let folded = UInt64(bitPattern: difference << 1 ^ difference >> 63)
      guard folded <= .max - Mark.count else {
        // Instants alone are as far apart as that.
        return append(.bits(UInt64(bitPattern: mantissa &* Self.powers[Self.most - decimals])))
      }
      if isAnew {
        pieces[last].append(variable: Mark.decimals)
        pieces[last].append(UInt8(decimals))
      }
      written = Former(mantissa: mantissa, decimals: decimals)
      pieces[last].append(variable: folded + Mark.count)
    }
    byteCount += pieces[last].count - before
    count += 1
  }

  private mutating func take() -> Number {
    guard count > 0 else { return .none }
    count -= 1
    if place == pieces[0].count {
      byteCount -= place
      pieces.removeFirst()
      place = 0
    }
    defer { if count == 0 { removeAll() } }
    var mark = takeVariable()
    if mark == Mark.decimals {
      taken = Former(mantissa: 0, decimals: Int(takeByte()))
      mark = takeVariable()
    }
    switch mark {
    case Mark.none: return .none
    case Mark.bits:
      return .bits(
        (0..<8).reduce(UInt64(0)) { bits, index in
          bits | UInt64(takeByte()) << UInt64(8 * index)
        })
    default:
      let folded = mark - Mark.count
      taken.mantissa &+= Int64(bitPattern: folded >> 1 ^ (0 &- (folded & 1)))
      return .decimal(taken.mantissa, taken.decimals)
    }
  }

  /// Takes everything back, the decimals too.
  private mutating func removeAll() { self = PackedColumn() }

  private mutating func takeByte() -> UInt8 {
    defer { place += 1 }
    return pieces[0][place]
  }

  private mutating func takeVariable() -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = takeByte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }
}

extension [UInt8] {
  /// Appends a number, seven bits a byte, the lowest first.
  fileprivate mutating func append(variable number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
