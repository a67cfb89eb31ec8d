import Formats
import Platform
import Reactive

/// Responds to requests with files, without a network.
///
///     let transport = FileTransport(["/weather": current, "/forecast": forecast])
///     transport.response(to: HTTPRequest("https://example.org/data/weather?q=Oslo"))
///       .sink { _ in
///       } receiveValue: {
///         print($0.text)
///       }  // what is in the file for /weather
///
/// The file is read again for each request, during the subscription, and the response has status
/// 200. If it cannot be read, or the URL has none, the request fails with that reason.
public struct FileTransport: Transport {
  private let path: @Sendable (HTTPRequest) -> String?

  /// Makes a transport with a closure that returns the path of a request's file.
  public init(path: @escaping @Sendable (HTTPRequest) -> String?) { self.path = path }

  /// Makes a transport that finds a request's file by the end of its URL, without the query.
  ///
  /// - Parameter files: The path of a file for each URL ending; the longest match is used.
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
      // The file's own error states whole MiB.
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
