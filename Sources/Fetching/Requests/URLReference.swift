extension HTTPRequest {
  /// Returns the URL that a reference stands for in the answer to this request (RFC 3986, 5.2):
  /// whole URLs, those without a scheme or a host, and paths.
  ///
  ///     let request = HTTPRequest("https://example.org/users?page=1")
  ///     request.url(of: "?page=2")  // "https://example.org/users?page=2"
  ///
  /// - Parameter reference: The reference as it stands.
  /// - Returns: Nil if it is of another scheme than `http` and `https`, or this request's URL has
  ///   no host.
  public func url(of reference: String) -> String? {
    let reference = reference.prefix { $0 != "#" }
    guard let host = Self.start(ofAuthorityOf: url[...]) else { return nil }
    if Self.start(ofAuthorityOf: reference) != nil { return String(reference) }
    if let colon = reference.firstIndex(of: ":"),
      reference[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || "+-.".contains($0) })
    {
      return nil
    }
    let base = url.prefix { $0 != "#" }
    let scheme = url[..<host].dropLast(2)
    if reference.hasPrefix("//") { return String(scheme) + reference }
    let pathStart = base[host...].firstIndex { $0 == "/" || $0 == "?" } ?? base.endIndex
    let origin = base[..<pathStart]
    let path = base[pathStart...].prefix { $0 != "?" }
    if reference.isEmpty { return String(base) }
    if reference.hasPrefix("?") { return String(origin) + path + reference }
    if reference.hasPrefix("/") { return String(origin) + Self.withoutDots(reference) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    return String(origin) + Self.withoutDots(folder + String(reference))
  }

  /// Returns a path without the steps `.` and `..`, which mean this folder and the one above.
  private static func withoutDots(_ reference: some StringProtocol) -> String {
    let path = reference.prefix { $0 != "?" }
    let query = reference[path.endIndex...]
    var steps: [Substring] = []
    let all = Substring(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (place, step) in all.enumerated() {
      let isLast = place == all.count - 1
      switch step {
      case ".": if isLast { steps.append("") }
      case "..":
        _ = steps.popLast()
        if isLast { steps.append("") }
      default: steps.append(step)
      }
    }
    return "/" + steps.joined(separator: "/") + query
  }
}
