import Dispatch
import Fetching
import Reactive

/// A file of documents on a server, which two programs may edit without losing an edit.
///
/// It is replaced by PUT, on the condition that it still has the entity tag with which it was read
/// (RFC 9110, 13.1.1): a server that answers 412 has a version of somebody else's. Some servers take
/// any PUT whatever its condition, nginx by itself for one; therefore the tag is also looked at just
/// before. Both calls wait for the answer.
struct StreamPublication: Sendable {
  let url: String
  let transport: any Transport

  private var place: String { HTTPRequest(url).place }

  /// Reads the file.
  func load() throws(StreamStoreError) -> StreamStore.Snapshot {
    let request = HTTPRequest.streams(url)
    return try snapshot(response(to: request), request)
  }

  /// Reads the file, if it is no longer the one with a tag; nil if it is.
  private func version(after tag: String) throws(StreamStoreError) -> StreamStore.Snapshot? {
    var request = HTTPRequest.streams(url)
    request.headers["If-None-Match"] = tag
    let answer = try response(to: request)
    if answer.status == 304 || answer.isSuccess && answer.headers["ETag"] == tag { return nil }
    return try snapshot(answer, request)
  }

  private func snapshot(
    _ answer: HTTPResponse, _ request: HTTPRequest
  ) throws(StreamStoreError) -> StreamStore.Snapshot {
    guard answer.isSuccess else {
      throw .refused(place: request.place(leadingTo: answer.place), status: answer.status)
    }
    return try StreamStore.Snapshot(
      bytes: answer.body, named: place, tag: answer.headers["ETag"])
  }

  /// Replaces the file, if it is still the same as when it was read.
  ///
  /// - Throws: `StreamStoreError.conflict` with both versions if it is not.
  func save(
    _ file: StreamDocumentFile, over snapshot: StreamStore.Snapshot
  ) throws(StreamStoreError) -> StreamStore.Snapshot {
    // A weak tag never matches there.
    guard let tag = snapshot.tag, !tag.hasPrefix("W/") else {
      throw .cannotWrite(
        path: place,
        reason:
          "the server gives no strong ETag, without which the changes of others would be lost; "
          + "export what you have changed")
    }
    if let theirs = try version(after: tag) {
      throw .conflict(path: place, mine: file, theirs: theirs.file)
    }
    let bytes = file.bytes
    var request = HTTPRequest(url, method: .put, body: String(decoding: bytes, as: UTF8.self))
    request.headers["Content-Type"] = "application/json"
    request.headers["If-Match"] = tag
    let answer = try response(to: request)
    switch answer.status {
    case 200...299:
      // Without a tag the server may have stored other bytes than these.
      guard let tag = answer.headers["ETag"] else { return try load() }
      return try StreamStore.Snapshot(bytes: bytes, named: place, tag: tag)
    case 412: throw .conflict(path: place, mine: file, theirs: try load().file)
    default:
      throw .cannotWrite(path: place, reason: Self.reason(answer.status))
    }
  }

  private static func reason(_ status: Int) -> String {
    let advice =
      switch status {
      case 401, 403: "you may not change it"
      case 404, 410: "it is no longer there"
      case 405, 501: "it takes no changes; export what you have changed"
      case 413: "it is too large"
      default: "try again later"
      }
    return "the server answered with status \(status): \(advice)"
  }

  private func response(to request: HTTPRequest) throws(StreamStoreError) -> HTTPResponse {
    let (answer, isThere) = (Locked<StreamPoll.Answer?>(nil), DispatchSemaphore(value: 0))
    let subscription = transport.response(to: request)
      .map { StreamPoll.Answer.success($0) }
      .catch { Just(StreamPoll.Answer.failure($0)) }
      .replaceEmpty(with: .failure(.cutShort(request.place)))
      .first()
      .sink { found in
        answer.withLock { $0 = found }
        isThere.signal()
      }
    isThere.wait()
    subscription.cancel()
    do throws(TransportError) { return try answer.withLock { $0! }.get() } catch {
      throw .unreachable(error)
    }
  }
}

extension HTTPRequest {
  /// Makes a request for a file of documents.
  static func streams(_ url: String) -> HTTPRequest {
    var request = HTTPRequest(url, largestBody: StreamDocumentFile.sizeLimit)
    request.headers["Accept"] = "application/json"
    return request
  }
}
