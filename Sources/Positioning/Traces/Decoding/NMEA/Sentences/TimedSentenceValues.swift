extension TimedSentence {
  /// Adds the sentence's values to its epoch.
  func update(_ draft: inout EpochDraft) {
    switch kind {
    case .rmc: updateByRMC(&draft)
    case .gga: updateByGGA(&draft)
    case .gns: if isValid { updateByGNS(&draft) }
    case .pubx00: if isValid { updateByPUBX(&draft) }
    case .gll: if isValid { setFix(of: &draft, rank: 0) }
    case .zda: draft.setDay(fields.date(day: 2, month: 3, year: 4), hasWholeYear: true)
    case .gst: setAccuracy(of: &draft, index: 6, rank: 2)
    case .gbs: setAccuracy(of: &draft, index: 2, rank: 1)
    case .pmgntrk:
      // Older receivers leave the date out.
      draft.day = fields.date(10) ?? draft.day
      draft.judge(.rmc, isValid: isValid, of: talker)
      guard isValid else { return }
      setFix(of: &draft, rank: 1)
      draft.altitude = draft.altitude ?? fields.metres(5, unit: 6)
    }
  }

  private func updateByRMC(_ draft: inout EpochDraft) {
    draft.setDay(fields.date(9), hasWholeYear: false, isVouched: isValid)
    draft.judge(.rmc, isValid: isValid, of: talker)
    guard isValid else { return }
    setFix(of: &draft, rank: 1)
    draft.speed = fields.knots(7) ?? draft.speed
    draft.course = fields.course(8) ?? draft.course
    draft.magneticVariation = fields.variation(10) ?? draft.magneticVariation
  }

  private func updateByGGA(_ draft: inout EpochDraft) {
    guard isValid else {
      // An empty quality denies nothing.
      if !fields[6].isEmpty { draft.judge(.gga, isValid: false, of: talker) }
      return
    }
    draft.judge(.gga, isValid: true, of: talker)
    // RMC's status is V then, since it only has valid and invalid.
    if fix.isByHand { draft.judge(.rmc, isValid: true, of: talker) }
    setFix(of: &draft, rank: 3)
    draft.altitude = fields.metres(9, unit: 10) ?? draft.altitude
    draft.geoidSeparation = fields.metres(11, unit: 12) ?? draft.geoidSeparation
    draft.hdop = fields.number(8, in: 0...10_000) ?? draft.hdop
    if let count = satelliteCount(7), count >= draft.satellitesUsed ?? 0 {
      draft.satellitesUsed = count
      // Many receivers stop at 12.
      draft.countIsCapped = count == 12
    }
  }

  private func updateByGNS(_ draft: inout EpochDraft) {
    if fix.isByHand { draft.judge(.rmc, isValid: true, of: talker) }
    setFix(of: &draft, rank: 2)
    draft.altitude = draft.altitude ?? fields.number(9, in: -100_000...100_000_000)
    draft.geoidSeparation = draft.geoidSeparation ?? fields.number(10, in: -1000...1000)
    draft.hdop = draft.hdop ?? fields.number(8, in: 0...10_000)
    if let count = satelliteCount(7), count > draft.satellitesUsed ?? -1 {
      draft.satellitesUsed = count
      draft.countIsCapped = false
    }
  }

  private func updateByPUBX(_ draft: inout EpochDraft) {
    setFix(of: &draft, rank: 0)
    draft.setAccuracy(
      horizontal: fields.number(9, in: 0...1e9), vertical: fields.number(10, in: 0...1e9), rank: 0)
    draft.ellipsoidalAltitude =
      fields.number(7, in: -100_000...100_000_000) ?? draft.ellipsoidalAltitude
    draft.speed = draft.speed ?? fields.number(11, in: 0...200_000).map { $0 / 3.6 }
    draft.course = draft.course ?? fields.course(12)
    draft.hdop = draft.hdop ?? fields.number(15, in: 0...10_000)
    draft.vdop = draft.vdop ?? fields.number(16, in: 0...10_000)
    draft.satellitesUsed = draft.satellitesUsed ?? satelliteCount(18)
  }

  private func setFix(of draft: inout EpochDraft, rank: Int) {
    draft.setPosition(coordinate, rank: rank, of: talker)
    draft.setQuality(fix, rank: rank)
  }

  /// Sets the errors to the north, to the east and in height, from three fields at an index.
  private func setAccuracy(of draft: inout EpochDraft, index: Int, rank: Int) {
    let north = fields.number(index, in: 0...1e9)
    let east = fields.number(index + 1, in: 0...1e9)
    var radius: Double?
    if let north, let east { radius = (north * north + east * east).squareRoot() }
    draft.setAccuracy(
      horizontal: radius, vertical: fields.number(index + 2, in: 0...1e9), rank: rank)
  }

  private func satelliteCount(_ index: Int) -> Int? { fields.natural(index, in: 0...999) }
}
