/// Draws a trace as an SVG page: its name and time, its metrics, a map with a scale and a north
/// arrow, and its profile.
///
/// The page is 800 by 1000 pixels, and its colours follow a light or dark scheme. North is up; the
/// map is a plane that touches the Earth at its centre. The same trace makes the same bytes.
struct TracePicture: TraceEncoder {
  private var drawing = TraceDrawing(points: 4096, buckets: 256)
  /// The name of the trace if its track has none.
  private let name: String
  private let units = UnitSystem.metric

  private static let (width, height) = (800.0, 1000.0)
  private static let margin = 24.0

  /// A part of the page, in pixels.
  private struct Area {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  private static let map = Area(left: margin, top: 200, right: width - margin, bottom: 744)
  private static let profile = Area(left: margin + 48, top: 784, right: width - margin, bottom: 952)

  init(name: String) { self.name = name }

  mutating func begin(_ bytes: inout [UInt8]) {}

  mutating func write(_ epoch: TraceEpoch, to bytes: inout [UInt8]) { drawing.add(epoch) }

  mutating func end(_ bytes: inout [UInt8]) {
    let size = "width=\"800\" height=\"1000\" viewBox=\"0 0 800 1000\""
    bytes.append("<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) role=\"img\">\n<title>")
    bytes.append(xmlText: title)
    bytes.append("</title>\n" + TracePicture.style)
    bytes.append("<rect class=\"page\" width=\"800\" height=\"1000\"/>\n")
    writeHead(&bytes)
    writeMap(&bytes)
    writeProfile(&bytes)
    bytes.append("</svg>\n")
  }

  // MARK: Words

  private var title: String {
    drawing.contents.tracks.first?.label?.name ?? drawing.contents.routes.first?.label?.name ?? name
  }

