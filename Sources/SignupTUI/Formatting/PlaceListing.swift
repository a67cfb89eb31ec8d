/// The places with one name, in lines, with what to type for each.
struct PlaceListing {
  /// The name as it was typed.
  let name: String
  /// The places; the most populous comes first.
  let places: [NamedPlace]

  /// The maximum number of places to list.
  static let limit = 12

  /// The places to list.
  var listed: ArraySlice<NamedPlace> { places.prefix(Self.limit) }

  /// Lines for a command line: the arguments to use instead.
  var callLines: [String] {
    let calls = listed.map { place in
      let name = places.shortestName(of: place)
      return name.map { "weather \($0.shellQuoted)" } ?? "weather --at '\(place.coordinate.text)'"
    }
    let width = calls.map(\.count).max() ?? 0
    let rows = zip(calls, listed).map { call, place in
      "  " + call + String(repeating: " ", count: width - call.count + 3) + Self.words(place)
    }
    return ["Several places are called “\(name)”. Choose one:"] + rows + rest
  }

  /// Lines for a dialogue: the number to type for each.
  var numberedLines: [String] {
    let rows = listed.enumerated().map { "\($0 + 1): \(Self.words($1))" }
    return ["Several places are called “\(name)”. Type a number to choose one:"] + rows + rest
  }

  private var rest: [String] {
    let count = places.count - listed.count
    return count > 0
      ? ["And \(count) more; add a region or a country after a comma."] : []
  }

  /// Returns a place with details that distinguish it: `London, England, 8961989 people`.
  static func words(_ place: NamedPlace) -> String {
    let people = place.population.map { $0 > 0 ? ", \($0) people" : "" } ?? ""
    return place.title + people
  }
}
