/// A position in a GeoJSON document: the open brackets, by their contents.
struct GeoJSONPath: Sendable {
  /// The kind of value between a pair of brackets.
  enum Part: Sendable {
    /// A feature, a collection of features, or a single geometry.
    case feature
    case features, geometry, geometries
    /// A position, or a list of positions or of such lists.
    case coordinates
    case properties
    /// A list of values, one for each position.
    case values
    /// Lists of values.
    case valueLists
    case other
  }

  /// A key that leads to known values.
  enum Key: Sendable {
    case features, geometry, geometries, coordinates, properties, valueLists
    case list(GeoJSONLine.List)
    case type, other

    init(_ name: ByteText) {
      self = name.lookUp(Key.names) ?? GeoJSONLine.List(name).map { .list($0) } ?? .other
    }

    private static let names: [(StaticString, Key)] = [
      ("coordinates", .coordinates), ("type", .type), ("geometry", .geometry),
      ("properties", .properties), ("features", .features), ("locations", .features),
      ("geometries", .geometries), ("coordinateProperties", .valueLists),
    ]
  }

  private var parts: [Part] = []
  /// The number of open brackets beyond those that are kept.
  private var deeper = 0
  private static let deepest = 64

  /// The innermost part; nil outside the document.
  var last: Part? { deeper > 0 ? .other : parts.last }
  var isEmpty: Bool { parts.isEmpty }

  /// Enters a bracket after a key, and returns its content.
  mutating func open(_ key: Key, isObject: Bool) -> Part {
    guard parts.count < GeoJSONPath.deepest, deeper == 0 else {
      deeper += 1
      return .other
    }
    let part = part(behind: key, isObject: isObject)
    parts.append(part)
    return part
  }

  /// Leaves a bracket, and returns its content.
  mutating func close() -> Part? {
    guard deeper == 0 else {
      deeper -= 1
      return .other
    }
    return parts.popLast()
  }

  private func part(behind key: Key, isObject: Bool) -> Part {
    guard let parent = parts.last else { return isObject ? .feature : .features }
    switch (parent, key, isObject) {
    case (.feature, .features, false): return .features
    case (.feature, .geometry, true): return .geometry
    case (.feature, .properties, true): return .properties
    case (.feature, .coordinates, false), (.geometry, .coordinates, false): return .coordinates
    case (.feature, .geometries, false), (.geometry, .geometries, false): return .geometries
    case (.features, _, true): return .feature
    case (.geometries, _, true): return .geometry
    case (.properties, .valueLists, true): return .valueLists
    case (.properties, .list, false), (.valueLists, .list, false): return .values
    case (.values, _, false): return .values
    case (.coordinates, _, false): return .coordinates
    default: return .other
    }
  }
}
