import Dispatch
import Platform
import Reactive
import ReactiveExtras

/// A receiver that is read through a file descriptor: a serial line, a connection, a pipe.
///
///     let source = DescriptorSource.tcp(HostPort(host: "10.0.0.5", port: 10110))
///
/// It is opened on a separate queue, because looking up a host takes time. The bytes are read
/// there, too, and the next piece only when the one before has been reported: a faster sender has
/// to wait.
public final class DescriptorSource: ReceiverSource {
  /// The functions to open a descriptor and to handle it besides reading.
  struct Link: Sendable {
    /// Its name in a few words.
    var name: String
    /// Opens it, blocking its thread.
    var open: @Sendable () throws(ReceiverError) -> Int32
    /// The text to write as soon as it is open.
    var greeting = ""
    /// Called before it is closed.
    var willClose: @Sendable (Int32) -> Void = { _ in }
    /// True if its end is the end of all data, as a pipe's, and no accident.
    var endsForGood = false
    /// True if it receives datagrams; an empty one is then not the end.
    var isDatagram = false
  }

  private var link: Link
  private let other: ((Int32?, inout Link) -> Bool)?
  private let queue = DispatchQueue(label: "receiver")
  private var reading: DescriptorReading?
  /// Counts openings, so that a late report is recognised.
  private var generation = 0

  /// - Parameters:
  ///   - link: How to open it.
  ///   - other: Changes how it is read; returns false if nothing is left to try.
  init(_ link: Link, other: ((Int32?, inout Link) -> Bool)? = nil) {
    (self.link, self.other) = (link, other)
  }

  deinit { reading?.cancel() }

  /// Its name in a few words.
  public var name: String { link.name }

  /// Opens it, and reports the outcome on the scheduler's thread.
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

  /// Closes it; reports nothing any more.
  public func close() {
    generation += 1
    reading?.cancel()
    reading = nil
  }

  /// Changes how it is read; returns false if nothing is left to try.
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
      // A receiver of that report may have closed it.
      guard current == generation else { return link.dispose(of: descriptor) }
      reading = DescriptorReading(descriptor, isDatagram: link.isDatagram, queue, on: scheduler) {
        [link] in
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
/// Unchecked, because its captures are used only there.
struct ReceiverHandover<Input>: @unchecked Sendable { let run: (Input) -> Void }
