#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A weather service's answers beside the tests; their README says where they are from.
package enum WeatherFixture: String {
  /// London on 22 September 2026 at 14:06:52 UTC.
  case current = "current.json"
  /// Forty rows from 15:00 UTC of that day on.
  case forecast = "forecast.json"

  /// The path of the file.
  package var path: String {
    let folders = #filePath.split(separator: "/").dropLast(2)
    return "/" + folders.joined(separator: "/") + "/Fixtures/Weather/" + rawValue
  }

  /// All that is in the file.
  package var bytes: [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    let length = fread(&buffer, 1, buffer.count, file)
    return Array(buffer[..<length])
  }

  /// The same as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
