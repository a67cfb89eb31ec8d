import Dispatch
import Platform
import Reactive
import ReactiveExtras

/// A receiver behind a file descriptor of the system: a serial line, a connection, a pipe.
///
///     let source = DescriptorSource.tcp(HostPort(host: "10.0.0.5", port: 10110))
///
/// It is opened on a queue of its own, since looking for a host takes its time. What comes is read
/// there, too, and the next piece only when the one before has been reported: whoever sends faster
/// than that has to wait.
public final class DescriptorSource: ReceiverSource {
  /// How a descriptor is opened, and what is done with it besides reading.
  struct Link: Sendable {
    /// What it is in a few words.
    var name: String
    /// Opens it, blocking its thread.
    var open: @Sendable () throws(ReceiverError) -> Int32
    /// What is written as soon as it is open.
    var greeting = ""
    /// What is done before it is closed.
    var willClose: @Sendable (Int32) -> Void = { _ in }
    /// Whether its end is that of all there is, as a pipe's, and no accident.
    var endsForGood = false
    /// Whether datagrams come, of which an empty one is not the end.
    var isDatagram = false
  }

  private var link: Link
  private let other: ((Int32?, inout Link) -> Bool)?
  private let queue = DispatchQueue(label: "receiver")
  private var reading: DescriptorReading?
  /// Counts openings, so that a report that comes late is known as such.
  private var generation = 0

  /// - Parameters:
  ///   - link: How it is opened.
  ///   - other: Reads it in another way; false where there is none left.
  init(_ link: Link, other: ((Int32?, inout Link) -> Bool)? = nil) {
    self.link = link
    self.other = other
  }

  deinit { reading?.cancel() }

  /// What it is in a few words.
  public var name: String { link.name }

  /// Opens it, and reports on the scheduler's thread what comes of that.
  public func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void
  ) {
    close()
    let (current, link) = (generation, link)
    let arrival = ReceiverHandover { [weak self] (result: Result<Int32, ReceiverError>) in
      guard let self, current == generation else {
        if case .success(let descriptor) = result { link.dispose(of: descriptor) }
        return
      }
      start(result, on: scheduler, report)
    }
    let hop = ReceiverHandover { (work: @escaping () -> Void) in scheduler.schedule(work) }
    queue.async {
      let result = Result { () throws(ReceiverError) in try link.open() }
      hop.run { arrival.run(result) }
    }
  }

  /// Closes it; nothing is reported any more.
  public func close() {
    generation += 1
    reading?.cancel()
    reading = nil
  }

  /// Reads it in another way; false where there is none left.
  public func readOtherwise() -> Bool { other?(reading?.descriptor, &link) ?? false }

  private func start(
    _ result: Result<Int32, ReceiverError>, on scheduler: any Scheduler<MonotonicInstant>,
    _ report: @escaping (ReceiverEvent) -> Void
  ) {
    let current = generation
    switch result {
    case .failure(let error): report(.disconnected(error))
    case .success(let descriptor):
      link.greet(descriptor)
      report(.connected)
      // Whoever heard that may have closed it.
      guard current == generation else { return link.dispose(of: descriptor) }
      reading = DescriptorReading(
        descriptor, isDatagram: link.isDatagram, queue, on: scheduler
      ) { [link] in
        link.dispose(of: descriptor)
      } report: { [weak self] piece in
        guard let self, current == generation else { return }
        receive(piece, report)
      }
      guard reading == nil else { return }
      report(.disconnected(.failed(name: name, reason: SystemError(EMFILE).reason)))
    }
  }

  private func receive(
    _ piece: DescriptorReading.Piece, _ report: @escaping (ReceiverEvent) -> Void
  ) {
    switch piece {
    case .bytes(let bytes): report(.bytes(bytes))
    case .ended:
      close()
      report(link.endsForGood ? .ended : .disconnected(.closed(name: name)))
    case .failed(let code):
      close()
      report(.disconnected(.reading(SystemError(code), name: name)))
    }
  }
}

extension DescriptorSource.Link {
  /// Writes the greeting, which is so short that every line has room for it.
  fileprivate func greet(_ descriptor: Int32) {
    if !greeting.isEmpty { Socket.send(greeting, to: descriptor) }
  }

  fileprivate func dispose(of descriptor: Int32) {
    willClose(descriptor)
    Descriptor.close(descriptor)
  }
}

/// A closure that is made on one thread, handed over, and run on another.
///
/// Unchecked, because what it holds is used there alone.
struct ReceiverHandover<Input>: @unchecked Sendable {
  let run: (Input) -> Void
}
