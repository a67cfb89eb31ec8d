/// The waypoints and routes in a source of NMEA 0183.
///
/// Receivers repeat them in every cycle, and send the names of a route's points and their positions
/// in different sentences and any order. Each waypoint is emitted once, and a route once all its
/// points are known. At most ``most`` names are remembered; later ones are not.
struct NMEAWaypoints: Sendable {
  /// True if there are results to take.
  private(set) var hasFound = false
  private var found: [TraceEpoch] = []
  private var known: [String: Coordinate] = [:]
  /// The route whose sentences are coming.
  private var part: Route?
  /// The routes that were emitted or wait for their points.
  private var routes: [Route] = []
  private var waiting: [Int] = []

  private struct Route: Equatable, Sendable {
    var name: String
    var points: [String]
    var sentences: Int
    var endOffset: Int
  }

  /// The maximum number of names that are remembered, and of points in a route.
  private static let most = 4096
  private static let mostRoutes = 256

  /// Adds a waypoint: WPL, or PMGNWPL, which also has a height and a comment.
  ///
  /// Its latitude and longitude are fields 1–4.
  mutating func add(
    waypoint fields: NMEAFields, isMagellan: Bool, at source: SentenceSource
  ) throws(NMEA.Refusal) {
    guard let coordinate = try fields.coordinate(1) else { return }
    var location = Location(coordinate: coordinate)
    if isMagellan { location.altitude = fields.metres(5, unit: 6) }
    let name = fields[isMagellan ? 7 : 5].trimmed.string
    let details = isMagellan ? fields[8].trimmed.string : nil
    guard known[name] != location.coordinate || name.isEmpty else { return }
    if known.count < NMEAWaypoints.most || known[name] != nil { known[name] = location.coordinate }
    give(
      TraceEpoch(
        location: location, endOffset: source.endOffset, line: source.line,
        startsSegment: true, kind: .waypoint, label: TraceLabel(name: name, details: details)))
    guard !waiting.isEmpty else { return }
    let ready = waiting.filter { isKnown(routes[$0]) }
    waiting.removeAll { ready.contains($0) }
    for index in ready { give(routes[index], number: index + 1) }
  }

  /// Adds RTE, the names of a route's waypoints (from field 5 on), in one sentence or several.
  mutating func add(route fields: NMEAFields, at source: SentenceSource) throws(NMEA.Refusal) {
    let count = try fields.decisive(1, in: 1...999) ?? 1
    let number = try fields.decisive(2, in: 1...999) ?? 1
    let name = fields[4].trimmed.string
    var points: [String] = []
    for index in 5..<max(5, fields.count) where !fields[index].trimmed.isEmpty {
      points.append(fields[index].trimmed.string)
    }
    if number == 1 {
      part = Route(name: name, points: [], sentences: 0, endOffset: source.endOffset)
    }
    guard var route = part, route.name == name, route.sentences == number - 1,
      route.points.count + points.count <= NMEAWaypoints.most
    else {
      part = nil
      return
    }
    route.points += points
    route.sentences = number
    route.endOffset = source.endOffset
    part = route
    guard number >= count else { return }
    part = nil
    let isNew = !routes.contains { $0.name == name && $0.points == route.points }
    guard isNew, !route.points.isEmpty, routes.count < NMEAWaypoints.mostRoutes else { return }
    routes.append(route)
    if isKnown(route) {
      give(route, number: routes.count)
    } else {
      waiting.append(routes.count - 1)
    }
  }

  /// Completes the routes that still wait, without the points whose waypoint is unknown.
  mutating func giveUp() {
    for index in waiting { give(routes[index], number: index + 1) }
    waiting = []
  }

  /// Returns and removes the results.
  mutating func take() -> [TraceEpoch] {
    guard hasFound else { return [] }
    defer { found.removeAll() }
    hasFound = false
    return found
  }

  private func isKnown(_ route: Route) -> Bool { route.points.allSatisfy { known[$0] != nil } }

  private mutating func give(_ epoch: TraceEpoch) {
    found.append(epoch)
    hasFound = true
  }

  private mutating func give(_ route: Route, number: Int) {
    var isFirst = true
    for name in route.points {
      guard let coordinate = known[name] else { continue }
      give(
        TraceEpoch(
          location: Location(coordinate: coordinate), endOffset: route.endOffset,
          startsSegment: isFirst, kind: .route, number: UInt32(number),
          label: TraceLabel(name: name, line: isFirst ? TraceLabel(name: route.name) : nil)))
      isFirst = false
    }
  }
}
