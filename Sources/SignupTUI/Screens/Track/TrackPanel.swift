import ViewModels

/// What the live track and the replay have in common: figures, map, and the keys for how they look.
@MainActor
struct TrackPanel {
  var units = UnitSystem.metric
  var map = TrackMap()

  static let keys = [
    KeyHint("m", "markers: braille, blocks, ASCII"), KeyHint("z", "zoom: everything, or here"),
    KeyHint("u", "units: metric, imperial, nautical"),
  ]

  /// Below this there is one line of figures.
  private static let leastSize = Size(20, 3)

  /// Lets a key change how things look; false if it means nothing here.
  mutating func handle(_ press: KeyPress) -> Bool {
    switch press {
    case KeyPress(.character("m")): map.markers = map.markers.next
    case KeyPress(.character("z")): map.zoom = map.zoom == .all ? .follow : .all
    case KeyPress(.character("u")): units = units.next
    default: return false
    }
    return true
  }

  /// Draws figures and map side by side, or above each other where it is narrow.
  mutating func draw(_ model: TrackViewModel, in rect: Rect, on canvas: inout Canvas) {
    let figures = TrackFigures(model, units: units)
    guard rect.size.fits(TrackPanel.leastSize) else {
      canvas.write(figures.line(width: rect.width), in: rect.row(0))
      return
    }
    if rect.width >= 76 {
      let width = TrackFigures.width
      figures.draw(
        in: Rect(x: rect.x, y: rect.y, width: width, height: rect.height), on: &canvas)
      drawMap(
        model,
        in: Rect(
          x: rect.x + width + 1, y: rect.y, width: rect.width - width - 1, height: rect.height),
        on: &canvas)
    } else if rect.width >= 40, rect.height >= 14 {
      let height = min(9, rect.height / 2)
      drawMap(
        model,
        in: Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height - height),
        on: &canvas)
      figures.draw(
        in: Rect(x: rect.x, y: rect.maxY - height, width: rect.width, height: height),
        on: &canvas)
    } else {
      figures.draw(in: rect, on: &canvas)
    }
  }

  private mutating func drawMap(
    _ model: TrackViewModel, in rect: Rect, on canvas: inout Canvas
  ) {
    Frame().draw(in: rect, on: &canvas)
    map.draw(
      model.snapshot.path, units: units, in: rect.inset(columns: 1, rows: 1), on: &canvas)
  }
}
