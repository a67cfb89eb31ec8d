extension AngleForm {
  /// The form of a table's positions, found from the cells at its beginning.
  ///
  /// Plain degrees, unless the numbers cannot be degrees. Degrees and minutes must fit every number
  /// of both columns, and the latitudes must look like them: a single corrupt row, longitudes
  /// counted from 0 to 360, or swapped columns do not turn a table into degrees and minutes. Rows
  /// out of range are then skipped and counted, which is better than a wrong position.
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

/// A latitude or longitude in a single number, as it is written but without its sign.
private struct WrittenAngle {
  let value: Double
  let isWhole: Bool
  /// The number of digits before the decimal sign, including leading zeros.
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

  /// Returns true if this can be joined degrees and minutes of at most `limit` degrees.
  func mayHaveMinutes(limit: Double) -> Bool {
    value <= limit * 100 && value.truncatingRemainder(dividingBy: 100) < 60
  }

  /// True if this exceeds a full circle, or has leading zeros like degrees and minutes.
  var isBeyondDegrees: Bool { value > 360 || digits >= 4 }

  var hasThreeDigits: Bool { digits >= 3 }
}

private func isMost(_ angles: [WrittenAngle], _ holds: (WrittenAngle) -> Bool) -> Bool {
  angles.count(where: holds) * 2 > angles.count
}
