import Positioning
import TerminalKit

/// The common part of the live track and the replay: pages, figures, map, and the keys for how
/// they look.
struct TrackPanel {
  var units = UnitSystem.metric
  var angles: AngleForm
  var map: TrackMap

  let pages: [TrackPage]
  /// True if the arrows move the map; a replay has another use for them.
  private let arrowsPan: Bool
  /// The letter that changes the markers.
  private let markerKey: Character
  var tabs: Tabs
  var fixes = FixTable()
  var satellites = SatelliteTable()
  var traceTable = TraceTable()
  /// True if the last frame was without signs, where there is only one kind of markers.
  var lacksSigns = false

  /// Below this there are only the most important figures.
  static let leastSize = Size(18, 3)

  /// Makes a panel.
  ///
  /// - Parameters:
  ///   - pages: Its pages, in order.
  ///   - markers: What the map is drawn with at first.
  ///   - angles: How degrees are written at first.
  ///   - isReplay: Whether arrows and digits are for the player.
  init(
    pages: [TrackPage], markers: DotCanvas.Markers, angles: AngleForm = .degrees,
    isReplay: Bool = false
  ) {
    self.pages = pages
    self.angles = angles
    arrowsPan = !isReplay
    markerKey = isReplay ? "M" : "m"
    tabs = Tabs(pages.map(\.rawValue))
    map = TrackMap(markers: markers)
  }

  /// The page that is shown.
  var page: TrackPage {
    get { pages[tabs.selected] }
    set { tabs.select(pages.firstIndex(of: newValue) ?? 0) }
  }

  // MARK: Keys

  /// Lets the mouse turn to a page, choose a row or zoom the map; false if it means nothing here.
  mutating func handle(_ mouse: Mouse) -> Bool {
    if tabs.handle(mouse) { return true }
    switch page {
    case .map: return map.aim.handle(mouse)
    case .profile: return false
    case .fixes: return fixes.handle(mouse)
    case .satellites: return satellites.handle(mouse)
    case .trace: return traceTable.handle(mouse)
    }
  }

  /// The number of the fix that is chosen on its page, which has to be shown.
  var chosenFix: Int? { page == .fixes ? fixes.chosen : nil }

  /// Every key of the panel; in the footer, from a rank on, those that matter on the page that is
  /// shown.
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
        "next page, page before, page by number",
        footer: KeyHint("⇥", "pages", rank: rank)
      ) { press in change { $0.turn(press) } },
      KeyBinding(
        "↑ ↓ PgUp PgDn", "rows of a table",
        footer: KeyHint("↑↓", page == .fixes ? "choose" : "scroll", rank: rank + 1), when: hasRows
      ) { press in change { $0.goThroughRows(press) } },
      KeyBinding("Home End", "first, last row of a table", when: hasRows) { press in
        change { $0.goThroughRows(press) }
      },
    ] + mapBindings(rank: rank, change: change) + lookBindings(rank: rank, change: change)
  }

  private func lookBindings(
    rank: Int, change: @escaping @MainActor (@MainActor (inout TrackPanel) -> Void) -> Void
  ) -> [KeyBinding] {
    let hasUnits = [.map, .fixes, .profile].contains(page)
    let markers = KeyBinding(
      "\(markerKey)", "markers: braille, blocks, ASCII",
      footer: page == .map ? KeyHint("\(markerKey)", "markers", rank: rank + 6) : nil
    ) { _ in change { $0.map.markers = $0.map.markers.next } }
    return (lacksSigns ? [] : [markers]) + [
      KeyBinding(
        "u", "units: metric, imperial, nautical",
        footer: hasUnits ? KeyHint("u", "units", rank: rank + 5) : nil
      ) { _ in change { $0.units = $0.units.next } },
      KeyBinding("d", "place: degrees, minutes, seconds, UTM, locator") { _ in
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
        "z Z", "map: nearer, further away", footer: KeyHint("zZ", "zoom", rank: rank + 1),
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
        "c", "map: colour by speed, by height, or none",
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

  /// Moves the map by a quarter of what is seen.
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
  private var hasRows: Bool { [.fixes, .satellites, .trace].contains(page) }

  private mutating func goThroughRows(_ press: KeyPress) {
    switch page {
    case .map, .profile: break
    case .fixes: _ = fixes.handle(press)
    case .satellites: _ = satellites.handle(press)
    case .trace: _ = traceTable.handle(press)
    }
  }
}
