import Positioning
import TerminalKit

/// What the live track and the replay have in common: pages, figures, map, and the keys for how
/// they look.
struct TrackPanel {
  var units = UnitSystem.metric
  var map: TrackMap

  private let pages: [TrackPage]
  private var tabs: Tabs
  private var fixes = FixTable()
  private var satellites = SatelliteTable()
  private var traceTable = TraceTable()
  /// Whether the last frame was in ASCII, where there is only one kind of markers.
  private var isASCII = false

  /// Below this there are only the most important figures.
  private static let leastSize = Size(18, 3)

  init(pages: [TrackPage], markers: DotCanvas.Markers) {
    self.pages = pages
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
    switch press {
    case KeyPress(.character("m")) where !isASCII: map.markers = map.markers.next
    case KeyPress(.character("z")): map.zoom = map.zoom == .all ? .follow : .all
    case KeyPress(.character("u")): units = units.next
    default:
      switch page {
      case .map: return false
      case .fixes: return fixes.handle(press)
      case .satellites: return satellites.handle(press)
      case .trace: return traceTable.handle(press)
      }
    }
    return true
  }

  /// The fix that is chosen on its page, which has to be shown.
  func chosenFix(of track: TrackSnapshot) -> Location? {
    page == .fixes ? fixes.chosen(of: track) : nil
  }

  /// Every key of the panel.
  var keys: [KeyHint] {
    [
      KeyHint("⇥ ⇧⇥ 1-\(pages.count)", "next page, page before, page by number"),
      KeyHint("↑ ↓ PgUp PgDn", "rows of a table"),
    ] + (isASCII ? [] : [KeyHint("m", "markers: braille, blocks, ASCII")]) + [
      KeyHint("z", "zoom: everything, or here"),
      KeyHint("u", "units: metric, imperial, nautical"),
    ]
  }

  /// The keys that matter on the page that is shown.
  var pageKeys: [KeyHint] {
    let units = KeyHint("u", "units")
    return switch page {
    case .map: [KeyHint("z", "zoom"), units] + (isASCII ? [] : [KeyHint("m", "markers")])
    case .fixes: [KeyHint("↑↓", "choose"), units]
    case .satellites, .trace: [KeyHint("↑↓", "scroll")]
    }
  }

  // MARK: Drawing

  /// Draws a title and the names of the pages behind it.
  mutating func drawTitle(_ title: String, in rect: Rect, on canvas: inout Canvas) {
    isASCII = canvas.symbols.isASCII
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
    isASCII = canvas.symbols.isASCII
    guard rect.size.fits(TrackPanel.leastSize) else {
      TrackFigures(track, units: units).drawBriefly(in: rect, on: &canvas)
      return
    }
    switch page {
    case .map: drawFiguresAndMap(track, in: rect, on: &canvas)
    case .fixes:
      fixes.draw(
        track.snapshot, units: units, placeholder: track.placeholder, in: rect, on: &canvas)
    case .satellites: satellites.draw(track.snapshot, in: rect, on: &canvas)
    case .trace: if let trace = track.trace { traceTable.draw(trace, in: rect, on: &canvas) }
    }
  }

  /// Draws figures and map side by side, from a terminal of 80 columns on, or above each other
  /// where it is narrow.
  private mutating func drawFiguresAndMap(
    _ track: ShownTrack, in rect: Rect, on canvas: inout Canvas
  ) {
    let figures = TrackFigures(track, units: units)
    if rect.width >= 78 {
      let width = TrackFigures.width
      figures.draw(
        in: Rect(x: rect.x, y: rect.y, width: width, height: rect.height), on: &canvas)
      drawMap(
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

  private mutating func drawMap(_ track: ShownTrack, in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    // Where it is low, a frame would take half of it.
    if rect.height >= 6 {
      Frame().draw(in: rect, on: &canvas)
      rect = rect.inset(columns: 1, rows: 1)
    }
    map.draw(
      track.snapshot.path, units: units, placeholder: track.placeholder, in: rect, on: &canvas)
  }
}
