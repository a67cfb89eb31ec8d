/// The bytes of a file that another program writes, as they are added.
///
/// A slow reader slows the reading: no more than a few pieces wait.
final class FollowedBytes {
  private let source: FollowedFile

  private let thread = DispatchQueue(label: "input")

  init(path: String, to queue: InputQueue<[UInt8]>, report: @escaping @Sendable (String) -> Void) {
    let source = FollowedFile(path: path)
    self.source = source
    let scheduler: AnyScheduler<MonotonicInstant, Never> = .queue(thread)
    // Handed over: the source is used on the queue alone.
    let open = Handover {
      // An open row does not end there, and the new file may name its columns.
      source.didReplace = { queue.addWaiting(QueueOrigin.end) }
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
    thread.async { open.value() }
  }
}
