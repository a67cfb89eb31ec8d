/// The parts of a track, a row each: kilometres, miles or laps.
struct SplitTable {
  /// True if laps are shown when the trace has some.
  var showsLaps = false
  var table = Table(columns: [], placeholder: "no splits yet")

  typealias Column = TextColumn<TrackSplit>

  /// Returns the columns of parts, the first one with a title.
  static func columns(
    of splits: [TrackSplit], titled title: String, _ units: UnitSystem
  ) -> [Column] {
    let paced = UnitSystem(kind: units.kind, showsPace: true)
    let unpaced = UnitSystem(kind: units.kind)
    var columns = [
      Column(title, 5, .trailing) { "\($0.number)" },
      Column("Length", 8, .trailing, rank: 5) { units.distance($0.sums.distance) },
      Column("Time", 7, .trailing) { FigureText.time($0.sums.elapsed) },
      Column("Pace", 10, .trailing, rank: 1) { $0.sums.meanMovingSpeed.map(paced.pace) },
      Column("Speed", 10, .trailing, rank: 2) { $0.sums.meanMovingSpeed.map(unpaced.speed) },
      Column("Up", 6, .trailing, rank: 3) { units.height($0.sums.climb, decimals: 0) },
      Column("Down", 6, .trailing, rank: 4) { units.height($0.sums.descent, decimals: 0) },
    ]
    if splits.contains(where: { $0.heartRate != nil }) {
      columns.append(
        Column("Heart", 7, .trailing, rank: 2) { $0.heartRate.map(FigureText.heartRate) })
    }
    if splits.contains(where: { $0.power != nil }) {
      columns.append(Column("Power", 6, .trailing, rank: 3) { $0.power.map(FigureText.power) })
    }
    return columns
  }

  /// Draws the parts of tracks, one track after another.
  mutating func draw(
    _ tracks: [TrackParts], units: UnitSystem, in rect: Rect, on canvas: inout Canvas
  ) {
    let areLaps = showsLaps && tracks.contains { $0.laps.all.count > 1 }
    let isImperial = units.kind == .imperial
    let rows = tracks.enumerated().flatMap { index, track in
      (areLaps ? track.laps : isImperial ? track.miles : track.kilometres).all
        .map { (track: "\(index + 1)", part: $0) }
    }
    let title = areLaps ? "Lap" : isImperial ? "Mile" : "km"
    let columns = SplitTable.columns(of: rows.map(\.part), titled: title, units)
    table.columns = columns.map(\.look)
    let others = tracks.count == 1 ? 0 : 1
    if others > 0 {
      table.columns.insert(.init(title: "Track", width: 5, alignment: .trailing), at: 0)
    }
    table.draw(rows.indices, in: rect, on: &canvas) { number, column in
      let row = rows[number]
      return column < others ? row.track : columns[column - others].text(row.part) ?? "--"
    }
  }
}
