import Dispatch
import Fetching
import Reactive

/// A file of documents on a server; two programs may edit it without losing an edit.
///
/// It is replaced by PUT, on the condition that it still has the entity tag with which it was read
/// (RFC 9110, 13.1.1): a server that responds with 412 has another program's version. Some servers,
/// such as nginx, ignore the condition of a PUT; therefore the tag is also checked just before. The
/// file is then read back: a server may report success and have stored nothing. Both calls wait for
/// the response.
struct StreamPublication: Sendable {
  let url: String
  let transport: any Transport

  private var name: String { HTTPRequest(url).address }

  /// Reads the file.
  func load() throws(StreamStoreError) -> StreamStore.Snapshot {
    let request = HTTPRequest.streams(url)
    return try snapshot(response(to: request), request)
  }

  /// Reads the file if its tag has changed; nil if it has not.
  private func version(after tag: String) throws(StreamStoreError) -> StreamStore.Snapshot? {
    var request = HTTPRequest.streams(url)
    request.headers["If-None-Match"] = tag
    let answer = try response(to: request)
    if answer.status == 304 || answer.isSuccess && answer.hasTag(tag) { return nil }
    return try snapshot(answer, request)
  }

  private func snapshot(
    _ answer: HTTPResponse, _ request: HTTPRequest
  ) throws(StreamStoreError) -> StreamStore.Snapshot {
    guard answer.isSuccess else {
      throw .refused(url: request.address(leadingTo: answer.address), status: answer.status)
    }
    return try StreamStore.Snapshot(bytes: answer.body, named: name, tag: answer.headers["ETag"])
  }

  /// Replaces the file if it is unchanged since it was read.
  ///
  /// - Throws: `StreamStoreError.conflict` with both versions if it has changed.
  func save(
    _ file: StreamDocumentFile, over snapshot: StreamStore.Snapshot
  ) throws(StreamStoreError) -> StreamStore.Snapshot {
    // A weak tag never matches in a condition.
    guard let tag = snapshot.tag, !tag.utf8.starts(with: "W/".utf8) else {
      throw .cannotWrite(
        path: name,
        reason:
          "the server sends no strong ETag, so saving could overwrite other users' changes; "
          + "export your changes")
    }
    let bytes = file.bytes
    if let theirs = try version(after: tag) {
      // This program may have saved it without receiving the response.
      if theirs.bytes == bytes { return theirs }
      throw .conflict(path: name, mine: file, theirs: theirs.file)
    }
    var request = HTTPRequest(url, method: .put, body: String(decoding: bytes, as: UTF8.self))
    request.headers["Content-Type"] = "application/json"
    request.headers["If-Match"] = tag
    let answer = try response(to: request)
    switch answer.status {
    case 200...299: return try readBack(file, bytes, over: snapshot, status: answer.status)
    case 412: throw .conflict(path: name, mine: file, theirs: try load().file)
    default: throw .cannotWrite(path: name, reason: Self.reason(answer.status))
    }
  }

  /// Reads back a file that a server has accepted.
  ///
  /// - Throws: `StreamStoreError.unkept` if it is a different file, and `StreamStoreError.conflict`
  ///   if another program has saved it since.
  private func readBack(
    _ file: StreamDocumentFile, _ bytes: [UInt8], over old: StreamStore.Snapshot, status: Int
  ) throws(StreamStoreError) -> StreamStore.Snapshot {
    var request = HTTPRequest.streams(url)
    request.headers["Cache-Control"] = "no-cache"
    let answer = try response(to: request)
    func unkept(_ found: String) -> StreamStoreError {
      .unkept(path: name, reason: "the server returned status \(status), but then \(found)")
    }
    guard answer.isSuccess else { throw unkept("with status \(answer.status) instead of the file") }
    if answer.body == bytes {
      return StreamStore.Snapshot(file: file, bytes: bytes, tag: answer.headers["ETag"])
    }
    if answer.body.isEmpty { throw unkept("with an empty file") }
    if answer.body == old.bytes { throw unkept("with the file as it was before") }
    guard let kept = try? snapshot(answer, request) else {
      throw unkept("with something that is not a stream file")
    }
    // Some servers reformat JSON.
    if kept.file.documents == file.documents, kept.file.unread == file.unread { return kept }
    throw .conflict(path: name, mine: file, theirs: kept.file)
  }

  private static func reason(_ status: Int) -> String {
    let advice =
      switch status {
      case 401, 403: "you do not have permission to change it"
      case 404, 410: "it no longer exists"
      case 405, 501: "it rejects changes; export your changes"
      case 413: "it is too large"
      default: "try again later"
      }
    return "the server returned status \(status): \(advice)"
  }

  private func response(to request: HTTPRequest) throws(StreamStoreError) -> HTTPResponse {
    let answer = request.answer(by: transport).waitForFirst()
    do throws(TransportError) { return try answer.get() } catch { throw .unreachable(error) }
  }
}

extension HTTPResponse {
  /// Returns true if it has an entity tag.
  fileprivate func hasTag(_ tag: String) -> Bool {
    headers["ETag"].map { $0.utf8.elementsEqual(tag.utf8) } ?? false
  }
}

extension AnyPublisher where Output: Sendable, Failure == Never {
  /// Blocks this thread until the first value arrives from another thread.
  package func waitForFirst() -> Output {
    let (value, isThere) = (Locked<Output?>(nil), DispatchSemaphore(value: 0))
    let subscription = sink { found in
      value.withLock { $0 = found }
      isThere.signal()
    }
    isThere.wait()
    subscription.cancel()
    return value.withLock { $0! }
  }
}
