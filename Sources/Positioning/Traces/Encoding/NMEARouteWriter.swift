/// Writes waypoints and routes as NMEA 0183: a WPL for each waypoint, and after the last point of a
/// route an RTE, which lists its points in order.
///
/// Keeps one route at a time, since RTE contains its number of sentences. A waypoint needs a unique
/// name: a further waypoint with the same name gets a number appended, and a route's point without
/// one is named after its route.
struct NMEARouteWriter: Sendable {
  private var sentence = NMEASentenceWriter()
  /// The waypoints of the written names, as far as a reader remembers them.
  private var coordinates: [String: Coordinate] = [:]
  /// The number of waypoints that requested a name, if more than one.
  private var copies: [String: Int] = [:]
  private var route: Route?

  private struct Route {
    var number: UInt32
    var name: String
    var points: [String] = []
  }

  /// The maximum number of names, and of points of a route, that a reader accepts.
  private static let most = 4096
  /// The maximum length of a sentence, with its start, checksum and end.
  private static let longest = 82
  /// The maximum number of sentences of a route.
  private static let mostSentences = 999
  /// A longer name would leave no room for points, or for the values of a waypoint.
  private static let longestName = 24

  /// Writes a waypoint.
  mutating func writeWaypoint(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard let coordinate = epoch.location?.coordinate else { return }
    write(coordinate, name: epoch.label?.name ?? "", to: &bytes)
  }

  /// Writes a point of a route.
  mutating func writeRoutePoint(_ epoch: TraceEpoch, to bytes: inout [UInt8]) {
    guard let coordinate = epoch.location?.coordinate else { return }
    let isFull = route.map { $0.points.count == NMEARouteWriter.most } ?? false
    if isFull || route?.number != epoch.number || epoch.label?.line != nil {
      let former = route
      endRoute(to: &bytes)
      let name =
        isFull && former?.number == epoch.number
        ? former?.name : epoch.label?.line?.name.map { NMEARouteWriter.plain($0) }
      route = Route(number: epoch.number, name: name ?? "")
    }
    let number = (route?.points.count ?? 0) + 1
    let wanted = epoch.label?.name ?? "R\(max(1, epoch.number))P\(number)"
    let written = write(coordinate, name: wanted, to: &bytes)
    route?.points.append(written)
  }

  /// Ends the current route, if there is one.
  mutating func endRoute(to bytes: inout [UInt8]) {
    guard let route else { return }
    self.route = nil
    var parts: [[String]] = []
    // `$GPRTE,999,999,c,` before the names, `*00` and the line's end after them.
    let room = NMEARouteWriter.longest - 22 - route.name.utf8.count
    var length = Int.max
    for point in route.points {
      length = length == .max ? .max : length + point.utf8.count + 1
      if length > room {
        parts.append([])
        length = point.utf8.count + 1
      }
      parts[parts.count - 1].append(point)
    }
    while !parts.isEmpty {
      let some = parts.prefix(NMEARouteWriter.mostSentences)
      for (index, points) in some.enumerated() {
        sentence.begin("GP", "RTE")
        sentence.field(some.count)
        sentence.field(index + 1)
        sentence.field("c")
        sentence.field(name: route.name)
        for point in points { sentence.field(name: point) }
        sentence.end(&bytes)
      }
      parts.removeFirst(some.count)
    }
  }

  /// Writes a waypoint, unless it was written before, and returns its name.
  @discardableResult private mutating func write(
    _ coordinate: Coordinate, name wanted: String, to bytes: inout [UInt8]
  ) -> String {
    let base = NMEARouteWriter.plain(wanted)
    var name = base
    while !base.isEmpty, let other = coordinates[name] {
      if other == coordinate { return name }
      copies[base, default: 1] += 1
      name = "\(base)-\(copies[base] ?? 1)"
    }
    if !base.isEmpty, coordinates.count < NMEARouteWriter.most { coordinates[name] = coordinate }
    sentence.begin("GP", "WPL")
    sentence.fields(coordinate)
    sentence.field(name: name)
    sentence.end(&bytes)
    return name
  }

  /// A name for a field: in ASCII, without characters that end a field, and truncated.
  private static func plain(_ name: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(longestName) {
      plain.append(NMEASentenceWriter.isPlain(scalar) ? scalar : "_")
    }
    while plain.last == " " { plain.removeLast() }
    return String(plain)
  }
}
