/// The request to curl, in the language of its configuration files.
enum CurlConfiguration {
  /// The whole command line: not the user's own configuration, but standard input.
  static let arguments = ["--disable", "--config", "-"]

  /// The variables of this program's environment that it gets: for programs, certificates and
  /// proxies.
  static let variables = [
    "PATH", "HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
  ]

  /// The folder of curl's open files: without it, curl 7.88 crashes.
  static let descriptors = "/dev/fd"

  /// The number of bytes of a line, without its end, from which curl before 8.0 refuses it.
  static let lineLimit = 100 << 10

  /// The configuration for a request, whose redirections are followed elsewhere.
  ///
  /// The time limit is there in case no thread is left to keep the request's own, which is a second
  /// shorter.
  static func text(
    for request: HTTPRequest, userAgent: String?
  ) throws(TransportError) -> String {
    let seconds = max(1, Int((request.timeout / .seconds(1)).rounded(.up))) + 1
    // The head goes to standard error, because `include` writes the trailers of chunks after the
    // body. Redirections are not left to curl, which follows them with every header, and a PUT
    // without its body. Nor is the unpacking of bodies: 7.88 takes a truncated one for whole.
    var lines = [
      "url = \(quoted(try request.sentURL))", "proto = \"=http,https\"", "globoff", "silent",
      "dump-header = \"\(descriptors)/2\"", "suppress-connect-headers", "max-time = \(seconds)",
    ]
    // curl's own method is POST with a body, and GET without one. `data-raw` takes no name of a
    // file, as `data` does after `@`.
    let body = request.body ?? (request.method == .post ? "" : nil)
    if let body { lines.append("data-raw = " + quoted(body)) }
    if request.method != (body == nil ? .get : .post) {
      lines.append("request = " + quoted(request.method.rawValue))
    }
    if let userAgent { lines.append("user-agent = " + quoted(userAgent)) }
    for (name, value) in request.headers {
      // A header without a value ends with a semicolon there.
      lines.append("header = " + quoted(value.isEmpty ? "\(name);" : "\(name): \(value)"))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": quoted += "\\\(character)"
      case "\t": quoted += "\\t"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\u{B}": quoted += "\\v"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }
}
