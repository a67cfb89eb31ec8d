extension NMEASentence {
  /// The sentence types that are read, by their three letters.
  enum Kind: UInt32 {
    case rmc = 0x52_4D_43
    case gga = 0x47_47_41
    case gns = 0x47_4E_53
    case gll = 0x47_4C_4C
    case zda = 0x5A_44_41
    case gst = 0x47_53_54
    case vtg = 0x56_54_47
    case gsa = 0x47_53_41
    case gsv = 0x47_53_56
  }

  /// A fix quality from the mode letter of RMC, VTG, GLL and GNS.
  fileprivate func quality(_ letter: UInt8?) -> FixQuality {
    switch letter.map({ Character(Unicode.Scalar($0)) }) {
    case "A": .gps
    case "D": .dgps
    case "P": .pps
    case "R": .rtk
    case "F": .floatRTK
    case "E": .estimated
    case "M": .manual
    case "S": .simulated
    case "N": .invalid
    default: .unknown
    }
  }
}

private let metresPerSecondPerKnot = 1852.0 / 3600

/// Each method reads all fields of one sentence type and, if none holds junk, puts them into the epoch
/// that they are of.
extension EpochAssembler {
  mutating func takeRMC(
    _ sentence: inout NMEASentence, _ talker: UInt16, _ weekRollovers: Int, _ endOffset: Int
  ) {
    guard sentence.fieldCount >= 10 else { return sentence.isDamaged = true }
    let time = sentence.time(1)
    let status = sentence.status(2)
    let coordinate = sentence.position(3)
    let speed = sentence.number(7, in: 0...100_000).map { $0 * metresPerSecondPerKnot }
    let course = sentence.course(8)
    let day = sentence.date(9)
    let mode = sentence.quality(sentence.letter(12))
    let isVoid = status == false || mode == .invalid
    guard !sentence.isDamaged,
      begin(
        .rmc, talker: talker, time: time, coordinate: isVoid ? nil : coordinate,
        endOffset: endOffset)
    else { return }
    update { draft in
      if let day { draft.day = day + weekRollovers * 7168 }
      if isVoid {
        draft.isVoid = true
      } else {
        draft.setPosition(coordinate, rank: 1)
        draft.setQuality(mode, rank: 1)
        draft.speed = speed ?? draft.speed
        draft.course = course ?? draft.course
      }
    }
  }

  mutating func takeGGA(_ sentence: inout NMEASentence, _ talker: UInt16, _ endOffset: Int) {
    guard sentence.fieldCount >= 10 else { return sentence.isDamaged = true }
    let time = sentence.time(1)
    let coordinate = sentence.position(2)
    let digit = sentence.natural(6, in: 0...9)
    let used = sentence.natural(7, in: 0...999)
    let hdop = sentence.number(8, in: 0...10_000)
    let altitude = sentence.metres(9, unit: 10)
    let separation = sentence.metres(11, unit: 12)
    let isInvalid = digit ?? 0 == 0
    guard !sentence.isDamaged,
      begin(
        .gga, talker: talker, time: time, coordinate: isInvalid ? nil : coordinate,
        endOffset: endOffset)
    else { return }
    update { draft in
      guard !isInvalid else { return draft.hasInvalidGGA = true }
      draft.hasValidGGA = true
      let qualities: [FixQuality] = [
        .gps, .dgps, .pps, .rtk, .floatRTK, .estimated, .manual, .simulated,
      ]
      let quality = digit.map { $0 <= qualities.count ? qualities[$0 - 1] : .unknown }
      draft.setPosition(coordinate, rank: 3)
      draft.setQuality(quality ?? .unknown, rank: 3)
      draft.altitude = altitude ?? draft.altitude
      draft.geoidSeparation = separation ?? draft.geoidSeparation
      draft.hdop = hdop ?? draft.hdop
      if let used, used >= draft.satellitesUsed ?? 0 {
        draft.satellitesUsed = used
        draft.countIsCapped = used == 12
      }
    }
  }

