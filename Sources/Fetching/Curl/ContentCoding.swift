/// Content codings of a body (RFC 9110, 8.4). Nothing packed is asked for, but some servers pack
/// all the
/// same.
enum ContentCoding {
  /// Returns a body as it was before it was packed.
  ///
  /// A body that does not begin as gzip does stays: a server on the way has unpacked it, and left
  /// the header.
  ///
  /// - Parameters:
  ///   - headers: The headers of the response.
  ///   - limit: The most bytes of the body.
  ///   - address: The address that has answered, for errors.
  static func unpacked(
    _ body: [UInt8], _ headers: HTTPHeaders, limit: Int, from address: String
  ) throws(TransportError) -> [UInt8] {
    var body = body
    let codings =
      headers.directives(of: "Content-Encoding") + headers.directives(of: "Transfer-Encoding")
    for coding in codings.reversed() where !body.isEmpty {
      let packed = body[...]
      let result: Result<[UInt8], Inflater.Failure>
      switch coding {
      case "gzip", "x-gzip":
        guard Inflater.isGzip(packed) else { continue }
        result = Result { () throws(Inflater.Failure) in
          try Inflater.gunzip(packed, limit: limit)
        }
      case "deflate":
        result = Result { () throws(Inflater.Failure) in
          try Inflater.inflate(packed, limit: limit)
        }
      case "br", "zstd", "compress", "x-compress":
        throw .failed(address, reason: "its answer is packed as \(coding), which was not asked for")
      default: continue
      }
      switch result {
      case .success(let unpacked): body = unpacked
      case .failure(.damaged): throw .failed(address, reason: "its answer is damaged (\(coding))")
      case .failure(.cutShort): throw .cutShort(address)
      case .failure(.tooLarge): throw .tooLarge(address, limit: limit)
      }
    }
    return body
  }
}
