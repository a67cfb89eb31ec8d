/// The common part of the live track and the replay: pages, metrics, map, and the keys for how
/// they look.
struct TrackPanel {
  var units: UnitSystem
  var angles: AngleForm
  let zone: ClockZone
  var map: TrackMap

  let pages: [TrackPage]
  /// True if the arrows move the map, and Home and End go through rows; a replay has another use
  /// for them.
  private let arrowsPan: Bool
  var tabs: Tabs
  var fixes = FixTable()
  var satellites = SatelliteTable()
  var traceTable = TraceTable()
  var splits = SplitTable()
  var contents = ContentsTable()
  /// The waypoint to look at on the map.
  var finder = PlaceFinder()
  /// The axis of the profile, and how many of its curves are skipped.
  var profileAxis = TrackProfile.Axis.time
  var firstCurve = 0
  /// The number of curves in the last frame, and of the waypoints of the trace.
  var curveCount = 0
  var waypointCount = 0
  /// True if the last frame had no signs, so there is only one kind of markers.
  var lacksSigns = false

  /// Below this size, only the most important metrics are drawn.
  static let leastSize = Size(18, 3)
  /// The minimum columns for a title next to the names of all pages.
  static let leastTitle = 8

  /// Makes a panel.
  ///
  /// - Parameters:
  ///   - pages: Its pages, in order.
  ///   - look: How map and metrics look at first.
  ///   - isReplay: Whether arrows and digits are for the player.
  init(pages: [TrackPage], look: TrackLook = TrackLook(), isReplay: Bool = false) {
    self.pages = pages
    angles = look.angles
    units = look.units
    zone = look.zone
    arrowsPan = !isReplay
    tabs = Tabs(pages.map(\.rawValue))
    map = TrackMap(markers: look.markers)
    map.colour = look.colour
  }

  /// The page shown.
  var page: TrackPage {
    get { pages[tabs.selected] }
    set { tabs.select(pages.firstIndex(of: newValue) ?? 0) }
  }

  // MARK: Keys

  /// Handles the mouse, which can turn to a page, choose a row or zoom the map; returns false if it
  /// has no effect here.
  mutating func handle(_ mouse: Mouse) -> Bool {
    if tabs.handle(mouse) { return true }
    switch page {
    case .map: return map.aim.handle(mouse)
    case .profile:
      guard mouse.scroll != 0 else { return false }
      scrollCurves(by: mouse.scroll)
      return true
    case .fixes, .satellites, .trace, .splits, .tracks: return withTable { $0.handle(mouse) }
    }
  }

  /// Runs an action on the table of the page shown; false on a page without one.
  private mutating func withTable(_ act: (inout Table) -> Bool) -> Bool {
    switch page {
    case .map, .profile: false
    case .fixes: act(&fixes.table)
    case .satellites: act(&satellites.table)
    case .trace: act(&traceTable.table)
    case .splits: act(&splits.table)
    case .tracks: act(&contents.table)
    }
  }

  /// The number of the chosen fix on the page of fixes; nil if another page is shown.
  var chosenFix: Int? { page == .fixes ? fixes.chosen : nil }

  /// Every key of the panel; the footer has those that matter on the page shown, from a rank on.
  ///
  /// - Parameters:
  ///   - rank: The rank of the first hint in the footer.
  ///   - change: Changes the panel.
  func bindings(
    rank: Int, change: @escaping @MainActor (@MainActor (inout TrackPanel) -> Void) -> Void
  ) -> [KeyBinding] {
    [
      KeyBinding(
        "⇥ ⇧⇥ \(arrowsPan ? "1-\(pages.count) " : "")F2-F\(pages.count + 1)",
        "next, previous page; page by number", footer: KeyHint("⇥", "pages", rank: rank)
      ) { press in change { $0.turn(press) } },
      KeyBinding(
        "↑ ↓ PgUp PgDn", "rows of a table",
        footer: KeyHint(
          "↑↓", page == .fixes || page == .tracks ? "choose" : "scroll", rank: rank + 1),
        when: hasRows
      ) { press in change { _ = $0.withTable { $0.handle(press) } } },
      KeyBinding(
        "Home End", "first, last row of a table", when: hasRows && arrowsPan, isListed: arrowsPan
      ) { press in change { _ = $0.withTable { $0.handle(press) } } },
    ] + mapBindings(rank: rank, change: change) + profileBindings(rank: rank, change: change)
      + lookBindings(rank: rank, change: change)
  }

