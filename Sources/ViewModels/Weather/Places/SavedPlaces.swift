import Formats
import Platform
import Positioning

/// The places that a user has saved, in a small JSON file.
///
///     let saved = SavedPlaces(path: path)
///     try saved.add([stockholm])
///     try saved.places().map(\.title)  // ["Stockholm, Sweden"]
///
/// The file is replaced as a whole, by one program at a time; it may be edited by hand.
public struct SavedPlaces: Sendable {
  /// The path of the file.
  public let path: String

  /// Names the file, which need not exist.
  public init(path: String) { self.path = path }

  /// Reads the places in the order in which they were saved; empty if there is no file.
  ///
  /// - Throws: ``SavedPlacesError`` if the file cannot be read, or does not contain saved places.
  public func places() throws(SavedPlacesError) -> [NamedPlace] {
    let bytes: [UInt8]?
    do throws(FileFailure) { bytes = try file.read() } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    return try bytes.map(decoded) ?? []
  }

  /// Adds places after the saved ones. A place with the name and the coordinate of a saved one
  /// replaces it.
  ///
  /// - Throws: ``SavedPlacesError`` if the file cannot be read or written; it then stays as it was.
  public func add(_ places: [NamedPlace]) throws(SavedPlacesError) {
    try change { saved in
      for place in places {
        if let index = saved.firstIndex(where: { $0.isSame(as: place) }) {
          saved[index] = place
        } else {
          saved.append(place)
        }
      }
    }
  }

  /// Removes the places that match a name.
  ///
  /// - Returns: The removed places; empty if no saved place matches.
  /// - Throws: ``SavedPlacesError`` if the file cannot be read or written; it then stays as it was.
  public func remove(_ name: PlaceName) throws(SavedPlacesError) -> [NamedPlace] {
    guard !(try places(called: name)).isEmpty else { return [] }
    var removed: [NamedPlace] = []
    try change { saved in
      removed = name.called(among: saved)
      saved.removeAll { removed.contains($0) }
    }
    return removed
  }

  /// Returns the saved places that match a name.
  ///
  /// - Throws: ``SavedPlacesError`` if the file cannot be read, or does not contain saved places.
  public func places(called name: PlaceName) throws(SavedPlacesError) -> [NamedPlace] {
    name.called(among: try places())
  }

  private var file: AtomicFile {
    get throws(FileFailure) {
      var file = try AtomicFile(path: path)
      file.sizeLimit = 1 << 20
      return file
    }
  }

  private func change(_ change: (inout [NamedPlace]) -> Void) throws(SavedPlacesError) {
    let file: AtomicFile
    do throws(FileFailure) { file = try self.file } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
    try file.update(failure: { .unwritable(path: path, reason: $0.reason) }) {
      bytes throws(SavedPlacesError) in
      var places = try bytes.map(decoded) ?? []
      change(&places)
      let json = JSONValue.object([JSONMember("places", .array(places.map(\.json)))])
      return Array((json.text() + "\n").utf8)
    }
  }

  private func decoded(_ bytes: [UInt8]) throws(SavedPlacesError) -> [NamedPlace] {
    do throws(DocumentError) {
      let fields = try JSONFields(try JSONReader.read(bytes))
      try fields.refuseKeys(otherThan: ["places"])
      return try fields("places")
    } catch { throw .malformed(error.inFile(path)) }
  }
}

extension PlaceName {
  /// Returns only the places with exactly this name.
  fileprivate func called(among places: [NamedPlace]) -> [NamedPlace] {
    meant(among: places.filter { $0.name.lowercased() == name.lowercased() })
  }
}

extension NamedPlace {
  /// Returns true if another has its name and is within some ten metres.
  func isSame(as other: NamedPlace) -> Bool {
    name == other.name && coordinate.stepDistance(to: other.coordinate) < 10
  }
}

extension NamedPlace: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    let fields = try JSONFields(json)
    try fields.refuseKeys(
      otherThan: ["name", "regions", "country", "countryCode", "latitude", "longitude"])
    let coordinate = Coordinate(
      latitude: try fields("latitude"), longitude: try fields("longitude"))
    guard coordinate.isValid else { throw DocumentError("it is not a place on Earth") }
    self.init(
      name: try fields("name"), regions: try fields.optional("regions") ?? [],
      country: try fields.optional("country"), countryCode: try fields.optional("countryCode"),
      coordinate: coordinate)
    guard PlaceName(name) != nil else { throw DocumentError("it is empty").inside("name") }
  }

  package var json: JSONValue {
    var members = [JSONMember("name", name)]
    if !regions.isEmpty { members.append(JSONMember("regions", regions)) }
    if let country { members.append(JSONMember("country", country)) }
    if let countryCode { members.append(JSONMember("countryCode", countryCode)) }
    members.append(JSONMember("latitude", coordinate.latitude))
    members.append(JSONMember("longitude", coordinate.longitude))
    return .object(members)
  }
}

/// The reason why saved places cannot be read or written; its description is a sentence for the
/// user.
public enum SavedPlacesError: Error, Hashable, Sendable {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// The file does not contain saved places.
  case malformed(DocumentError)
}

extension SavedPlacesError: CustomStringConvertible {
  /// One sentence or two with the file, the problem and the remedy.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "Cannot read saved places from \(path): \(reason)."
    case .unwritable(let path, let reason): "Cannot save places in \(path): \(reason)."
    case .malformed(let error): "\(error). Fix or remove the file."
    }
  }
}
