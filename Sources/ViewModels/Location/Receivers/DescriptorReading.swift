import Dispatch
import Platform
import Positioning
import Reactive
import ReactiveExtras

/// Reads a descriptor piece by piece, whenever data arrives: the next piece is read when the one
/// before has been reported.
///
/// A loop around `poll(2)` on a separate queue, because Dispatch does not report on Linux when the
/// other end of a pipe or a terminal is closed.
final class DescriptorReading {
  /// The result of a read.
  enum Piece: Sendable {
    case bytes([UInt8])
    case ended
    /// The `errno` of a read that failed.
    case failed(Int32)
  }

  let descriptor: Int32
  /// A pipe that is written to, and so becomes readable, to stop reading.
  private let stop: (read: Int32, write: Int32)
  /// Raised when a piece has been reported, and when there will be no more.
  private let isReported = DispatchSemaphore(value: 0)
  private var hasStopped = false

  private static let pieceLength = 65_536

  /// Begins to read; returns nil after calling `dispose` if the system has no pipe left for it.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to read.
  ///   - isDatagram: True if each read returns a datagram; an empty one is then not the end.
  ///   - queue: The queue of the reads; blocked until the end.
  ///   - scheduler: The scheduler of the reports.
  ///   - dispose: Closes the descriptor.
  ///   - report: Receives each piece.
  init?(
    _ descriptor: Int32, isDatagram: Bool = false, _ queue: DispatchQueue,
    on scheduler: any Scheduler<MonotonicInstant>,
    dispose: @escaping @Sendable () -> Void, report: @escaping (Piece) -> Void
  ) {
    self.descriptor = descriptor
    guard let ends = PrivatePipe() else {
      dispose()
      return nil
    }
    stop = (ends.output, ends.input)
    let (stop, isReported) = (ends.output, isReported)
    let arrival = ReceiverHandover(run: report)
    let hop = ReceiverHandover { (work: @escaping () -> Void) in scheduler.schedule(work) }
    queue.async {
      while let piece = Self.next(descriptor, isDatagram, until: stop) {
        hop.run {
          arrival.run(piece)
          isReported.signal()
        }
        isReported.wait()
        guard case .bytes = piece else { break }
      }
      dispose()
      close(stop)
    }
  }

  deinit { cancel() }

  /// Reads no more, and closes the descriptor once no read is running.
  func cancel() {
    guard !hasStopped else { return }
    hasStopped = true
    // The reading side closes the other end.
    close(stop.write)
    isReported.signal()
  }

  /// Waits for the next piece; returns nil once reading must stop.
  private static func next(_ descriptor: Int32, _ isDatagram: Bool, until stop: Int32) -> Piece? {
    while true {
      var entries = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&entries, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      if entries[1].revents != 0 { return nil }
      guard let piece = read(descriptor) else { continue }
      if isDatagram, case .ended = piece { continue }
      return piece
    }
  }

  private static func read(_ descriptor: Int32) -> Piece? {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: pieceLength) { buffer, count in
      let length = Descriptor.read(descriptor, buffer.baseAddress, buffer.count)
      if length < 0 { code = errno }
      count = max(0, length)
    }
    switch code {
    case 0: return bytes.isEmpty ? .ended : .bytes(bytes)
    case EAGAIN: return nil
    default: return .failed(code)
    }
  }
}