  private func profileBindings(
    rank: Int, change: @escaping @MainActor (@MainActor (inout TrackPanel) -> Void) -> Void
  ) -> [KeyBinding] {
    let isOn = page == .profile
    let axis = profileAxis == .time ? "over distance" : "over time"
    return [
      KeyBinding(
        "t", "profile: over time, over distance", footer: KeyHint("t", axis, rank: rank + 2),
        when: isOn
      ) { _ in change { $0.profileAxis = $0.profileAxis == .time ? .distance : .time } },
      KeyBinding(
        "↑ ↓", "profile: curves above, below", footer: KeyHint("↑↓", "curves", rank: rank + 3),
        when: isOn && curveCount > 1
      ) { press in change { $0.scrollCurves(by: press.key == .up ? -1 : 1) } },
      KeyBinding(
        "l", "splits: by distance, by lap",
        footer: KeyHint("l", splits.showsLaps ? "splits" : "laps", rank: rank),
        when: page == .splits, isListed: pages.contains(.splits)
      ) { _ in change { $0.splits.showsLaps.toggle() } },
    ]
  }

  private mutating func scrollCurves(by step: Int) {
    firstCurve = min(max(0, firstCurve + step), max(0, curveCount - 1))
  }

  private func lookBindings(
    rank: Int, change: @escaping @MainActor (@MainActor (inout TrackPanel) -> Void) -> Void
  ) -> [KeyBinding] {
    let hasUnits = [.map, .fixes, .profile, .splits, .tracks].contains(page)
    let markers = KeyBinding(
      "M", "markers: braille, blocks, ASCII",
      footer: page == .map ? KeyHint("M", "markers", rank: rank + 6) : nil
    ) { _ in change { $0.map.markers = $0.map.markers.next } }
    return (lacksSigns ? [] : [markers]) + [
      KeyBinding(
        "u", "units: metric, imperial, nautical",
        footer: hasUnits ? KeyHint("u", "units", rank: rank + 5) : nil
      ) { _ in change { $0.units = $0.units.next } },
      KeyBinding(
        "p", "show pace or speed",
        footer: hasUnits ? KeyHint("p", units.showsPace ? "speed" : "pace", rank: rank + 7) : nil
      ) { _ in change { $0.units.showsPace.toggle() } },
      KeyBinding("d", "coordinates: degrees, minutes, seconds, UTM, locator") { _ in
        change { $0.angles = $0.angles.next }
      },
    ]
  }

  private func mapBindings(
    rank: Int, change: @escaping @MainActor (@MainActor (inout TrackPanel) -> Void) -> Void
  ) -> [KeyBinding] {
    let isOn = page == .map
    return [
      KeyBinding(
        "z Z", "map: zoom in, out", footer: KeyHint("zZ", "zoom", rank: rank + 1),
        when: isOn
      ) { press in
        change { if press.text == "z" { $0.map.aim.zoomIn() } else { $0.map.aim.zoomOut() } }
      },
      KeyBinding(
        "f w", "map: follow or stay; the whole route",
        footer: KeyHint("f", "follow", rank: rank + 2), KeyHint("w", "whole", rank: rank + 3),
        when: isOn
      ) { press in
        change {
          if press.text == "f" { $0.map.aim.toggleFollow() } else { $0.map.aim.showWhole() }
        }
      },
      KeyBinding(
        arrowsPan ? "← ↑ ↓ → hjkl" : "h j k l ↑ ↓", "map: west, south, north, east", when: isOn
      ) { press in change { $0.pan(press.key) } },
      KeyBinding(
        "n", "map: next waypoint, with distance and bearing; then none",
        footer: KeyHint("n", "waypoint", rank: rank + 4), when: isOn && waypointCount > 0,
        isListed: pages.contains(.tracks)
      ) { _ in change { $0.finder.next(of: $0.waypointCount) } },
      KeyBinding(
        "c", "map: colour by speed, by height, by track, or none",
        footer: KeyHint("c", "colour", rank: rank + 4), when: isOn
      ) { _ in change { $0.map.colour = $0.map.colour.next } },
    ]
  }

  private mutating func turn(_ press: KeyPress) {
    if case .function(let number) = press.key {
      tabs.select(number - 2)
    } else {
      _ = tabs.handle(press)
    }
  }

  /// Moves the map by a quarter of the visible part.
  private mutating func pan(_ key: Key) {
    let step = 0.25
    switch key {
    case .left, .character("h"): map.aim.pan(east: -step, north: 0)
    case .right, .character("l"): map.aim.pan(east: step, north: 0)
    case .up, .character("k"): map.aim.pan(east: 0, north: step)
    default: map.aim.pan(east: 0, north: -step)
    }
  }

  /// True on a page with a table.
  private var hasRows: Bool { page != .map && page != .profile }
}

/// The look of a track's screen at first.
struct TrackLook: Equatable, Sendable {
  /// The markers that the map is drawn with.
  var markers = DotCanvas.Markers.braille
  /// The form of positions.
  var angles = AngleForm.degrees
  /// The meaning of the colours of the map's line.
  var colour = MapColour.plain
  /// The units, and whether speeds are paces.
  var units = UnitSystem.metric
  /// The clock that times are shown by.
  var zone = ClockZone.utc
}
