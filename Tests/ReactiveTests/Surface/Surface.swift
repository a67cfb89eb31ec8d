import Reactive
import TestSupport
import Testing

/// A ledger of what the library offers: each use of it, with the type that comes of it.
///
/// A value's type is what the compiler infers by itself, so that a chain of operators is
/// checked as people write it.
struct Surface {
  private(set) var names: [String] = []

  /// Notes a use, and expects it to be of a type.
  mutating func uses<Found, Expected>(
    _ name: String, _ value: Found, _ type: Expected.Type,
    at location: SourceLocation = #_sourceLocation
  ) {
    names.append(name)
    #expect(
      Found.self == Expected.self, "\(name) is \(Found.self), not \(Expected.self)",
      sourceLocation: location)
  }

  /// How often an operator has been noted, by its name before the parentheses.
  var operators: Set<Substring> { Set(names.map { $0.prefix { $0 != "(" } }) }
}

/// Writes and reads numbers as text.
struct TextCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String { "\(value)" }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let value = Int(text) as? T else { throw TestError.expected }
    return value
  }
}

/// A record to look into by key paths, and to encode.
struct Point: Codable, Equatable {
  var x = 1
  var y = 2
  var z = 3
}
