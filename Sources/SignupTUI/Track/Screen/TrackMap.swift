/// The track as a picture: the whole route if it is known, the line so far, its start, the current
/// position, the outliers, and a scale.
///
/// It keeps the picture and adds new points to it while the view stays the same.
struct TrackMap {
  var aim = MapAim()
  var colour = MapColour.plain
  var markers: DotCanvas.Markers

  private var view: MapView?
  private var route = RouteLayer()
  private var line = LineLayer()

  init(markers: DotCanvas.Markers) { self.markers = markers }

  /// The view in words.
  var name: String { aim.name }

  /// Draws the map of a track in a rectangle; a placeholder while there is no position to show.
  ///
  /// - Parameter chosen: The waypoint to look at.
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
    let ramp = MapRamp(colour, for: (shown.route ?? shown.snapshot).statistics, units: units)
    let under = route.picture(
      shown.route?.paths ?? [], routes: shown.contents.routes, isColoured: colour == .tracks, view,
      size: rect.size)
    let picture = line.picture(paths, view, ramp, on: under, revision: route.revision)
    let pen = MapPen(view: view, rect: rect, markers: canvas.symbols.lacksSigns ? .ascii : markers)
    picture.draw(in: rect, on: &canvas, markers: pen.markers)
    drawGuides(shown, pen, on: &canvas)
    // The selected waypoint gets room for its name first.
    drawWaypoints(
      (chosen.map { [$0] } ?? []) + shown.contents.waypoints, chosen: chosen, pen, on: &canvas)
    for path in shown.route?.paths ?? paths {
      guard let start = path.points.first else { continue }
      pen.mark(start.coordinate, ascii: "o", "◦", .muted, on: &canvas)
    }
    var hasOutliers = false
    for outlier in shown.outliers where pen.mark(outlier, ascii: "x", "×", .danger, on: &canvas) {
      hasOutliers = true
    }
    drawLegend(
      view, units, outliers: hasOutliers ? TrackMap.outlierSign(isASCII: pen.isASCII) : nil, ramp,
      in: rect, on: &canvas)
    drawHeads(shown, paths, pen, on: &canvas)
  }

  /// Marks the current position or, for tracks that run side by side, each position in its colour
  /// and with its name.
  private func drawHeads(
    _ shown: ShownTrack, _ paths: [TrackPath], _ pen: MapPen, on canvas: inout Canvas
  ) {
    for (trackIndex, path) in paths.enumerated().reversed() {
      guard let head = path.head else { continue }
      var style = Style(foreground: .warning, attributes: .bold)
      if shown.staleness.fix != nil { style = .muted }
      if paths.count > 1 {
        style = Style(
          foreground: MapColour.role(of: head, trackIndex: trackIndex), attributes: .bold)
      }
      guard pen.mark(head.coordinate, ascii: "@", "●", style, on: &canvas), paths.count > 1,
        shown.tracks.indices.contains(trackIndex), let name = shown.tracks[trackIndex].name
      else { continue }
      let (x, y) = pen.view.dot(head.coordinate)
      guard let room = pen.room(for: name, beside: (x.rounded(.down), y.rounded(.down)), limit: 12)
      else { continue }
      canvas.write(name, in: room, style: style)
    }
  }

  /// Marks waypoints, with their names if these hide no other name.
  private func drawWaypoints(
    _ waypoints: [TraceContents.Waypoint], chosen: TraceContents.Waypoint?, _ pen: MapPen,
    on canvas: inout Canvas
  ) {
    var taken: [Rect] = []
    for (number, waypoint) in waypoints.prefix(200).enumerated() {
      let coordinate = waypoint.location.coordinate
      let isChosen = chosen != nil && waypoint == chosen
      let style: Style = isChosen ? Style(foreground: .warning, attributes: .bold) : .muted
      guard pen.mark(coordinate, ascii: "+", "◆", style, on: &canvas), number == 0 || !isChosen,
        let name = waypoint.label?.name,
        let room = pen.room(for: name, beside: pen.view.dot(coordinate), limit: 16),
        !taken.contains(where: { $0.y == room.y && $0.x <= room.maxX && room.x <= $0.maxX })
      else { continue }
      canvas.write(name, in: room, style: style)
      taken.append(room)
    }
  }

  /// Draws the mark, the ring around the anchor, and the position by dead reckoning.
  private func drawGuides(_ shown: ShownTrack, _ pen: MapPen, on canvas: inout Canvas) {
    let alarms = shown.alarms
    if let center = alarms.center, let radius = alarms.anchor {
      let dots = stride(from: 0.0, to: 360, by: 4).map { bearing in
        pen.view.dot(center.destination(distance: radius, bearing: bearing))
      }
      pen.draw(dots, role: alarms.isOutside ? .danger : .border, on: &canvas)
    }
    if let mark = alarms.mark { pen.mark(mark, ascii: "X", "⚑", .warning, on: &canvas) }
    guard let reckoned = shown.reckoned, let head = shown.snapshot.lastFix?.coordinate else {
      return
    }
    // Every third dot: a line that was not measured.
    let (start, end) = (pen.view.dot(head), pen.view.dot(reckoned))
    let length = max(abs(end.x - start.x), abs(end.y - start.y))
    if length.isFinite, length > 0, length < 1e5 {
      let dots = stride(from: 0, through: length, by: 3).map { step in
        (
          x: start.x + (end.x - start.x) * step / length,
          y: start.y + (end.y - start.y) * step / length
        )
      }
      pen.draw(dots, role: .warning, on: &canvas)
    }
    pen.mark(reckoned, ascii: "?", "○", .warning, on: &canvas)
  }

  private mutating func updateView(_ shown: ShownTrack, size: Size) {
    let (columns, rows) = (size.width * 2, size.height * 4)
    let path = shown.snapshot.path
    let isWhole = shown.isRouteWhole
    // The track may be ahead of the known part of the route, but not once the route is complete.
    var bounds =
      CoordinateBounds(shown.route?.paths ?? []) ?? CoordinateBounds(shown.snapshot.paths)
    if !isWhole, let track = CoordinateBounds(shown.snapshot.paths) { bounds?.extend(to: track) }
    if let reckoned = shown.reckoned { bounds?.extend(to: reckoned) }
    // A mark far away would shrink everything else to a dot.
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
      // A growing route must not jump with every fix.
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

  /// The sign for a fix that was left out because nothing could have moved there.
  static func outlierSign(isASCII: Bool) -> String { isASCII ? "x" : "×" }

  /// The scale and, if there is room, the meaning of the signs and colours.
  private func drawLegend(
    _ view: MapView, _ units: UnitSystem, outliers: String?, _ ramp: MapRamp?, in rect: Rect,
    on canvas: inout Canvas
  ) {
    guard rect.width >= 20, rect.height >= 4,
      let (metres, text) = units.roundLength(upTo: view.metresPerDot * Double(view.columns) / 3)
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
      let point = Point(rect.x + used + 1, rect.maxY - 1)
      canvas.write(outliers, at: point, style: .danger)
      canvas.write(" outlier ", at: Point(point.x + 1, point.y), style: .muted)
      used += 11
    }
    ramp?.draw(in: rect.dropTop(rect.height - 1).dropLeft(used + 1), on: &canvas)
  }
}

