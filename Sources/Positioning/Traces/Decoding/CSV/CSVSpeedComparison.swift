extension CSVDialect {
  /// True if nothing says the unit of the speeds.
  var isSpeedUnitOpen: Bool { columns[.speed] != nil && !isSpeedUnitSaid }

  /// Finds the unit of speeds that say none by the steps from row to row: metres per second if
  /// these fit or say too little, else what fits. Speeds that fit in no unit are left out.
  mutating func compareSpeeds(in bytes: ByteText, skipping dataRow: Int, options: TraceOptions) {
    guard isSpeedUnitOpen else { return }
    // Over short distances the noise of positions counts for too much, unless all say the same.
    var ratios = ratios(in: bytes, skipping: dataRow, options: options, leastDistance: 25)
    let isShort = ratios.all.count < 3
    if isShort {
      ratios = self.ratios(in: bytes, skipping: dataRow, options: options, leastDistance: 3)
    }
    let verdict = ratios.verdict(least: 3, needsAll: isShort)
    isSpeedCompared = verdict != .fits
    switch verdict {
    case .fits: break
    case .unit(let unit): speedUnit = unit
    case .noUnit: columns[.speed] = nil
    }
  }

  private func ratios(
    in bytes: ByteText, skipping dataRow: Int, options: TraceOptions, leastDistance: Double
  ) -> SpeedRatios {
    var reader = CSVRowReader(self, skipping: dataRow, options: options)
    defer { reader.forget() }
    var rest = bytes
    var row = CSVRowReader.Row(epoch: TraceEpoch(location: nil))
    var statistics = TraceStatistics()
    var ratios = SpeedRatios(leastDistance: leastDistance)
    reading: while !rest.isEmpty {
      switch reader.read(&rest, isLast: false, statistics: &statistics, into: &row) {
      case .incomplete: break reading
      case .skipped: continue
      case .row: break
      }
      let time = row.epoch.timestamp?.nanosecondsSince1970 ?? row.epoch.nanosecondsOfDay
      ratios.add(row.epoch.location, at: time)
    }
    return ratios
  }
}
