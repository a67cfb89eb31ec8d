import Positioning
import TerminalKit

extension TrackPanel {
  /// Draws a title and the names of the pages behind it.
  mutating func drawTitle(_ title: String, in rect: Rect, on canvas: inout Canvas) {
    lacksSigns = canvas.symbols.lacksSigns
    let room = rect.width - 2 - Glyph.columns(of: title)
    let names = min(tabs.columns, max(tabs.leastColumns, room))
    guard rect.width >= 18 else {
      canvas.write(title, in: rect, style: .title)
      return
    }
    let titleWidth = min(Glyph.columns(of: title), max(6, rect.width - 2 - names))
    canvas.write(
      title, in: Rect(x: rect.x, y: rect.y, width: min(titleWidth, rect.width), height: 1),
      style: .title)
    tabs.draw(
      in: Rect(
        x: rect.x + titleWidth + 2, y: rect.y, width: rect.width - titleWidth - 2, height: 1),
      on: &canvas)
  }

  /// Draws the page that is shown.
  mutating func draw(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    lacksSigns = canvas.symbols.lacksSigns
    guard rect.size.fits(TrackPanel.leastSize) else {
      TrackFigures(track, units: units, angles: angles).drawBriefly(in: rect, on: &canvas)
      return
    }
    switch page {
    case .map: drawFiguresAndMap(track, in: rect, on: &canvas)
    case .fixes:
      fixes.draw(
        track.fixes, units: units, angles: angles, placeholder: track.placeholder, in: rect,
        on: &canvas)
    case .satellites: drawSky(track, in: rect, on: &canvas)
    case .profile:
      ProfilePage(profile: track.profile, units: units)
        .draw(in: rect, markers: map.markers, on: &canvas)
    case .trace: if let trace = track.trace { traceTable.draw(trace, in: rect, on: &canvas) }
    }
  }

  /// Draws figures and map side by side, from a terminal of 80 columns on, or above each other
  /// where it is narrow.
  private mutating func drawFiguresAndMap(
    _ track: ShownTrack, in rect: Rect, on canvas: inout Canvas
  ) {
    let figures = TrackFigures(track, units: units, angles: angles)
    if rect.width >= 78 {
      let width = figures.width
      figures.draw(
        in: Rect(x: rect.x, y: rect.y, width: width, height: rect.height), on: &canvas)
      drawPictures(
        track,
        in: Rect(
          x: rect.x + width + 1, y: rect.y, width: rect.width - width - 1, height: rect.height),
        on: &canvas)
    } else if rect.width >= 38, rect.height >= 8 {
      let height = min(9, rect.height / 2)
      drawMap(
        track,
        in: Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height - height),
        on: &canvas)
      figures.draw(
        in: Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height),
        on: &canvas)
    } else {
      figures.draw(in: rect, on: &canvas)
    }
  }

  /// Draws the map, and where there is much room the sky beside it and the profile below.
  private mutating func drawPictures(
    _ track: ShownTrack, in rect: Rect, on canvas: inout Canvas
  ) {
    var rect = rect
    if rect.width >= 110, rect.height >= 24, let satellites = track.snapshot.satellites {
      let width = min(56, rect.width / 3)
      let side = Rect(x: rect.maxX - width, y: rect.y, width: width, height: rect.height)
      rect.width -= width + 1
      let bars = min(max(12, side.height - width / 2 - 3), side.height / 2)
      drawFramed(
        "Sky", in: Rect(x: side.x, y: side.y, width: width, height: side.height - bars),
        on: &canvas
      ) { place, canvas in
        SkyPlot(satellites: satellites).draw(in: place, markers: map.markers, on: &canvas)
      }
      drawFramed(
        "Signals", in: Rect(x: side.x, y: side.maxY - bars, width: width, height: bars),
        on: &canvas
      ) { place, canvas in
        SignalBars(satellites: satellites).draw(in: place, on: &canvas)
      }
    }
    if rect.height >= 40 {
      let height = min(16, rect.height / 3)
      let below = Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height)
      rect.height -= height
      drawFramed("Profile", in: below, on: &canvas) { place, canvas in
        ProfilePage(profile: track.profile, units: units)
          .draw(in: place, markers: map.markers, on: &canvas)
      }
    }
    drawMap(track, in: rect, on: &canvas)
  }

  private func drawFramed(
    _ title: String, in rect: Rect, on canvas: inout Canvas,
    _ draw: (Rect, inout Canvas) -> Void
  ) {
    Frame(title: title).draw(in: rect, on: &canvas)
    draw(rect.inset(columns: 2, rows: 1), &canvas)
  }

  /// Draws the sky beside the table of its satellites, or the table alone.
  private mutating func drawSky(
    _ track: ShownTrack, in rect: Rect, on canvas: inout Canvas
  ) {
    var rect = rect
    let width = min(rect.width - 42, rect.height * 2 + 8)
    if Size(width, rect.height).fits(SkyPlot.leastSize),
      let satellites = track.snapshot.satellites, !satellites.isEmpty
    {
      SkyPlot(satellites: satellites).draw(
        in: Rect(x: rect.x, y: rect.y, width: width, height: rect.height), markers: map.markers,
        on: &canvas)
      rect = Rect(
        x: rect.x + width + 2, y: rect.y, width: rect.width - width - 2, height: rect.height)
    }
    satellites.draw(track.snapshot, in: rect, on: &canvas)
  }

  private mutating func drawMap(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    var place = rect
    // A frame would take half of a low place.
    if rect.height >= 6 { place = rect.inset(columns: 1, rows: 1) }
    // Drawn first, since it decides what its title says.
    if rect.height >= 6 { Frame().draw(in: rect, on: &canvas) }
    map.draw(track, units: units, in: place, on: &canvas)
    drawName(in: rect, isFramed: rect.height >= 6, on: &canvas)
  }

  /// Says in the frame, or in the first row, what of the map is seen.
  private func drawName(in rect: Rect, isFramed: Bool, on canvas: inout Canvas) {
    let name = isFramed ? " \(map.name) " : map.name
    let room = rect.width - (isFramed ? 4 : 4)
    guard Glyph.columns(of: name) <= room else { return }
    canvas.write(
      name, at: Point(rect.x + (isFramed ? 2 : 0), rect.y), style: isFramed ? .title : .muted)
  }
}
