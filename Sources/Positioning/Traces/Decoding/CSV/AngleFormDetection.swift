extension AngleForm {
  /// The form of a table's positions, found from the cells of its head.
  ///
  /// Plain degrees, unless the numbers cannot be any. Degrees and minutes have to fit every number
  /// of both columns, and the latitudes have to look like them: a single corrupt row, longitudes
  /// that are counted from 0 to 360, or columns that were mixed up do not make a table one of
  /// minutes. Rows out of range are then skipped and counted, which is better than a wrong
  /// position.
  init(latitudes: [ByteText], longitudes: [ByteText], separator: UInt8) {
    let north = latitudes.compactMap { WrittenAngle($0, separator: separator) }
    let east = longitudes.compactMap { WrittenAngle($0, separator: separator) }
    let largest = (north + east).map(\.value).max() ?? 0
    if largest >= 1e6, (north + east).allSatisfy(\.isWhole) {
      self = .tenMillionths
    } else if north.allSatisfy({ $0.mayHaveMinutes(limit: 90) }),
      east.allSatisfy({ $0.mayHaveMinutes(limit: 180) }),
      isMost(north, \.isBeyondDegrees)
        || isMost(north, \.hasThreeDigits) && isMost(east, \.isBeyondDegrees)
    {
      self = .degreesMinutes
    } else {
      self = .degrees
    }
  }
}

/// A latitude or longitude of one number, as it is written and without its sign.
private struct WrittenAngle {
  let value: Double
  let isWhole: Bool
  /// The number of digits before the decimal sign, leading zeros counted.
  let digits: Int

  init?(_ cell: ByteText, separator: UInt8) {
    var cell = cell
    // `5542.6298N`
    if let last = cell.last, last.isLetter { cell.count -= 1 }
    guard let number = cell.decimal(separator: separator) else { return nil }
    value = number.magnitude
    isWhole = number.scale == 0
    digits = (0..<(cell.firstIndex(of: separator) ?? cell.count)).count { cell[$0].isDigit }
  }

  /// Returns true if this can be degrees and minutes run together, of at most `limit` degrees.
  func mayHaveMinutes(limit: Double) -> Bool {
    value <= limit * 100 && value.truncatingRemainder(dividingBy: 100) < 60
  }

  /// True if this is more than a full circle, or is written with leading zeros like degrees and
  /// minutes.
  var isBeyondDegrees: Bool { value > 360 || digits >= 4 }

  var hasThreeDigits: Bool { digits >= 3 }
}

private func isMost(_ angles: [WrittenAngle], _ holds: (WrittenAngle) -> Bool) -> Bool {
  angles.count(where: holds) * 2 > angles.count
}
