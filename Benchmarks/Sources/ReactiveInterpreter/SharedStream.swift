import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// A pipeline that several others listen to.
final class SharedStream {
  let stream: Stream
  private let connectable: (any ConnectablePublisher)?
  private var connection: (any Cancellable)?

  init(_ upstream: Stream, _ kind: SharedPipeline.Connection, _ recorder: Recorder) {
    let multicast = upstream.multicast { OrderedSubject() }
    switch kind {
    case .share:
      // Its subject is the library's, so the order of its subscribers is not defined.
      let probe = Probe(
        upstream: upstream.share().eraseToAnyPublisher(), number: 100, isUnordered: true,
        count: SubscriptionCount(), recorder: recorder)
      (stream, connectable) = (probe.eraseToAnyPublisher(), nil)
    case .automatic:
      (stream, connectable) = (multicast.autoconnect().eraseToAnyPublisher(), nil)
    case .byHand: (stream, connectable) = (multicast.eraseToAnyPublisher(), multicast)
    }
  }

  /// Connects, or disconnects if it is connected; nothing for what connects by itself.
  func toggleConnection() {
    if let connection {
      self.connection = nil
      connection.cancel()
    } else {
      connection = connectable?.connect()
    }
  }

  func disconnect() {
    connection?.cancel()
    connection = nil
  }
}