/// Marks coordinates on a map.
private struct MapPen {
  let view: MapView
  let rect: Rect
  let markers: DotCanvas.Markers

  var isASCII: Bool { markers == .ascii }

  /// Marks a position by a sign; false if it is not in view.
  @discardableResult func mark(
    _ coordinate: Coordinate, ascii: String, _ sign: String, _ style: Style, on canvas: inout Canvas
  ) -> Bool {
    let (x, y) = view.dot(coordinate)
    guard x >= 0, y >= 0, x < Double(view.columns), y < Double(view.rows) else { return false }
    let cell = Point(
      min(rect.x + Int(x.rounded()) / 2, rect.maxX - 1),
      min(rect.y + Int(y.rounded()) / 4, rect.maxY - 1))
    canvas.clipped(to: rect) { _ = $0.write(isASCII ? ascii : sign, at: cell, style: style) }
    return true
  }

  /// Returns the room for a name next to a visible dot; nil if there is too little.
  func room(for name: String, beside dot: (x: Double, y: Double), limit: Int) -> Rect? {
    let (x, y) = (rect.x + Int(dot.x.rounded()) / 2 + 2, rect.y + Int(dot.y.rounded()) / 4)
    let width = min(Glyph.columns(of: name), rect.maxX - x, limit)
    return width >= 3 && y < rect.maxY ? Rect(x: x, y: y, width: width, height: 1) : nil
  }

  /// Draws the visible dots.
  func draw(_ dots: [(x: Double, y: Double)], role: Role, on canvas: inout Canvas) {
    var picture = DotCanvas(size: rect.size)
    for (x, y) in dots where x >= 0 && y >= 0 && x < 1e6 && y < 1e6 {
      picture.set(Int(x.rounded()), Int(y.rounded()), role: role)
    }
    picture.draw(in: rect, on: &canvas, markers: markers)
  }
}

extension CoordinateBounds {
  /// The box around lines; nil if they have no point.
  fileprivate init?(_ paths: [TrackPath]) {
    let boxes = paths.compactMap(\.bounds)
    guard var bounds = boxes.first else { return nil }
    for box in boxes.dropFirst() { bounds.extend(to: box) }
    self = bounds
  }
}
