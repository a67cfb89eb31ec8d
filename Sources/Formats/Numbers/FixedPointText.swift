extension [UInt8] {
  /// Appends a number with a fixed number of decimals, a point, and no exponent: `-119.765590000`.
  ///
  ///     var text: [UInt8] = []
  ///     text.append(fixedPoint: -0.00004, decimals: 4)  // "0.0000"
  ///
  /// Rounds the exact value of the number, ties to even, like C's `printf("%.*f")`; but a number
  /// that rounds to zero has no minus sign. Ignores the locale.
  ///
  /// Appends nothing for numbers that are not finite or whose magnitude is 2^63 or more. `decimals`
  /// is the number of digits after the point, 0…15; the point is omitted if it is 0.
  package mutating func append(fixedPoint value: Double, decimals: Int) {
    precondition((0...15).contains(decimals), "decimals must be within 0…15")
    let magnitude = value.magnitude
    guard magnitude < 0x1p63 else { return }
    let power = UInt64(powerOfTen(decimals))
    var whole = UInt64(magnitude)
    // Exact: both numbers are multiples of the magnitude's last bit.
    let fraction = magnitude - Double(whole)
    let scaled = fraction * Double(power)
    var rounded = scaled.rounded(.toNearestOrEven)
    // The product above was itself rounded; if that made a tie, its error decides.
    let error = (-scaled).addingProduct(fraction, Double(power))
    let excess = scaled - rounded
    if excess == 0.5, error > 0 { rounded += 1 }
    if excess == -0.5, error < 0 { rounded -= 1 }
    // Without decimals, the whole number's evenness decides a tie.
    if decimals == 0, abs(excess) == 0.5, error == 0 { rounded = whole & 1 == 0 ? 0 : 1 }
    var digits = UInt64(rounded)
    if digits >= power {
      digits -= power
      whole += 1
    }
    let isNegative = value < 0 && (whole != 0 || digits != 0)
    // A sign, twenty digits, a point and fifteen digits, from the last one backwards.
    var text = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    Swift.withUnsafeMutableBytes(of: &text) { buffer in
      var index = buffer.count
      for _ in 0..<decimals {
        index -= 1
        buffer[index] = UInt8(truncatingIfNeeded: digits % 10) + 0x30
        digits /= 10
      }
      if decimals > 0 {
        index -= 1
        buffer[index] = UInt8(ascii: ".")
      }
      repeat {
        index -= 1
        buffer[index] = UInt8(truncatingIfNeeded: whole % 10) + 0x30
        whole /= 10
      } while whole > 0
      if isNegative {
        index -= 1
        buffer[index] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[index...]))
    }
  }

  /// Appends a natural number with at least `width` digits, with leading zeros.
  package mutating func append(decimal value: UInt64, width: Int) {
    var digits = (UInt64(0), UInt64(0), UInt64(0))
    Swift.withUnsafeMutableBytes(of: &digits) { buffer in
      var rest = value
      var index = buffer.count
      repeat {
        index -= 1
        buffer[index] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
        rest /= 10
      } while rest > 0
      while buffer.count - index < width {
        index -= 1
        buffer[index] = 0x30
      }
      append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[index...]))
    }
  }
}

extension String {
  /// A number with at least `width` digits, with leading zeros: `07`.
  package init(_ number: Int, width: Int) {
    var bytes: [UInt8] = []
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(decimal: UInt64(number.magnitude), width: width)
    self.init(decoding: bytes, as: UTF8.self)
  }
}

/// `10^exponent` for 0…18.
@inlinable @inline(__always) package func powerOfTen(_ exponent: Int) -> Int64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1000
  case 4: 10_000
  case 5: 100_000
  case 6: 1_000_000
  case 7: 10_000_000
  case 8: 100_000_000
  case 9: 1_000_000_000
  case 10: 10_000_000_000
  case 11: 100_000_000_000
  case 12: 1_000_000_000_000
  case 13: 10_000_000_000_000
  case 14: 100_000_000_000_000
  case 15: 1_000_000_000_000_000
  case 16: 10_000_000_000_000_000
  case 17: 100_000_000_000_000_000
  default: 1_000_000_000_000_000_000
  }
}
