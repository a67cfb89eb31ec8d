import Reactive
import ReactiveExtras

/// A source of a receiver's bytes: a serial line, a connection, a pipe, a file that grows.
///
///     let provider = ReceiverLocationProvider(source: .serial("/dev/ttyUSB0", baud: 4800))
///
/// A source knows nothing about positions, and does not retry: ``ReceiverLocationProvider`` decides
/// when it is opened again. It belongs to the scheduler that opens it and is called only on its
/// thread. A source that plays a script takes a dozen lines, for tests on virtual time.
public protocol ReceiverSource: AnyObject {
  /// Its name in a few words: `/dev/ttyUSB0 at 4800 baud`.
  var name: String { get }

  /// Opens it, and reports the outcome on the scheduler's thread.
  ///
  /// The first report is `.connected` or `.disconnected`; `.disconnected` and `.ended` are always
  /// the last. Opening again drops an earlier opening.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler whose thread makes the reports.
  ///   - report: Receives each report.
  func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void)

  /// Closes it; reports nothing any more.
  func close()

  /// Changes how the bytes are read, because they contain no sentence; returns false if there is
  /// nothing left to try.
  func readOtherwise() -> Bool
}

extension ReceiverSource {
  /// Changes nothing.
  public func readOtherwise() -> Bool { false }
}

/// A report of a source of a receiver's bytes.
public enum ReceiverEvent: Hashable, Sendable {
  /// The source is open; bytes may come.
  case connected
  /// Bytes as they came.
  case bytes([UInt8])
  /// The following bytes do not continue the ones before: a file was rewritten.
  case restarted
  /// The source could not be opened, or is gone.
  case disconnected(ReceiverError)
  /// The bytes have ended for good.
  case ended
}
