/// The files with headers and a token for requests to URLs, which no command line may have.
final class RequestFiles: Equatable, Sendable {
  private let headerFile: String?
  private let tokenFile: String?
  /// Standard input can be read only once.
  private let loaded = Locked<HeadedTransport?>(nil)

  static let specs = [HeaderFile.option.spec, TokenFile.option.spec]

  init(headerFile: String? = nil, tokenFile: String? = nil) {
    (self.headerFile, self.tokenFile) = (headerFile, tokenFile)
  }

  convenience init(_ arguments: Arguments) throws(UsageError) {
    self.init(
      headerFile: try arguments[HeaderFile.option], tokenFile: try arguments[TokenFile.option])
  }

  static func == (left: RequestFiles, right: RequestFiles) -> Bool {
    left.headerFile == right.headerFile && left.tokenFile == right.tokenFile
  }

  /// Throws if no request can send the headers, if more than one server would get them, or if
  /// standard input has another reader.
  ///
  /// - Parameters:
  ///   - file: The path or the URL of the streams; nil for the default one.
  ///   - bindings: The sources of the inputs.
  func check(_ file: String?, _ bindings: [InputBinding]) throws(UsageError) {
    let options = [
      (headerFile, HeaderFile.option.spec.name), (tokenFile, TokenFile.option.spec.name),
    ]
    .filter { $0.0 != nil }
    guard let option = options.first?.1 else { return }
    let origins = Set(Self.urls(file, bindings).compactMap { HTTPRequest($0).origin })
    if origins.isEmpty {
      throw UsageError("\(option) needs a URL, as FILE or from --input.")
    }
    guard origins.count == 1 else {
      let hosts = origins.map { "\($0.host):\($0.port)" }.sorted()
      throw UsageError(
        "\(option) is for one server, and the URLs are of \(hosts.listed); read the others with "
          + "--input-command.")
    }
    var readers = bindings.filter(\.source.isStandardInput).map { "“\($0.id)”" }
    if let file, PipedStreams.isStandardInput(file) { readers.append("the streams") }
    readers += options.filter { $0.0 == "-" }.map(\.1)
    if readers.count > 1, options.contains(where: { $0.0 == "-" }) {
      throw UsageError(
        "Standard input cannot be both \(readers[0]) and \(readers[1]); put one of them into a "
          + "file.")
    }
  }

  private static func urls(_ file: String?, _ bindings: [InputBinding]) -> [String] {
    var urls: [String] = []
    if let file, case .web(let url)? = try? StreamAddress(file) { urls.append(url) }
    for case .web(let url) in bindings.map(\.source) { urls.append(url) }
    return urls
  }

  /// Returns the transport that fetches URLs, with the headers for one server.
  ///
  /// - Parameters:
  ///   - file: The path or the URL of the streams; nil for the default one.
  ///   - bindings: The sources of the inputs.
  func transport(_ file: String?, _ bindings: [InputBinding]) throws -> HeadedTransport {
    if let transport = loaded.withLock({ $0 }) { return transport }
    var transport = HeadedTransport(base: CurlTransport(userAgent: Program.name))
    transport.origin = Self.urls(file, bindings).first.flatMap { HTTPRequest($0).origin }
    if headerFile != nil || tokenFile != nil { CoreDumps.forbid() }
    if let headerFile { transport.headers = try HeaderFile.headers(in: headerFile) }
    if let tokenFile { transport.token = try TokenFile(path: tokenFile).token() }
    loaded.withLock { [transport] in $0 = transport }
    return transport
  }
}
