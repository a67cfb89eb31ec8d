import Positioning
import TerminalKit
import ViewModels

/// The tracks of a trace to choose from, and its routes and waypoints, a row each.
struct PlaceTable {
  /// The part of the trace that a row stands for.
  enum Row: Equatable {
    /// All tracks.
    case all
    /// The track of an index.
    case track(Int)
    /// The route of an index.
    case route(Int)
    /// The waypoint of an index.
    case waypoint(Int)
  }

  private var table = Table(
    columns: [
      .init(title: "", width: 1), .init(title: "Kind", width: 8, rank: 3),
      .init(title: "#", width: 4, alignment: .trailing, rank: 4),
      .init(title: "Name", width: 20), .init(title: "Distance", width: 9, alignment: .trailing),
      .init(title: "Time", width: 8, alignment: .trailing, rank: 1),
      .init(title: "Moving", width: 8, alignment: .trailing, rank: 5),
      .init(title: "Climb", width: 7, alignment: .trailing, rank: 2),
      .init(title: "Bearing", width: 8, alignment: .trailing, rank: 1),
    ], placeholder: "no tracks and no places", state: ListState(isSelectable: true))
  private var rows: [Row] = []

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }
  mutating func handle(_ mouse: Mouse) -> Bool { table.handle(mouse) }

  /// The row that is chosen.
  var chosen: Row? {
    table.state.selection.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
  }

  mutating func draw(
    _ shown: ShownTrack, units: UnitSystem, in rect: Rect, on canvas: inout Canvas
  ) {
    let (tracks, places) = (shown.tracks, shown.places)
    rows =
      (tracks.count > 1 ? [.all] : []) + tracks.indices.map { .track($0) }
      + places.routes.indices.map { .route($0) } + places.waypoints.indices.map { .waypoint($0) }
    let others = table.columns.reduce(0) { $0 + $1.width + 2 } - table.columns[3].width
    table.columns[3].width = min(40, max(12, rect.width - 2 - others))
    let (rows, here) = (rows, shown.placeFix?.coordinate)
    let played = shown.playedTrack
    let isPlayed = { (row: Row) -> Bool in
      switch row {
      case .all: played == nil
      case .track(let index): played == tracks[index]
      case .route, .waypoint: false
      }
    }
    let sign = canvas.symbols.lacksSigns ? "*" : "▶"
    table.draw(rows.indices, in: rect, on: &canvas) { row, column in
      let row = rows[row]
      if column == 0 { return tracks.count > 1 && isPlayed(row) ? sign : "" }
      switch row {
      case .all:
        let sums = tracks.compactMap(\.line?.sums)
        guard column == 1 || column == 3 || sums.count == tracks.count else { return "--" }
        return PlaceTable.cell(
          column, "all", nil, "All \(tracks.count) tracks", PlaceTable.sum(of: sums), units)
      case .track(let index):
        let track = tracks[index]
        return PlaceTable.cell(
          column, shown.trace?.kind == .route ? "route" : "track", track.number, track.name,
          track.line?.sums, units)
      case .route(let index):
        let route = places.routes[index]
        var sums = TrackProgress()
        sums.distance = zip(route.points, route.points.dropFirst()).reduce(0) {
          $0 + $1.0.stepDistance(to: $1.1)
        }
        let text = PlaceTable.cell(
          column, "route", route.number, route.label?.name, sums, units)
        return (5...7).contains(column) ? "" : text
      case .waypoint(let index):
        let waypoint = places.waypoints[index]
        let heading = here.map { Heading(from: $0, to: waypoint.location.coordinate) }
        switch column {
        case 1: return "waypoint"
        case 2: return "\(index + 1)"
        case 3: return waypoint.label?.name ?? "-"
        case 4: return heading.map { units.distance($0.distance) } ?? "--"
        case 8: return heading?.bearing.map(FigureText.course) ?? "--"
        default: return ""
        }
      }
    }
  }

  private static func sum(of parts: [TrackProgress]) -> TrackProgress {
    var sum = TrackProgress()
    for part in parts {
      sum.distance += part.distance
      sum.elapsed += part.elapsed
      sum.moving += part.moving
      sum.climb += part.climb
    }
    return sum
  }

  private static func cell(
    _ column: Int, _ kind: String, _ number: Int?, _ name: String?, _ sums: TrackProgress?,
    _ units: UnitSystem
  ) -> String {
    switch column {
    case 1: kind
    case 2: number.map { "\($0)" } ?? ""
    case 3: name ?? "-"
    case 4: sums.map { units.distance($0.distance) } ?? "--"
    case 5: sums.map { FigureText.time($0.elapsed) } ?? "--"
    case 6: sums.map { FigureText.time($0.moving) } ?? "--"
    case 7: sums.map { units.height($0.climb, decimals: 0) } ?? "--"
    default: ""
    }
  }
}
