import Positioning
import TerminalKit

/// What the live track and the replay have in common: pages, figures, map, and the keys for how
/// they look.
struct TrackPanel {
  var units = UnitSystem.metric
  var angles: AngleForm
  var map: TrackMap

  let pages: [TrackPage]
  /// Whether the arrows move the map; a replay has another use for them.
  private let arrowsPan: Bool
  /// The letter that changes the markers.
  private let markerKey: Character
  var tabs: Tabs
  var fixes = FixTable()
  var satellites = SatelliteTable()
  var traceTable = TraceTable()
  /// Whether the last frame was without signs, where there is only one kind of markers.
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

  /// Lets a key turn the page, go through its table or change how things look; false if it means
  /// nothing here.
  mutating func handle(_ press: KeyPress) -> Bool {
    if tabs.handle(press) { return true }
    if page == .map, handleMap(press) { return true }
    switch press {
    case KeyPress(.character(markerKey)) where !lacksSigns: map.markers = map.markers.next
    case KeyPress(.character("u")): units = units.next
    case KeyPress(.character("d")): angles = angles.next
    default:
      if case .function(let number) = press.key, pages.indices.contains(number - 2) {
        tabs.select(number - 2)
        return true
      }
      switch page {
      case .map, .profile: return false
      case .fixes: return fixes.handle(press)
      case .satellites: return satellites.handle(press)
      case .trace: return traceTable.handle(press)
      }
    }
    return true
  }

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

  /// Lets a key change what of the map is seen; false if it means nothing there.
  private mutating func handleMap(_ press: KeyPress) -> Bool {
    let step = 0.25
    switch press {
    case KeyPress(.character("z")): map.aim.zoomIn()
    case KeyPress(.character("Z")): map.aim.zoomOut()
    case KeyPress(.character("w")): map.aim.showWhole()
    case KeyPress(.character("f")): map.aim.toggleFollow()
    case KeyPress(.character("c")): map.colour = map.colour.next
    case KeyPress(.character("h")): map.aim.pan(east: -step, north: 0)
    case KeyPress(.character("l")): map.aim.pan(east: step, north: 0)
    case KeyPress(.character("k")): map.aim.pan(east: 0, north: step)
    case KeyPress(.character("j")): map.aim.pan(east: 0, north: -step)
    case KeyPress(.left) where arrowsPan: map.aim.pan(east: -step, north: 0)
    case KeyPress(.right) where arrowsPan: map.aim.pan(east: step, north: 0)
    case KeyPress(.up): map.aim.pan(east: 0, north: step)
    case KeyPress(.down): map.aim.pan(east: 0, north: -step)
    default: return false
    }
    return true
  }

  /// The number of the fix that is chosen on its page, which has to be shown.
  var chosenFix: Int? { page == .fixes ? fixes.chosen : nil }

  /// Every key of the panel, which it answers itself; in the footer, from a rank on, those that
  /// matter on the page that is shown.
  func bindings(rank: Int) -> [KeyBinding] {
    let numbers = arrowsPan ? "1-\(pages.count)" : "F2-F\(pages.count + 1)"
    let turning = KeyBinding.elsewhere(
      "⇥ ⇧⇥ \(numbers)", "next page, page before, page by number",
      footer: KeyHint("⇥", "pages", rank: rank))
    let shown = pageKeys.enumerated().map { place, hint in
      let footer = KeyHint(hint.key, hint.action, rank: rank + 1 + place)
      return KeyBinding.elsewhere(hint.key, hint.action, footer: footer, isListed: false)
    }
    return [turning] + keys.map { .elsewhere($0.key, $0.action) } + shown
  }

  private var keys: [KeyHint] {
    [
      KeyHint("↑ ↓ PgUp PgDn", "rows of a table"),
      KeyHint("z Z", "map: nearer, further away"),
      KeyHint("f w", "map: follow or stay; the whole route"),
      KeyHint(arrowsPan ? "← ↑ ↓ → hjkl" : "h j k l ↑ ↓", "map: west, south, north, east"),
      KeyHint("c", "map: colour by speed, by height, or none"),
    ] + (lacksSigns ? [] : [KeyHint(String(markerKey), "markers: braille, blocks, ASCII")]) + [
      KeyHint("u", "units: metric, imperial, nautical"),
      KeyHint("d", "place: degrees, minutes, seconds, UTM, locator"),
    ]
  }

  /// The keys that matter on the page that is shown.
  private var pageKeys: [KeyHint] {
    let units = KeyHint("u", "units")
    return switch page {
    case .map:
      [
        KeyHint("zZ", "zoom"), KeyHint("f", "follow"), KeyHint("w", "whole"),
        KeyHint("c", "colour"), units,
      ]
        + (lacksSigns ? [] : [KeyHint(String(markerKey), "markers")])
    case .fixes: [KeyHint("↑↓", "choose"), units]
    case .profile: [units]
    case .satellites, .trace: [KeyHint("↑↓", "scroll")]
    }
  }
}
