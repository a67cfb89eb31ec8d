import Fetching
import Formats

extension HTTPResponse {
  /// A refusal in the service's own words, as one short line that fits into a sentence; nil if
  /// there are none.
  ///
  /// They are looked for in JSON, at the usual keys: RFC 9457 has `detail` and `title`, OAuth 2
  /// `error_description`, JSON:API a list of `errors`, and others `message` or `error`.
  ///
  /// - Parameter secrets: The strings that were sent and must not be shown: a service may repeat
  ///   them.
  func ownWords(hiding secrets: [String]) -> String? {
    guard status >= 400, body.count <= Self.longestRefusal,
      let json = try? JSONReader.read(body, valueLimit: 1000), case .object = json,
      let words = json.words
    else { return nil }
    let line = secrets.reduce(words) { $0.replacingBytes($1, with: "<secret>") }
      .foreignLine(limit: 200)
    let sentence = line.hasSuffix(".") ? String(line.dropLast()) : line
    return sentence.isEmpty ? nil : sentence
  }

  /// A page of an error is longer.
  private static let longestRefusal = 64 << 10
}

extension HTTPRequest {
  /// The strings of the request that may be keys: the values of headers, except those that describe
  /// the wanted response, and those of query items with telling names.
  var secrets: [String] {
    let values = headers.filter { header in
      !["Accept", "Content-Type", "Cache-Control", "If-None-Match", "If-Modified-Since"]
        .contains { header.name.isSameASCII(as: $0) }
    }.flatMap { header in
      [header.value]
        + header.value.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }
    let items = url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      .split(separator: UInt8(ascii: "&"))
      .map { item in
        item.split(separator: UInt8(ascii: "="), maxSplits: 1).map { String(Substring($0)) }
      }
      .filter { $0.count == 2 && Self.isNameOfKey($0[0]) }
      .map { $0[1] }
    // The longest first; short ones are left out, as they may be parts of words.
    return (values + items).filter { $0.utf8.count > 3 }.sorted { $0.utf8.count > $1.utf8.count }
  }

  private static func isNameOfKey(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["key", "token", "secret", "pass", "auth", "sig", "appid"].contains {
      name.hasBytes(of: $0)
    }
  }
}

extension JSONValue {
  /// The first message at one of the usual keys: a text, or the message of an object or of the
  /// first element of a list there.
  fileprivate var words: String? {
    switch self {
    case .string(let text): text.utf8.contains { $0 > 0x20 } ? text : nil
    case .array(let values): values.first?.words
    case .object(let members):
      Self.keys.lazy.compactMap { key in
        members.first { $0.key == key }.flatMap { $0.value.words ?? $0.value.wordsOfField }
      }.first
    case .null, .bool, .number: nil
    }
  }

  /// The words about the first field: `{"name": ["is empty"]}`.
  private var wordsOfField: String? {
    guard case .object(let members) = self, let first = members.first else { return nil }
    return first.value.words.map { "\(first.key) \($0)" }
  }

  /// The best first. FastAPI uses `msg`, Open-Meteo `reason`.
  private static let keys = [
    "message", "error_description", "detail", "error", "errors", "title", "msg", "reason",
  ]
}
