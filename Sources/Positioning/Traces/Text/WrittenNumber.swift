/// A number as people and programs write it, with either decimal sign.
enum WrittenNumber {
  case number(Double)
  /// `1,234`: the comma is a decimal sign or separates thousands.
  case ambiguous
  /// Not a number.
  case none

  /// The number; nil if it is unknown.
  var value: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }
}

extension ByteText {
  /// Removes a number, including an exponent, from the front.
  ///
  /// `31,5` is read even if the source's decimal sign is a point, and so are `1.234,5` and
  /// `1,234,567` with their thousands. `1,234` is ambiguous.
  ///
  /// - Parameter sign: The decimal sign of the source, a point or a comma.
  mutating func eatWritten(sign: UInt8) -> WrittenNumber {
    var rest = self
    let number = rest.eatNumber(separator: sign)
    let goesOn = rest.count > 1 && rest[0].isMark && rest[1].isDigit
    guard goesOn else {
      guard let number else { return .none }
      self = rest
      return .number(number.double)
    }
    return eatMarked(sign)
  }

  /// The number that this whole text represents.
  func written(sign: UInt8 = .dot) -> WrittenNumber {
    if let number = decimal(separator: sign) { return .number(number.double) }
    var rest = self
    let number = rest.eatWritten(sign: sign)
    return rest.isEmpty ? number : .none
  }

  /// The decimal sign in this number or another; a point if neither has any.
  func decimalSign(beside other: ByteText? = nil) -> UInt8 {
    let hasComma = firstIndex(of: .comma) != nil || other?.firstIndex(of: .comma) != nil
    return hasComma ? .comma : .dot
  }

  /// Removes a number with another mark than the source's decimal sign, or several, from the front.
  private mutating func eatMarked(_ sign: UInt8) -> WrittenNumber {
    let first = first == .minus || first == .plus ? 1 : 0
    var end = first
    var marks: [Int] = []
    while end < count, end < 64 {
      if self[end].isMark {
        guard end + 1 < count, self[end + 1].isDigit else { break }
        marks.append(end)
      } else if !self[end].isDigit {
        break
      }
      end += 1
    }
    guard let last = marks.last else { return .none }
    let mark = self[last]
    let areMixed = marks.contains { self[$0] != mark }
    let isDecimal = areMixed || marks.count == 1
    let groups = isDecimal ? Array(marks.dropLast()) : marks
    let bound = isDecimal ? last : end
    guard areMixed || marks.count > 1 else {
      let mayBeThousands = areThousands(marks, from: first, to: end)
      var rest = dropping(end)
      guard !mayBeThousands || rest.eatExponent() != nil else {
        drop(end)
        return .ambiguous
      }
      return eatMarked(to: end, decimal: last)
    }
    guard areThousands(groups, from: first, to: bound),
      groups.allSatisfy({ self[$0] != mark }) || !isDecimal
    else { return .none }
    return eatMarked(to: end, decimal: isDecimal ? last : nil)
  }

  /// Returns true if marks separate thousands, which end at `end`.
  private func areThousands(_ marks: [Int], from start: Int, to end: Int) -> Bool {
    guard let first = marks.first, (1...3).contains(first - start), self[start] != UInt8(ascii: "0")
    else { return false }
    return zip(marks, marks.dropFirst() + [end]).allSatisfy { $1 - $0 == 4 }
  }

  /// Removes the number that ends at `end` from the front, without marks except the decimal sign.
  private mutating func eatMarked(to end: Int, decimal: Int?) -> WrittenNumber {
    var digits: [UInt8] = []
    for index in 0..<end {
      if index == decimal {
        digits.append(.dot)
      } else if !self[index].isMark {
        digits.append(self[index])
      }
    }
    guard
      var number = digits.withUnsafeBufferPointer({ bytes -> DecimalNumber? in
        var text = ByteText(bytes)
        return text.eatDecimal()
      })
    else { return .none }
    drop(end)
    if let exponent = eatExponent() { number.scale -= exponent }
    return .number(number.double)
  }
}

extension UInt8 {
  /// True for a point or a comma.
  fileprivate var isMark: Bool { self == .dot || self == .comma }
}