  mutating func takeGNS(_ sentence: inout NMEASentence, _ talker: UInt16, _ endOffset: Int) {
    guard sentence.fieldCount >= 11 else { return sentence.isDamaged = true }
    let time = sentence.time(1)
    let coordinate = sentence.position(2)
    let modes = sentence[6]
    let used = sentence.natural(7, in: 0...999)
    let hdop = sentence.number(8, in: 0...10_000)
    let altitude = sentence.number(9, in: -100_000...100_000_000)
    let separation = sentence.number(10, in: -1000...1000)
    // One letter for each system; the fix is as good as the best of them.
    let order: [FixQuality] = [
      .rtk, .floatRTK, .pps, .dgps, .gps, .estimated, .manual, .simulated, .invalid,
    ]
    var best = order.count
    for index in 0..<modes.count {
      guard modes[index].isLetter else { return sentence.isDamaged = true }
      best = min(best, order.firstIndex(of: sentence.quality(modes[index])) ?? order.count)
    }
    let quality = best < order.count ? order[best] : .unknown
    let isInvalid = quality == .invalid
    guard !sentence.isDamaged,
      begin(
        .gns, talker: talker, time: time, coordinate: isInvalid ? nil : coordinate,
        endOffset: endOffset)
    else { return }
    guard !isInvalid else { return }
    update { draft in
      draft.setPosition(coordinate, rank: 2)
      draft.setQuality(quality, rank: 2)
      draft.altitude = draft.altitude ?? altitude
      draft.geoidSeparation = draft.geoidSeparation ?? separation
      draft.hdop = draft.hdop ?? hdop
      if let used, used > draft.satellitesUsed ?? -1 {
        draft.satellitesUsed = used
        draft.countIsCapped = false
      }
    }
  }

  mutating func takeGLL(_ sentence: inout NMEASentence, _ talker: UInt16, _ endOffset: Int) {
    guard sentence.fieldCount >= 5 else { return sentence.isDamaged = true }
    let coordinate = sentence.position(1)
    let time = sentence.time(5)
    let status = sentence.status(6)
    let mode = sentence.quality(sentence.letter(7))
    let isVoid = status == false || mode == .invalid
    guard !sentence.isDamaged,
      begin(
        .gll, talker: talker, time: time, coordinate: isVoid ? nil : coordinate,
        endOffset: endOffset)
    else { return }
    guard !isVoid else { return }
    update { draft in
      draft.setPosition(coordinate, rank: 0)
      draft.setQuality(mode, rank: 0)
    }
  }

  mutating func takeZDA(
    _ sentence: inout NMEASentence, _ talker: UInt16, _ weekRollovers: Int, _ endOffset: Int
  ) {
    guard sentence.fieldCount >= 5 else { return sentence.isDamaged = true }
    let time = sentence.time(1)
    let day = sentence.date(day: 2, month: 3, year: 4)
    guard !sentence.isDamaged,
      begin(.zda, talker: talker, time: time, coordinate: nil, endOffset: endOffset)
    else { return }
    if let day { update { $0.day = $0.day ?? day + weekRollovers * 7168 } }
  }

  mutating func takeGST(_ sentence: inout NMEASentence, _ talker: UInt16, _ endOffset: Int) {
    guard sentence.fieldCount >= 9 else { return sentence.isDamaged = true }
    let time = sentence.time(1)
    let north = sentence.number(6, in: 0...1e9)
    let east = sentence.number(7, in: 0...1e9)
    let up = sentence.number(8, in: 0...1e9)
    guard !sentence.isDamaged,
      begin(.gst, talker: talker, time: time, coordinate: nil, endOffset: endOffset)
    else { return }
    update { draft in
      if let north, let east {
        draft.horizontalAccuracy = (north * north + east * east).squareRoot()
      }
      draft.verticalAccuracy = up ?? draft.verticalAccuracy
    }
  }

  mutating func takeVTG(_ sentence: inout NMEASentence, _ endOffset: Int) {
    guard sentence.fieldCount >= 5 else { return sentence.isDamaged = true }
    // Before NMEA 0183 2.0 the four numbers stood without letters between.
    let isLettered = sentence.fieldCount >= 9
    let course = sentence.course(1)
    let knots = sentence.number(isLettered ? 5 : 3, in: 0...100_000)
    let kilometres = sentence.number(isLettered ? 7 : 4, in: 0...200_000)
    let mode = sentence.quality(sentence.letter(9))
    guard !sentence.isDamaged else { return }
    add(.vtg, endOffset: endOffset) { group in
      group.speed = knots.map { $0 * metresPerSecondPerKnot } ?? kilometres.map { $0 / 3.6 }
      group.course = course
      group.quality = mode == .invalid ? .unknown : mode
    }
  }

