extension CSVDialect {
  /// True if the unit of the speeds is unknown.
  var isSpeedUnitOpen: Bool { columns[.speed] != nil && !isSpeedUnitSaid }

  /// Finds the unit of speeds without one from the steps between rows: metres per second if these
  /// fit or there are too few of them, else the unit that fits. Speeds that fit none are left out.
  mutating func compareSpeeds(in bytes: ByteText, skipping dataRow: Int, options: TraceOptions) {
    guard isSpeedUnitOpen else { return }
    // Over short distances the noise of positions matters too much, unless all ratios agree.
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
