import Positioning
import TerminalKit

/// The latest fixes, a row each, the newest last.
struct FixTable {
  private var table = Table(
    columns: [
      .init(title: "Time", width: 8), .init(title: "Latitude", width: 10, alignment: .trailing),
      .init(title: "Longitude", width: 10, alignment: .trailing),
      .init(title: "Altitude", width: 9, alignment: .trailing, rank: 2),
      .init(title: "Speed", width: 10, alignment: .trailing, rank: 1),
      .init(title: "Course", width: 8, alignment: .trailing, rank: 3),
      .init(title: "Sats", width: 4, alignment: .trailing, rank: 4),
      .init(title: "HDOP", width: 5, alignment: .trailing, rank: 6),
      .init(title: "Fix", width: 9, rank: 5),
    ],
    state: ListState(isSelectable: true, followsEnd: true))

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }

  /// The fix that is chosen.
  func chosen(of track: TrackSnapshot) -> Location? {
    let index = (table.state.selection ?? -1) - track.earlierFixCount
    return track.recentFixes.indices.contains(index) ? track.recentFixes[index] : nil
  }

  mutating func draw(
    _ track: TrackSnapshot, units: UnitSystem, placeholder: String, in rect: Rect,
    on canvas: inout Canvas
  ) {
    table.placeholder = placeholder
    let first = track.earlierFixCount
    table.columns[3].title = track.lastFix?.heightName ?? "Altitude"
    table.draw(first..<first + track.recentFixes.count, in: rect, on: &canvas) { row, column in
      FixTable.text(column, of: track.recentFixes[row - first], units) ?? "--"
    }
  }

  private static func text(_ column: Int, of fix: Location, _ units: UnitSystem) -> String? {
    switch column {
    case 0: fix.timestamp.map(FigureText.timeOfDay)
    case 1: String(fixedPoint: fix.coordinate.latitude, decimals: 5)
    case 2: String(fixedPoint: fix.coordinate.longitude, decimals: 5)
    case 3: units.height(of: fix)
    case 4: fix.speed.map(units.speed)
    case 5: fix.course.map(FigureText.course)
    case 6: fix.satellitesUsed.map(String.init)
    case 7: fix.hdop.map { String(fixedPoint: $0, decimals: 1) }
    default: FigureText.quality(fix.fix)
    }
  }
}
