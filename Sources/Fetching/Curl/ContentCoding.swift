/// The content codings of a body (RFC 9110, 8.4). None is requested, but some servers still
/// compress bodies.
enum ContentCoding {
  /// Decompresses a body.
  ///
  /// A body that contradicts its label, because it is text or does not begin like gzip, is returned
  /// unchanged: an intermediate server has decompressed it and left the header.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of the body.
  ///   - address: The address of the sender, for errors.
  static func unpacked(
    _ body: [UInt8], _ headers: HTTPHeaders, limit: Int, from address: String
  ) throws(TransportError) -> [UInt8] {
    var body = body
    for coding in headers.directives(of: "Content-Encoding").reversed() where !isText(body) {
      do throws(Inflater.Failure) {
        switch coding {
        case "gzip", "x-gzip":
          if body[0] == 0x1F { body = try Inflater.gunzip(body, limit: limit) }
        case "deflate": body = try Inflater.inflate(body, limit: limit)
        case "br", "zstd", "compress", "x-compress": throw .other
        default: break
        }
      } catch {
        switch error {
        case .cutShort: throw .cutShort(address)
        case .damaged: throw .failed(address, reason: "its response is damaged (\(coding))")
        case .other:
          let reason = "its response has an unrequested encoding, \(coding)"
          throw .failed(address, reason: reason)
        case .tooLarge: throw .tooLarge(address, limit: limit)
        }
      }
    }
    return body
  }

  /// True if a body is text. A compressed body is valid text only by chance, and gzip never is.
  private static func isText(_ body: [UInt8]) -> Bool {
    body.first != 0x1F && String(validating: body, as: UTF8.self) != nil
  }
}
