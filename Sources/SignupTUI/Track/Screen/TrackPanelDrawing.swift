extension TrackPanel {
  /// Draws a title and, after it, the names of the pages.
  mutating func drawTitle(_ title: String, in rect: Rect, on canvas: inout Canvas) {
    lacksSigns = canvas.symbols.lacksSigns
    let room = rect.width - 2 - Glyph.columns(of: title)
    // A long title is cut in favour of the names, as long as its beginning is visible.
    let fitsCut = rect.width - 2 - tabs.columns >= TrackPanel.leastTitle
    let names = fitsCut ? tabs.columns : min(tabs.columns, max(tabs.leastColumns, room))
    guard rect.width >= 18 else {
      canvas.write(title, in: rect, style: .title)
      return
    }
    let titleWidth = min(Glyph.columns(of: title), max(6, rect.width - 2 - names))
    let line = rect.top(1)
    canvas.write(title, in: line.left(min(titleWidth, rect.width)), style: .title)
    tabs.draw(in: line.dropLeft(titleWidth + 2), on: &canvas)
  }

  /// Draws the page shown.
  mutating func draw(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    lacksSigns = canvas.symbols.lacksSigns
    waypointCount = track.contents.waypoints.count
    curveCount = track.profile.profile.quantities.count
    guard rect.size.fits(TrackPanel.leastSize) else {
      metrics(of: track).drawBriefly(in: rect, on: &canvas)
      return
    }
    switch page {
    case .map: drawMetricsAndMap(track, in: rect, on: &canvas)
    case .fixes:
      fixes.draw(
        track.fixes, units: units, angles: angles, zone: zone, placeholder: track.placeholder,
        in: rect, on: &canvas)
    case .satellites: drawSky(track, in: rect, on: &canvas)
    case .profile:
      ProfilePage(shown: track.profile, units: units, axis: profileAxis, first: firstCurve)
        .draw(in: rect, markers: map.markers, on: &canvas)
    case .splits: splits.draw(track.splits, units: units, in: rect, on: &canvas)
    case .tracks: contents.draw(track, units: units, in: rect, on: &canvas)
    case .trace: if let trace = track.trace { traceTable.draw(trace, in: rect, on: &canvas) }
    }
  }

  private func metrics(of track: ShownTrack) -> TrackMetrics {
    TrackMetrics(track, units: units, angles: angles, zone: zone)
  }

  /// Draws metrics and map side by side if the terminal has at least 80 columns, otherwise stacked.
  private mutating func drawMetricsAndMap(
    _ track: ShownTrack, in rect: Rect, on canvas: inout Canvas
  ) {
    let metrics = metrics(of: track)
    if rect.width >= 78 {
      let width = metrics.width
      metrics.draw(in: rect.left(width), on: &canvas)
      drawPictures(track, in: rect.dropLeft(width + 1), on: &canvas)
    } else if rect.width >= 38, rect.height >= 8 {
      let height = rect.height - min(9, rect.height / 2)
      drawMap(track, in: rect.top(height), on: &canvas)
      metrics.draw(in: rect.dropTop(height), on: &canvas)
    } else {
      metrics.draw(in: rect, on: &canvas)
    }
  }

  /// Draws the map, and if there is enough room the sky next to it and the profile below.
  private mutating func drawPictures(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    if rect.width >= 110, rect.height >= 24, let satellites = track.snapshot.satellites {
      let width = min(56, rect.width / 3)
      let side = rect.dropLeft(rect.width - width)
      rect.width -= width + 1
      let bars = min(max(12, side.height - width / 2 - 3), side.height / 2)
      drawFramed("Sky", in: side.top(side.height - bars), on: &canvas) { place, canvas in
        SkyPlot(satellites: satellites).draw(in: place, markers: map.markers, on: &canvas)
      }
      drawFramed("Signals", in: side.dropTop(side.height - bars), on: &canvas) { place, canvas in
        SignalBars(satellites: satellites).draw(in: place, on: &canvas)
      }
    }
    if rect.height >= 40 {
      let height = min(16, rect.height / 3)
      let below = rect.dropTop(rect.height - height)
      rect.height -= height
      drawFramed("Profile", in: below, on: &canvas) { area, canvas in
        ProfilePage(shown: track.profile, units: units, axis: profileAxis)
          .draw(in: area, markers: map.markers, on: &canvas)
      }
    }
    drawMap(track, in: rect, on: &canvas)
  }

  private func drawFramed(
    _ title: String, in rect: Rect, on canvas: inout Canvas, _ draw: (Rect, inout Canvas) -> Void
  ) {
    Frame(title: title).draw(in: rect, on: &canvas)
    draw(rect.inset(columns: 2, rows: 1), &canvas)
  }

  /// Draws the sky next to the table of its satellites, or the table alone.
  private mutating func drawSky(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    let width = min(rect.width - 42, rect.height * 2 + 8)
    if Size(width, rect.height).fits(SkyPlot.leastSize),
      let satellites = track.snapshot.satellites, !satellites.isEmpty
    {
      SkyPlot(satellites: satellites).draw(in: rect.left(width), markers: map.markers, on: &canvas)
      rect = rect.dropLeft(width + 2)
    }
    satellites.draw(track.snapshot, in: rect, on: &canvas)
  }

  private mutating func drawMap(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    var area = rect
    // A frame would fill half of a low area.
    if rect.height >= 6 { area = rect.inset(columns: 1, rows: 1) }
    // Drawn first, because it decides its title.
    if rect.height >= 6 { Frame().draw(in: rect, on: &canvas) }
    let chosen = finder.chosen.flatMap { index in
      track.contents.waypoints.indices.contains(index) ? track.contents.waypoints[index] : nil
    }
    map.draw(track, chosen: chosen, units: units, in: area, on: &canvas)
    drawName(chosen: chosen, of: track, in: rect, isFramed: rect.height >= 6, on: &canvas)
  }

  /// Names the visible part of the map, in the frame or in the first row.
  private func drawName(
    chosen: TraceContents.Waypoint?, of track: ShownTrack, in rect: Rect, isFramed: Bool,
    on canvas: inout Canvas
  ) {
    let room = rect.width - 4 - (isFramed ? 2 : 0)
    var name = map.name
    if let chosen {
      // The position matters more than the state of the map.
      let position = TrackPanel.text(of: chosen, from: track.positionFix?.coordinate, units)
      let whole = "\(position) · \(name)"
      name =
        Glyph.columns(of: whole) <= room
        ? whole : TextWrapping.lines(of: position, width: max(1, room)).first ?? position
    }
    guard Glyph.columns(of: name) <= room else { return }
    if isFramed { name = " \(name) " }
    canvas.write(
      name, at: Point(rect.x + (isFramed ? 2 : 0), rect.y), style: isFramed ? .title : .muted)
  }

  /// A waypoint's name with the distance to it: `Home, 3.21 km 45° NE`.
  static func text(
    of waypoint: TraceContents.Waypoint, from here: Coordinate?, _ units: UnitSystem
  ) -> String {
    let name = waypoint.label?.name ?? "Waypoint"
    guard let here else { return name }
    let heading = Heading(from: here, to: waypoint.location.coordinate)
    let bearing = heading.bearing.map { " " + FigureText.course($0) } ?? ""
    return "\(name), \(units.distance(heading.distance))\(bearing)"
  }
}
