import Dispatch
import Fetching
import Platform
import Reactive
import ReactiveExtras
import ViewModels

/// The bytes of a file that another program writes, as they are added.
///
/// A slow reader slows the reading: no more than a few pieces wait.
final class FollowedBytes {
  private let source: FollowedFile

  /// Unchecked, because the source is used on the queue alone.
  private struct Handover: @unchecked Sendable {
    let run: () -> Void
  }

  private let thread = DispatchQueue(label: "input")

  init(path: String, to queue: InputQueue<[UInt8]>, report: @escaping @Sendable (String) -> Void) {
    let source = FollowedFile(path: path)
    self.source = source
    let scheduler: AnyScheduler<MonotonicInstant, Never> = .queue(thread)
    let open = Handover {
      source.open(on: scheduler) { event in
        switch event {
        case .bytes(let bytes): if !bytes.isEmpty { queue.addWaiting(bytes) }
        case .restarted: queue.addWaiting(QueueOrigin.end)
        case .connected: break
        case .disconnected(let error):
          report("\(error)")
          queue.end()
        case .ended: queue.end()
        }
      }
    }
    thread.async { open.run() }
  }
}

/// The bytes of a page on the web, which is requested again and again: those of each answer that
/// differs from the one before.
///
/// A failure is said once, and followed by longer and longer pauses, up to a minute.
final class PolledBytes: @unchecked Sendable {
  // Unchecked, because everything is used on the queue alone.
  private let thread = DispatchQueue(label: "input")
  private let transport: any Transport
  private let url: String
  private let interval: Duration
  private let queue: InputQueue<[UInt8]>
  private let report: @Sendable (String) -> Void
  private var known: [UInt8]?
  private var tag: String?
  private var date: String?
  private var failure: String?
  private var pause: Duration
  private var flight: AnyCancellable?

  /// The most bytes of an answer.
  private static let sizeLimit = 16 << 20

  init(
    url: String, every interval: Duration, by transport: any Transport,
    to queue: InputQueue<[UInt8]>, report: @escaping @Sendable (String) -> Void
  ) {
    (self.url, self.interval, pause, self.transport) = (url, interval, interval, transport)
    (self.queue, self.report) = (queue, report)
    thread.async { self.request() }
  }

  private func request() {
    var request = HTTPRequest(url, largestBody: Self.sizeLimit)
    if let tag { request.headers["If-None-Match"] = tag }
    if let date { request.headers["If-Modified-Since"] = date }
    flight = transport.response(to: request)
      .map { Result<HTTPResponse, TransportError>.success($0) }
      .catch { Just(.failure($0)) }
      .first()
      .receive(on: thread)
      .sink { [weak self] answer in self?.take(answer) }
  }

  private func take(_ answer: Result<HTTPResponse, TransportError>) {
    switch answer {
    case .failure(let error): fail("\(error)")
    case .success(let response) where response.isSuccess:
      recover()
      (tag, date) = (response.headers["ETag"], response.headers["Last-Modified"])
      if response.body != known {
        known = response.body
        if !response.body.isEmpty { queue.addWaiting(response.body) }
        queue.addWaiting(QueueOrigin.end)
      }
    case .success(let response) where response.status == 304 && known != nil: recover()
    case .success(let response):
      fail("\(HTTPRequest(url).place) answers with status \(response.status)")
    }
    thread.asyncAfter(deadline: .now() + pause.seconds) { [weak self] in self?.request() }
  }

  private func fail(_ reason: String) {
    if failure != reason {
      report(
        reason.hasSuffix(".") ? "\(reason) It is tried again." : "\(reason); it is tried again")
    }
    failure = reason
    pause = min(pause * 2, max(.seconds(60), interval))
  }

  private func recover() {
    if failure != nil { report("\(HTTPRequest(url).place) answers again") }
    (failure, pause) = (nil, interval)
  }
}

extension Duration {
  /// The seconds in it.
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
