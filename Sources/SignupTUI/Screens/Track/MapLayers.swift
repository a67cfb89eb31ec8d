import Positioning
import TerminalKit

/// The whole route, drawn faintly below the line so far. Drawn anew when it or the view changes.
struct RouteLayer {
  private var drawn = DotCanvas(size: Size(0, 0))
  private var view: MapView?
  private var count = -1
  private var siftCount = -1
  private var plans: [TraceContents.Line] = []
  private var isColoured = false
  /// How often it was drawn anew.
  private(set) var revision = 0

  /// The picture of the whole way and, as faint, of routes; an empty one where there are none.
  ///
  /// - Parameter isColoured: Whether each track has its own colour.
  mutating func picture(
    _ path: TrackPath?, routes: [TraceContents.Line] = [], isColoured: Bool = false,
    _ view: MapView, size: Size
  ) -> DotCanvas {
    let (points, sifts) = (path?.points.count ?? 0, path?.siftCount ?? 0)
    if self.view == view, drawn.size == size, count == points, siftCount == sifts,
      plans == routes, self.isColoured == isColoured
    {
      return drawn
    }
    (self.view, count, siftCount, plans) = (view, points, sifts, routes)
    self.isColoured = isColoured
    revision += 1
    drawn = DotCanvas(size: size)
    for route in routes {
      for (here, next) in zip(route.points, route.points.dropFirst()) {
        drawn.line(from: view.dot(here), to: view.dot(next), role: .border)
      }
    }
    guard let path else { return drawn }
    for index in path.points.indices {
      let point = path.points[index]
      let from = index > 0 && !point.startsSegment ? path.points[index - 1] : point
      drawn.line(
        from: view.dot(from.coordinate), to: view.dot(point.coordinate),
        role: isColoured ? MapColour.role(ofTrack: point.track) : .border)
    }
    return drawn
  }
}

/// The line so far, above the route. New points are added to what was drawn, as long as all else
/// is the same.
struct LineLayer {
  private var drawn = DotCanvas(size: Size(0, 0))
  private var view: MapView?
  private var ramp: MapRamp?
  private var revision = -1
  private var siftCount = 0
  private var count = 0
  private var first: TrackPath.Point?

  /// The picture of a line on another picture.
  ///
  /// - Parameters:
  ///   - path: The line.
  ///   - view: What is shown of the world.
  ///   - ramp: The colours; nil for one.
  ///   - under: The picture below.
  ///   - revision: What changes with that picture.
  mutating func picture(
    _ path: TrackPath, _ view: MapView, _ ramp: MapRamp?, on under: DotCanvas, revision: Int
  ) -> DotCanvas {
    let isSame =
      self.view == view && self.ramp == ramp && self.revision == revision
      && siftCount == path.siftCount && count <= path.points.count && first == path.points.first
    if !isSame {
      (self.view, self.ramp, self.revision) = (view, ramp, revision)
      (siftCount, count, first, drawn) = (path.siftCount, 0, path.points.first, under)
    }
    for index in count..<max(count, path.points.count) {
      let point = path.points[index]
      let from = index > 0 && !point.startsSegment ? path.points[index - 1] : point
      drawn.line(
        from: view.dot(from.coordinate), to: view.dot(point.coordinate),
        role: ramp?.role(of: point) ?? MapColour.role(ofTrack: point.track))
    }
    count = path.points.count
    // The newest point is kept only when it is far enough from the last, so it is not drawn for
    // good.
    guard let head = path.head, !head.startsSegment, let last = path.points.last,
      head.coordinate != last.coordinate
    else { return drawn }
    var picture = drawn
    picture.line(
      from: view.dot(last.coordinate), to: view.dot(head.coordinate),
      role: ramp?.role(of: head) ?? MapColour.role(ofTrack: head.track))
    return picture
  }
}
