/// A coordinate as people write it, in every format on the screens.
///
///     CoordinateText.coordinate("51° 30' 26.6\" N 0° 07' 40.1\" W")
///     CoordinateText.coordinate("30U 699316 5710164")
///
/// Degrees may be followed by minutes and seconds, and have a sign or a letter; without letters the
/// latitude comes first. Signs such as `°` may be left out or replaced.
enum CoordinateText {
  /// The reason why text is not a coordinate.
  enum Problem: Error, Equatable {
    /// It has none of the forms.
    case notACoordinate
    /// Its latitude is beyond a pole.
    case latitude(String)
    /// Its longitude is more than 180 degrees.
    case longitude(String)
  }

  /// Reads a coordinate.
  static func coordinate(_ text: String) throws(Problem) -> Coordinate {
    if let found = locator(text) ?? grid(text) { return found }
    guard let (first, second) = angles(text) else { throw .notACoordinate }
    let (latitude, longitude) =
      first.axis == .longitude || second.axis == .latitude ? (second, first) : (first, second)
    guard latitude.axis != .longitude, longitude.axis != .latitude else { throw .notACoordinate }
    guard abs(latitude.degrees) <= 90 else { throw .latitude(latitude.text) }
    guard abs(longitude.degrees) <= 180 else { throw .longitude(longitude.text) }
    return Coordinate(latitude: latitude.degrees, longitude: longitude.degrees)
  }

  // MARK: Grids

  /// The middle of a square of the Maidenhead system: `IO91wm`.
  private static func locator(_ text: String) -> Coordinate? {
    let letters = Array(text.uppercased().unicodeScalars)
    guard [4, 6, 8, 10].contains(letters.count) else { return nil }
    var (east, north, width, height) = (-180.0, -90.0, 20.0, 10.0)
    for pair in 0..<letters.count / 2 {
      let parts: UInt32 = pair == 0 ? 18 : pair % 2 == 1 ? 10 : 24
      if pair > 0 { (width, height) = (width / Double(parts), height / Double(parts)) }
      let first = (pair % 2 == 1 ? "0" : "A" as Unicode.Scalar).value
      let values = letters[(2 * pair)...(2 * pair + 1)].map { $0.value &- first }
      guard values.allSatisfy({ $0 < parts }) else { return nil }
      east += Double(values[0]) * width
      north += Double(values[1]) * height
    }
    return Coordinate(latitude: north + height / 2, longitude: east + width / 2)
  }

  /// A point of the UTM grid: `30U 699316 5710164`.
  private static func grid(_ text: String) -> Coordinate? {
    let words = text.split(separator: " ")
    guard words.count == 3, let band = words[0].last?.uppercased(),
      "CDEFGHJKLMNPQRSTUVWX".hasBytes(of: band), let zone = Int(words[0].dropLast()),
      let easting = Double(words[1]), let northing = Double(words[2])
    else { return nil }
    return UTMCoordinate.coordinate(
      zone: zone, isSouthern: band < "N", easting: easting, northing: northing)
  }

  // MARK: Angles

  private enum Axis { case latitude, longitude }

  private struct Angle {
    var degrees: Double
    var axis: Axis?
    /// The text as it was written.
    var text: String
  }

  private enum Token: Equatable {
    case number(String)
    case letter(Character)
    case comma
  }

  /// The two angles in a text.
  private static func angles(_ text: String) -> (Angle, Angle)? {
    guard let tokens = tokens(text) else { return nil }
    let parts = tokens.split(separator: .comma, omittingEmptySubsequences: false)
    guard parts.count <= 2, let split = parts.count == 2 ? parts[0].count : middle(of: tokens)
    else { return nil }
    let numbers = tokens.filter { $0 != .comma }
    guard let first = angle(numbers[..<split]), let second = angle(numbers[split...]) else {
      return nil
    }
    return (first, second)
  }

  /// The index of the second angle if no comma separates it: at a letter, or in the middle.
  private static func middle(of tokens: [Token]) -> Int? {
    let letters = tokens.indices.filter { if case .letter = tokens[$0] { true } else { false } }
    switch letters.count {
    case 0: return tokens.count % 2 == 0 ? tokens.count / 2 : nil
    case 2: return letters[0] == 0 ? letters[1] : letters[0] + 1
    default: return nil
    }
  }

  private static func tokens(_ text: String) -> [Token]? {
    var tokens: [Token] = []
    var number = ""
    func end() {
      if !number.isEmpty { tokens.append(.number(number)) }
      number = ""
    }
    for character in text {
      switch character {
      case "0"..."9", ".": number.append(character)
      case "+", "-", "−":
        end()
        number = character == "−" ? "-" : String(character)
      case "N", "S", "E", "W", "n", "s", "e", "w":
        end()
        tokens.append(.letter(Character(character.uppercased())))
      case ",":
        end()
        tokens.append(.comma)
      case " ", "\t", "°", "º", "'", "\"", "′", "″", "’", "”", ":": end()
      default: return nil
      }
    }
    end()
    return tokens
  }

  /// An angle of one to three numbers and a letter on either side.
  private static func angle(_ tokens: ArraySlice<Token>) -> Angle? {
    var tokens = tokens
    var letter: Character?
    if case .letter(let first)? = tokens.first {
      letter = first
      tokens.removeFirst()
    } else if case .letter(let last)? = tokens.last {
      letter = last
      tokens.removeLast()
    }
    let texts = tokens.compactMap { if case .number(let text) = $0 { text } else { nil } }
    let numbers = texts.compactMap(Double.init)
    guard (1...3).contains(texts.count), texts.count == tokens.count, numbers.count == texts.count
    else { return nil }
    // Only the first number has a sign, only the last has decimals, and 60 minutes are a degree.
    let isWhole = zip(numbers, texts).dropLast().allSatisfy {
      $0 == $0.rounded() && !$1.utf8.contains(UInt8(ascii: "."))
    }
    let isBelowSixty = numbers.dropFirst().allSatisfy { $0 < 60 }
    let areUnsigned = texts.dropFirst().allSatisfy { !"+-".contains($0.first ?? "+") }
    guard isWhole, isBelowSixty, areUnsigned else { return nil }
    let isSigned = "+-".contains(texts[0].first ?? "0")
    guard letter == nil || !isSigned else { return nil }
    let minutes = (numbers.dropFirst().first ?? 0) + (numbers.dropFirst(2).first ?? 0) / 60
    let size = abs(numbers[0]) + minutes / 60
    let isNegative = texts[0].hasPrefix("-") || letter == "S" || letter == "W"
    let axis: Axis? =
      switch letter {
      case "N", "S": .latitude
      case "E", "W": .longitude
      default: nil
      }
    return Angle(degrees: isNegative ? -size : size, axis: axis, text: texts.joined(separator: " "))
  }
}
