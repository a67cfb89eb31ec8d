/// The codes of a fix in sentences, for reading and for writing.
extension FixQuality {
  private static let all = allCases

  /// The mode letters of RMC, VTG, GLL and GNS, in the order of all qualities but the unknown one.
  private static let modes: StaticString = "NADPRFEMS"

  /// A fix quality from the digit of GGA; unknown for any other digit.
  init(digit: Int) { self = digit < Self.all.count - 1 ? Self.all[digit + 1] : .unknown }

  /// A fix quality from the mode letter of RMC, VTG, GLL and GNS; unknown for any other letter.
  init(modeLetter letter: UInt8?) {
    self = .unknown
    guard let letter else { return }
    for index in 0..<Self.modes.utf8CodeUnitCount where Self.modes.utf8Start[index] == letter {
      self = Self.all[index + 1]
    }
  }

  /// True if the position was simulated or entered by hand: the receiver's status is then V, but
  /// the position is the one it was given.
  var isByHand: Bool { self == .simulated || self == .manual }

  /// The digit of GGA; an unknown quality counts as an autonomous fix.
  var nmeaQuality: Int { self == .unknown ? FixQuality.gps.nmeaQuality : index - 1 }

  /// The mode letter of RMC.
  var nmeaMode: UInt8 { Self.modes.utf8Start[nmeaQuality] }
}
