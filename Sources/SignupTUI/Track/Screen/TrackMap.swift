import Positioning
import TerminalKit

/// The track as a picture: the whole route where it is known, the line so far, its start, the
/// present place, the outliers beside it, and a scale.
///
/// Keeps what it has drawn and adds new points to it, as long as the view stays the same.
struct TrackMap {
  var aim = MapAim()
  var colour = MapColour.plain
  var markers: DotCanvas.Markers

  private var view: MapView?
  private var route = RouteLayer()
  private var line = LineLayer()

  init(markers: DotCanvas.Markers) {
    self.markers = markers
  }

  /// The view in words.
  var name: String { aim.name }

  /// Draws the map of a track in a rectangle; a placeholder while there is no place to show.
  ///
  /// - Parameter chosen: The waypoint that is looked at.
  mutating func draw(
    _ shown: ShownTrack, chosen: TraceContents.Waypoint? = nil, units: UnitSystem, in rect: Rect,
    on canvas: inout Canvas
  ) {
    let paths = shown.snapshot.paths
    updateView(shown, size: rect.size)
    guard let view else {
      Label(text: shown.placeholder, style: .muted, alignment: .center)
        .draw(in: rect.row(rect.height / 2), on: &canvas)
      return
    }
    let ramp = MapRamp(
      colour, for: (shown.route ?? shown.snapshot).statistics, units: units)
    let under = route.picture(
      shown.route?.paths ?? [], routes: shown.places.routes, isColoured: colour == .tracks, view,
      size: rect.size)
    let picture = line.picture(paths, view, ramp, on: under, revision: route.revision)
    let markers = canvas.symbols.lacksSigns ? .ascii : markers
    let isASCII = markers == .ascii
    picture.draw(in: rect, on: &canvas, markers: markers)
    drawGuides(shown, isASCII: isASCII, markers, view, rect, on: &canvas)
    // The one that is looked at takes the place for its name first.
    let waypoints = (chosen.map { [$0] } ?? []) + shown.places.waypoints
    drawWaypoints(
      waypoints, chosen: chosen, isASCII: isASCII, view, rect, on: &canvas)
    for path in shown.route?.paths ?? paths {
      guard let start = path.points.first else { continue }
      mark(start.coordinate, isASCII ? "o" : "◦", .muted, view, rect, on: &canvas)
    }
    let sign = TrackMap.outlierSign(isASCII: isASCII)
    var hasOutliers = false
    for outlier in shown.outliers {
      if mark(outlier, sign, .danger, view, rect, on: &canvas) { hasOutliers = true }
    }
    drawLegend(
      view, units, outliers: hasOutliers ? sign : nil, ramp, in: rect, on: &canvas)
    drawHeads(shown, paths, isASCII: isASCII, view, rect, on: &canvas)
  }

  /// Marks the present place or, of tracks that run side by side, the place of each in its colour
  /// and with its name.
  private func drawHeads(
    _ shown: ShownTrack, _ paths: [TrackPath], isASCII: Bool, _ view: MapView, _ rect: Rect,
    on canvas: inout Canvas
  ) {
    for (lane, path) in paths.enumerated().reversed() {
      guard let head = path.head else { continue }
      var style = Style(foreground: .warning, attributes: .bold)
      if shown.staleness.fix != nil { style = .muted }
      if paths.count > 1 {
        style = Style(foreground: MapColour.role(of: head, lane: lane), attributes: .bold)
      }
      guard mark(head.coordinate, isASCII ? "@" : "●", style, view, rect, on: &canvas),
        paths.count > 1, shown.tracks.indices.contains(lane), let name = shown.tracks[lane].name
      else { continue }
      let (x, y) = view.dot(head.coordinate)
      let place = Point(rect.x + Int(x) / 2 + 2, rect.y + Int(y) / 4)
      let width = min(Glyph.columns(of: name), rect.maxX - place.x, 12)
      guard width >= 3, place.y < rect.maxY else { continue }
      canvas.write(
        name, in: Rect(x: place.x, y: place.y, width: width, height: 1), style: style)
    }
  }

