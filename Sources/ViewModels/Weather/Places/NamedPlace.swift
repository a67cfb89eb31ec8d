import Formats
import Positioning

/// A place with a name: a town found by a search, or a saved place.
public struct NamedPlace: Hashable, Sendable {
  /// The name: `London`.
  public var name: String
  /// The regions that contain it, the largest first: `England`.
  public var regions: [String]
  /// The country in words: `United Kingdom`.
  public var country: String?
  /// The country as two letters: `GB`.
  public var countryCode: String?
  /// The coordinate.
  public var coordinate: Coordinate
  /// The number of people who live there.
  public var population: Int?

  /// Makes a place; omitted values are unknown.
  public init(
    name: String, regions: [String] = [], country: String? = nil, countryCode: String? = nil,
    coordinate: Coordinate, population: Int? = nil
  ) {
    (self.name, self.regions) = (name, regions)
    (self.country, self.countryCode) = (country, countryCode)
    (self.coordinate, self.population) = (coordinate, population)
  }

  /// The name with the region and the country: `London, England, United Kingdom`.
  public var title: String {
    var parts = [name]
    for part in [regions.first, country ?? countryCode].compactMap({ $0 }) where part != name {
      parts.append(part)
    }
    return parts.joined(separator: ", ")
  }

  /// Returns true if the text after a name, `Ontario` in `London, Ontario`, means this place: its
  /// country, also as two letters or as `UK`, or one of its regions, in any case.
  ///
  /// - Parameter isShort: True if a state of North America may be two letters: `NY`.
  func lies(in text: String, isShort: Bool = false) -> Bool {
    let letters = text.uppercased().filter { $0 != "." }
    return ([country, countryCode] + regions).contains { $0?.lowercased() == text.lowercased() }
      || countryCode != nil && Self.countries[letters] == countryCode
      || isShort && ["US", "CA"].contains(countryCode)
        && Self.states[letters].map(regions.contains) == true
  }

  /// Common abbreviations of countries that differ from their codes.
  private static let countries = ["UK": "GB", "USA": "US", "UAE": "AE"]

  /// States and provinces of North America by the letters of their post offices.
  private static let states: [String: String] = {
    let table = """
      AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,\
      DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,\
      IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,\
      MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,\
      NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,\
      NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,\
      RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,\
      VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,\
      AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,\
      NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,\
      QC Quebec,SK Saskatchewan,YT Yukon
      """
    let rows = table.split(separator: ",").map { $0.split(separator: " ", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), String($0[1])) })
  }()
}

/// A name as typed: the place's, and the regions or the country after commas.
///
///     PlaceName("London, Ontario")
public struct PlaceName: Hashable, Sendable {
  /// Only the name of the place.
  let name: String
  /// The texts after it.
  let parts: [String]

  /// Splits a string at its commas; returns nil if it does not begin with a name.
  public init?(_ text: String) {
    let parts = text.split(separator: ",").map { part in
      part.split { $0.isWhitespace }.joined(separator: " ")
    }
    guard let name = parts.first, !name.isEmpty else { return nil }
    (self.name, self.parts) = (name, parts.dropFirst().filter { !$0.isEmpty })
  }

  /// Returns the places that are meant: those with exactly this name, or all if there are none; of
  /// these, the ones in the named region.
  package func meant(among places: [NamedPlace]) -> [NamedPlace] {
    let called = places.filter { $0.name.lowercased() == name.lowercased() }
    let wanted = called.isEmpty ? places : called
    let found = wanted.filter(lies)
    // As countries letters come first: Berlin, DE is not in Delaware.
    guard found.isEmpty else { return found }
    return wanted.filter { place in parts.allSatisfy { place.lies(in: $0, isShort: true) } }
  }

  /// Returns true if a place is in the named region.
  func lies(_ place: NamedPlace) -> Bool { parts.allSatisfy { place.lies(in: $0) } }
}

extension [NamedPlace] {
  /// Returns the shortest text that means one place and none of the others; nil if there is none.
  ///
  /// It includes a region or a country, because other places with the name may not be among these.
  package func shortestName(of place: NamedPlace) -> String? {
    let regions = place.regions.map { [$0] }
    let countries = [place.country, place.countryCode].compactMap { $0.map { [$0] } }
    let both = place.regions.flatMap { region in countries.map { [region] + $0 } }
    let all = regions + countries + both + [place.regions + (countries.first ?? [])]
    for parts in all {
      let text = ([place.name] + parts).joined(separator: ", ")
      // A part with a comma in it cannot be typed.
      guard let name = PlaceName(text), name.parts == parts else { continue }
      if name.meant(among: self) == [place] { return text }
    }
    return nil
  }
}
