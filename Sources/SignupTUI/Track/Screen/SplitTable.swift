import Positioning
import TerminalKit
import ViewModels

/// The parts of a track, a row each: kilometres, miles or laps.
struct SplitTable {
  /// True if laps are shown where the trace has some.
  var showsLaps = false
  private var table = Table(columns: [], placeholder: "no part yet")

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }
  mutating func handle(_ mouse: Mouse) -> Bool { table.handle(mouse) }

  /// A part of one of the tracks.
  private struct Row {
    var track: Int
    var part: TrackSplit
  }

  /// Draws the parts of tracks, those of one behind those of another.
  mutating func draw(
    _ tracks: [TrackParts], units: UnitSystem, in rect: Rect, on canvas: inout Canvas
  ) {
    let areLaps = showsLaps && tracks.contains { $0.laps.all.count > 1 }
    let rows = tracks.enumerated().flatMap { index, track -> [Row] in
      let splits =
        areLaps ? track.laps : units.kind == .imperial ? track.miles : track.kilometres
      return splits.all.map { Row(track: index, part: $0) }
    }
    let title = areLaps ? "Lap" : units.kind == .imperial ? "Mile" : "km"
    let paced = UnitSystem(kind: units.kind, showsPace: true)
    let hasHeart = rows.contains { $0.part.heartRate != nil }
    let hasPower = rows.contains { $0.part.power != nil }
    var columns: [(Table.Column, (TrackSplit) -> String)] = [
      (.init(title: title, width: 5, alignment: .trailing), { "\($0.number)" }),
      (
        .init(title: "Length", width: 8, alignment: .trailing, rank: 5),
        { units.distance($0.sums.distance) }
      ),
      (
        .init(title: "Time", width: 7, alignment: .trailing),
        { FigureText.time($0.sums.elapsed) }
      ),
      (
        .init(title: "Pace", width: 10, alignment: .trailing, rank: 1),
        { $0.sums.meanMovingSpeed.map(paced.pace) ?? "--" }
      ),
      (
        .init(title: "Speed", width: 10, alignment: .trailing, rank: 2),
        { split in
          split.sums.meanMovingSpeed.map { UnitSystem(kind: units.kind).speed($0) } ?? "--"
        }
      ),
      (
        .init(title: "Up", width: 6, alignment: .trailing, rank: 3),
        { units.height($0.sums.climb, decimals: 0) }
      ),
      (
        .init(title: "Down", width: 6, alignment: .trailing, rank: 4),
        { units.height($0.sums.descent, decimals: 0) }
      ),
    ]
    if hasHeart {
      columns.append(
        (
          .init(title: "Heart", width: 7, alignment: .trailing, rank: 2),
          { $0.heartRate.map(FigureText.heartRate) ?? "--" }
        ))
    }
    if hasPower {
      columns.append(
        (
          .init(title: "Power", width: 6, alignment: .trailing, rank: 3),
          { $0.power.map(FigureText.power) ?? "--" }
        ))
    }
    let track = Table.Column(title: "Track", width: 5, alignment: .trailing)
    let isOne = tracks.count == 1
    table.columns = (isOne ? [] : [track]) + columns.map(\.0)
    table.draw(rows.indices, in: rect, on: &canvas) { number, column in
      let row = rows[number]
      if isOne { return columns[column].1(row.part) }
      return column == 0 ? "\(row.track + 1)" : columns[column - 1].1(row.part)
    }
  }
}
