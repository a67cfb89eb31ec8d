import Formats
import Platform
import Reactive

/// Answers requests from files, without a network.
///
///     let transport = FileTransport(["/weather": current, "/forecast": forecast])
///     transport.response(to: HTTPRequest("https://example.org/data/weather?q=Oslo"))
///       .sink { _ in
///       } receiveValue: {
///         print($0.text)
///       }  // what is in the file for /weather
///
/// A file is read again for each request, inside the subscription, and responds with status 200. If
/// it cannot be read, or there is none for the URL, the request fails with that reason.
public struct FileTransport: Transport {
  private let path: @Sendable (HTTPRequest) -> String?

  /// Makes a transport with a closure that returns the path of the file for a request.
  public init(path: @escaping @Sendable (HTTPRequest) -> String?) { self.path = path }

  /// Makes a transport that finds the file for a request by the end of its URL, without the query.
  ///
  /// - Parameter files: The path of a file for the end of a URL; the longest that fits counts.
  public init(_ files: [String: String]) {
    let ends = files.keys.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    self.init { request in ends.first(where: request.address.ends).flatMap { files[$0] } }
  }

  public func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    Deferred { Result { () throws(TransportError) in try read(request) }.publisher }
      .eraseToAnyPublisher()
  }

  private func read(_ request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    guard let path = path(request) else { throw .noFile(request.address) }
    let bytes: [UInt8]?
    do throws(FileFailure) {
      var file = try AtomicFile(path: path)
      // Its own error counts in whole MiB.
      file.sizeLimit = max(request.largestBody, 1 << 20)
      bytes = try file.read()
    } catch { throw .unreadableFile(path: path, reason: error.reason) }
    guard let bytes else { throw .unreadableFile(path: path, reason: "no such file") }
    guard bytes.count <= request.largestBody else {
      let limit = TransportError.bytes(request.largestBody)
      throw .unreadableFile(path: path, reason: "it is larger than \(limit)")
    }
    return HTTPResponse(status: 200, body: bytes)
  }
}