  mutating func takeGSA(_ sentence: inout NMEASentence, _ talker: UInt16, _ endOffset: Int) {
    guard sentence.fieldCount >= 18 else { return sentence.isDamaged = true }
    _ = sentence.letter(1)
    _ = sentence.natural(2, in: 1...3)
    let systemID = sentence[18].first?.hexDigit
    let numbering = SatelliteNumbering(talker: talker, systemID: systemID)
    let pdop = sentence.number(15, in: 0...10_000)
    let hdop = sentence.number(16, in: 0...10_000)
    let vdop = sentence.number(17, in: 0...10_000)
    for index in 3..<15 { _ = sentence.natural(index, in: 0...999) }
    guard !sentence.isDamaged else { return }
    add(.gsa, key: UInt32(talker) << 8 | UInt32(systemID ?? 0), endOffset: endOffset) { group in
      // Receivers write 99.9 and the like where there is no solution in a system.
      group.pdop = pdop ?? group.pdop
      group.hdop = hdop ?? group.hdop
      group.vdop = vdop ?? group.vdop
      group.gsaKeys.append(UInt32(talker) << 8 | UInt32(systemID ?? 0))
      for index in 3..<15 {
        guard let number = sentence[index].natural, number > 0 else { continue }
        let id = numbering.satellite(number)
        guard !group.used.contains(where: { $0.number == id.number && $0.system == id.system })
        else { continue }
        group.used.append(Satellite(system: id.system, number: id.number, isUsed: true))
      }
    }
  }

  mutating func takeGSV(_ sentence: inout NMEASentence, _ talker: UInt16, _ endOffset: Int) {
    guard sentence.fieldCount >= 4 else { return sentence.isDamaged = true }
    let number = sentence.natural(2, in: 1...99) ?? 1
    _ = sentence.natural(1, in: 1...99)
    let total = sentence.natural(3, in: 0...999)
    let rest = sentence.fieldCount - 4
    let signal = rest % 4 == 1 ? sentence[sentence.fieldCount - 1].first?.hexDigit ?? 0 : 0
    let numbering = SatelliteNumbering(talker: talker)
    for index in 4..<4 + rest / 4 * 4 { sentence.checkSatelliteField(index) }
    guard !sentence.isDamaged else { return }
    let key = UInt32(talker) << 8 | UInt32(signal)
    add(.gsv, key: key, isStart: number == 1, endOffset: endOffset) { group in
      if number == 1, !group.gsvKeys.contains(key) { group.gsvKeys.append(key) }
      for quad in 0..<rest / 4 {
        // Some receivers fill the last sentence up with satellites of the one before.
        if let total, total > 0, (number - 1) * 4 + quad >= total { break }
        let field = 4 + quad * 4
        guard let id = sentence[field].natural, id > 0 else { continue }
        let (system, number) = numbering.satellite(id)
        group.insert(
          Satellite(
            system: system, number: number,
            elevation: sentence[field + 1].decimal()?.double,
            azimuth: sentence[field + 2].natural.map { Double($0 % 360) },
            signalToNoise: sentence[field + 3].natural.map { Double($0) }))
      }
    }
  }
}

extension NMEASentence {
  /// Whether the status letter is `A`; nil when empty. Anything but A, V and the differential D is
  /// junk.
  fileprivate mutating func status(_ index: Int) -> Bool? {
    guard let letter = letter(index) else { return nil }
    switch letter {
    case UInt8(ascii: "A"), UInt8(ascii: "D"): return true
    case UInt8(ascii: "V"): return false
    default:
      isDamaged = true
      return nil
    }
  }

  /// A course over ground in 0..<360.
  fileprivate mutating func course(_ index: Int) -> Double? {
    number(index, in: 0...360).map { $0 == 360 ? 0 : $0 }
  }

  /// A height with its unit in a field of its own; metres where it is empty.
  fileprivate mutating func metres(_ index: Int, unit: Int) -> Double? {
    guard let value = number(index, in: -100_000...100_000_000) else { return nil }
    return letter(unit).map { $0 | 0x20 } == UInt8(ascii: "f") ? value * 0.3048 : value
  }

  /// Elevation may be negative; the other parts of a satellite are natural numbers.
  fileprivate mutating func checkSatelliteField(_ index: Int) {
    let text = self[index]
    if text.isEmpty { return }
    guard let number = text.decimal(), index % 4 == 1 || !number.isNegative,
      number.magnitude <= (index % 4 == 1 ? 90 : 999)
    else { return isDamaged = true }
  }
}
