import Positioning
import TerminalKit

/// The track as a picture: the line, its start, the present place, and a scale.
///
/// Keeps what it has drawn and adds new points to it, as long as the view stays the same.
struct TrackMap {
  var zoom = MapView.Zoom.all
  var markers: DotCanvas.Markers

  private var view: MapView?
  private var picture = DotCanvas(size: Size(0, 0))
  private var drawn = 0
  private var siftCount = 0

  init(markers: DotCanvas.Markers) {
    self.markers = markers
  }

  /// Draws the map of a track in a rectangle; a placeholder while there is no place to show.
  mutating func draw(
    _ path: TrackPath, units: UnitSystem, placeholder: String, in rect: Rect,
    on canvas: inout Canvas
  ) {
    update(path, size: rect.size)
    guard let view, let head = path.head, let start = path.points.first else {
      Label(text: placeholder, style: .muted, alignment: .center)
        .draw(in: rect.row(rect.height / 2), on: &canvas)
      return
    }
    let markers = canvas.symbols.isASCII ? .ascii : markers
    let isASCII = markers == .ascii
    picture.draw(in: rect, on: &canvas, markers: markers)
    drawScale(view, units, in: rect, on: &canvas)
    mark(start.coordinate, isASCII ? "o" : "◦", .muted, view, rect, on: &canvas)
    mark(
      head.coordinate, isASCII ? "@" : "●", Style(foreground: .warning), view,
      rect, on: &canvas)
  }

  private mutating func update(_ path: TrackPath, size: Size) {
    let (columns, rows) = (size.width * 2, size.height * 4)
    let keepsView = view?.serves(path, zoom: zoom, columns: columns, rows: rows) ?? false
    if !keepsView {
      view = MapView(path, zoom: zoom, columns: columns, rows: rows)
    }
    if !keepsView || picture.size != size || siftCount != path.siftCount
      || drawn > path.points.count
    {
      picture = DotCanvas(size: size)
      drawn = 0
      siftCount = path.siftCount
    }
    guard let view else { return }
    for index in drawn..<max(drawn, path.points.count) {
      let point = path.points[index]
      let here = view.dot(point.coordinate)
      if index > 0, !point.startsSegment {
        picture.line(from: view.dot(path.points[index - 1].coordinate), to: here, role: .accent)
      } else {
        picture.line(from: here, to: here, role: .accent)
      }
    }
    drawn = path.points.count
  }

  private func mark(
    _ coordinate: Coordinate, _ symbol: String, _ style: Style, _ view: MapView, _ rect: Rect,
    on canvas: inout Canvas
  ) {
    let (x, y) = view.dot(coordinate)
    guard x >= 0, y >= 0, x < Double(view.columns), y < Double(view.rows) else { return }
    canvas.clipped(to: rect) { canvas in
      _ = canvas.write(
        symbol, at: Point(rect.x + Int(x.rounded()) / 2, rect.y + Int(y.rounded()) / 4),
        style: style)
    }
  }

  private func drawScale(
    _ view: MapView, _ units: UnitSystem, in rect: Rect, on canvas: inout Canvas
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
    canvas.write(
      "\(bar) \(text)", at: Point(rect.x, rect.maxY - 1), style: .muted, limit: rect.width)
    canvas.write(isASCII ? "N^" : "N↑", at: Point(rect.maxX - 2, rect.y), style: .muted)
  }
}