  /// Marks waypoints, with their names where these hide no other place's.
  private func drawWaypoints(
    _ waypoints: [TraceContents.Waypoint], chosen: TraceContents.Waypoint?, isASCII: Bool,
    _ view: MapView, _ rect: Rect, on canvas: inout Canvas
  ) {
    var taken: [Rect] = []
    for (number, waypoint) in waypoints.prefix(200).enumerated() {
      let coordinate = waypoint.location.coordinate
      let isChosen = chosen != nil && waypoint == chosen
      let style: Style =
        isChosen ? Style(foreground: .warning, attributes: .bold) : .muted
      guard mark(coordinate, isASCII ? "+" : "◆", style, view, rect, on: &canvas),
        number == 0 || !isChosen,
        let name = waypoint.label?.name
      else { continue }
      let (x, y) = view.dot(coordinate)
      let place = Point(rect.x + Int(x.rounded()) / 2 + 2, rect.y + Int(y.rounded()) / 4)
      let width = min(Glyph.columns(of: name), rect.maxX - place.x, 16)
      let room = Rect(x: place.x, y: place.y, width: width, height: 1)
      guard width >= 3, place.y < rect.maxY,
        !taken.contains(where: { $0.y == room.y && $0.x <= room.maxX && room.x <= $0.maxX })
      else { continue }
      canvas.write(name, in: room, style: style)
      taken.append(room)
    }
  }

  /// Draws the mark, the ring around the anchor, and where it would be by dead reckoning.
  private func drawGuides(
    _ shown: ShownTrack, isASCII: Bool, _ markers: DotCanvas.Markers, _ view: MapView,
    _ rect: Rect, on canvas: inout Canvas
  ) {
    let alarms = shown.alarms
    if let center = alarms.center, let radius = alarms.anchor {
      var picture = DotCanvas(size: rect.size)
      for bearing in stride(from: 0.0, to: 360, by: 4) {
        let (x, y) = view.dot(center.destination(distance: radius, bearing: bearing))
        guard x >= 0, y >= 0, x < 1e6, y < 1e6 else { continue }
        picture.set(
          Int(x.rounded()), Int(y.rounded()), role: alarms.isOutside ? .danger : .border)
      }
      picture.draw(in: rect, on: &canvas, markers: markers)
    }
    if let mark = alarms.mark {
      self.mark(mark, isASCII ? "X" : "⚑", .warning, view, rect, on: &canvas)
    }
    guard let reckoned = shown.reckoned, let head = shown.snapshot.lastFix?.coordinate else {
      return
    }
    // Every third dot: a line that nobody has measured.
    var picture = DotCanvas(size: rect.size)
    let (start, end) = (view.dot(head), view.dot(reckoned))
    let length = max(abs(end.x - start.x), abs(end.y - start.y))
    if length.isFinite, length < 1e5 {
      for step in stride(from: 0, through: length, by: 3) where length > 0 {
        picture.set(
          Int((start.x + (end.x - start.x) * step / length).rounded()),
          Int((start.y + (end.y - start.y) * step / length).rounded()), role: .warning)
      }
    }
    picture.draw(in: rect, on: &canvas, markers: markers)
    mark(reckoned, isASCII ? "?" : "○", .warning, view, rect, on: &canvas)
  }

