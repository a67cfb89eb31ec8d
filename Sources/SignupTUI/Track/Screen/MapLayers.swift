/// The whole route, drawn faintly below the line so far. It is redrawn when it or the view changes.
struct RouteLayer {
  private var drawn = DotCanvas(size: Size(0, 0))
  private var view: MapView?
  private var counts: [Int] = []
  private var thinningCounts: [Int] = []
  private var plans: [TraceContents.Line] = []
  private var isColoured = false
  /// The number of times that it was redrawn.
  private(set) var revision = 0

  /// The picture of whole tracks and, faintly, of routes; empty if there are none.
  ///
  /// - Parameter isColoured: Whether each track has its own colour.
  mutating func picture(
    _ paths: [TrackPath], routes: [TraceContents.Line] = [], isColoured: Bool = false,
    _ view: MapView, size: Size
  ) -> DotCanvas {
    let (points, thinnings) = (paths.map(\.points.count), paths.map(\.thinningCount))
    if self.view == view, drawn.size == size, counts == points, thinningCounts == thinnings,
      plans == routes, self.isColoured == isColoured
    {
      return drawn
    }
    (self.view, counts, thinningCounts, plans) = (view, points, thinnings, routes)
    self.isColoured = isColoured
    revision += 1
    drawn = DotCanvas(size: size)
    for route in routes {
      for (here, next) in zip(route.points, route.points.dropFirst()) {
        drawn.line(from: view.dot(here), to: view.dot(next), role: .border)
      }
    }
    for (trackIndex, path) in paths.enumerated() {
      drawn.draw(path, in: view) {
        isColoured ? MapColour.role(of: $0, trackIndex: trackIndex) : .border
      }
    }
    return drawn
  }
}

/// The lines so far, above the route. New points are added to the picture while everything else is
/// the same.
struct LineLayer {
  private var drawn = DotCanvas(size: Size(0, 0))
  private var view: MapView?
  private var ramp: MapRamp?
  private var revision = -1
  private var lines: [Line] = []

  /// The part of a line that was drawn.
  private struct Line: Equatable {
    var thinningCount: Int
    var first: TrackPath.Point?
    var count = 0

    init(_ path: TrackPath) { (thinningCount, first) = (path.thinningCount, path.points.first) }

    /// True if the line has only grown since.
    func isBeginning(of path: TrackPath) -> Bool {
      thinningCount == path.thinningCount && first == path.points.first
        && count <= path.points.count
    }
  }

  /// The picture of lines over another picture.
  ///
  /// - Parameters:
  ///   - paths: The lines, by the indices of their tracks.
  ///   - view: The visible part of the world.
  ///   - ramp: The colours; nil for one.
  ///   - under: The picture below.
  ///   - revision: A number that changes with that picture.
  mutating func picture(
    _ paths: [TrackPath], _ view: MapView, _ ramp: MapRamp?, on under: DotCanvas, revision: Int
  ) -> DotCanvas {
    let isSame =
      self.view == view && self.ramp == ramp && self.revision == revision
      && lines.count == paths.count && zip(lines, paths).allSatisfy { $0.isBeginning(of: $1) }
    if !isSame {
      (self.view, self.ramp, self.revision) = (view, ramp, revision)
      (lines, drawn) = (paths.map(Line.init), under)
    }
    for (trackIndex, path) in paths.enumerated() {
      drawn.draw(path, from: lines[trackIndex].count, in: view) {
        ramp?.role(of: $0) ?? MapColour.role(of: $0, trackIndex: trackIndex)
      }
      lines[trackIndex].count = path.points.count
    }
    // The newest points are kept only if they are far enough from the last one, so they are not
    // drawn permanently.
    var picture = drawn
    for (trackIndex, path) in paths.enumerated() {
      guard let head = path.head, !head.startsSegment, let last = path.points.last,
        head.coordinate != last.coordinate
      else { continue }
      picture.line(
        from: view.dot(last.coordinate), to: view.dot(head.coordinate),
        role: ramp?.role(of: head) ?? MapColour.role(of: head, trackIndex: trackIndex))
    }
    return picture
  }
}

extension DotCanvas {
  /// Draws the points of a line from an index on, each with the line from the previous one.
  fileprivate mutating func draw(
    _ path: TrackPath, from first: Int = 0, in view: MapView, role: (TrackPath.Point) -> Role
  ) {
    for index in first..<path.points.count {
      let point = path.points[index]
      let start = index > 0 && !point.startsSegment ? path.points[index - 1] : point
      line(from: view.dot(start.coordinate), to: view.dot(point.coordinate), role: role(point))
    }
  }
}
