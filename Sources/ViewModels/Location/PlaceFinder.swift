import Formats
import Positioning

/// The chosen waypoint of a trace, and the search for one.
///
///     var finder = PlaceFinder()
///     finder.next(of: names.count)  // the first, then the next, in the end none
///     let problem = finder.find("hut", among: names)  // the next one whose name has it
package struct PlaceFinder: Hashable, Sendable {
  /// The number of the chosen waypoint, from 0; nil for none.
  package private(set) var chosen: Int?

  /// Chooses nothing.
  package init() {}

  /// Chooses the next of a number of waypoints; none after the last one.
  package mutating func next(of count: Int) {
    let next = chosen.map { $0 + 1 } ?? 0
    chosen = next < count ? next : nil
  }

  /// Chooses the next waypoint whose name contains some text, in any case; after the last one it
  /// begins again with the first.
  ///
  /// - Parameters:
  ///   - text: A part of a name.
  ///   - names: The names of all waypoints.
  /// - Returns: A message if no name contains it; the choice then stays.
  package mutating func find(_ text: String, among names: [String?]) -> String? {
    guard !names.isEmpty else { return "There is no waypoint in this trace." }
    let wanted = text.lowercased().normalizedNFC
    let start = chosen.map { $0 + 1 } ?? 0
    let order = names.indices.map { ($0 + start) % names.count }
    let found = order.first { index in
      names[index].map { $0.lowercased().normalizedNFC.hasBytes(of: wanted) } == true
    }
    guard let found else { return "No waypoint is called '\(text)'." }
    chosen = found
    return nil
  }

  /// Chooses the waypoint of a number, from 0.
  package mutating func choose(_ number: Int) { chosen = number }

  /// Chooses nothing.
  package mutating func clear() { chosen = nil }
}

/// The distance and the bearing of a point as seen from another.
package struct Heading: Hashable, Sendable {
  /// The length of the shortest path there, metres.
  package let distance: Double
  /// The initial direction of that path, in degrees from true north; nil at the position itself.
  package let bearing: Double?

  /// The distance from one position to another.
  package init(from start: Coordinate, to end: Coordinate) {
    distance = start.distance(to: end)
    bearing = start == end ? nil : start.bearing(to: end)
  }
}
