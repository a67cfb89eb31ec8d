extension CSVDialect {
  /// Settles the columns of FlySight 2's log, which has several kinds of lines; nil for other text.
  ///
  /// `$COL,GNSS,…` names the columns of the lines that begin with `$GNSS`.
  static func settleFlySight(
    _ bytes: ByteText, isWhole: Bool
  ) -> (dialect: CSVDialect, dataRow: Int)? {
    guard bytes.hasPrefix("$FLYS,") else { return nil }
    let rows = rows(bytes, delimiter: .comma, isWhole: isWhole)
    let heading = rows.firstIndex { $0.count > 2 && $0[0].equals("$COL") && $0[1].equals("GNSS") }
    guard let heading, let dataRow = rows.firstIndex(where: { $0.first?.equals("$GNSS") == true })
    else { return nil }
    var dialect = CSVDialect(delimiter: .comma)
    // The first cell is empty once the line's kind is removed.
    let names = [""] + rows[heading].dropFirst(2).map(\.string)
    guard dialect.apply(names.map { CSVHeaderName($0) }, line: heading + 1) else { return nil }
    dialect.rowPrefix = "$GNSS"
    dialect.look(at: rows[dataRow...].filter { $0.first?.equals("$GNSS") == true }[...])
    return (dialect, dataRow)
  }
}
