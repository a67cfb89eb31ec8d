import Dispatch
import Fetching
import Formats
import Reactive

/// The bytes of a web page that is requested repeatedly: those of each response that differs from
/// the previous one.
///
/// A failure is reported once, and followed by increasing pauses of up to a minute.
final class PolledBytes {
  private let subscription: AnyCancellable

  /// The maximum number of bytes of a response.
  private static let sizeLimit = 16 << 20

  init(
    url: String, every interval: Duration, by transport: any Transport,
    to queue: InputQueue<[UInt8]>, report: @escaping (String) -> Void
  ) {
    let request = HTTPRequest(url, largestBody: Self.sizeLimit)
    var (failure, hasSaidNext) = (nil as String?, false)
    subscription = URLPoll(request, every: interval) { $0.body }
      .updates(by: transport, on: DispatchQueue(label: "input"))
      .sink { update in
        if case .failed(let error) = update {
          let reason =
            if case .refused(_, let status) = error {
              "\(request.address) returns status \(status)"
            } else { "\(error)" }
          if failure != reason {
            let isSentence = reason.hasSuffix(".")
            report(reason + (isSentence ? " Trying again." : "; trying again"))
          }
          failure = reason
          return
        }
        if failure != nil { report("\(request.address) responds again") }
        failure = nil
        guard case .changed(let body) = update else { return }
        if !hasSaidNext, body.namesNextPage {
          hasSaidNext = true
          report(
            "\(request.address) returned one page of several; the next one, named by “next”, "
              + "is not requested")
        }
        if !body.isEmpty { queue.addWaiting(body) }
        queue.addWaiting(QueueOrigin.end)
      }
  }
}