  private mutating func updateView(_ shown: ShownTrack, size: Size) {
    let (columns, rows) = (size.width * 2, size.height * 4)
    let path = shown.snapshot.path
    let isWhole = shown.isRouteWhole
    // The track may be ahead of what is known of the route, but not when that is all.
    var bounds =
      CoordinateBounds(shown.route?.paths ?? []) ?? CoordinateBounds(shown.snapshot.paths)
    if !isWhole, let track = CoordinateBounds(shown.snapshot.paths) { bounds?.extend(to: track) }
    if let reckoned = shown.reckoned { bounds?.extend(to: reckoned) }
    // A mark far away would make all else a dot.
    if let mark = shown.alarms.mark, let here = path.head?.coordinate,
      here.distance(to: mark) < 2000
    {
      bounds?.extend(to: mark)
    }
    if let center = shown.alarms.center, let radius = shown.alarms.anchor {
      for bearing in [0.0, 90, 180, 270] {
        bounds?.extend(to: center.destination(distance: radius, bearing: bearing))
      }
    }
    let head = path.head?.coordinate ?? (isWhole ? shown.route?.path.points.first?.coordinate : nil)
    guard let bounds, let head else { return view = nil }
    let whole = MapView(
      whole: bounds, growingAt: isWhole ? nil : head, columns: columns, rows: rows)
    switch aim.extent {
    case .whole:
      // A route that still grows is not to jump with every fix.
      if let view, !isWhole, view.columns == columns, view.rows == rows, wasWhole,
        view.holds(bounds)
      {
        break
      }
      view = whole
    case .scale(let metresPerDot):
      view = MapView(
        around: aim.middle ?? head, metresPerDot: metresPerDot, isSteady: aim.middle == nil,
        columns: columns, rows: rows)
    }
    wasWhole = aim.extent == .whole
    aim.shows(view, wholeScale: whole?.metresPerDot)
  }

  /// True if the last view was one of everything.
  private var wasWhole = false

  /// The sign of a fix that was left out since nothing could have got there.
  static func outlierSign(isASCII: Bool) -> String { isASCII ? "x" : "×" }

  /// Marks a place; false where it is not in view.
  @discardableResult private func mark(
    _ coordinate: Coordinate, _ symbol: String, _ style: Style, _ view: MapView, _ rect: Rect,
    on canvas: inout Canvas
  ) -> Bool {
    let (x, y) = view.dot(coordinate)
    guard x >= 0, y >= 0, x < Double(view.columns), y < Double(view.rows) else { return false }
    canvas.clipped(to: rect) { canvas in
      _ = canvas.write(
        symbol,
        at: Point(
          min(rect.x + Int(x.rounded()) / 2, rect.maxX - 1),
          min(rect.y + Int(y.rounded()) / 4, rect.maxY - 1)),
        style: style)
    }
    return true
  }

  /// The scale and, as far as there is room, what the signs and the colours mean.
  private func drawLegend(
    _ view: MapView, _ units: UnitSystem, outliers: String?, _ ramp: MapRamp?, in rect: Rect,
    on canvas: inout Canvas
  ) {
    guard rect.width >= 20, rect.height >= 4,
      let (metres, text) = units.roundLength(
        upTo: view.metresPerDot * Double(view.columns) / 3)
    else { return }
    let columns = max(1, Int((metres / view.metresPerDot / 2).rounded()))
    let isASCII = canvas.symbols.isASCII
    let bar =
      isASCII
      ? "|" + String(repeating: "-", count: max(0, columns - 2)) + "|"
      : "├" + String(repeating: "─", count: max(0, columns - 2)) + "┤"
    var used = canvas.write(
      "\(bar) \(text) ", at: Point(rect.x, rect.maxY - 1), style: .muted, limit: rect.width)
    canvas.write(isASCII ? "N^" : "N↑", at: Point(rect.maxX - 2, rect.y), style: .muted)
    if let outliers, used + 11 <= rect.width {
      let place = Point(rect.x + used + 1, rect.maxY - 1)
      canvas.write(outliers, at: place, style: .danger)
      canvas.write(" outlier ", at: Point(place.x + 1, place.y), style: .muted)
      used += 11
    }
    ramp?.draw(
      in: Rect(
        x: rect.x + used + 1, y: rect.maxY - 1, width: rect.width - used - 1, height: 1),
      on: &canvas)
  }
}

extension CoordinateBounds {
  /// The box around lines; nil where they have no point.
  fileprivate init?(_ paths: [TrackPath]) {
    let boxes = paths.compactMap(\.bounds)
    guard var bounds = boxes.first else { return nil }
    for box in boxes.dropFirst() { bounds.extend(to: box) }
    self = bounds
  }
}
