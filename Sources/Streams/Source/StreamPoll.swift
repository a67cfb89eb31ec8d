import Fetching

/// The state of polling a URL: the answers so far, and the next request.
struct StreamPoll {
  typealias Answer = Result<HTTPResponse, TransportError>

  let url: String
  let interval: Duration

  /// The pauses after failures end here, if the interval is not longer itself.
  static let longestPause = Duration.seconds(60)

  /// The server's tag of the known version.
  private var tag: String?
  /// The time of its last change, by the server's clock.
  private var date: String?
  /// The last contents that were read from an answer, and their bytes.
  private var known: (bytes: [UInt8], contents: StreamContents)?
  private var failures = 0

  init(url: String, interval: Duration) { (self.url, self.interval) = (url, interval) }

  /// The next request.
  var request: HTTPRequest {
    var request = HTTPRequest.streams(url)
    if let tag { request.headers["If-None-Match"] = tag }
    if let date { request.headers["If-Modified-Since"] = date }
    return request
  }

  private var place: String { HTTPRequest(url).place }

  /// The time to wait before that: none before the first, and twice as long after each failure.
  var pause: Duration {
    if failures == 0, known == nil { return .zero }
    let longest = max(StreamPoll.longestPause, interval)
    var pause = interval
    for _ in 0..<failures where pause < longest { pause = min(pause * 2, longest) }
    return pause
  }

  /// Takes an answer.
  ///
  /// - Returns: The contents of the place, if they may differ from the ones before.
  mutating func take(_ answer: Answer) -> StreamContents? {
    let hasFailed = failures > 0
    switch answer {
    case .failure(let error): return failed(.unreachable(error))
    case .success(let response) where response.isSuccess:
      failures = 0
      (tag, date) = (response.headers["ETag"], response.headers["Last-Modified"])
      if let known, known.bytes == response.body { return hasFailed ? known.contents : nil }
      let update = Result { () throws(StreamStoreError) in
        try StreamStore.Snapshot(bytes: response.body, named: place, tag: tag)
      }
      let contents = StreamContents(parts: [StreamContents.Part(name: place, update: update)])
      known = (response.body, contents)
      return contents
    case .success(let response):
      guard response.status == 304, let known else {
        return failed(
          .refused(place: request.place(leadingTo: response.place), status: response.status))
      }
      failures = 0
      return hasFailed ? known.contents : nil
    }
  }

  private mutating func failed(_ error: StreamStoreError) -> StreamContents {
    failures += 1
    return StreamContents(of: place, problem: error)
  }
}
