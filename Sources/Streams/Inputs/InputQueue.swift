import Dispatch
import Platform
import Reactive

/// Wakes the loop of the streams from any thread.
package final class LoopWake: Sendable {
  /// The descriptor that is readable after a wake-up.
  package let descriptor: Int32
  private let input: Int32

  package init() throws(InputError) {
    guard let pipe = PrivatePipe(blocks: false) else {
      throw InputError("cannot create a pipe: \(SystemError().reason)")
    }
    (descriptor, input) = (pipe.output, pipe.input)
  }

  deinit {
    Descriptor.close(descriptor)
    Descriptor.close(input)
  }

  /// Wakes the loop.
  package func wake() {
    let byte: [UInt8] = [1]
    // A full pipe also wakes the loop.
    _ = byte.withUnsafeBytes { Descriptor.writeAll($0, to: input) }
  }

  /// Clears all wake-ups.
  package func clear() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while Descriptor.read(descriptor, &bytes, bytes.count) > 0 {}
  }
}

extension LoopWake {
  /// Waits until a feed has data, and fills that feed; returns true if one had data. Ends early if
  /// the loop is woken.
  @discardableResult
  package func fill(_ feeds: [any InputFeed], withinMilliseconds limit: Int32) -> Bool {
    var hasFilled = false
    for feed in feeds where feed.descriptor == nil && feed.isFillable {
      feed.fill()
      hasFilled = true
    }
    let polled = feeds.filter { $0.descriptor != nil }
    if limit == 0, polled.isEmpty { return hasFilled }
    var entries = (polled.map { $0.descriptor! } + [descriptor]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&entries, nfds_t(entries.count), hasFilled ? 0 : limit) > 0 else { return hasFilled }
    if entries.last!.revents != 0 { clear() }
    for (feed, entry) in zip(polled, entries) where entry.revents != 0 {
      feed.fill()
      hasFilled = true
    }
    return hasFilled
  }
}

/// A bounded queue from a thread to the loop of the streams.
package final class InputQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var dropped = 0
    var hasEnded = false
    var isClosed = false
  }

  private let state = Locked(State())
  private let room: DispatchSemaphore
  private let limit: Int
  private let wake: LoopWake

  /// Makes an empty queue.
  package init(limit: Int, _ wake: LoopWake) {
    (self.limit, self.wake) = (limit, wake)
    room = DispatchSemaphore(value: limit)
  }

  /// Adds an element; waits while the queue is full.
  package func addWaiting(_ element: Element) {
    room.wait()
    state.withLock { if !$0.isClosed { $0.elements.append(element) } }
    wake.wake()
  }

  /// Adds an element; if the queue is full, drops the oldest.
  package func addDropping(_ element: Element) {
    state.withLock { state in
      if state.elements.count >= limit {
        state.elements.removeFirst(limit / 10 + 1)
        state.dropped += limit / 10 + 1
      }
      state.elements.append(element)
    }
    wake.wake()
  }

  /// Ends the queue: nothing more will be added.
  package func end() {
    state.withLock { $0.hasEnded = true }
    wake.wake()
  }

  /// True if there are elements to take, or the queue has ended.
  package var isReadable: Bool { state.withLock { !$0.elements.isEmpty || $0.hasEnded } }

  /// Takes everything: the elements, the number that were dropped before them, and whether the
  /// queue has ended.
  package func take() -> (elements: [Element], dropped: Int, hasEnded: Bool) {
    let taken = state.withLock { state in
      defer { (state.elements, state.dropped) = ([], 0) }
      return (state.elements, state.dropped, state.hasEnded)
    }
    for _ in taken.0 { room.signal() }
    return taken
  }
}

/// Bytes from another thread.
package final class QueueOrigin: ByteOrigin {
  private let queue: InputQueue<[UInt8]>
  private var bytes: ArraySlice<UInt8> = []
  private var waiting: ArraySlice<[UInt8]> = []
  private var isAtEnd = false
  /// The sender, kept alive as long as its bytes are wanted.
  private let sender: Any

  /// The element between a text and the next one.
  package static let end: [UInt8] = []

  package var descriptor: Int32? { nil }
  package var isReadable: Bool { !bytes.isEmpty || !waiting.isEmpty || isAtEnd || queue.isReadable }

  package init(_ queue: InputQueue<[UInt8]>, sender: Any) {
    (self.queue, self.sender) = (queue, sender)
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading {
    if bytes.isEmpty {
      if waiting.isEmpty, !isAtEnd {
        let taken = queue.take()
        (waiting, isAtEnd) = (taken.elements[...], taken.hasEnded)
      }
      guard let next = waiting.popFirst() else { return isAtEnd ? .ended(nil) : .nothing }
      if next == Self.end { return .textEnd }
      bytes = next[...]
    }
    let count = min(bytes.count, buffer.count)
    buffer.copyBytes(from: bytes.prefix(count))
    bytes = bytes.dropFirst(count)
    return .bytes(count)
  }
}
