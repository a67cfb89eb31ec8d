/// The part of the map that the user wants to see: everything, or a part at a scale, which may
/// follow the current position.
struct MapAim: Equatable {
  /// All, or a scale.
  private(set) var extent = MapView.Extent.whole
  /// The centre if the map does not follow the current position.
  private(set) var middle: Coordinate?
  /// The metres per dot when everything is shown, in the last view.
  private var wholeScale: Double?
  /// The view that was shown last.
  private var view: MapView?

  /// As fine as the best receivers.
  private static let finest = 0.02
  /// The minimum length in metres that `f` shows across the smaller side.
  private static let followed = 1000.0

  /// Updates the state from the view shown.
  mutating func shows(_ view: MapView?, wholeScale: Double?) {
    (self.view, self.wholeScale) = (view, wholeScale)
    // A route that would be smaller than the map is shown whole instead.
    if case .scale(let scale) = extent, let wholeScale, scale >= wholeScale, middle == nil {
      extent = .whole
    }
  }

  /// Zooms in, to about half the visible area's size.
  mutating func zoomIn() {
    guard let view else { return }
    // Several keys may arrive before the next frame.
    var present = view.metresPerDot
    if case .scale(let scale) = extent { present = scale }
    let nearer = UnitSystem.roundNumber(atLeast: max(present / 2.5, Self.finest))
    if nearer < present { extent = .scale(nearer) }
  }

  /// Zooms out, to about double the visible area's size, and finally to everything.
  mutating func zoomOut() {
    guard case .scale(let scale) = extent else { return }
    let wider = UnitSystem.roundNumber(atLeast: scale * 1.9)
    if let wholeScale, wider < wholeScale { extent = .scale(wider) } else { showWhole() }
  }

  /// Handles the mouse wheel, which zooms; returns false if it has no effect here.
  mutating func handle(_ mouse: Mouse) -> Bool {
    switch mouse.action {
    case .scrollUp: zoomIn()
    case .scrollDown: zoomOut()
    case .press, .release, .drag: return false
    }
    return true
  }

  /// Shows everything.
  mutating func showWhole() { (extent, middle) = (.whole, nil) }

  /// Starts or stops keeping the current position in view.
  mutating func toggleFollow() {
    guard let view else { return }
    switch (extent, middle) {
    case (.whole, _):
      let scale = UnitSystem.roundNumber(
        atLeast: Self.followed / Double(min(view.columns, view.rows)))
      extent = .scale(min(scale, view.metresPerDot))
      middle = nil
    case (.scale, nil): middle = view.center
    case (.scale, _): middle = nil
    }
  }

  /// Moves the view by parts of its width and height, and follows no longer.
  mutating func pan(east: Double, north: Double) {
    guard let view else { return }
    // Several keys may arrive before the next frame.
    if extent == .whole { extent = .scale(view.metresPerDot) }
    guard case .scale(let scale) = extent else { return }
    middle = view.moved(middle ?? view.center, at: scale, east: east, north: north)
  }

  /// The view in words.
  var name: String {
    guard case .scale(let scale) = extent else { return "Whole route" }
    let times = wholeScale.map { $0 / scale } ?? 1
    let factor = times < 9.5 ? String(fixedPoint: times, decimals: 1) : "\(Int(times.rounded()))"
    return "Zoom \(factor.hasSuffix(".0") ? String(factor.dropLast(2)) : factor)×, "
      + (middle == nil ? "following" : "free")
  }
}
