import Fetching
import Formats
import Positioning
import Reactive
import ReactiveExtras

/// Open-Meteo's search for places by their names, which needs no key.
///
///     let directory = PlaceDirectory(transport: transport)
///     directory.places(named: PlaceName("London, Ontario")!)
///       .sink {
///         print($0)
///       } receiveValue: {
///         print($0.map(\.title))  // ["London, Ontario, Canada"]
///       }
///
/// The places are GeoNames', with English names (open-meteo.com/en/docs/geocoding-api). The most
/// populous come first. Each subscription makes its own request.
public struct PlaceDirectory: Sendable {
  private let address: String
  private let responses: JSONResponses

  /// Makes a directory.
  ///
  /// - Parameters:
  ///   - addresses: The addresses of Open-Meteo's services.
  ///   - transport: The transport that fetches the responses.
  public init(addresses: OpenMeteo.Addresses = .init(), transport: any Transport) {
    address = addresses.places
    responses = JSONResponses(transport: transport)
  }

  /// Finds the places that match a name; fails if there is none.
  public func places(named name: PlaceName) -> AnyPublisher<[NamedPlace], PlaceSearchError> {
    let request = HTTPRequest(
      weather: "\(address)/v1/search?name=\(name.name.percentEncoded)&count=100&language=en",
      // Towns do not move.
      maximumAge: .seconds(30 * 86_400))
    return responses.value(of: request, Self.places).mapError { PlaceSearchError.service($0) }
      .attempting { response throws(PlaceSearchError) in
        let found = response.value
        let meant = name.meant(amongFound: found)
        guard meant.isEmpty else { return meant }
        throw found.isEmpty
          ? .unknown(name.name) : .elsewhere(name, Array(PlaceName.only(name, found).prefix(5)))
      }
  }

  /// Reads the places of a response, each once; without places the response has no list.
  private static func places(_ fields: JSONFields) throws(DocumentError) -> [NamedPlace] {
    let list = try fields.optional("results", as: [JSONValue].self) ?? []
    var places: [NamedPlace] = []
    for (index, json) in list.enumerated() {
      let place = try within("results[\(index)]") { () throws(DocumentError) in
        try NamedPlace(found: try JSONFields(json))
      }
      if !places.contains(where: place.isSame) { places.append(place) }
    }
    return places
  }
}

extension PlaceName {
  /// Returns the places that are meant among the found ones. The first one always counts: the
  /// search also finds names in other languages, such as Vienna for “Wien”, although other places
  /// may have exactly that name.
  fileprivate func meant(amongFound places: [NamedPlace]) -> [NamedPlace] {
    let called = meant(among: places)
    guard let first = places.first, !called.contains(first), lies(first) else { return called }
    return [first] + called
  }

  /// The places with exactly this name, in any region.
  fileprivate static func only(_ name: PlaceName, _ places: [NamedPlace]) -> [NamedPlace] {
    PlaceName(name.name)?.meant(among: places) ?? places
  }
}

extension NamedPlace {
  fileprivate init(found fields: JSONFields) throws(DocumentError) {
    let regions = ["admin1", "admin2", "admin3", "admin4"]
    var names: [String] = []
    for key in regions {
      if let name = try fields.optional(key, as: String.self), name != "" { names.append(name) }
    }
    let place = Coordinate(latitude: try fields("latitude"), longitude: try fields("longitude"))
    guard place.isValid else { throw DocumentError("it is not a place on Earth") }
    self.init(
      name: try fields("name"), regions: names, country: try fields.optional("country"),
      countryCode: try fields.optional("country_code"), coordinate: place,
      population: try fields.optional("population"))
  }
}

/// The reason why no place was found; its description is a sentence for the user.
public enum PlaceSearchError: Error, Hashable, Sendable {
  /// No place has that name.
  case unknown(String)
  /// No place of that name is in the given region; the places listed are elsewhere.
  case elsewhere(PlaceName, [NamedPlace])
  /// The service failed, or its response cannot be used.
  case service(WeatherError)
}

extension PlaceSearchError: CustomStringConvertible {
  /// One sentence or two with the problem and the remedy.
  public var description: String {
    switch self {
    case .unknown(let name):
      "No place is called “\(name)”. Check the spelling, or give the place's coordinate."
    case .elsewhere(let name, let places):
      "There is no “\(name.name)” in “\(name.parts.joined(separator: ", "))”. There "
        + (places.count == 1 ? "is " : "are ") + places.map(\.title).joined(separator: "; ") + "."
    case .service(.unreadable(let source, let key, let reason)):
      "The response from \(source) is not a list of places: \(DocumentError(reason, keyPath: key))."
    case .service(let error): error.description
    }
  }
}
