/// The request to curl, in the format of its configuration files.
enum CurlConfiguration {
  /// The whole command line: curl reads standard input, not the user's configuration.
  static let arguments = ["--disable", "--config", "-"]

  /// The environment variables that curl inherits: for programs, certificates and proxies.
  static let variables = [
    "PATH", "HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE",
  ]

  /// The folder of curl's open files: without it, curl 7.88 crashes.
  static let descriptors = "/dev/fd"

  /// The length of a line, in bytes without its end, from which curl before 8.0 refuses it.
  static let lineLimit = 100 << 10

  /// The configuration for a request, without redirections, which ``Redirection`` follows.
  ///
  /// The time limit applies if no thread is left for the request's own, which is a second shorter.
  static func text(
    for request: HTTPRequest, userAgent: String?
  ) throws(TransportError) -> String {
    let seconds = max(1, Int((request.timeout / .seconds(1)).rounded(.up))) + 1
    // The head goes to standard error, because `include` writes the trailers of chunks after the
    // body. curl does not follow redirections, because it would send every header, and a PUT
    // without its body. Nor does it decompress bodies: 7.88 accepts a truncated one.
    var lines = [
      "url = \(quoted(try request.sentURL))", "proto = \"=http,https\"", "globoff", "silent",
      "dump-header = \"\(descriptors)/2\"", "suppress-connect-headers", "max-time = \(seconds)",
    ]
    // curl's default method is POST with a body, and GET without one. `data-raw` does not read a
    // file after `@`, as `data` does.
    let body = request.body ?? (request.method == .post ? "" : nil)
    if let body { lines.append("data-raw = " + quoted(body)) }
    if request.method != (body == nil ? .get : .post) {
      lines.append("request = " + quoted(request.method.rawValue))
    }
    if let userAgent { lines.append("user-agent = " + quoted(userAgent)) }
    for (name, value) in request.headers {
      // In curl, a header without a value ends with a semicolon.
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