  private var subtitle: String {
    let track = drawing.summary.track
    let lines = drawing.summary.lines.count
    let start = track.startTime.map { FigureText.dateAndTime($0) + " UTC" }
    let kind = drawing.summary.kind.name
    return [start, lines > 1 ? FigureText.count(lines, kind) : nil].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// The main metrics, a label and a value each.
  private var metrics: [(String, String)] {
    let (track, effort) = (drawing.summary.track, drawing.summary.effort)
    func time(_ seconds: Double) -> String { FigureText.time(.seconds(seconds.rounded())) }
    let heights = track.lowestAltitude.flatMap { low in
      track.highestAltitude.map {
        "\(String(fixedPoint: low, decimals: 0)) to \(units.height($0, decimals: 0))"
      }
    }
    let rows: [(String, String?)] = [
      ("Distance", units.distance(track.distance)),
      ("Duration", track.elapsed.map(SummaryText.time)),
      ("Moving", track.elapsed.map { _ in SummaryText.time(track.movingTime) }),
      ("Mean speed", track.meanMovingSpeed.map(units.speed)),
      ("Fastest", track.maximumSpeed.map(units.speed)), ("Climb", track.climbText(units)),
      ("Descent", track.highestAltitude.map { _ in units.height(track.descent, decimals: 0) }),
      ("Altitude", heights), ("Best 1 km", effort.kilometre.value.map(time)),
      ("Best 5 km", effort.fiveKilometres.value.map(time)),
      ("Heart rate", drawing.summary.sensors.heartRate.mean.map(FigureText.heartRate)),
      ("Power", drawing.summary.sensors.power.mean.map(FigureText.power)),
    ]
    return rows.compactMap { label, value in value.map { (label, $0) } }
  }

  /// The title as far as it fits the page's width: characters are up to a 48th of that.
  private static func shortened(_ title: String) -> String {
    guard Glyph.columns(of: title) > 48 else { return title }
    var (result, columns) = ("", 0)
    for character in title {
      columns += CharacterWidth.columns(of: character)
      if columns > 47 { break }
      result.append(character)
    }
    return result + "…"
  }

  private func writeHead(_ bytes: inout [UInt8]) {
    bytes.append(text: Self.shortened(title), "title", x: Self.margin, y: 44)
    bytes.append(text: subtitle, "label", x: Self.margin, y: 66)
    let column = (Self.width - 2 * Self.margin) / 4
    for (index, (label, value)) in metrics.prefix(12).enumerated() {
      let x = Self.margin + Double(index % 4) * column
      let y = 92 + Double(index / 4) * 38
      bytes.append(text: label, "label", x: x, y: y)
      bytes.append(text: value, "value", x: x, y: y + 18)
    }
  }

  // MARK: The map

  private func writeMap(_ bytes: inout [UInt8]) {
    let area = Self.map
    bytes.append(
      "<rect class=\"frame\" x=\"24\" y=\"200\" width=\"752\" height=\"544\" rx=\"6\"/>\n")
    let routes = drawing.contents.routes.map(\.points)
    let waypoints = drawing.contents.waypoints.prefix(100)
    var bounds = drawing.path.bounds
    for place in routes.flatMap(\.self) + waypoints.map(\.location.coordinate) {
      if bounds == nil {
        bounds = CoordinateBounds(
          south: place.latitude, west: place.longitude, north: place.latitude,
          east: place.longitude)
      } else {
        bounds?.extend(to: place)
      }
    }
    guard let bounds else {
      return bytes.append(text: "no position", "label middle", x: 400, y: 472)
    }
    let plane = LocalProjection(origin: bounds.center)
    let room = 36.0
    let east = bounds.longitudeSpan * plane.metresPerDegreeEast
    let north = bounds.latitudeSpan * plane.metresPerDegreeNorth
    // A trace of a single position is shown within a hundred metres.
    let scale = min(
      (area.width - 2 * room) / max(east, 100), (area.height - 2 * room) / max(north, 100))
    func point(_ coordinate: Coordinate) -> String {
      let place = plane.point(coordinate)
      let x = (area.left + area.right) / 2 + place.east * scale
      let y = (area.top + area.bottom) / 2 - place.north * scale
      return Self.number(x) + " " + Self.number(y)
    }
    func circle(_ coordinate: Coordinate, _ style: String, _ radius: Int, _ name: String) {
      let parts = point(coordinate).parts(at: " ")
      bytes.append(
        "<circle class=\"\(style)\" cx=\"\(parts[0])\" cy=\"\(parts[1])\" r=\"\(radius)\">")
      bytes.append("<title>")
      bytes.append(xmlText: name)
      bytes.append("</title></circle>\n")
    }
    for route in routes where route.count > 1 {
      bytes.append("<path class=\"route\" d=\"M\(route.map(point).joined(separator: "L"))\"/>\n")
    }
    let segments = drawing.path.segments
    if !segments.isEmpty {
      bytes.append("<path class=\"track\" d=\"")
      for segment in segments { bytes.append("M" + segment.map(point).joined(separator: "L")) }
      bytes.append("\"/>\n")
    }
    for waypoint in waypoints {
      circle(waypoint.location.coordinate, "waypoint", 4, waypoint.label?.name ?? "waypoint")
    }
    if let start = segments.first?.first { circle(start, "start", 6, "start") }
    if let end = segments.last?.last { circle(end, "end", 6, "end") }
    writeScale(scale, &bytes)
    bytes.append("<path class=\"north\" d=\"M752 212L745 236L752 231L759 236Z\"/>\n")
    bytes.append(text: "N", "label middle", x: 752, y: 252)
  }

  /// Writes the scale bar of a map with a scale in pixels per metre.
  private func writeScale(_ scale: Double, _ bytes: inout [UInt8]) {
    guard let length = units.roundLength(upTo: 160 / scale) else { return }
    let (left, y) = (Self.map.left + 16, Self.map.bottom - 16)
    let right = Self.number(left + length.metres * scale)
    let (top, bottom) = (Self.number(y - 5), Self.number(y))
    let start = Self.number(left)
    bytes.append("<path class=\"scale\" d=\"M\(start) \(top)L\(start) \(bottom)L\(right) \(bottom)")
    bytes.append("L\(right) \(top)\"/>\n")
    bytes.append(text: length.text, "label", x: left, y: y - 10)
  }

  // MARK: The profile

  private func writeProfile(_ bytes: inout [UInt8]) {
    let (area, profile) = (Self.profile, drawing.profile)
    let quantity = profile.quantities.first { $0 == .altitude || $0 == .speed }
    let length = profile.end(of: .distance)
    guard let quantity, length > 0 else { return }
    let values = profile.values(of: quantity, over: .distance)
    let known = values.compactMap(\.self)
    guard let least = known.min(), let greatest = known.max(), known.count > 1 else { return }
    func text(_ value: Double) -> String {
      quantity == .altitude ? units.height(value, decimals: 0) : units.speed(value)
    }
    // At least ten metres of height, or a metre per second, fill the height.
    let span = max(greatest - least, quantity == .altitude ? 10 : 1)
    let bucket = profile.bucketLength(over: .distance)
    func point(_ index: Int, _ value: Double) -> String {
      let along = min(1, (Double(index) + 0.5) * bucket / length)
      return Self.number(area.left + along * area.width) + " "
        + Self.number(area.bottom - (value - least) / span * area.height)
    }
    let points = values.enumerated().compactMap { index, value in value.map { point(index, $0) } }
    let line = points.joined(separator: "L")
    let first = points[0].parts(at: " ")[0]
    let last = points[points.count - 1].parts(at: " ")[0]
    let bottom = Self.number(area.bottom)
    bytes.append("<path class=\"area\" d=\"M\(first) \(bottom)L\(line)L\(last) \(bottom)Z\"/>\n")
    bytes.append("<path class=\"profile\" d=\"M\(line)\"/>\n")
    let name = quantity == .altitude ? "Altitude" : "Speed"
    bytes.append(text: name, "label", x: Self.margin, y: area.top - 12)
    bytes.append(text: text(least + span), "label end", x: area.left - 6, y: area.top + 4)
    bytes.append(text: text(least), "label end", x: area.left - 6, y: area.bottom)
    let step = UnitSystem.roundNumber(atLeast: length / 6)
    let unit = length < units.lengthUnit.size ? (size: 1, name: "m") : units.lengthUnit
    var distance = 0.0
    while distance <= length * 1.001 {
      let x = area.left + distance / length * area.width
      bytes.append("<path class=\"tick\" d=\"M\(Self.number(x)) \(bottom)v5\"/>\n")
      let number = distance / unit.size
      let label =
        number == number.rounded() ? "\(Int(number)) \(unit.name)" : units.distance(distance)
      bytes.append(text: label, "label middle", x: x, y: area.bottom + 20)
      distance += step
    }
  }

  private static func number(_ value: Double) -> String { String(fixedPoint: value, decimals: 1) }

  private static let style = """
    <style>
    text{font:13px system-ui,"DejaVu Sans",sans-serif;fill:#1f2328}
    .title{font-size:24px;font-weight:600}
    .value{font-size:17px}
    .label{fill:#59636e}
    .middle{text-anchor:middle}
    text.end{text-anchor:end}
    .page{fill:#ffffff}
    .frame{fill:#f6f8fa;stroke:#d1d9e0}
    .track,.route,.profile,.scale,.tick{fill:none;stroke-linejoin:round;stroke-linecap:round}
    .track{stroke:#0969da;stroke-width:2.5}
    .route{stroke:#8250df;stroke-width:2;stroke-dasharray:6 5}
    .profile{stroke:#0969da;stroke-width:1.5}
    .area{fill:#0969da;fill-opacity:.15}
    .scale,.tick{stroke:#59636e;stroke-width:1.5}
    .north{fill:#59636e}
    .waypoint{fill:#bf8700}
    .start{fill:#1a7f37}
    circle.end{fill:#d1242f}
    @media(prefers-color-scheme:dark){
    text{fill:#f0f6fc}
    .label{fill:#9198a1}
    .page{fill:#0d1117}
    .frame{fill:#151b23;stroke:#3d444d}
    .track,.profile{stroke:#4493f8}
    .route{stroke:#ab7df8}
    .area{fill:#4493f8}
    .scale,.tick{stroke:#9198a1}
    .north{fill:#9198a1}
    .waypoint{fill:#d29922}
    .start{fill:#3fb950}
    circle.end{fill:#f85149}
    }
    </style>

    """
}

extension [UInt8] {
  fileprivate mutating func append(_ text: String) { self += text.utf8 }

  /// Appends text at a position; nothing if it is empty.
  fileprivate mutating func append(text: String, _ style: String, x: Double, y: Double) {
    guard !text.isEmpty else { return }
    let (x, y) = (String(fixedPoint: x, decimals: 1), String(fixedPoint: y, decimals: 1))
    append("<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">")
    append(xmlText: text)
    append("</text>\n")
  }
}
