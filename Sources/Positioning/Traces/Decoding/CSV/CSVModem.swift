/// A response of a cellular modem to a request for its position: a table without a heading whose
/// rows begin with the response's name.
private struct ModemAnswer {
  /// The beginning of each row; several if the responses differ only in that.
  let prefixes: [String]
  /// The columns by their meaning; several if modules differ in their number.
  let layouts: [[CSVColumn: Int]]
  var speedUnit = SpeedUnit.metresPerSecond

  static let all = [
    // SIM868, SIM7000, SIM7080: running, fix, time, position, height, speed, course, mode, -, DOPs.
    ModemAnswer(
      prefixes: ["+CGNSINF:", "+UGNSINF:"],
      layouts: [
        [
          .time: 2, .latitude: 3, .longitude: 4, .altitude: 5, .speed: 6, .course: 7, .hdop: 10,
          .pdop: 11, .vdop: 12, .satellites: 15, .fix: 1,
        ]
      ], speedUnit: .kilometresPerHour),
    // SIM5320, SIM7100, SIM7600: degrees and minutes, day first, knots.
    ModemAnswer(prefixes: ["+CGPSINFO:"], layouts: [position(at: 0)], speedUnit: .knots),
    // SIM7600 (satellites of three systems before the position) and A7670 or SIM7070 (of four).
    ModemAnswer(
      prefixes: ["+CGNSSINFO:"],
      layouts: [4, 5].map { first in
        position(at: first).merging([
          .pdop: first + 9, .hdop: first + 10, .vdop: first + 11,
        ]) { $1 }
      }, speedUnit: .knots),
    // Quectel and Telit: time, position (Quectel's with separate letters if requested), HDOP,
    // height, mode, course, speed in km/h and in knots, date, satellites.
    ModemAnswer(
      prefixes: ["+QGPSLOC:", "$GPSACP:"],
      layouts: [
        [
          .time: 0, .latitude: 1, .latitudeHemisphere: 2, .longitude: 3, .longitudeHemisphere: 4,
          .hdop: 5, .altitude: 6, .course: 8, .speed: 9, .date: 11, .satellites: 12,
        ],
        [
          .time: 0, .latitude: 1, .longitude: 2, .hdop: 3, .altitude: 4, .course: 6, .speed: 7,
          .date: 9, .satellites: 10,
        ],
      ], speedUnit: .kilometresPerHour),
  ]

  /// Position with its letters, date, time, height, speed and course, in this order.
  private static func position(at first: Int) -> [CSVColumn: Int] {
    [
      .latitude: first, .latitudeHemisphere: first + 1, .longitude: first + 2,
      .longitudeHemisphere: first + 3, .date: first + 4, .time: first + 5, .altitude: first + 6,
      .speed: first + 7, .course: first + 8,
    ]
  }
}

extension CSVDialect {
  /// Settles the columns of a modem's responses; nil if no row has a position.
  static func settleModem(_ bytes: ByteText, isWhole: Bool) -> (dialect: CSVDialect, dataRow: Int)?
  {
    let rows = rows(bytes, delimiter: .comma, isWhole: isWhole)
    let answers = ModemAnswer.all.flatMap { answer in answer.prefixes.map { ($0, answer) } }
    for (prefix, answer) in answers {
      let found = rows.compactMap { row -> [ByteText]? in
        guard let first = row.first?.trimmed, first.hasPrefix(prefix) else { return nil }
        return [first.dropping(prefix.utf8.count)] + row.dropFirst()
      }
      guard !found.isEmpty else { continue }
      for layout in answer.layouts {
        var dialect = CSVDialect(delimiter: .comma)
        dialect.columns = layout
        dialect.rowPrefix = prefix
        (dialect.speedUnit, dialect.isSpeedUnitSaid) = (answer.speedUnit, true)
        (dialect.isHeightUnitSaid, dialect.heightReference) = (true, .meanSeaLevel)
        dialect.isDayFirstRunTogether = true
        dialect.look(at: found[...])
        if found.contains(where: dialect.hasModemPosition) { return (dialect, 0) }
      }
    }
    return nil
  }

  /// Returns true if the cells of the position contain one, and those of its sides letters.
  private func hasModemPosition(_ row: [ByteText]) -> Bool {
    let sides: [CSVColumn] = [.latitudeHemisphere, .longitudeHemisphere]
    return hasPosition(row)
      && sides.allSatisfy { side in
        guard let index = columns[side] else { return true }
        return index < row.count && row[index].trimmed.first?.isLetter == true
      }
  }
}

extension ByteText {
  /// The name at the beginning of a modem's response: `+CLBS:`; nil if this is not a response.
  var modemAnswer: ByteText? {
    guard let first, "+$#^".utf8.contains(first), let colon = firstIndex(of: UInt8(ascii: ":")),
      (3...20).contains(colon), self[1].isLetter,
      !prefix(colon).dropping(1).contains(where: { !$0.isLetter && !$0.isDigit })
    else { return nil }
    return prefix(colon + 1)
  }

  fileprivate func hasPrefix(_ prefix: String) -> Bool {
    let bytes = Array(prefix.utf8)
    return count >= bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
  }
}
