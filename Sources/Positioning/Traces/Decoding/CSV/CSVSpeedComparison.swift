extension CSVDialect {
  /// True if nothing says the unit of the speeds.
  var isSpeedUnitOpen: Bool { columns[.speed] != nil && !isSpeedUnitSaid }

  /// Finds the unit of speeds that say none by the steps from row to row: metres per second if
  /// these fit or say too little, else what fits. Speeds that fit in no unit are left out.
  mutating func compareSpeeds(in bytes: ByteText, skipping dataRow: Int, options: TraceOptions) {
    guard isSpeedUnitOpen else { return }
    // Over short distances the noise of positions counts for too much, unless all say the same.
    var ratios = ratios(in: bytes, skipping: dataRow, options: options, leastLength: 25).sorted()
    let isShort = ratios.count < 3
    if isShort {
      ratios = self.ratios(in: bytes, skipping: dataRow, options: options, leastLength: 3).sorted()
    }
    guard ratios.count >= 3 else { return }
    let median = ratios[ratios.count / 2]
    let alike = ratios.count { (median / 1.2...median * 1.2).contains($0) }
    guard !(0.7...1.4).contains(median), !isShort || alike == ratios.count else { return }
    isSpeedCompared = true
    if alike * 5 >= ratios.count * 3 {
      switch median {
      // Between the factors of knots, 1.944, and miles per hour, 2.237.
      case 1.7..<2.085: return speedUnit = .knots
      case 2.085..<2.55: return speedUnit = .milesPerHour
      case 3.0..<4.3: return speedUnit = .kilometresPerHour
      default: break
      }
    }
    columns[.speed] = nil
  }

  /// The ratios of the speeds to those between the positions, over at least so many metres in 1 to
  /// 30 s, at 0.8 m/s or more.
  private func ratios(
    in bytes: ByteText, skipping dataRow: Int, options: TraceOptions, leastLength: Double
  ) -> [Double] {
    var reader = CSVRowReader(self, skipping: dataRow, options: options)
    defer { reader.forget() }
    var rest = bytes
    var row = CSVRowReader.Row(epoch: TraceEpoch(location: nil))
    var statistics = TraceStatistics()
    var ratios: [Double] = []
    var start: (time: Int64, coordinate: Coordinate)?
    var (sum, count) = (0.0, 0)
    reading: while !rest.isEmpty {
      switch reader.read(&rest, isLast: false, statistics: &statistics, into: &row) {
      case .incomplete: break reading
      case .skipped: continue
      case .row: break
      }
      let time = row.epoch.timestamp?.nanosecondsSince1970 ?? row.epoch.nanosecondsOfDay
      guard let location = row.epoch.location, let speed = location.speed, let time else {
        start = nil
        continue
      }
      sum += speed
      count += 1
      let seconds = start.map { Double(time.subtractingSaturated($0.time)) / 1e9 } ?? 0
      guard let begin = start, (0...30).contains(seconds) else {
        (start, sum, count) = ((time, location.coordinate), speed, 1)
        continue
      }
      let length = begin.coordinate.distance(to: location.coordinate)
      guard seconds >= 1, length >= leastLength else { continue }
      if (0.8...350).contains(length / seconds) {
        ratios.append(sum / Double(count) / (length / seconds))
      }
      (start, sum, count) = ((time, location.coordinate), speed, 1)
    }
    return ratios
  }
}
