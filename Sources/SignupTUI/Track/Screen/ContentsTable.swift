/// The tracks of a trace to choose from, and its routes and waypoints, a row each.
struct ContentsTable {
  /// The part of the trace in a row.
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

  var table = Table(
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

  /// The chosen row.
  var chosen: Row? { table.state.selection.flatMap { rows.indices.contains($0) ? rows[$0] : nil } }

  mutating func draw(_ shown: ShownTrack, units: UnitSystem, in rect: Rect, on canvas: inout Canvas)
  {
    let (tracks, contents) = (shown.tracks, shown.contents)
    rows =
      (tracks.count > 1 ? [.all] : []) + tracks.indices.map { .track($0) }
      + contents.routes.indices.map { .route($0) }
      + contents.waypoints.indices.map { .waypoint($0) }
    let others = table.columns.reduce(0) { $0 + $1.width + 2 } - table.columns[3].width
    table.columns[3].width = min(40, max(12, rect.width - 2 - others))
    let rows = rows
    let sign = canvas.symbols.lacksSigns ? "*" : "▶"
    var cells = (row: -1, texts: [String]())
    table.draw(rows.indices, in: rect, on: &canvas) { row, column in
      if column == 0 { return ContentsTable.isPlayed(rows[row], in: shown) ? sign : "" }
      if cells.row != row { cells = (row, ContentsTable.texts(of: rows[row], in: shown, units)) }
      return cells.texts[column - 1]
    }
  }

  private static func isPlayed(_ row: Row, in shown: ShownTrack) -> Bool {
    guard shown.tracks.count > 1 else { return false }
    switch row {
    case .all: return shown.playedTrack == nil
    case .track(let index): return shown.playedTrack == shown.tracks[index]
    case .route, .waypoint: return false
    }
  }

  /// Returns the cells of a row, from its kind on.
  private static func texts(of row: Row, in shown: ShownTrack, _ units: UnitSystem) -> [String] {
    func texts(_ kind: String, _ number: String, _ name: String?, _ sums: TrackProgress?)
      -> [String]
    {
      let metrics = sums.map {
        [
          units.distance($0.distance), FigureText.time($0.elapsed), FigureText.time($0.moving),
          units.height($0.climb, decimals: 0),
        ]
      }
      return [kind, number, name ?? "-"] + (metrics ?? ["--", "--", "--", "--"]) + [""]
    }
    switch row {
    case .all:
      let sums = shown.tracks.compactMap(\.line?.sums)
      let name = "All \(shown.tracks.count) tracks"
      guard sums.count == shown.tracks.count else {
        return ["all", "--", name] + Array(repeating: "--", count: 5)
      }
      return texts("all", "", name, sums.reduce(into: TrackProgress()) { $0.add($1) })
    case .track(let index):
      let track = shown.tracks[index]
      let kind = shown.trace?.kind == .route ? "route" : "track"
      return texts(kind, "\(track.number)", track.name, track.line?.sums)
    case .route(let index):
      let route = shown.contents.routes[index]
      let distance = zip(route.points, route.points.dropFirst()).reduce(0) {
        $0 + $1.0.stepDistance(to: $1.1)
      }
      return [
        "route", "\(route.number)", route.label?.name ?? "-", units.distance(distance), "", "", "",
        "",
      ]
    case .waypoint(let index):
      let waypoint = shown.contents.waypoints[index]
      let heading = shown.positionFix.map {
        Heading(from: $0.coordinate, to: waypoint.location.coordinate)
      }
      return [
        "waypoint", "\(index + 1)", waypoint.label?.name ?? "-",
        heading.map { units.distance($0.distance) } ?? "--", "", "", "",
        heading?.bearing.map(FigureText.course) ?? "--",
      ]
    }
  }
}
